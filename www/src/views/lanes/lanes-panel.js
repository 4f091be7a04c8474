/** @file `<lanes-panel>`: the history of a task in the queues, and results by level, as of the playhead. */

import { css, html, nothing } from 'lit';
import { askRun, askView, followTask, seek } from '../../commands.js';
import { helpMark } from '../../elements/help-mark.js';
import { roveFocus } from '../../elements/roving-focus.js';
import { formatNumber, formatShare } from '../../text/numbers.js';
import { formatMoment, formatTime } from '../../text/time.js';
import { renderBoundPlot } from './bound-plot.js';
import { renderExpectedDurations, renderOverhead } from './level-charts.js';
import { claimPlots, loadPlots } from './queue-plots.js';
import '../../plot/line-plot.js';
import { renderFigures, renderFolded, renderSection } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';

/** @import { Levels, TableRows } from '../../engine/types.js' */

const SOURCE = 'Silberstein et al. 2006';
const OVERHEAD_HELP = `Mean response time minus useful execution time of completed tasks, by the queue in which they ended.`;
const EXPECTED_HELP = `Duration that a task would have on all machines of the first level that accepts tasks of its size. A column with
several colours shows that several levels served tasks of this size.`;
const FILL_HELP = `Q is the remaining work of all tasks in a queue, in hours on one of its machines. C_q is the limit of the queue; a task beyond it
is demoted.`;

/** The tables of the queues that can be saved, and their names. */
const DATA_FILES = [
  { id: 'stays', name: 'stays' },
  { id: 'hierarchy-tasks', name: 'tasks' },
  { id: 'moves', name: 'moves' },
  { id: 'bounds', name: 'estimates' },
  { id: 'queues', name: 'queues over time' },
];

/** The levels of a run. */
export class LanesPanel extends VariantPanel {
  static view = 'lanes';

  static styles = [
    ...VariantPanel.styles,
    css`
      .path li {
        position: relative;
        padding-left: 22px;
      }
      .path li::before {
        content: '';
        position: absolute;
        left: 7px;
        top: 0;
        bottom: 0;
        border-left: 2px solid var(--ink);
      }
      .path li:first-child::before {
        top: 12px;
      }
      .path li:last-child::before {
        bottom: calc(100% - 12px);
      }
      .path i {
        position: absolute;
        left: 0;
        top: 5px;
        width: 16px;
        height: 16px;
        box-sizing: border-box;
        border-radius: 50%;
        scale: 0.5;
        background: var(--paper);
        border: 4px solid var(--ink);
      }
      .path i.moved {
        scale: 1;
        border: 0;
        background: var(--ink);
        color: var(--paper);
        font: 600 var(--text-note)/16px var(--sans);
        text-align: center;
      }
      .path button {
        display: grid;
        grid-template-columns: 5.2em minmax(0, 1fr);
        gap: 0 8px;
        width: 100%;
        text-align: left;
        align-items: baseline;
        padding: 2px 4px;
        border: 0;
        background: none;
        font-variant-numeric: tabular-nums;
      }
      .path button:hover {
        background: var(--hover);
      }
      .path .why {
        grid-column: 2;
      }
      .path .now b {
        color: var(--accent);
      }
      .path .now i {
        background: var(--accent);
        border-color: var(--accent);
      }
      .bars {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 4px 8px;
        align-items: center;
        font-variant-numeric: tabular-nums;
      }
      .bar {
        display: flex;
        height: 16px;
      }
      .bar i {
        min-width: 1px;
      }
      .columns {
        width: 100%;
        max-width: 460px;
        height: auto;
        font-size: calc(var(--text-note) * 0.82);
        text-anchor: middle;
        fill: var(--ink);
      }
      .columns .soft {
        fill: var(--ink-soft);
      }
      .bound path {
        fill: none;
      }
      .bound .start {
        text-anchor: start;
      }
      .bound .end {
        text-anchor: end;
      }
      .bound .truth {
        stroke: var(--ink-soft);
        stroke-dasharray: 1 3;
      }
      .bound .limit {
        stroke: var(--variant-5);
        stroke-dasharray: 6 3;
        stroke-width: 1.5;
      }
      .bound .curve {
        stroke: var(--ink);
        stroke-width: 2;
      }
      .bound .over {
        stroke: var(--accent);
      }
      line-plot {
        --plot-height: 92px;
      }
    `,
  ];

  readingText = 'Reading the queues \u2026';
  emptyText =
    'These runs have no hierarchy of queues. Choose the system Grid execution hierarchy in the panel Policy, or open an example that has one.';

  constructor() {
    super();
    /** The levels of each run, with the same task. @type {readonly (Levels|null)[]} */
    this.levels = [];
    /** The queues of the shown run over time. @type {TableRows} */
    this.rows = { columns: {}, names: {}, because: [] };
    /** The source of the rows: the layout, which is new with each run, and the number of rows. @type {unknown[]} */
    this.readFrom = [];
  }

  /** @override */
  async readRuns() {
    const { playhead_s, followed } = this.state;
    const { variant } = this;
    const levels = (/** @type {number} */ at, /** @type {number} */ task) =>
      askView(this.page, at, 'levels', { until_s: playhead_s, task });
    const shown = levels(variant, followed);
    const task = shown.then((found) => found?.task ?? -1).catch(() => this.levels[variant]?.task ?? -1);
    this.levels = await this.queryEach(this.levels, async (at) => (at === variant ? shown : levels(at, await task)));
    if (this.levels[variant]) await this.readRows(variant);
  }

  /** Reads the queues over time, if there are more rows than before. @param {number} variant */
  async readRows(variant) {
    const { layout, tables = [] } = this.state.variants[variant] ?? {};
    const readFrom = [layout, tables.find(({ id }) => id === 'queues')?.rows];
    if (readFrom.every((one, at) => one === this.readFrom[at])) return;
    this.rows = await askRun(this.page, variant, 'table_rows', 'queues');
    this.readFrom = readFrom;
  }

  /** Renders the path of the chosen task and the tables of queues and levels. @override */
  renderContent() {
    const levels = this.levels[this.variant];
    if (!levels) return undefined;
    return html`<div class="sections">
      <div class="stack">${this.renderChoosers(levels)} ${this.renderPath(levels)}</div>
      ${this.renderComparison(levels)}
      ${renderSection('Task overhead by serving queue', renderOverhead(levels), helpMark('help-overhead', 'overhead', OVERHEAD_HELP, SOURCE))}
      ${this.renderServedTasks(levels)} ${this.renderQueueLoad(levels)}
      ${renderSection('Expected duration by serving level', renderExpectedDurations(levels), helpMark('help-expected', 'expected durations', EXPECTED_HELP, SOURCE))}
      ${this.renderDownloads(DATA_FILES)}
    </div>`;
  }

  /** The choice of a system and a task. */
  renderChoosers(/** @type {Levels} */ { tasks, task, name, over }) {
    const ended = tasks.map(({ id, name: called, queue, status, turnaround_s: took }) => ({
      value: id,
      name: `${called}: ${status} in ${queue} after ${formatTime(took)}`,
    }));
    const followed = task === null || tasks.some(({ id }) => id === task) ? [] : [{ value: task, name }];
    return html`${this.renderVariantChooser()}
      ${this.renderChooser('Task', [...followed, ...ended], task ?? undefined, (id) => followTask(this.page, id))}
      ${over > tasks.length ? html`<p class="soft">The last ${tasks.length} of ${formatNumber(over)} ended tasks are listed. Click a task in a lane to follow it.</p>` : nothing}`;
  }

  /** The path of the task, step by step. */
  renderPath(/** @type {Levels} */ levels) {
    const { name, steps, bounds } = levels;
    return html`<h3>History of ${name || 'a task'}</h3>
      ${steps.length === 0 ? html`<p class="soft">Not submitted yet.</p>` : nothing}
      <ol class="path" @keydown=${roveFocus}>
        ${steps.map(
          ({ at_s: at, number, what, text }, place) => html`<li class=${place === steps.length - 1 ? 'now' : ''}>
            <i class=${number > 0 ? 'moved' : ''} aria-hidden="true">${number > 0 ? number : nothing}</i>
            <button type="button" tabindex=${place === 0 ? 0 : -1} title="Move the playhead here" @click=${() => seek(this.page, at)}>
              <span class="soft">${formatMoment(at)}</span><b>${what}</b>${text ? html`<span class="why soft">${text}</span>` : nothing}
            </button>
          </li>`,
        )}
      </ol>
      ${
        bounds.length > 0
          ? html`${renderBoundPlot(levels)} ${renderFolded(
              renderFigures(
                'Bounds on its work, as time on one machine of the queue',
                ['Estimated in', 'bound', 'actual', 'queue limit'],
                bounds.map(({ queue, bound_s, truth_s, limit_s }) => [queue, ...[bound_s, truth_s, limit_s].map(formatTime)]),
              ),
            )}`
          : nothing
      }`;
  }

  /** The same task in all runs. */
  renderComparison(/** @type {Levels} */ { task, name }) {
    const { variants } = this.state;
    if (variants.length < 2 || task === null) return nothing;
    const rows = variants.map((variant, at) => {
      const found = this.levels[at]?.tasks.find(({ id }) => id === task);
      return [variant.name, ...(found ? [formatTime(found.turnaround_s), found.queue, formatNumber(found.moves)] : ['not ended', '', ''])];
    });
    const heading = `${name} in all variants`;
    return renderSection(heading, renderFigures(heading, ['Variant', 'response time', 'queue', 'moves'], rows));
  }

  /** The number of tasks served by each queue. */
  renderServedTasks(/** @type {Levels} */ { queues }) {
    const work = queues.reduce((all, queue) => all + queue.work_s, 0);
    const rows = queues.map(({ name, level, grids, served, work_s, turnaround_s: took, largest_s: largest }) => [
      html`<b>${name}</b> <span class="soft">level ${level}, ${grids}${largest === null ? '' : `; tasks up to ${formatTime(largest)}`}</span>`,
      formatNumber(served),
      formatShare(work > 0 ? work_s / work : null),
      formatTime(took),
    ]);
    return renderSection('Serving queues', renderFigures('Serving queues', ['Queue', 'tasks', 'share of work', 'mean response'], rows));
  }

  /** The work in each queue against its limit. */
  renderQueueLoad(/** @type {Levels} */ levels) {
    const now = this.state.playhead_s;
    const plots = loadPlots(levels, this.rows, now);
    const content = html`${plots.length === 0 ? html`<p class="soft">No data yet: no task was in a queue when its limits were checked.</p>` : nothing}
      ${plots.map((plot) => this.renderTimePlot(plot))}
      ${
        plots.length > 0
          ? renderFolded(
              claimPlots(levels, this.rows, now).map((plot) => this.renderTimePlot(plot)),
              'Machines allocated, machines available, and waiting jobs',
            )
          : nothing
      }
    `;
    return renderSection('Work in the queues', content, helpMark('help-fill', 'Q and C_q', FILL_HELP, `${SOURCE}, section 3.2`));
  }
}

customElements.define('lanes-panel', LanesPanel);
