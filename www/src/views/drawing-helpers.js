/** @file Drawing helpers of several special views. */

/**
 * Straight lines as one SVG path.
 * @param {readonly (readonly ({x: number, y: number}|undefined)[])[]} lines the ends of each; a line without an end is
 *   omitted
 */
export function linesPath(lines) {
  const at = (/** @type {{x: number, y: number}} */ { x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return lines.map(([from, to]) => (from && to ? `M${at(from)}L${at(to)}` : '')).join('');
}

/**
 * The drawing context of a strip's canvas, resized and cleared; undefined before the strip is rendered.
 * @param {import('lit').LitElement} strip
 * @param {number} width device pixels
 * @param {number} height device pixels
 */
export function stripContext(strip, width, height) {
  const canvas = strip.renderRoot.querySelector('canvas');
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return undefined;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.clearRect(0, 0, width, height);
  return context;
}
