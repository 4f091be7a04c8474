/** @file Moves the position of a morph: steps of some seconds between two stops, with a rest at each. */

/** Rest at a stop, s. */
const REST_S = 1;

/**
 * The position after some time. Positions are stops and the shares between them.
 * @param {{position: number, rest_s: number, direction: 1|-1}} before rest_s: remaining rest
 * @param {number} elapsed_s
 * @param {{stops: number, step_s: number, back: boolean}} how back: whether it plays back and forth; otherwise it ends
 *   at the last stop
 * @returns {{position: number, rest_s: number, direction: 1|-1, ended: boolean}}
 */
export function nextPosition({ position, rest_s, direction }, elapsed_s, { stops, step_s, back }) {
  if (rest_s > 0) {
    const left = rest_s - elapsed_s;
    if (left > 0) return { position, rest_s: left, direction, ended: false };
    return nextPosition({ position, rest_s: 0, direction }, -left, { stops, step_s, back });
  }
  const last = stops - 1;
  let way = direction;
  if ((way > 0 && position >= last) || (way < 0 && position <= 0)) {
    if (!back) return { position, rest_s: 0, direction, ended: true };
    way = way > 0 ? -1 : 1;
  }
  const moved = position + (way * elapsed_s) / step_s;
  // It stops at the next stop.
  const stop = way > 0 ? Math.floor(position + 1e-9) + 1 : Math.ceil(position - 1e-9) - 1;
  const passed = way > 0 ? moved >= stop : moved <= stop;
  if (!passed) return { position: moved, rest_s: 0, direction: way, ended: false };
  const ended = !back && stop >= last && way > 0;
  return { position: stop, rest_s: ended ? 0 : REST_S, direction: way, ended };
}

/**
 * The stop before a position, and the progress to the next one.
 * @param {number} position
 * @param {number} stops
 * @returns {{from: number, to: number, share: number}}
 */
export function segmentAt(position, stops) {
  const from = Math.max(0, Math.min(stops - 2, Math.floor(position)));
  return { from, to: from + 1, share: Math.max(0, Math.min(1, position - from)) };
}
