/** @file The player: it moves the playhead through what is computed, at any speed, both ways. */

import { store } from '../state/store.js';
import { clamp, clampWindow, effectiveSpeed, extent, revealTime, wholeWindow } from '../state/view.js';

/** A longer gap between two pictures than this is not caught up (a hidden tab), s. */
const LONGEST_STEP_S = 0.25;

let frame = 0;
let last = 0;
/** Where the playhead belongs, however far the runs have come: a time, or Infinity for the end, wherever the end moves to. */
let wanted_s = 0;
/** Whether runs that were started again have yet to come to the wanted time. */
let behind = false;

/** Whether the reader asked for less motion. */
export function reducedMotion() {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** @param {number} now */
function tick(now) {
  frame = 0;
  const state = store.get();
  if (!state.playing) return;
  const elapsed = Math.min((now - last) / 1000, LONGEST_STEP_S);
  last = now;
  frame = requestAnimationFrame(tick);
  if (behind) return;
  const { computed_s, end_s, complete } = extent(state.variants);
  wanted_s = Math.min(state.playhead_s + elapsed * effectiveSpeed(state), computed_s);
  if (!complete || wanted_s < end_s) return put(wanted_s);
  wanted_s = Infinity;
  put(end_s, { playing: false });
}

/**
 * Moves the playhead, and the window with it where that is wanted.
 * @param {number} playhead_s
 * @param {Partial<import('../types.js').State>} [more]
 */
function put(playhead_s, more = {}) {
  const { view, follow, variants } = store.get();
  if (!follow || view.fitted || behind) return store.set({ playhead_s, ...more });
  const shown = revealTime(view, playhead_s);
  // What exists is not known before the runs are done: until then it bounds nothing.
  const seen = extent(variants).complete ? clampWindow(shown, wholeWindow(variants)) : shown;
  const moved = seen.from_s !== view.from_s;
  store.set({ playhead_s, ...(moved ? { view: { ...seen, fitted: false } } : {}), ...more });
}

/** Starts the playhead; from the beginning when it is at the end. Shows the end at once when less motion is wanted. */
export function play() {
  const { playhead_s, variants } = store.get();
  if (reducedMotion()) return seekEnd();
  const { from_s, end_s, complete } = extent(variants);
  const again = complete && playhead_s >= end_s;
  // Who plays on while the runs are still behind wants the time that was kept.
  if (again || !behind || wanted_s === Infinity) {
    behind = false;
    wanted_s = again ? from_s : playhead_s;
  }
  last = performance.now();
  store.set({ playing: true, ...(again ? { playhead_s: from_s } : {}) });
  if (!frame) frame = requestAnimationFrame(tick);
}

/** Stops the playhead where it is. */
export function pause() {
  if (store.get().playing) store.set({ playing: false });
}

/** Plays or pauses. */
export function toggle() {
  if (store.get().playing) pause();
  else play();
}

/**
 * Moves the playhead to a simulated time, as far as it is computed.
 * @param {number} time_s
 */
export function seek(time_s) {
  const { from_s, computed_s, end_s, complete } = extent(store.get().variants);
  const at = clamp(time_s, from_s, computed_s);
  behind = false;
  wanted_s = complete && time_s >= end_s ? Infinity : at;
  put(at);
}

/** Moves the playhead to the end and keeps it there when the end moves. */
export function seekEnd() {
  behind = false;
  wanted_s = Infinity;
  put(extent(store.get().variants).computed_s, { playing: false });
}

/** Puts the playhead back to the beginning and plays. */
export function restart() {
  seek(extent(store.get().variants).from_s);
  play();
}

/**
 * Sets the speed.
 * @param {number} speed simulated seconds a second; 0 lets the player choose
 */
export function setSpeed(speed) {
  store.set({ speed: Number.isFinite(speed) ? Math.max(speed, 0) : 0 });
}

/**
 * Whether the window moves with the playhead.
 * @param {boolean} follow
 */
export function setFollow(follow) {
  store.set({ follow });
  if (follow) put(store.get().playhead_s);
}

/** Keeps the playhead inside what exists after the runs have changed, and as near to where it belongs as they have come. */
export function settle() {
  const { playhead_s, variants, playing } = store.get();
  const { from_s, computed_s } = extent(variants);
  const at = clamp(wanted_s, from_s, computed_s);
  if ((behind || !playing) && playhead_s !== at) put(at);
  const still = (/** @type {string[]} */ ...names) => variants.some(({ status }) => names.includes(status));
  if (!still('loading', 'running') || (!still('loading') && computed_s >= wanted_s)) behind = false;
}

/** The runs start again: the playhead keeps its time, or its place at the end, and the window stays meanwhile. */
export function hold() {
  behind = true;
}

/** A scenario was opened anew: it is seen from its beginning. */
export function rewind() {
  behind = false;
  wanted_s = 0;
  if (store.get().playhead_s !== 0) store.set({ playhead_s: 0 });
}
