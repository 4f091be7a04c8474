/** @file The player: it moves the playhead through what is computed, at any speed, both ways. */

import { clamp, clampWindow, computedExtent, effectiveSpeed, fullWindow, revealTime } from '../state/chart-window.js';

/** @import { Page } from './page.js' */

/** A longer gap between two pictures than this is not caught up (a hidden tab), s. */
const LONGEST_STEP_S = 0.25;

/** Where the player of a page stands. */
export const playerState = () => ({
  /** The picture asked for, 0 for none. */
  frame: 0,
  /** When the last one was drawn, ms. */
  last: 0,
  /** Where the playhead belongs, however far the runs have come: a time, or Infinity for the end, wherever the end moves to. */
  wanted_s: 0,
  /** Whether runs that were started again have yet to come to the wanted time. */
  behind: false,
  /** How far the playhead may go on where playing is to stop, if it is. @type {(() => number)|undefined} */
  limit: undefined,
});

/** Whether the reader asked for less motion. */
export function reducedMotion() {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * @param {Page} page
 * @param {number} now
 */
function tick(page, now) {
  page.player.frame = 0;
  const state = page.store.get();
  if (!state.playing || !state.inView) return;
  // The time of a picture is that of its beginning, which may be before playing was asked for.
  const elapsed = clamp((now - page.player.last) / 1000, 0, LONGEST_STEP_S);
  page.player.last = Math.max(now, page.player.last);
  page.player.frame = requestAnimationFrame((next) => tick(page, next));
  if (page.player.behind) return;
  const { computed_s, end_s, complete } = computedExtent(state.variants);
  const limit_s = page.player.limit?.() ?? Infinity;
  page.player.wanted_s = Math.min(state.playhead_s + elapsed * effectiveSpeed(state), computed_s, limit_s);
  if (!complete || page.player.wanted_s < end_s) return put(page, page.player.wanted_s);
  page.player.wanted_s = Infinity;
  put(page, end_s, { playing: false });
}

/**
 * Moves the playhead, and the window with it where that is wanted.
 * @param {Page} page
 * @param {number} playhead_s
 * @param {Partial<import('../types.js').State>} [more]
 */
function put(page, playhead_s, more = {}) {
  const { view, follow, variants } = page.store.get();
  if (!follow || view.fitted || page.player.behind) return page.store.set({ playhead_s, ...more });
  const shown = revealTime(view, playhead_s);
  // What exists is not known before the runs are done: until then it bounds nothing.
  const seen = computedExtent(variants).complete ? clampWindow(shown, fullWindow(variants)) : shown;
  const moved = seen.from_s !== view.from_s;
  page.store.set({ playhead_s, ...(moved ? { view: { ...seen, fitted: false } } : {}), ...more });
}

/** Starts the playhead; from the beginning when it is at the end. Shows the end at once when less motion is wanted. */
export function play(/** @type {Page} */ page) {
  const { playhead_s, variants } = page.store.get();
  if (reducedMotion()) return seekEnd(page);
  const { from_s, end_s, complete } = computedExtent(variants);
  const again = complete && playhead_s >= end_s;
  // Who plays on while the runs are still behind wants the time that was kept.
  if (again || !page.player.behind || page.player.wanted_s === Infinity) {
    page.player.behind = false;
    page.player.wanted_s = again ? from_s : playhead_s;
  }
  page.store.set({ playing: true, ...(again ? { playhead_s: from_s } : {}) });
  go(page);
}

/** Lets the playhead move from now on, if it plays and can be seen. */
function go(/** @type {Page} */ page) {
  page.player.last = performance.now();
  if (moves(page) && !page.player.frame) page.player.frame = requestAnimationFrame((next) => tick(page, next));
}

/**
 * Whether the page can be seen: what plays waits while it cannot.
 * @param {Page} page
 * @param {boolean} seen
 */
export function setSeen(page, seen) {
  if (page.store.get().inView === seen) return;
  page.store.set({ inView: seen });
  go(page);
}

/** Whether the playhead moves: it plays, and does not wait to be seen. */
export function moves(/** @type {Page} */ page) {
  const { playing, inView } = page.store.get();
  return playing && inView;
}

/** Stops the playhead where it is. */
export function pause(/** @type {Page} */ page) {
  if (page.store.get().playing) page.store.set({ playing: false });
}

/** Plays or pauses. */
export function toggle(/** @type {Page} */ page) {
  if (page.store.get().playing) pause(page);
  else play(page);
}

/**
 * Moves the playhead to a simulated time, as far as it is computed.
 * @param {Page} page
 * @param {number} time_s
 */
export function seek(page, time_s) {
  const { from_s, computed_s, end_s, complete } = computedExtent(page.store.get().variants);
  const at = clamp(time_s, from_s, computed_s);
  page.player.behind = false;
  page.player.wanted_s = complete && time_s >= end_s ? Infinity : at;
  put(page, at);
}

/** Moves the playhead to the end and keeps it there when the end moves. */
export function seekEnd(/** @type {Page} */ page) {
  page.player.behind = false;
  page.player.wanted_s = Infinity;
  put(page, computedExtent(page.store.get().variants).computed_s, { playing: false });
}

/** Puts the playhead back to the beginning and plays. */
export function restart(/** @type {Page} */ page) {
  seek(page, computedExtent(page.store.get().variants).from_s);
  play(page);
}

/**
 * Sets the speed.
 * @param {Page} page
 * @param {number} speed simulated seconds a second; 0 lets the player choose
 */
export function setSpeed(page, speed) {
  page.store.set({ speed: Number.isFinite(speed) ? Math.max(speed, 0) : 0 });
}

/**
 * Whether the window moves with the playhead.
 * @param {Page} page
 * @param {boolean} follow
 */
export function setFollow(page, follow) {
  page.store.set({ follow });
  if (follow) put(page, page.store.get().playhead_s);
}

/** Keeps the playhead inside what exists after the runs have changed, and as near to where it belongs as they have come. */
export function settle(/** @type {Page} */ page) {
  const { playhead_s, variants, playing } = page.store.get();
  const { from_s, computed_s } = computedExtent(variants);
  const at = clamp(page.player.wanted_s, from_s, computed_s);
  if ((page.player.behind || !playing) && playhead_s !== at) put(page, at);
  const still = (/** @type {string[]} */ ...names) => variants.some(({ status }) => names.includes(status));
  if (!still('loading', 'running') || (!still('loading') && computed_s >= page.player.wanted_s)) page.player.behind = false;
}

/** The runs start again: the playhead keeps its time, or its place at the end, and the window stays meanwhile. */
export function hold(/** @type {Page} */ page) {
  page.player.behind = true;
}

/** A scenario was opened anew: it is seen from its beginning. */
export function rewind(/** @type {Page} */ page) {
  page.player.behind = false;
  page.player.wanted_s = 0;
  if (page.store.get().playhead_s !== 0) page.store.set({ playhead_s: 0 });
}
