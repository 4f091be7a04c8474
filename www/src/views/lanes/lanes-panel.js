/** @file `<lanes-panel>`: the history of a task in the queues, and results by level; as of the playhead. */

import { css, html, nothing } from 'lit';
import { ask, askView, follow, seek } from '../../commands.js';
import { helpMark } from '../../elements/help.js';
import { panel } from '../../elements/panel.js';
import { Part } from '../../elements/part.js';
import { Pulse } from '../../elements/pulse.js';
import { rove } from '../../elements/rove.js';
import { formatNumber, formatShare } from '../../text/numbers.js';
import { formatMoment, formatTime } from '../../text/time.js';
import { boundPlot } from './bound-plot.js';
import { expectedColumns, overheadBars } from './drawings.js';
import { claimPlots, fillPlots } from './fill-plots.js';
import '../../plot/line-plot.js';
import { keys, sections } from '../parts-of-panels.js';
import { tableFiles } from '../table-files.js';

/** @import { Levels, TableRows } from '../../engine/types.js' */

/** Milliseconds between two looks while the playhead moves. */
const WAIT = 200;
/** However long a look takes, the next one comes after so many. */
const MOST_MS = 1500;
const SOURCE = 'Silberstein et al. 2006';
const OVERHEAD_HELP = `Mean response time minus useful execution time of completed tasks, by the queue in which they ended.`;
const EXPECTED_HELP = `Duration that a task would have on all machines of the first level that accepts tasks of its size. A column with
several colours shows that several levels served tasks of this size.`;
const FILL_HELP = `Q is the remaining work of all tasks in a queue, in hours on one of its machines. C_q is the limit of the queue; a task beyond it
is demoted.`;

/** What is kept of the queues, and what each file is called. */
const FILES = [
  { id: 'stays', name: 'stays' },
  { id: 'hierarchy-tasks', name: 'tasks' },
  { id: 'moves', name: 'moves' },
  { id: 'bounds', name: 'estimates' },
  { id: 'queues', name: 'queues over time' },
];

/** The levels of a run. */
export class LanesPanel extends Part {
  static properties = { variant: { state: true }, levels: { state: true }, rows: { state: true } };

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static watches = ['variants', 'followed', 'pane'];

  static styles = [
    panel,
    sections,
    keys,
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
        font: 600 11px/16px var(--sans);
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
        overflow-wrap: anywhere;
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
        font-size: 9px;
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
      .scroll {
        overflow-x: auto;
      }
      table.figures :is(th, td) {
        padding: 2px 6px;
      }
      table.figures :is(th, td) {
        white-space: normal;
      }
      table.figures td {
        white-space: nowrap;
      }
      th[scope='row'] {
        text-align: left;
        font-weight: 400;
      }
      line-plot {
        --plot-height: 92px;
      }
      @media (pointer: coarse) {
        .path button {
          min-height: 40px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The system whose levels are shown. */
    this.variant = 0;
    /** The chart that was looked at last. */
    this.pane = -1;
    /** What each run says of the same task. @type {readonly (Levels|null)[]} */
    this.levels = [];
    /** What is in its queues over time. @type {TableRows} */
    this.rows = { columns: {}, names: {}, because: [] };
    this.pulse = new Pulse(this, () => this.look(), WAIT, ['variants', 'playhead_s', 'followed', 'pane'], MOST_MS);
  }

  async look() {
    const { variants, playhead_s, followed, pane } = this.state;
    // The chart that is looked at is the one that is told of, until another is chosen here.
    if (pane !== this.pane) this.variant = this.pane = pane;
    if (this.variant >= variants.length) this.variant = 0;
    const { variant } = this;
    // A run that is replaced while it is asked keeps what it said last.
    const of = (/** @type {number} */ at, /** @type {number} */ task) =>
      askView(this.page, at, 'levels', { until_s: playhead_s, task }).catch(() => this.levels[at] ?? null);
    const shown = await of(variant, followed);
    const task = shown?.task ?? -1;
    this.levels = await Promise.all(variants.map((_, at) => (at === variant ? shown : of(at, task))));
    if (shown) this.rows = await ask(this.page, variant, 'table_rows', 'queues').catch(() => this.rows);
  }

  /** @override */
  render() {
    const { variants } = this.state;
    const levels = this.levels[this.variant];
    if (!levels) {
      const computing = this.levels.length < variants.length || variants.some(({ status }) => status === 'loading' || status === 'running');
      return html`<p class="soft">${computing ? 'Reading the queues \u2026' : 'These runs have no hierarchy of queues. Choose the system Grid execution hierarchy in the panel Policy, or open an example that has one.'}</p>`;
    }
    return html`<div class="sections">
      <div class="stack">${this.choosers(levels)} ${this.path(levels)}</div>
      ${this.beside(levels)}
      <section class="stack">
        <div class="head"><h3>Task overhead by serving queue</h3>${helpMark('help-overhead', 'overhead', OVERHEAD_HELP, SOURCE)}</div>
        ${overheadBars(levels)}
      </section>
      ${this.ends(levels)} ${this.fill(levels)}
      <section class="stack">
        <div class="head"><h3>Expected duration by serving level</h3>${helpMark('help-expected', 'expected durations', EXPECTED_HELP, SOURCE)}</div>
        ${expectedColumns(levels)}
      </section>
      ${tableFiles(this.page, this.variant, FILES)}
    </div>`;
  }

  /** Which system and which task. */
  choosers(/** @type {Levels} */ { tasks, task, name, over }) {
    const { variants } = this.state;
    const value = (/** @type {Event} */ { target }) => Number(/** @type {HTMLSelectElement} */ (target).value);
    const listed = tasks.some(({ id }) => id === task);
    return html`${
      variants.length > 1
        ? html`<label class="row">Variant
            <select @change=${(/** @type {Event} */ event) => this.show(value(event))}>
              ${variants.map((variant, at) => html`<option value=${at} .selected=${at === this.variant}>${variant.name}</option>`)}
            </select></label>`
        : nothing
    }
      <label class="row">Task
        <select @change=${(/** @type {Event} */ event) => follow(this.page, value(event))}>
          ${listed || task === null ? nothing : html`<option value=${task} selected>${name}</option>`}
          ${tasks.map(({ id, name: called, queue, status, turnaround_s: took }) => html`<option value=${id} .selected=${id === task}>${called}: ${status} in ${queue} after ${formatTime(took)}</option>`)}
        </select></label>
      ${over > tasks.length ? html`<p class="soft">The last ${tasks.length} of ${formatNumber(over)} ended tasks are listed. Click a task in a lane to follow it.</p>` : nothing}`;
  }

  /** @param {number} variant */
  show(variant) {
    this.variant = variant;
    this.pulse.beat();
  }

  /** The way of the task, step by step. */
  path(/** @type {Levels} */ levels) {
    const { name, steps, bounds } = levels;
    return html`<h3>History of ${name || 'a task'}</h3>
      ${steps.length === 0 ? html`<p class="soft">Not submitted yet.</p>` : nothing}
      <ol class="path" @keydown=${rove}>
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
          ? html`${boundPlot(levels)}
          <details><summary>The same as a table</summary><div class="scroll" tabindex="0" role="group" aria-label="Estimates">
            <table class="figures">
              <caption class="unseen">Bounds on its work, as time on one machine of the queue</caption>
              <thead>
                <tr><th scope="col">Estimated in</th><th scope="col">bound</th><th scope="col">actual</th><th scope="col">queue limit</th></tr>
              </thead>
              <tbody>
                ${bounds.map(({ queue, bound_s: bound, truth_s: truth, limit_s: limit }) => html`<tr><th scope="row">${queue}</th><td>${formatTime(bound)}</td><td>${formatTime(truth)}</td><td>${formatTime(limit)}</td></tr>`)}
              </tbody>
            </table>
          </div></details>`
          : nothing
      }`;
  }

  /** The same task in all runs. */
  beside(/** @type {Levels} */ { task, name }) {
    const { variants } = this.state;
    if (variants.length < 2 || task === null) return nothing;
    return html`<section class="stack">
      <h3>${name} in all variants</h3>
      <div class="scroll" tabindex="0" role="group" aria-label="${name} in all variants">
        <table class="figures">
          <thead>
            <tr><th scope="col">Variant</th><th scope="col">response time</th><th scope="col">queue</th><th scope="col">moves</th></tr>
          </thead>
          <tbody>
            ${variants.map((variant, at) => {
              const found = this.levels[at]?.tasks.find(({ id }) => id === task);
              return html`<tr><th scope="row">${variant.name}</th><td>${found ? formatTime(found.turnaround_s) : 'not ended'}</td><td>${found?.queue ?? ''}</td><td>${found ? formatNumber(found.moves) : ''}</td></tr>`;
            })}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  /** Which queues served how many tasks. */
  ends(/** @type {Levels} */ { queues }) {
    const work = queues.reduce((all, queue) => all + queue.work_s, 0);
    return html`<section class="stack">
      <h3>Serving queues</h3>
      <div class="scroll" tabindex="0" role="group" aria-label="Serving queues">
        <table class="figures">
          <thead>
            <tr><th scope="col">Queue</th><th scope="col">tasks</th><th scope="col">share of work</th><th scope="col">mean response</th></tr>
          </thead>
          <tbody>
            ${queues.map(
              ({ name, level, grids, served, work_s, turnaround_s: took, largest_s: largest }) => html`<tr>
                <th scope="row"><b>${name}</b> <span class="soft">level ${level}, ${grids}${largest === null ? '' : `; tasks up to ${formatTime(largest)}`}</span></th>
                <td>${formatNumber(served)}</td>
                <td>${formatShare(work > 0 ? work_s / work : null)}</td>
                <td>${formatTime(took)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  /** The work in each queue against what there may be. */
  fill(/** @type {Levels} */ levels) {
    const now = this.state.playhead_s;
    const plots = fillPlots(levels, this.rows, now);
    const drawn = (/** @type {ReturnType<typeof fillPlots>} */ all) =>
      all.map(
        ({ data, look }) =>
          html`<line-plot pickable .data=${data} .look=${look} @pick=${(/** @type {CustomEvent<{x: number}>} */ event) => seek(this.page, event.detail.x)}></line-plot>`,
      );
    return html`<section class="stack">
      <div class="head"><h3>Work in the queues</h3>${helpMark('help-fill', 'Q and C_q', FILL_HELP, `${SOURCE}, section 3.2`)}</div>
      ${plots.length === 0 ? html`<p class="soft">No data yet: no task was in a queue when its limits were checked.</p>` : nothing}
      ${drawn(plots)}
      ${plots.length > 0 ? html`<details><summary>Machines allocated, machines available, and waiting jobs</summary>${drawn(claimPlots(levels, this.rows, now))}</details>` : nothing}
    </section>`;
  }
}

customElements.define('lanes-panel', LanesPanel);
