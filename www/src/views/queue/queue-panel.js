/** @file `<queue-panel>`: the queue at the playhead: waiting jobs, their wait times so far, and reasons. */
import { css, html, nothing } from 'lit';
import { askRun } from '../../commands.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime, subjectTitle, workNoun } from '../../text/time.js';
import { renderLineList } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';

/** @import { Waiting } from '../../engine/types.js' */

/**
 * @typedef {{ list: readonly Waiting[], total: number }} Queue total: the number of waiting jobs; the list contains
 *   only the first of them
 */

/** The waiting jobs of each variant. */
export class QueuePanel extends VariantPanel {
  static styles = [
    ...VariantPanel.styles,
    css`
      li button {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 8px;
      }
      .waits {
        white-space: nowrap;
      }
      .why {
        grid-column: 1 / -1;
      }
    `,
  ];

  constructor() {
    super();
    /** By variant. @type {readonly (Queue | undefined)[]} */
    this.queues = [];
  }

  /** @override */
  async readRuns() {
    const { playhead_s } = this.state;
    this.queues = await this.queryEach(this.queues, async (at) => {
      const [list, { queued }] = await Promise.all([
        askRun(this.page, at, 'waiting', playhead_s),
        askRun(this.page, at, 'state', playhead_s),
      ]);
      return { list, total: queued };
    });
  }

  /** @override */
  renderContent() {
    const { variants } = this.state;
    if (variants.length === 0) return undefined;
    return html`<div class="stack">
      <p class="soft">The queue at the playhead, with the reason for each wait. Move the playhead to see the queue grow and empty.</p>
      ${variants.map(({ name }, at) => this.renderQueue(name, at))}
    </div>`;
  }

  /**
   * Renders the queue of a variant: its length and the waiting jobs.
   * @param {string} name of the system
   * @param {number} at
   */
  renderQueue(name, at) {
    const { list, total } = this.queues[at] ?? { list: [], total: 0 };
    const heading = this.state.variants.length > 1 ? `${name}: ` : '';
    const things = workNoun(this.state.work);
    const count =
      total === 0
        ? 'queue empty'
        : `${formatNumber(total)} ${total === 1 ? things.slice(0, -1) : things} ${total === 1 ? 'waits' : 'wait'}`;
    return html`<section class="stack" aria-label="${heading}queue">
      <h3>${heading}${heading ? count : count.charAt(0).toUpperCase() + count.slice(1)}</h3>
      ${list.length > 0 ? renderLineList(list.map((one) => this.createSubjectLine(one.id, waitTitle(one)))) : nothing}
      ${total > list.length && list.length > 0 ? html`<p class="soft">And ${formatNumber(total - list.length)} more.</p>` : nothing}
    </section>`;
  }
}

/** A job, its wait so far and the reason. @param {Waiting} one */
function waitTitle(one) {
  // Unusual kinds have their names in the text.
  const kind = one.kind === 'job' || one.kind === 'task' ? '' : `${one.kind}, `;
  return html`<span><b>${subjectTitle(one)}</b> <span class="soft">${kind}${formatNumber(one.nodes)} ${one.nodes === 1 ? 'node' : 'nodes'}</span></span>
    <span class="waits">${formatTime(one.waits_s)}</span>
    ${one.reason ? html`<span class="why soft">${one.reason}</span>` : nothing}`;
}

customElements.define('queue-panel', QueuePanel);
