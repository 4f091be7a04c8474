/** @file The rounds of the runs: asked for now and then while a run is computed, and once more when it is done. */

import { store } from '../state/store.js';
import { engineCall } from './runs.js';

/** @import { Rounds } from '../rounds/types.js' */

/** A run that goes on is asked at most this often, ms. */
const AGAIN_MS = 400;

/** Keeps the rounds of all runs up to date, for as long as the page lives. */
export function watchRounds() {
  /** Of each run: when it was asked last, and whether there is something new. @type {{at: number, busy: boolean, again: boolean}[]} */
  const asked = [];

  const ask = async (/** @type {number} */ index) => {
    const mine = (asked[index] ??= { at: -Infinity, busy: false, again: false });
    if (mine.busy) {
      mine.again = true;
      return;
    }
    const { layout, status } = store.get().variants[index] ?? {};
    if (status !== 'done' && performance.now() - mine.at < AGAIN_MS) return;
    mine.busy = true;
    mine.again = false;
    mine.at = performance.now();
    try {
      const rounds = await engineCall(index, 'rounds', [NaN]);
      // The layout is new with each run: an answer about another run says nothing.
      if (store.get().variants[index]?.layout === layout) keep(index, rounds);
    } catch {
      // A run that was replaced has nothing to say.
    }
    mine.busy = false;
    if (mine.again) void ask(index);
  };

  store.subscribe(({ variants }, before) => {
    if (variants === before.variants) return;
    variants.forEach(({ status, progress }, index) => {
      const old = before.variants[index];
      const moved = progress !== old?.progress || status !== old?.status;
      if (moved && progress !== null && (status === 'running' || status === 'done')) void ask(index);
    });
  });
}

/**
 * @param {number} index
 * @param {Rounds} rounds
 */
function keep(index, rounds) {
  const { variants } = store.get();
  const some = rounds.rounds.length > 0 ? rounds : null;
  if (some === null && variants[index]?.rounds === null) return;
  store.set({ variants: variants.map((variant, at) => (at === index ? { ...variant, rounds: some } : variant)) });
}

/**
 * Shows the iterations of an application.
 * @param {number} application its place in the list of applications
 */
export function chooseApplication(application) {
  store.set({ application });
}
