/** @file Where the playhead and the window are put when something is opened at a moment of its own. */

import { computedExtent } from '../state/chart-window.js';
import { setView } from './look.js';
import { pause, play, seek } from './player.js';

/** @import { Page } from './page.js' */

/**
 * Calls `then` as soon as the runs have come so far; not at all if the reader has gone on in the meantime.
 * @param {Page} page
 * @param {number} time_s Infinity for all of it
 * @param {() => void} then
 */
export function onceComputed(page, time_s, then) {
  const { lesson } = page.store.get();
  const there = () => {
    const { computed_s, complete } = computedExtent(page.store.get().variants);
    return complete || computed_s >= time_s;
  };
  if (there()) return then();
  const end = page.store.subscribe((state) => {
    if (state.lesson !== lesson || state.playing) return end();
    if (!there()) return;
    end();
    then();
  });
}

/**
 * Begins what has just been opened where its address says.
 * @param {Page} page
 * @param {Pick<import('../address/embed-options.js').EmbedOptions, 'plays'|'t'|'window'>} where
 */
export function beginAt(page, { plays, t, window }) {
  if (plays && t === null && !window) return;
  const playing = plays && page.store.get().playing;
  pause(page);
  // What bounds a window is known when all is.
  onceComputed(page, window ? Infinity : (t ?? 0), () => {
    if (window) setView(page, window);
    if (t !== null) seek(page, t);
    if (playing) play(page);
  });
}
