/** @file `<graph-panel>`: the tasks of a workflow as a graph, joined with the charts, and where the time of its critical path went. */

import { css, html, nothing } from 'lit';
import { askView, hover, select, setQuery, setView } from '../../commands.js';
import { panel } from '../../elements/panel.js';
import { Part } from '../../elements/part.js';
import { Pulse } from '../../elements/pulse.js';
import { rove } from '../../elements/rove.js';
import { effectiveTheme } from '../../elements/theme.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { drawGraph, heightOf, WIDE } from './drawing.js';

/** @import { GraphNode, TaskGraph } from '../../engine/types.js' */

/** Milliseconds between two looks while the playhead moves. */
const WAIT = 150;
/** The room beside a workflow that the charts are to show, as a part of its time. */
const MARGIN = 0.02;

/** What the time of a critical path goes to. @type {readonly {key: 'computing_s'|'files_s'|'waiting_s', name: string}[]} */
const SPENT = [
  { key: 'computing_s', name: 'computing' },
  { key: 'files_s', name: 'waiting for files' },
  { key: 'waiting_s', name: 'waiting for nodes, start-up' },
];

/** A workflow as a graph. */
export class GraphPanel extends Part {
  static properties = { graphs: { state: true }, group: { state: true } };

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static watches = ['variants', 'selected', 'hovered', 'pane', 'query'];

  static styles = [
    panel,
    css`
      svg {
        display: block;
        width: 100%;
        max-width: 460px;
        height: auto;
        font-size: 11px;
        touch-action: pan-y;
      }
      .edges {
        fill: none;
        stroke: var(--ink-soft);
        stroke-opacity: 0.28;
        stroke-width: 0.75;
      }
      .critical,
      .near {
        fill: none;
        stroke: var(--ink);
        stroke-width: 1.5;
      }
      .near {
        stroke: var(--accent);
      }
      .node {
        cursor: pointer;
      }
      .ground {
        fill: var(--paper);
      }
      .frame {
        fill: none;
        pointer-events: all;
      }
      .on {
        stroke: var(--ink);
        stroke-width: 1.75;
      }
      .lit {
        stroke: var(--accent);
        stroke-width: 2.5;
      }
      .name {
        fill: var(--ink);
        font-weight: 600;
      }
      text.soft {
        fill: var(--ink-soft);
      }
      .sum td,
      .sum th,
      .wide td:last-child {
        font-weight: 600;
      }
      .wide {
        font-size: var(--text-small);
      }
      table.wide :is(td, th) {
        padding: 2px 4px;
        white-space: normal;
      }
      .stroke {
        display: inline-block;
        width: 20px;
        border-top: 2px solid var(--ink);
        vertical-align: middle;
      }
      table.figures th {
        white-space: normal;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly (TaskGraph|null)[]} one of each run */
    this.graphs = [];
    /** Which workflow, if none of its tasks is selected. */
    this.group = 0;
    this.pulse = new Pulse(this, () => this.look(), WAIT, ['variants', 'playhead_s', 'selected', 'theme', 'dark']);
  }

  async look() {
    const { variants, view, playhead_s, selected, theme } = this.state;
    const seen = { ...view, width: 1, height: 1, now_s: playhead_s, colour: null, theme: effectiveTheme(theme), selected, query: '' };
    // A run that is replaced while it is asked keeps what it said last.
    this.graphs = await Promise.all(
      variants.map((_, at) => askView(this.page, at, 'graph', { view: seen, group: this.group }).catch(() => this.graphs[at] ?? null)),
    );
  }

  /** The run whose graph is drawn: the one that is looked at. */
  get shown() {
    return this.graphs[this.state.pane] ? this.state.pane : this.graphs.findIndex((graph) => graph !== null);
  }

  /** @param {number} group */
  choose(group) {
    this.group = group;
    select(this.page, -1);
    this.pulse.beat();
  }

  /** The node under a pointer. */
  nodeAt(/** @type {Event} */ event) {
    const at = /** @type {Element} */ (event.target).closest('[data-node]')?.getAttribute('data-node');
    return at === null || at === undefined ? undefined : this.graphs[this.shown]?.nodes[Number(at)];
  }

  /** Several tasks at once are pointed at as little as none. */
  point(/** @type {Event} */ event) {
    const node = this.nodeAt(event);
    hover(this.page, node?.count === 1 ? node.task : -1);
  }

  /**
   * One task is selected, of several all others are dimmed; once more, and neither is so.
   * @param {GraphNode|undefined} node
   */
  press(node) {
    const { selected, query } = this.state;
    if (!node || node.count === 1) return select(this.page, !node || node.task === selected ? -1 : node.task);
    const asked = `name:${node.name}`;
    void setQuery(this.page, query === asked ? '' : asked);
  }

  /** Shows all of the workflow in the charts. */
  show() {
    const graphs = this.graphs.filter((graph) => graph !== null);
    const from = Math.min(...graphs.map(({ from_s }) => from_s));
    const to = Math.max(...graphs.map(({ to_s }) => to_s));
    const room = (to - from) * MARGIN;
    const rows = this.state.variants[0]?.layout?.rows ?? this.state.view.rows;
    setView(this.page, { from_s: from - room, to_s: to + room, first_row: 0, rows });
  }

  render() {
    const { variants, selected, hovered } = this.state;
    const graph = this.graphs[this.shown];
    if (!graph)
      return html`<p class="soft">${this.graphs.length < variants.length ? 'Reading the tasks \u2026' : 'There is no workflow in these runs.'}</p>`;
    const of = variants.length > 1 ? ` of ${variants[this.shown]?.name ?? ''}` : '';
    const lit = [selected, hovered].map((task) => graph.node_of[task - graph.first] ?? -1).filter((at) => at >= 0);
    return html`<div class="stack">
      <div class="row"><h3 class="grow">Task graph</h3><button class="quiet" @click=${this.show}>Show in the charts</button></div>
      ${graph.groups.length > 1 ? this.groups(graph) : nothing}
      <p class="soft"><span class="stroke"></span> critical path${of}. ${wordsOf(graph)}</p>
      <svg
        viewBox="0 0 ${WIDE} ${heightOf(graph)}"
        role="img"
        aria-label="Task graph: ${summary(graph)} The same as a list below."
        @pointermove=${this.point}
        @pointerleave=${() => hover(this.page, -1)}
        @click=${(/** @type {Event} */ event) => this.press(this.nodeAt(event))}
      >
        ${drawGraph(graph, lit)}
      </svg>
      ${this.spent()} ${this.list(graph)}
    </div>`;
  }

  /** Which of several workflows. */
  groups(/** @type {TaskGraph} */ { group, groups }) {
    return html`<label class="row"
      >Workflow
      <select class="grow" @change=${(/** @type {Event} */ event) => this.choose(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${groups.map(([id, name], at) => html`<option value=${id} .selected=${id === group}>${at + 1}${name ? `: ${name}` : ''}</option>`)}
      </select>
    </label>`;
  }

  /** What the time of the critical paths went to, for each run. */
  spent() {
    const { variants } = this.state;
    const runs = variants.flatMap(({ name }, at) => {
      const path = this.graphs[at]?.path;
      return path
        ? [{ name, times: [...SPENT.map(({ key }) => path[key]), SPENT.reduce((sum, { key }) => sum + path[key], 0)], whole: path.whole }]
        : [];
    });
    const parts = [...SPENT.map(({ name }) => name), 'total'];
    const wide = runs.length > 2;
    // Several runs have a row each: as columns they would not fit.
    const heads = wide ? parts : runs.map(({ name }) => (runs.length > 1 ? name : 'time'));
    const rows = wide
      ? runs.map(({ name, times }) => ({ name, times }))
      : parts.map((name, at) => ({ name, times: runs.map(({ times }) => times[at] ?? 0) }));
    return html`<table class="figures ${wide ? 'wide' : ''}">
        <caption class="unseen">
          Time on the critical path
        </caption>
        <thead>
          <tr>
            <th scope="col">Critical path</th>
            ${heads.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(({ name, times }) => html`<tr class=${name === 'total' ? 'sum' : ''}><th scope="row">${name}</th>${times.map((time) => html`<td>${formatTime(time)}</td>`)}</tr>`)}
        </tbody>
      </table>
      ${runs.every(({ whole }) => whole) ? nothing : html`<p class="soft">Partial: the workflow has not ended.</p>`}`;
  }

  /** The same as a list. */
  list(/** @type {TaskGraph} */ graph) {
    const { selected, query } = this.state;
    const { nodes, kinds, path, levels } = graph;
    return html`<details>
        <summary>Tasks on the critical path</summary>
        <ol class="lines" @keydown=${rove}>
          ${path.steps.map(
            ({ task, name, computing_s: runs, files_s: files, waiting_s: waits }, at) =>
              html`<li>
                <button type="button" tabindex=${at === 0 ? 0 : -1} aria-pressed=${task === selected} @click=${() => select(this.page, task === selected ? -1 : task)}>
                  <b>${name}</b> <span class="soft">${[`computes ${formatTime(runs)}`, files > 0 ? `waits ${formatTime(files)} for files` : '', waits > 0 ? `${formatTime(waits)} for nodes` : ''].filter(Boolean).join(', ')}</span>
                </button>
              </li>`,
          )}
        </ol>
      </details>
      <details>
        <summary>All levels as a list</summary>
        <ol class="lines" @keydown=${rove}>
          ${nodes.map((node, at) => {
            const { name, count, begun, ended, task, kind } = node;
            const first = (kinds[kind]?.line ?? 0) * levels + 1;
            const level = levels > 1 ? `levels ${first}\u2013${first + levels - 1}` : `level ${first}`;
            const state =
              count > 1
                ? `${formatNumber(count)} tasks, ${formatNumber(begun)} started, ${formatNumber(ended)} ended`
                : ended > 0
                  ? 'has ended'
                  : begun > 0
                    ? 'runs'
                    : 'has not started';
            const pressed = count === 1 ? task === selected : query === `name:${name}`;
            return html`<li><button type="button" tabindex=${at === 0 ? 0 : -1} aria-pressed=${pressed} @click=${() => this.press(node)}><b>${name}</b> <span class="soft">${level}, ${state}</span></button></li>`;
          })}
        </ol>
      </details>`;
  }
}

/** How the drawing is to be read. */
function wordsOf(/** @type {TaskGraph} */ { merged }) {
  return merged
    ? 'A block stands for all tasks of one type in a level; its width shows their number. Click it to dim all others.'
    : 'A square is a task, filled when it has ended.';
}

/** A graph in a sentence. */
function summary(/** @type {TaskGraph} */ { node_of, lines, levels, nodes, path }) {
  const ended = nodes.reduce((sum, node) => sum + node.ended, 0);
  return `${formatNumber(node_of.length)} tasks on ${formatNumber(lines * levels)} levels, ${formatNumber(ended)} have ended; ${formatNumber(path.steps.length)} are on the critical path.`;
}

customElements.define('graph-panel', GraphPanel);
