/** @file The drawing of a task graph: levels from the top, names beside them, started and ended tasks filled. */

import { nothing, svg } from 'lit';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { linesPath } from '../drawing-helpers.js';

/** @import { GraphEdge, GraphKind, GraphNode, TaskGraph } from '../../engine/types.js' */

/** The drawing in its own units: its width, the left end of the graph, and the space above the first line. */
export const GRAPH_WIDTH = 320;
const LEFT = 116;
const TOP = 14;
/** The height shared by all lines, and the minimum and maximum for each. */
const LINES_HEIGHT = 460;
const STEP = { least: 13, most: 54 };
/** The largest square, and the height of a block. */
const SQUARE = 10;
const BLOCK = 12;
/** Longer names are compressed, so that they end before the graph. */
const LONG_NAME = 15;
const NAME_WIDE = LEFT - 24;
/** Height of a line of text. */
const TEXT_HEIGHT = 12;

/** @typedef {{x: number, y: number, w: number, h: number}} Place the middle and the size of a node */

/** The height of a line of a graph. */
export function lineHeight(/** @type {Pick<TaskGraph, 'lines'>} */ { lines }) {
  return Math.min(STEP.most, Math.max(STEP.least, LINES_HEIGHT / Math.max(1, lines)));
}

/** The height of the drawing. */
export function drawingHeight(/** @type {Pick<TaskGraph, 'lines'>} */ graph) {
  return TOP * 2 + lineHeight(graph) * Math.max(1, graph.lines - 0.6);
}

/**
 * The box of a node.
 * @param {GraphNode} node
 * @param {number} step
 * @param {boolean} merged
 * @returns {Place}
 */
export function nodeBox({ x, y, w }, step, merged) {
  const room = GRAPH_WIDTH - LEFT - 8;
  const side = Math.min(SQUARE, step * 0.3, Math.max(3, w * room * 0.8));
  const size = merged ? { w: Math.max(3, w * room - 1), h: Math.min(BLOCK, step * 0.6) } : { w: side, h: side };
  return { x: LEFT + x * room, y: TOP + y * step, ...size };
}

/**
 * The types named beside a graph: for each line, those that differ from the line above, as far as there is room.
 * @param {readonly GraphKind[]} kinds
 * @param {number} step height of a line
 * @returns {(GraphKind & {y: number, detail: boolean, more: number})[]} y: of the first line of text; more: the number
 *   of types of the line without room
 */
export function typeNames(kinds, step) {
  const lines = new Map(/** @type {[number, GraphKind[]][]} */ ([]));
  for (const kind of kinds) lines.set(kind.line, [...(lines.get(kind.line) ?? []), kind]);
  const names = [];
  let last = '';
  let free = -Infinity;
  for (const [line, own] of lines) {
    const lineNames = own.map(({ name }) => name).join();
    const first = own[0];
    const y = TOP + line * step;
    if (lineNames === last || !first || y - free < TEXT_HEIGHT) continue;
    const detail = step >= 2 * TEXT_HEIGHT + 2;
    names.push({ ...first, y, detail, more: own.length - 1 });
    last = lineNames;
    free = y + (detail ? TEXT_HEIGHT : 0);
  }
  return names;
}

/**
 * Edges as one path.
 * @param {readonly GraphEdge[]} edges
 * @param {readonly Place[]} places
 */
function edgesPath(edges, places) {
  const end = (/** @type {number} */ at, /** @type {number} */ side) => {
    const place = places[at];
    return place && { x: place.x, y: place.y + (side * place.h) / 2 };
  };
  return linesPath(edges.map(({ from, to }) => [end(from, 1), end(to, -1)]));
}

/**
 * The content of the graph's `<svg>`.
 * @param {TaskGraph} graph
 * @param {readonly number[]} lit hovered or selected nodes
 */
export function drawGraph(graph, lit) {
  const { nodes, edges, kinds, merged, levels } = graph;
  const step = lineHeight(graph);
  const places = nodes.map((node) => nodeBox(node, step, merged));
  const near = edges.filter(({ from, to }) => lit.includes(from) || lit.includes(to));
  return svg`
    ${[false, true].map((critical) => {
      const some = edges.filter((edge) => edge.critical === critical);
      return svg`<path class=${critical ? 'critical' : 'edges'} d=${edgesPath(some, places)}></path>`;
    })}
    ${near.length > 0 ? svg`<path class="near" d=${edgesPath(near, places)}></path>` : nothing}
    ${typeNames(kinds, step).map((kind) => drawTypeName(kind, levels))}
    ${nodes.map((node, at) => drawNode(node, places[at] ?? { x: 0, y: 0, w: 0, h: 0 }, at, kinds[node.kind], lit.includes(at)))}`;
}

/**
 * Draws the name, number and runtime of a type of tasks beside its levels.
 * @param {ReturnType<typeof typeNames>[number]} kind
 * @param {number} levels of each line
 */
function drawTypeName({ name, fill, ink, count, run_s: run, y, detail, more, line }, levels) {
  const level = levels > 1 ? `levels ${line * levels + 1}\u2013${(line + 1) * levels}` : '';
  const about = [
    run === null ? formatNumber(count) : `${formatNumber(count)} \u00d7 ${formatTime(run)}`,
    more > 0 ? `and ${more} more` : level,
  ]
    .filter(Boolean)
    .join(', ');
  const squeezed = name.length > LONG_NAME ? NAME_WIDE : nothing;
  return svg`<rect x="1" y=${y - 5} width="9" height="9" fill=${fill} stroke=${ink}></rect>
    <text x="16" y=${y + 3} class="name" textLength=${squeezed} lengthAdjust="spacingAndGlyphs">${name}</text>
    ${detail ? svg`<text x="16" y=${y + 3 + TEXT_HEIGHT} class="soft" textLength=${about.length > LONG_NAME ? NAME_WIDE : nothing} lengthAdjust="spacingAndGlyphs">${about}</text>` : nothing}`;
}

/** The state of a task. @param {Pick<GraphNode, 'count'|'begun'|'ended'>} node */
export function taskState({ count, begun, ended }) {
  return ended === count ? 'has ended' : begun > 0 ? 'runs' : 'has not started';
}

/**
 * Draws a task, or a group of tasks of one type.
 * @param {GraphNode} node
 * @param {Place} place
 * @param {number} at its index among the nodes
 * @param {GraphKind|undefined} kind
 * @param {boolean} lit
 */
function drawNode({ name, count, begun, ended, critical }, { x, y, w, h }, at, kind, lit) {
  const [left, top] = [x - w / 2, y - h / 2];
  const { fill = '', ink = '' } = kind ?? {};
  const part = (/** @type {number} */ share, /** @type {number} */ strong) =>
    share > 0 ? svg`<rect x=${left} y=${top} width=${w * share} height=${h} fill=${fill} fill-opacity=${strong}></rect>` : nothing;
  const about =
    count === 1
      ? `${name} ${taskState({ count, begun, ended })}`
      : `${formatNumber(count)} ${name}: ${formatNumber(ended)} have ended, ${formatNumber(begun - ended)} run`;
  return svg`<g class="node" data-node=${at}>
    <rect class="ground" x=${left} y=${top} width=${w} height=${h} stroke=${ink}></rect>
    ${part(begun / count, 0.4)}${part(ended / count, 1)}
    <rect class=${lit ? 'frame lit' : critical ? 'frame on' : 'frame'} x=${left} y=${top} width=${w} height=${h}></rect>
    <title>${about}</title>
  </g>`;
}
