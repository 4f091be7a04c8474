/** @file `<link-use-panel>`: mean use and most messages of each link between clusters, as of the playhead. */

import { html } from 'lit';
import { ask } from '../../commands.js';
import { formatNumber } from '../../text/numbers.js';
import { figureTable } from '../figures.js';
import { VariantPanel } from '../variant-panel.js';
import { linkUses } from './link-use.js';

/** @import { TableRows } from '../../engine/types.js' */

/** The links of one variant. */
export class LinkUsePanel extends VariantPanel {
  static view = 'link-use';

  reading = 'Reading the links …';
  empty = 'These runs have no shared links. Choose shared links for the system.';

  constructor() {
    super();
    /** By variant. @type {readonly (TableRows|undefined)[]} */
    this.tables = [];
  }

  /** @override */
  async read() {
    this.tables = await this.fromEach(this.tables, async (at) => {
      const variant = this.state.variants[at];
      return variant && this.shows(variant) ? ask(this.page, at, 'table_rows', 'links') : undefined;
    });
  }

  /** @override */
  content() {
    const rows = this.tables[this.variant];
    if (!rows) return undefined;
    const { platform, playhead_s } = this.state;
    const name = (/** @type {number} */ cluster) => platform?.clusters[cluster]?.name ?? `${cluster + 1}`;
    const links = linkUses(rows, playhead_s);
    const cells = links.map(({ from, to, mean, messages }) => [
      `${name(from)} → ${name(to)}`,
      formatNumber(100 * mean),
      formatNumber(messages),
    ]);
    return html`<div class="stack">
      <p class="soft">Files and messages on each link up to the playhead.</p>
      ${this.variantChooser()}
      ${links.length > 0 ? figureTable('Links', ['Link', 'Mean use, %', 'Most at once'], cells) : html`<p class="soft">No link was used yet.</p>`}
      ${this.dataFiles([{ id: 'links', name: 'links' }])}
    </div>`;
  }
}

customElements.define('link-use-panel', LinkUsePanel);
