/** @file Arithmetic of the visible window of time and rows: fitting, zooming, panning, within the existing extent. */

/** @import { Layout } from '../engine/types.js' */
/** @import { Shown, State, Variant, Window } from '../types.js' */

/** The shortest window of time, s. */
export const LEAST_SPAN_S = 1e-3;
/** The minimum number of rows on screen. */
export const LEAST_ROWS = 1;

/**
 * The window that shows everything known: all times of all variants, all rows.
 * @param {readonly Variant[]} variants
 * @returns {Window}
 */
export function fullWindow(variants) {
  let from = Infinity;
  let to = -Infinity;
  let rows = 0;
  for (const { layout, progress } of variants) {
    if (!layout) continue;
    from = Math.min(from, layout.from_s);
    to = Math.max(to, progress?.end_s ?? layout.from_s);
    rows = Math.max(rows, layout.rows);
  }
  if (from === Infinity) return { from_s: 0, to_s: 1, first_row: 0, rows: 1 };
  const span = Math.max(to - from, 1);
  return { from_s: from, to_s: from + span * 1.02, first_row: 0, rows: Math.max(rows, LEAST_ROWS) };
}

/**
 * The window after the runs have changed. Restarted runs have little data at first, so the window keeps its time until
 * they are complete and is then limited to the existing extent. A window with all rows keeps showing all rows.
 * @param {State['view']} view
 * @param {readonly Variant[]} before
 * @param {readonly Variant[]} after
 * @returns {State['view']}
 */
export function windowAfterRunChange(view, before, after) {
  const whole = fullWindow(after);
  if (view.fitted) return { ...whole, fitted: true };
  // Runs that could not start have no extent: the window waits for their repetitions.
  if (after.every(({ layout }) => !layout)) return view;
  const rows = view.rows >= fullWindow(before).rows ? whole.rows : view.rows;
  if (computedExtent(after).complete) return { ...clampWindow({ ...view, rows }, whole), fitted: false };
  return rows === view.rows ? view : { ...view, rows };
}

/**
 * The limits of moving the window: the existing extent and, until the runs are complete, the current window.
 * @param {Window} view
 * @param {readonly Variant[]} variants
 * @returns {Window}
 */
export function reachableWindow(view, variants) {
  const whole = fullWindow(variants);
  if (computedExtent(variants).complete) return whole;
  return { ...whole, from_s: Math.min(whole.from_s, view.from_s), to_s: Math.max(whole.to_s, view.to_s) };
}

/**
 * The nearest allowed window of the same size, or the largest allowed one.
 * @param {Window} window
 * @param {Window} whole
 * @returns {Window}
 */
export function clampWindow(window, whole) {
  // Some slack on both sides allows the first and the last bar in the middle of a zoom.
  const slack = (whole.to_s - whole.from_s) * 0.05;
  const low = whole.from_s - slack;
  const high = whole.to_s + slack;
  const span = clamp(window.to_s - window.from_s, LEAST_SPAN_S, high - low);
  const from_s = clamp(window.from_s, low, high - span);
  const rows = clamp(window.rows, Math.min(LEAST_ROWS, whole.rows), whole.rows);
  const first_row = clamp(window.first_row, 0, whole.rows - rows);
  return { from_s, to_s: from_s + span, first_row, rows };
}

/**
 * Zooms in time; `at_s` stays in place. A factor above 1 shows less time.
 * @param {Window} window
 * @param {number} factor
 * @param {number} at_s
 * @returns {Window}
 */
export function zoomTime(window, factor, at_s) {
  const span = window.to_s - window.from_s;
  const share = (at_s - window.from_s) / span;
  const wanted = Math.max(span / factor, LEAST_SPAN_S);
  const from_s = at_s - share * wanted;
  return { ...window, from_s, to_s: from_s + wanted };
}

/**
 * Zooms in rows; the row at `at_row` stays in place.
 * @param {Window} window
 * @param {number} factor
 * @param {number} at_row
 * @returns {Window}
 */
export function zoomRows(window, factor, at_row) {
  const rows = Math.max(window.rows / factor, LEAST_ROWS);
  return { ...window, rows, first_row: at_row - ((at_row - window.first_row) / window.rows) * rows };
}

/**
 * Moves the window by shares of itself.
 * @param {Window} window
 * @param {number} across share of the span, positive shows later times
 * @param {number} down share of the rows, positive shows further rows
 * @returns {Window}
 */
export function panWindow(window, across, down) {
  const time = (window.to_s - window.from_s) * across;
  return { from_s: window.from_s + time, to_s: window.to_s + time, first_row: window.first_row + window.rows * down, rows: window.rows };
}

/**
 * Moves the window as little as possible to show `time_s` with a margin (a share of the span).
 * @param {Window} window
 * @param {number} time_s
 * @param {number} [margin]
 * @returns {Window}
 */
export function revealTime(window, time_s, margin = 0.1) {
  const span = window.to_s - window.from_s;
  const low = window.from_s + span * margin;
  const high = window.to_s - span * margin;
  const by = time_s < low ? time_s - low : time_s > high ? time_s - high : 0;
  return by === 0 ? window : { ...window, from_s: window.from_s + by, to_s: window.to_s + by };
}

/**
 * The time computed by all variants, and whether the runs are complete.
 * @param {readonly Variant[]} variants
 * @returns {{computed_s: number, end_s: number, from_s: number, complete: boolean}}
 */
export function computedExtent(variants) {
  let computed = Infinity;
  let end = -Infinity;
  let from = Infinity;
  let complete = variants.length > 0;
  for (const { status, progress, layout } of variants) {
    if (status === 'failed') continue;
    from = Math.min(from, layout?.from_s ?? Infinity);
    if (status === 'done' && progress) {
      end = Math.max(end, progress.end_s);
      continue;
    }
    complete = false;
    end = Math.max(end, progress?.end_s ?? -Infinity);
    computed = Math.min(computed, progress?.now_s ?? layout?.from_s ?? 0);
  }
  if (from === Infinity) from = 0;
  if (end === -Infinity) end = from;
  return { computed_s: complete ? end : Math.min(computed, end), end_s: end, from_s: from, complete };
}

/**
 * The end of the last job of all variants, s; during the runs, the computed end. Local load or unreleased hosts can
 * last longer, to the end of the extent.
 * @param {readonly Variant[]} variants
 */
export function lastJobEnd(variants) {
  const ends = variants.flatMap(({ report }) => report?.last_end_s ?? []);
  return computedExtent(variants).complete && ends.length > 0 ? Math.max(...ends) : computedExtent(variants).end_s;
}

/**
 * The waits of all variants once they are complete: wait colours have the same classes in all charts.
 * @param {readonly Variant[]} variants
 * @returns {{waits?: number[]}}
 */
export function waitColourScale(variants) {
  return variants.every(({ report }) => report) ? { waits: variants.flatMap(({ report }) => report?.waits ?? []) } : {};
}

/**
 * The speed of playback: the chosen one, or the one that plays the whole run in about 20 s.
 * @param {Pick<State, 'speed'|'variants'>} state
 * @returns {number} simulated seconds per second
 */
export function effectiveSpeed({ speed, variants }) {
  if (speed > 0) return speed;
  const { from_s, end_s } = computedExtent(variants);
  return Math.max((end_s - from_s) / 20, 1e-3);
}

/**
 * The moment and the span of time on screen: those of the charts, or without charts those of the state.
 * @param {Pick<State, 'shown'|'playhead_s'|'view'>} state
 * @returns {Shown}
 */
export function displayedSpan({ shown, playhead_s, view }) {
  return shown ?? { now_s: playhead_s, from_s: view.from_s, to_s: view.to_s };
}

/**
 * Whether all variants have the same work and platform.
 * @param {readonly Pick<Variant, 'system'>[]} variants
 */
export function haveSameWork(variants) {
  return variants.every(({ system }) => !('platform' in system) && !('set' in system));
}

/**
 * The layout of the first variant that has one: cluster bands are the same in all variants.
 * @param {readonly Variant[]} variants
 * @returns {Layout|null}
 */
export function firstLayout(variants) {
  return variants.find(({ layout }) => layout)?.layout ?? null;
}

/**
 * Limits a value to a range.
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
