/** @file `<bag-sizes-panel>`: mean response times of bags by size, as of the playhead. */

import { html } from 'lit';
import { ask } from '../../commands.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { figureTable } from '../figures.js';
import { VariantPanel } from '../variant-panel.js';
import { sizeClasses } from './bag-sizes.js';

/** @import { TableRows } from '../../engine/types.js' */

/** The bags of one variant, by size. */
export class BagSizesPanel extends VariantPanel {
  static view = 'bag-sizes';

  reading = 'Reading the bags …';
  empty = 'These runs have no bags. Choose the system Bags of tasks.';

  constructor() {
    super();
    /** By variant. @type {readonly (TableRows|undefined)[]} */
    this.tables = [];
  }

  /** @override */
  async read() {
    this.tables = await this.fromEach(this.tables, async (at) => {
      const variant = this.state.variants[at];
      return variant && this.shows(variant) ? ask(this.page, at, 'table_rows', 'bags') : undefined;
    });
  }

  /** @override */
  content() {
    const rows = this.tables[this.variant];
    if (!rows) return undefined;
    const classes = sizeClasses(rows, this.state.playhead_s);
    const cells = classes.map(({ name, bags, response_s }) => [name, formatNumber(bags), formatTime(response_s)]);
    return html`<div class="stack">
      <p class="soft">Bags completed up to the playhead.</p>
      ${this.variantChooser()}
      ${classes.length > 0 ? figureTable('Bags by size', ['Size', 'Bags', 'Mean response time'], cells) : html`<p class="soft">No bag is complete yet.</p>`}
      ${this.dataFiles([{ id: 'bags', name: 'bags' }])}
    </div>`;
  }
}

customElements.define('bag-sizes-panel', BagSizesPanel);
