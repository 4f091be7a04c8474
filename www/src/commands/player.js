/** @file The player: it moves the playhead through what is computed, at any speed, both ways. */

import { store } from '../store.js';
import { clamp, clampWindow, effectiveSpeed, extent, revealTime, wholeWindow } from '../view.js';

/** A longer gap between two pictures than this is not caught up (a hidden tab), s. */
const LONGEST_STEP_S = 0.25;

let frame = 0;
let last = 0;
/** Whether the playhead belongs at the end, wherever the end moves to. */
let pinned = false;

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
  const { computed_s, end_s, complete } = extent(state.variants);
  const wanted = state.playhead_s + elapsed * effectiveSpeed(state);
  const playhead_s = Math.min(wanted, computed_s);
  if (complete && playhead_s >= end_s) {
    pinned = true;
    put(end_s, { playing: false });
    return;
  }
  put(playhead_s);
  frame = requestAnimationFrame(tick);
}

/**
 * Moves the playhead, and the window with it where that is wanted.
 * @param {number} playhead_s
 * @param {Partial<import('../types.js').State>} [more]
 */
function put(playhead_s, more = {}) {
  const { view, follow, variants } = store.get();
  if (!follow || view.fitted) return store.set({ playhead_s, ...more });
  const seen = clampWindow(revealTime(view, playhead_s), wholeWindow(variants));
  const moved = seen.from_s !== view.from_s;
  store.set({ playhead_s, ...(moved ? { view: { ...seen, fitted: false } } : {}), ...more });
}

/** Starts the playhead; from the beginning when it is at the end. Shows the end at once when less motion is wanted. */
export function play() {
  const { playhead_s, variants } = store.get();
  if (reducedMotion()) return seekEnd();
  const { from_s, end_s, complete } = extent(variants);
  pinned = false;
  last = performance.now();
  store.set({ playing: true, playhead_s: complete && playhead_s >= end_s ? from_s : playhead_s });
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
  pinned = complete && time_s >= end_s;
  put(clamp(time_s, from_s, computed_s));
}

/** Moves the playhead to the end and keeps it there when the end moves. */
export function seekEnd() {
  pinned = true;
  put(extent(store.get().variants).computed_s, { playing: false });
}

/** Puts the playhead back to the beginning and plays. */
export function restart() {
  put(extent(store.get().variants).from_s);
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

/** Keeps the playhead inside what exists after the runs have changed, and at the end if it was left there. */
export function settle() {
  const { playhead_s, variants, playing } = store.get();
  const { from_s, computed_s } = extent(variants);
  if (pinned && !playing) {
    if (playhead_s !== computed_s) put(computed_s);
  } else if (playhead_s < from_s) {
    put(from_s);
  }
}

/** A new scenario: a playhead at the end stays at the end, any other starts again. */
export function rewind() {
  const { playing, playhead_s } = store.get();
  if (pinned) return;
  if (playing || playhead_s > 0) store.set({ playhead_s: 0 });
}

/** Forgets that the playhead was at the end: a scenario opened anew is seen from its beginning. */
export function unpin() {
  pinned = false;
}
