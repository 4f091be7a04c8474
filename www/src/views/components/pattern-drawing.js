/**
 * @file Drawings of workflows of components: the pattern with its units in the colours of their clusters, and the load of a link over time.
 */

import { nothing, svg } from 'lit';
import { linesPath } from '../drawing-helpers.js';
import { unitText } from './component-texts.js';

/** @import { Components } from '../../engine/types.js' */

/** Distance between units and side of a unit, in units of the drawing. */
const STEP = 40;
const SIDE = 26;
/** The maximum number of units that are numbered. */
const MOST_NUMBERED = 150;
/** Height of the drawing of a link's load, in its own units; an interval is 1 wide. */
export const LOAD_HEIGHT = 22;

/** The size of the drawing of a pattern. */
export function patternSize(/** @type {Pick<Components, 'wide'|'high'>} */ { wide, high }) {
  return { width: (wide + 1) * STEP, height: (high + 1) * STEP };
}

/** The position of a unit. */
function unitPosition(/** @type {{x: number, y: number}} */ { x, y }) {
  return { x: (x + 0.5) * STEP, y: (y + 0.5) * STEP };
}

/**
 * Lines between units as one path.
 * @param {Components} all
 * @param {(edge: Components['edges'][number]) => boolean} which
 */
export function edgePath({ edges, units }, which) {
  const places = units.map(unitPosition);
  return linesPath(edges.filter(which).map(({ from, to }) => [places[from], places[to]]));
}

/**
 * The content of the pattern's `<svg>`.
 * @param {Components} all
 * @param {number} lit the id of the highlighted unit
 */
export function drawPattern(all, lit) {
  const { units, sites } = all;
  const numbered = units.length <= MOST_NUMBERED;
  return svg`
    <path class="near" d=${edgePath(all, ({ far }) => !far)}></path>
    <path class="far" d=${edgePath(all, ({ far, busy }) => far && !busy)}></path>
    <path class="busy" d=${edgePath(all, ({ busy }) => busy)}></path>
    ${units.map((unit, at) => {
      const { x, y } = unitPosition(unit);
      const site = unit.site === null ? undefined : sites[unit.site];
      const strong = unit.computes;
      return svg`<g class="unit" data-unit=${at}>
        <rect class="ground" x=${x - SIDE / 2} y=${y - SIDE / 2} width=${SIDE} height=${SIDE}></rect>
        <rect class=${at === lit ? 'lit' : 'plain'} x=${x - SIDE / 2} y=${y - SIDE / 2} width=${SIDE} height=${SIDE} fill=${site?.fill ?? 'none'} fill-opacity=${strong ? 1 : 0.35} stroke=${site?.fill ?? 'currentColor'}></rect>
        ${numbered ? svg`<text x=${x} y=${y + 5} fill=${strong ? (site?.ink ?? 'currentColor') : 'currentColor'}>${at + 1}</text>` : nothing}
        <title>Unit ${at + 1}: ${unitText(all, at)}</title>
      </g>`;
    })}`;
}

/**
 * The outline of a load over time, closed at the bottom: each interval is 1 wide, and `top` is the height of the drawing.
 * @param {readonly number[]} load
 * @param {number} top
 * @param {number} [from] smaller values are not drawn
 * @returns {string} the path; empty if there is nothing to draw
 */
export function loadPath(load, top, from = 0) {
  if (!load.some((value) => value > from)) return '';
  const y = (/** @type {number} */ value) => (LOAD_HEIGHT * (1 - Math.min(value, top) / top)).toFixed(2);
  const steps = load.map((value, at) => `V${y(Math.max(value, from))}H${at + 1}`).join('');
  return `M0 ${y(from)}${steps}V${y(from)}Z`;
}

/** The top of the drawings of all links: the maximum number of messages on a link, or the link width if that is near. */
export function loadScale(/** @type {Pick<Components, 'links'|'width'>} */ { links, width }) {
  const most = Math.max(1, ...links.map((link) => link.most));
  return width <= 2 * most ? Math.max(most, width) * 1.1 : most * 1.1;
}
