/** @file Playback that stops at notable decisions: a job starts out of order, grows, loses its nodes. */

import { computedExtent } from '../state/chart-window.js';
import { selectDecided } from './chart-view.js';
import { pause } from './player.js';
import { askRun } from './runs.js';

/** @import { Page } from './page.js' */

/**
 * Sets whether playback stops at notable decisions.
 * @param {Page} page
 * @param {boolean} stops
 */
export function setStops(page, stops) {
  page.player.limit = stops ? findLimit(page) : undefined;
  page.store.set({ stops });
}

/**
 * The time limit of playback: the next stop, or the end of the period known to have none.
 * @param {Page} page
 * @returns {() => number}
 */
function findLimit(page) {
  /** The period known to have no stop except possibly at its end, and its scenario. */
  let known = { from_s: NaN, to_s: NaN, stops: false, canonical: '' };
  let asking = false;
  /** Queries all runs for their next notable event; the earliest is the next stop. */
  const findNextStop = async () => {
    asking = true;
    const { playhead_s: from_s, variants, canonical } = page.store.get();
    const { computed_s } = computedExtent(variants);
    const times = (await Promise.all(variants.map((_, at) => askRun(page, at, 'next_notable', from_s).catch(() => NaN)))).filter(
      Number.isFinite,
    );
    const stop = Math.min(...times);
    known = stop <= computed_s ? { from_s, to_s: stop, stops: true, canonical } : { from_s, to_s: computed_s, stops: false, canonical };
    asking = false;
  };
  return () => {
    const { playhead_s, canonical, variants } = page.store.get();
    const holds = known.canonical === canonical && playhead_s >= known.from_s && playhead_s <= known.to_s;
    if (holds && known.stops && playhead_s === known.to_s) {
      // Further playback searches for the next stop.
      known = { ...known, from_s: NaN };
      pause(page);
      void selectDecided(page, playhead_s);
      return playhead_s;
    }
    const { computed_s } = computedExtent(variants);
    // Newly computed time is searched before the playhead reaches it.
    const ends = !known.stops && known.to_s < computed_s && playhead_s > (known.from_s + known.to_s) / 2;
    if ((!holds || ends) && !asking) void findNextStop();
    return holds ? known.to_s : playhead_s;
  };
}
