/**
 * @file The sequence diagram of messages between launchers and the resource manager: a lifeline each, a line per message, time downwards.
 */

import { nothing, svg } from 'lit';
import { formatMoment } from '../../text/time.js';

/** @import { Line, Speaker } from './messages.js' */

/**
 * Distances, CSS pixels: of a message, before a new instant, above the first, to the lifeline of the resource manager, between lifelines.
 */
const ROW = 24;
const INSTANT = 8;
const TOP = 18;
const MANAGER_X = 92;
const STEP = { least: 26, most: 60 };
/** Minimum distance of the first lifeline from that of the resource manager, since both have names. */
const FIRST_STEP = 42;
/** Height of the names of lifelines, and their maximum number of letters. */
export const HEAD_HEIGHT = 26;
const LETTERS = { narrow: 3, wide: 7 };
const ARROW = 6;

/** The tokens that the drawing uses. */
export const TOKENS = ['paper', 'ink', 'ink-soft', 'line', 'accent', 'good', 'variant-6'];

/**
 * @typedef {object} Places positions of all parts
 * @property {number} width
 * @property {number} height of the lines
 * @property {ReadonlyMap<number, number>} x of each speaker
 * @property {readonly number[]} y of each line
 * @property {number} step between lifelines
 */

/**
 * The positions of lifelines and messages: as wide as the room, and wider only to keep lifelines apart.
 * @param {readonly Line[]} lines
 * @param {readonly Speaker[]} speakers
 * @param {number} room CSS pixels
 * @returns {Places}
 */
export function layOutSequence(lines, speakers, room) {
  const step = Math.max(STEP.least, Math.min(STEP.most, (room - MANAGER_X - 16) / Math.max(1, speakers.length)));
  const first = MANAGER_X + Math.max(FIRST_STEP, step);
  let y = TOP - ROW;
  const places = lines.map(({ first }, at) => (y += ROW + (first && at > 0 ? INSTANT : 0)));
  return {
    step,
    x: new Map(speakers.map(({ id }, at) => [id, first + at * step])),
    y: places,
    width: Math.max(room, first + (speakers.length - 1) * step + step / 2 + 4),
    height: Math.max(TOP, y) + 12,
  };
}

/**
 * The names above the lifelines.
 * @param {readonly Speaker[]} speakers
 * @param {Places} places
 * @param {number} chosen the shown application
 * @param {(token: string) => string} colour
 */
export function drawHeads(speakers, { x, step }, chosen, colour) {
  const short = (/** @type {string} */ name) => {
    const text = name.replace(/^Application /u, '');
    const most = Math.max(LETTERS.narrow, Math.floor(step / LETTERS.wide));
    return text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;
  };
  const wide = Math.min(step - 4, 56);
  return svg`<g font-size="11" font-weight="600" text-anchor="middle">
    <rect x=${MANAGER_X - 20} y="3" width="40" height="19" rx="3" fill=${colour('ink')}></rect><text x=${MANAGER_X} y="17" fill=${colour('paper')}>RMS</text>
    ${speakers.map(({ id, name }) => {
      const own = id === chosen;
      const middle = x.get(id) ?? 0;
      return svg`<g data-speaker=${id}><rect x=${middle - wide / 2} y="3" width=${wide} height="19" rx="3" fill=${colour('paper')} stroke=${own ? colour('accent') : colour('ink-soft')} stroke-width=${own ? 2 : 1}></rect>
        <text x=${middle} y="17" fill=${own ? colour('accent') : colour('ink')}>${short(name)}</text><title>${name}</title></g>`;
    })}
  </g>`;
}

/** The colour token of a message. @param {Line} line @param {boolean} own */
function messageToken({ kind }, own) {
  return own && kind === 'request'
    ? 'accent'
    : { view: 'variant-6', start: 'good', request: 'ink', end: 'ink', other: 'ink-soft', cycle: 'ink' }[kind];
}

/**
 * The lifelines and the messages.
 * @param {readonly Line[]} lines
 * @param {readonly Speaker[]} speakers
 * @param {Places} places
 * @param {number} chosen the shown application
 * @param {(token: string) => string} colour
 */
export function drawSequence(lines, speakers, places, chosen, colour) {
  const { height, x, y } = places;
  const now = lines.at(-1)?.time_s;
  const halo = colour('paper');
  return svg`
    <path d=${[MANAGER_X, ...speakers.map(({ id }) => x.get(id) ?? 0)].map((at) => `M${at} 0V${height}`).join('')} stroke=${colour('line')} fill="none"></path>
    <g font-size="11" paint-order="stroke" stroke-width="4" stroke-linejoin="round">
      ${lines.map(
        (
          line,
          at,
        ) => svg`${line.first ? svg`<text x="4" y=${(y[at] ?? 0) + 1} stroke="none" font-weight=${line.time_s === now ? 650 : 400} fill=${line.time_s === now ? colour('accent') : colour('ink-soft')}>${formatMoment(line.time_s)}</text>` : nothing}
        ${drawLine(line, { y: y[at] ?? 0, x: x.get(line.speaker) ?? 0, own: line.speaker === chosen, halo, colour })}`,
      )}
    </g>`;
}

/**
 * Draws a message as an arrow between scheduler and manager, or a scheduling cycle as a mark.
 * @param {Line} line
 * @param {{y: number, x: number, own: boolean, halo: string, colour: (token: string) => string}} place
 */
function drawLine(line, { y, x, own, halo, colour }) {
  const ink = colour(messageToken(line, own));
  if (line.kind === 'cycle') {
    return svg`<g data-kind="cycle"><rect x=${MANAGER_X - 5} y=${y - 8} width="10" height="14" fill=${ink}></rect><text x=${MANAGER_X + 10} y=${y + 3} font-weight="600" fill=${ink} stroke=${halo}>cycle</text></g>`;
  }
  const [tail, head] = line.up ? [x, MANAGER_X + 5] : [MANAGER_X + 5, x];
  const turn = line.up ? ARROW : -ARROW;
  return svg`<g data-kind=${line.kind} data-speaker=${line.speaker}><title>${line.text}</title>
    <path d="M${tail} ${y + 4}H${head}" stroke=${ink} stroke-width=${own ? 2 : 1.25} stroke-dasharray=${line.kind === 'end' || line.kind === 'other' ? '3 2' : 'none'}></path>
    <path d="M${head} ${y + 4}l${turn} -3.5v7z" fill=${ink} stroke="none"></path>
    <text x=${MANAGER_X + 10} y=${y} fill=${ink} stroke=${halo} font-weight=${own ? 600 : 400}>${line.label}</text></g>`;
}
