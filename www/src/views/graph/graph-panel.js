/** @file `<graph-panel>`: the tasks of a workflow as a graph, linked with the charts, and the parts of the time of its critical path. */

import { css, html, nothing } from 'lit';
import { askView, hoverSubject, selectSubject, setQuery, setWindow } from '../../commands.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { renderFigures, renderFolded, renderLineList } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';
import { drawGraph, drawingHeight, GRAPH_WIDTH, taskState } from './graph-drawing.js';

/** @import { GraphNode, TaskGraph } from '../../engine/types.js' */

/** Margin beside a workflow shown in the charts, as a share of its time. */
const MARGIN = 0.02;

/** The parts of the time of a critical path. @type {readonly {key: 'computing_s'|'files_s'|'waiting_s', name: string}[]} */
const PATH_TIMES = [
  { key: 'computing_s', name: 'computing' },
  { key: 'files_s', name: 'waiting for files' },
  { key: 'waiting_s', name: 'waiting for nodes, start-up' },
];

/** A workflow as a graph. */
export class GraphPanel extends VariantPanel {
  static view = 'graph';

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static watches = [...VariantPanel.watches, 'hovered', 'query'];

  static styles = [
    ...VariantPanel.styles,
    css`
      svg {
        display: block;
        width: 100%;
        max-width: 460px;
        height: auto;
        font-size: var(--text-note);
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
      .wide :is(td, th) {
        padding: 2px 4px;
        white-space: normal;
      }
      .stroke {
        display: inline-block;
        width: 20px;
        border-top: 2px solid var(--ink);
        vertical-align: middle;
      }
    `,
  ];

  readingText = 'Reading the tasks \u2026';
  emptyText = 'There is no workflow in these runs.';

  constructor() {
    super();
    /** @type {readonly (TaskGraph|null)[]} one of each run */
    this.graphs = [];
    /** Which workflow, if none of its tasks is selected. */
    this.group = 0;
    /** Whether the reader has chosen it; the default is a workflow in the window of the charts. */
    this.chosen = false;
    /** The window of the last search for a workflow. */
    this.searched = '';
  }

  /** @override */
  async readRuns() {
    this.graphs = await this.readGroup(this.group);
    const graph = this.graphs[this.variant];
    if (!graph) return;
    if (this.state.selected >= 0 && graph.group !== this.group) {
      // The workflow stays after the selection of the task ends.
      this.group = graph.group;
      this.chosen = true;
    } else if (!this.chosen) {
      const group = await this.findGroupInWindow(graph);
      if (group === this.group || this.chosen) return;
      this.group = group;
      this.graphs = await this.readGroup(group);
    }
  }

  /** The graphs of a workflow in all runs. @param {number} group */
  readGroup(group) {
    const view = this.currentView;
    return this.queryEach(this.graphs, (at) => askView(this.page, at, 'graph', { view, group }));
  }

  /**
   * The first workflow that runs in the window of the charts; the current one if there is none.
   * @param {TaskGraph} graph of the current workflow
   */
  async findGroupInWindow({ group: present, groups, from_s: start_s, to_s: end_s }) {
    const { view, variants } = this.state;
    const key = [view.from_s, view.to_s].join();
    if (view.fitted || key === this.searched || variants.some(({ status }) => status !== 'done')) return present;
    this.searched = key;
    const isInside = (/** @type {{from_s: number, to_s: number}} */ { from_s, to_s }) => from_s < view.to_s && to_s > view.from_s;
    if (isInside({ from_s: start_s, to_s: end_s })) return present;
    for (const [group] of groups) {
      const graph = await askView(this.page, this.variant, 'graph', { view: this.currentView, group }).catch(() => null);
      if (graph && isInside(graph)) return group;
    }
    return present;
  }

  /** @param {number} group */
  chooseGroup(group) {
    selectSubject(this.page, -1);
    this.setChoice({ group, chosen: true });
  }

  /** The node under the pointer. */
  nodeAt(/** @type {Event} */ event) {
    const at = /** @type {Element} */ (event.target).closest('[data-node]')?.getAttribute('data-node');
    return at === null || at === undefined ? undefined : this.graphs[this.variant]?.nodes[Number(at)];
  }

  /** Highlights the task under the pointer; nodes of several tasks are not highlighted. */
  hoverNode(/** @type {Event} */ event) {
    const node = this.nodeAt(event);
    hoverSubject(this.page, node?.count === 1 ? node.task : -1);
  }

  /**
   * Selects a single task or, for a node of several tasks, dims all others; a second click undoes this.
   * @param {GraphNode|undefined} node
   */
  toggleNode(node) {
    const { selected, query } = this.state;
    if (!node || node.count === 1) return selectSubject(this.page, !node || node.task === selected ? -1 : node.task);
    const asked = `name:${node.name}`;
    void setQuery(this.page, query === asked ? '' : asked);
  }

  /** Shows the whole workflow in the charts. */
  zoomToWorkflow() {
    const graphs = this.graphs.filter((graph) => graph !== null);
    const from = Math.min(...graphs.map(({ from_s }) => from_s));
    const to = Math.max(...graphs.map(({ to_s }) => to_s));
    const room = (to - from) * MARGIN;
    const rows = this.state.variants[0]?.layout?.rows ?? this.state.view.rows;
    setWindow(this.page, { from_s: from - room, to_s: to + room, first_row: 0, rows });
  }

  /** Renders the task graph of the chosen variant. @override */
  renderContent() {
    const { variants, selected, hovered } = this.state;
    const graph = this.graphs[this.variant];
    if (!graph) return undefined;
    const of = variants.length > 1 ? ` of ${variants[this.variant]?.name ?? ''}` : '';
    const lit = [selected, hovered].map((task) => graph.node_of[task - graph.first] ?? -1).filter((at) => at >= 0);
    return html`<div class="stack">
      <div class="row"><h3 class="grow">Task graph</h3><button class="quiet" @click=${this.zoomToWorkflow}>Show in the charts</button></div>
      ${graph.groups.length > 1 ? this.renderWorkflowChooser(graph) : nothing}
      <p class="soft"><span class="stroke"></span> critical path${of}. ${drawingNote(graph)}</p>
      <svg
        viewBox="0 0 ${GRAPH_WIDTH} ${drawingHeight(graph)}"
        role="img"
        aria-label="Task graph: ${graphSummary(graph)} The same as a list below."
        @pointermove=${this.hoverNode}
        @pointerleave=${() => hoverSubject(this.page, -1)}
        @click=${(/** @type {Event} */ event) => this.toggleNode(this.nodeAt(event))}
      >
        ${drawGraph(graph, lit)}
      </svg>
      ${this.renderPathTimes()} ${this.renderTaskList(graph)}
    </div>`;
  }

  /** The choice of a workflow. */
  renderWorkflowChooser(/** @type {TaskGraph} */ { group, groups }) {
    const options = groups.map(([value, name], at) => ({ value, name: `${at + 1}${name ? `: ${name}` : ''}` }));
    return this.renderChooser('Workflow', options, group, (chosen) => this.chooseGroup(chosen));
  }

  /** The parts of the time of the critical path, for each run. */
  renderPathTimes() {
    const { variants } = this.state;
    const runs = variants.flatMap(({ name }, at) => {
      const path = this.graphs[at]?.path;
      return path
        ? [
            {
              name,
              times: [...PATH_TIMES.map(({ key }) => path[key]), PATH_TIMES.reduce((sum, { key }) => sum + path[key], 0)],
              whole: path.whole,
            },
          ]
        : [];
    });
    const parts = [...PATH_TIMES.map(({ name }) => name), 'total'];
    const wide = runs.length > 2;
    // Several runs have a row each, because columns would not fit.
    const heads = wide ? parts : runs.map(({ name }) => (runs.length > 1 ? name : 'time'));
    const rows = wide
      ? runs.map(({ name, times }) => ({ name, times }))
      : parts.map((name, at) => ({ name, times: runs.map(({ times }) => times[at] ?? 0) }));
    const cells = rows.map(({ name, times }) => [name, ...times.map(formatTime)]);
    const isSum = (/** @type {number} */ row) => rows[row]?.name === 'total';
    return html`<div class=${wide ? 'wide' : ''}>
        ${renderFigures('Time on the critical path', ['Critical path', ...heads], cells, (row) => (isSum(row) ? 'sum' : ''))}
      </div>
      ${runs.every(({ whole }) => whole) ? nothing : html`<p class="soft">Partial: the workflow has not ended.</p>`}`;
  }

  /** The graph as a list. */
  renderTaskList(/** @type {TaskGraph} */ graph) {
    const { selected, query } = this.state;
    const { nodes, kinds, path, levels } = graph;
    const line = (/** @type {string} */ name, /** @type {string[]} */ about) =>
      html`<b>${name}</b> <span class="soft">${about.filter(Boolean).join(', ')}</span>`;
    const critical = path.steps.map(({ task, name, computing_s: runs, files_s: files, waiting_s: waits }) => {
      const parts = [files > 0 ? `waits ${formatTime(files)} for files` : '', waits > 0 ? `${formatTime(waits)} for nodes` : ''];
      return this.createSubjectLine(task, line(name, [`computes ${formatTime(runs)}`, ...parts]));
    });
    const all = nodes.map((node) => {
      const { name, count, begun, ended, task, kind } = node;
      const first = (kinds[kind]?.line ?? 0) * levels + 1;
      const level = levels > 1 ? `levels ${first}\u2013${first + levels - 1}` : `level ${first}`;
      const some = `${formatNumber(count)} tasks, ${formatNumber(begun)} started, ${formatNumber(ended)} ended`;
      return {
        content: line(name, [level, count > 1 ? some : taskState(node)]),
        pressed: count === 1 ? task === selected : query === `name:${name}`,
        press: () => this.toggleNode(node),
      };
    });
    return html`${renderFolded(renderLineList(critical), 'Tasks on the critical path')} ${renderFolded(renderLineList(all), 'All levels as a list')}`;
  }
}

/** The explanation of the drawing. */
function drawingNote(/** @type {TaskGraph} */ { merged }) {
  return merged
    ? 'A block stands for all tasks of one type in a level; its width shows their number. Click it to dim all others.'
    : 'A square is a task, filled when it has ended.';
}

/** A graph in a sentence. */
function graphSummary(/** @type {TaskGraph} */ { node_of, lines, levels, nodes, path }) {
  const ended = nodes.reduce((sum, node) => sum + node.ended, 0);
  return `${formatNumber(node_of.length)} tasks on ${formatNumber(lines * levels)} levels, ${formatNumber(ended)} have ended; ${formatNumber(path.steps.length)} are on the critical path.`;
}

customElements.define('graph-panel', GraphPanel);
