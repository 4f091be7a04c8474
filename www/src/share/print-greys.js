/** @file Pictures in greys for print: classes as a ramp, idle nodes hatched, all others by brightness. */

/** @import { Legend } from '../engine/types.js' */

/** The greys of ordered classes, from few to much. */
const RAMP = ['#ffffff', '#e2e2e2', '#c2c2c2', '#969696', '#636363', '#262626'];
/** The greys of kinds, which have no order: neighbours differ, and none is white. */
const KINDS = ['#c2c2c2', '#636363', '#e2e2e2', '#969696', '#3c3c3c', '#acacac'];
/** The outline of the lightest bars. */
const OUTLINE = '#4a4a4a';
/** Saturation from which lines are black (red or green on the screen), because grey would lose the emphasis. */
const SATURATED = 90;

/** Arrows from the positions in the baseline to the current ones, which would cross the text. */
const ARROWS =
  /<path d="M[\d. -]+C[^"]*" fill="none" stroke="#[0-9a-f]{6}" stroke-width="(?:3\.5|1\.5)"\/>\s*|<path class="arrow"[^>]*\/>\s*/gu;

const HATCH =
  '<defs><pattern id="print-idle" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" fill="#fff"/><path d="M0 0V5" stroke="#9a9a9a" stroke-width="1.8"/></pattern></defs>';

/**
 * The grey of a colour.
 * @param {string} colour `#rrggbb`
 */
export function greyOf(colour) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const bright = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  // Paper becomes white; its shade would be printed.
  const level = bright >= 246 ? 255 : bright;
  return `#${level.toString(16).padStart(2, '0').repeat(3)}`;
}

/**
 * The grey of each colour of a legend.
 * @param {readonly Legend[]} legends
 * @returns {Map<string, string>}
 */
function legendGreys(legends) {
  /** @type {Map<string, string>} */
  const greys = new Map();
  for (const { ordered, signs, looks } of legends) {
    signs.forEach(({ fill, ink, place }, at) => {
      const step = (place ?? at) % RAMP.length;
      greys.set(fill, (ordered ? RAMP[step] : KINDS[at % KINDS.length]) ?? '#ffffff');
      if (ordered && step < 3) greys.set(ink, OUTLINE);
    });
    for (const { fill, name } of looks) if (/^idle/u.test(name)) greys.set(fill, 'url(#print-idle)');
  }
  return greys;
}

/** @param {string} part of a colour */
const toHex = (part) => Number(part).toString(16).padStart(2, '0');

/**
 * A picture in greys.
 * @param {string} svg
 * @param {readonly Legend[]} legends of its charts
 * @returns {string}
 */
export function toGreys(svg, legends) {
  const known = legendGreys(legends);
  const grey = svg
    .replaceAll(ARROWS, '')

    .replaceAll(/\brgb\((\d+),\s*(\d+),\s*(\d+)\)/gu, (_, ...parts) => `#${parts.slice(0, 3).map(toHex).join('')}`)
    .replaceAll(/(fill|stroke)="(#[0-9a-f]{6})"/giu, (_, what, colour) => {
      const low = colour.toLowerCase();
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(low.slice(at, at + 2), 16));
      const emphasis = Math.max(red, green, blue) - Math.min(red, green, blue) > SATURATED && !known.has(low);
      // Hatching cannot be the colour of a line.
      const class_grey = what === 'stroke' && known.get(low)?.startsWith('url') ? '#9a9a9a' : known.get(low);
      return `${what}="${class_grey ?? (emphasis ? '#000000' : greyOf(low))}"`;
    });
  return grey.replace(/(<svg[^>]*>)/u, `$1${HATCH}`);
}
