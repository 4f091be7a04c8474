/** @file Playback: moves the playhead through the computed time, at any speed. */

import { clamp, clampWindow, computedExtent, effectiveSpeed, fullWindow, revealTime } from '../state/chart-window.js';

/** @import { Page } from './page.js' */

/** Maximum time between two frames that playback catches up, s; longer gaps occur in hidden tabs. */
const LONGEST_STEP_S = 0.25;

/** The initial state of playback. */
export const createPlayerState = () => ({
  /** The id of the requested animation frame, 0 for none. */
  frame: 0,
  /** The time of the last frame, ms. */
  last: 0,
  /**
   * The wanted position of the playhead, regardless of the progress of the runs: a time, or Infinity for the moving
   * end.
   */
  wanted_s: 0,
  /** Whether restarted runs have not yet reached the wanted time. */
  behind: false,
  /** The time limit of playback that stops at events, if any. @type {(() => number)|undefined} */
  limit: undefined,
});

/** Whether the reader prefers reduced motion. */
export function prefersReducedMotion() {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Moves the playhead by the time since the last frame.
 * @param {Page} page
 * @param {number} now
 */
function movePlayhead(page, now) {
  page.player.frame = 0;
  const state = page.store.get();
  if (!state.playing || !state.inView) return;
  // The timestamp of a frame is that of its beginning, which may precede the start of playback.
  const elapsed = clamp((now - page.player.last) / 1000, 0, LONGEST_STEP_S);
  page.player.last = Math.max(now, page.player.last);
  page.player.frame = requestAnimationFrame((next) => movePlayhead(page, next));
  if (page.player.behind) return;
  const { computed_s, end_s, complete } = computedExtent(state.variants);
  const limit_s = page.player.limit?.() ?? Infinity;
  page.player.wanted_s = Math.min(state.playhead_s + elapsed * effectiveSpeed(state), computed_s, limit_s);
  if (!complete || page.player.wanted_s < end_s) return setPlayhead(page, page.player.wanted_s);
  page.player.wanted_s = Infinity;
  setPlayhead(page, end_s, { playing: false });
}

/**
 * Sets the playhead and, if it follows, the window.
 * @param {Page} page
 * @param {number} playhead_s
 * @param {Partial<import('../types.js').State>} [more]
 * @param {boolean} [asked] whether a command moves it: out of view, the window follows it from now on
 */
function setPlayhead(page, playhead_s, more = {}, asked = false) {
  const { view, follow: follows, variants, playhead_s: before_s } = page.store.get();
  const follow = follows || (asked && playhead_s !== before_s && (playhead_s < view.from_s || playhead_s > view.to_s));
  more = { ...more, follow };
  if (!follow || view.fitted || page.player.behind) return page.store.set({ playhead_s, ...more });
  const shown = revealTime(view, playhead_s);
  // The extent is unknown before the end of the runs, so it is not a limit until then.
  const seen = computedExtent(variants).complete ? clampWindow(shown, fullWindow(variants)) : shown;
  const moved = seen.from_s !== view.from_s;
  page.store.set({ playhead_s, ...(moved ? { view: { ...seen, fitted: false } } : {}), ...more });
}

/** Starts playback; at the end, from the beginning. With reduced motion it shows the end at once. */
export function play(/** @type {Page} */ page) {
  const { playhead_s, variants } = page.store.get();
  if (prefersReducedMotion()) return seekEnd(page);
  const { from_s, end_s, complete } = computedExtent(variants);
  const again = complete && playhead_s >= end_s;
  // Playback continues at the kept time if the runs are still behind it.
  if (again || !page.player.behind || page.player.wanted_s === Infinity) {
    page.player.behind = false;
    page.player.wanted_s = again ? from_s : playhead_s;
  }
  if (again) setPlayhead(page, from_s, {}, true);
  page.store.set({ playing: true });
  startMoving(page);
}

/** Starts moving the playhead if the page plays and is visible. */
function startMoving(/** @type {Page} */ page) {
  page.player.last = performance.now();
  if (isMoving(page) && !page.player.frame) page.player.frame = requestAnimationFrame((next) => movePlayhead(page, next));
}

/**
 * Sets whether the page is visible: playback waits while it is not.
 * @param {Page} page
 * @param {boolean} seen
 */
export function setVisible(page, seen) {
  if (page.store.get().inView === seen) return;
  page.store.set({ inView: seen });
  startMoving(page);
}

/** Whether the playhead moves: it plays, and does not wait for visibility. */
export function isMoving(/** @type {Page} */ page) {
  const { playing, inView } = page.store.get();
  return playing && inView;
}

/** Pauses playback. */
export function pause(/** @type {Page} */ page) {
  if (page.store.get().playing) page.store.set({ playing: false });
}

/** Plays or pauses. */
export function togglePlayback(/** @type {Page} */ page) {
  if (page.store.get().playing) pause(page);
  else play(page);
}

/**
 * Moves the playhead to a simulated time, limited to the computed time.
 * @param {Page} page
 * @param {number} time_s
 */
export function seek(page, time_s) {
  const { from_s, computed_s, end_s, complete } = computedExtent(page.store.get().variants);
  const at = clamp(time_s, from_s, computed_s);
  page.player.behind = false;
  page.player.wanted_s = complete && time_s >= end_s ? Infinity : at;
  setPlayhead(page, at, {}, true);
}

/** Moves the playhead to the end, and keeps it there while the run grows. */
export function seekEnd(/** @type {Page} */ page) {
  page.player.behind = false;
  page.player.wanted_s = Infinity;
  setPlayhead(page, computedExtent(page.store.get().variants).computed_s, { playing: false }, true);
}

/** Plays from the beginning. */
export function restart(/** @type {Page} */ page) {
  seek(page, computedExtent(page.store.get().variants).from_s);
  play(page);
}

/**
 * Sets the speed.
 * @param {Page} page
 * @param {number} speed simulated seconds per second; 0 for automatic
 */
export function setSpeed(page, speed) {
  page.store.set({ speed: Number.isFinite(speed) ? Math.max(speed, 0) : 0 });
}

/**
 * Sets whether the window moves with the playhead.
 * @param {Page} page
 * @param {boolean} follow
 */
export function setFollow(page, follow) {
  page.store.set({ follow });
  if (follow) setPlayhead(page, page.store.get().playhead_s);
}

/** Limits the playhead to the computed time after the runs have changed, as near to its wanted position as possible. */
export function limitPlayhead(/** @type {Page} */ page) {
  const { playhead_s, variants, playing } = page.store.get();
  const { from_s, computed_s } = computedExtent(variants);
  const at = clamp(page.player.wanted_s, from_s, computed_s);
  if ((page.player.behind || !playing) && playhead_s !== at) setPlayhead(page, at);
  const still = (/** @type {string[]} */ ...names) => variants.some(({ status }) => names.includes(status));
  if (!still('loading', 'running') || (!still('loading') && computed_s >= page.player.wanted_s)) page.player.behind = false;
}

/** Keeps the time of the playhead, or its place at the end, and the window while the runs restart. */
export function holdPlayhead(/** @type {Page} */ page) {
  page.player.behind = true;
}

/** Moves the playhead to the beginning of a newly opened scenario. */
export function rewind(/** @type {Page} */ page) {
  page.player.behind = false;
  page.player.wanted_s = 0;
  if (page.store.get().playhead_s !== 0) page.store.set({ playhead_s: 0 });
}
