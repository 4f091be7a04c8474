/** @file The initial position of the playhead and the window when something is opened. */

import { computedExtent } from '../state/chart-window.js';
import { setWindow } from './chart-view.js';
import { pause, play, seek } from './player.js';

/** @import { Page } from './page.js' */

/**
 * Calls `then` as soon as the runs have computed a time; not if the reader has moved on meanwhile.
 * @param {Page} page
 * @param {number} time_s Infinity for the whole run
 * @param {() => void} then
 */
export function whenComputed(page, time_s, then) {
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
 * Starts what was opened at the position in its address.
 * @param {Page} page
 * @param {Pick<import('../address/embed-options.js').EmbedOptions, 'plays'|'t'|'window'>} where
 */
export function startAt(page, { plays, t, window }) {
  if (plays && t === null && !window) return;
  const playing = plays && page.store.get().playing;
  pause(page);
  // The limits of the window are known at the end of the run.
  whenComputed(page, window ? Infinity : (t ?? 0), () => {
    if (t !== null) seek(page, t);
    // The window of the address is kept even if the playhead is outside it.
    if (window) setWindow(page, window);
    if (playing) play(page);
  });
}
