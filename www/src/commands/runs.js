/** @file Starting, watching and ending the runs: one worker for each variant of the scenario. */

import { store } from '../state/store.js';
import { RunClient } from '../run/client.js';
import { extent, windowAfter } from '../state/view.js';
import { services } from '../services/services.js';
import { canonicalText } from '../scenario/canonical.js';
import { begin, dismissNotice, notice } from './notices.js';
import { saveScenario } from './save.js';
import { hold, pause, settle } from './player.js';

/** @import { PlainError } from '../engine/errors.js' */
/** @import { FrameRequest, Frame, RunFile } from '../run/protocol.js' */
/** @import { Variant } from '../types.js' */

/** @type {RunClient[]} */
const clients = [];
/** Runs that take longer than this are listed as work under way, with a way to cancel them, ms. */
const PATIENCE_MS = 400;
/** A run that says nothing for so long has died, or reads a very large file, ms. */
const SILENCE_MS = 20_000;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let silence;
/** The notice of the silence, while it lasts. */
let silent = 0;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let listing;
/** @type {ReturnType<typeof begin>|undefined} */
let listed;

/**
 * @param {number} index
 * @param {Partial<Variant>} patch
 */
function update(index, patch) {
  const { variants, view } = store.get();
  if (!variants[index]) return;
  const next = variants.map((variant, i) => (i === index ? { ...variant, ...patch } : variant));
  store.set({ variants: next, view: windowAfter(view, variants, next) });
  list();
  heard();
  settle();
}

/** Keeps the entry in the list of what is under way in step with the runs. */
function list() {
  const { variants } = store.get();
  const active = variants.filter(({ status }) => status === 'loading' || status === 'running');
  if (active.length === 0) {
    clearTimeout(listing);
    listing = undefined;
    listed?.end();
    listed = undefined;
    return;
  }
  listing ??= setTimeout(() => {
    listed = begin('Simulating', cancelRuns);
  }, PATIENCE_MS);
  const parts = variants.map(({ status, progress }) => {
    if (status === 'loading' || !progress) return 0;
    return status === 'running' ? progress.ended / Math.max(progress.subjects, 1) : 1;
  });
  listed?.progress(parts.reduce((sum, part) => sum + part, 0) / parts.length);
}

/** Something has been heard of the runs: they are given time again. */
function heard() {
  clearTimeout(silence);
  dismissNotice(silent);
  const active = store.get().variants.some(({ status }) => status === 'loading' || status === 'running');
  silence = active ? setTimeout(tellSilence, SILENCE_MS) : undefined;
}

/** Says that nothing has been heard of the runs. Who reads a large file is not ended for it. */
function tellSilence() {
  // A page that is not seen gives its runs no leave to go on.
  if (document.visibilityState !== 'visible') return heard();
  const again = { label: 'Run again', run: restartRuns };
  notice(`The run has not answered for ${SILENCE_MS / 1000} s: it is busy with very much work, or the browser has ended it.`, 'warning', again);
  silent = store.get().notice?.id ?? 0;
}

/** Runs the scenario again in fresh workers. */
function restartRuns() {
  for (const known of clients.splice(0)) known.close();
  again?.();
}

/**
 * @param {number} index
 * @returns {RunClient}
 */
function client(index) {
  clients[index] ??= new RunClient({
    loaded: (layout) => {
      update(index, { status: 'running', layout, progress: null });
      clients[index]?.start();
    },
    progress: (progress) => update(index, { progress }),
    done: (progress, report, seconds) => {
      update(index, { status: 'done', progress, report, digest: report.digest ?? null, seconds });
      judge().catch(() => undefined);
    },
    cancelled: () => {
      const { variants } = store.get();
      if (variants[index]?.status !== 'done') update(index, { status: 'cancelled' });
    },
    error: (error) => lose(index, error),
  });
  return clients[index];
}

/**
 * A run is lost. The page stays whole: it says so and offers the scenario, which is what a bug report needs.
 * @param {number} index
 * @param {PlainError} error
 */
function lose(index, error) {
  update(index, { status: 'failed', error: error.message });
  if (error.diagnostics.length > 0) store.set({ diagnostics: [...store.get().diagnostics, ...error.diagnostics] });
  if (error.trap) {
    notice('The engine stopped on this scenario. It has been started afresh; the scenario helps to find the cause.', 'error', {
      label: 'Download scenario',
      run: saveScenario,
    });
  } else if (error.diagnostics.length === 0) {
    notice(`The run could not start: ${error.message}`, 'error', { label: 'Try again', run: () => again?.() });
  }
}

/** Says whether the results are those the opened link promised, as soon as all are there. */
async function judge() {
  const { variants, link, scenario } = store.get();
  if (!scenario || canonicalText(scenario) !== link.canonical) return;
  if (link.results.length === 0 || variants.some(({ status }) => status !== 'done')) return;
  const verdicts = await Promise.all(
    variants.map(async ({ name, digest, progress }, index) => {
      const expected = link.results[index];
      if (!expected || !digest) return { name, same: false, text: 'The link promises no result for it.' };
      const { identical, text } = await services.verify(expected, digest, progress?.end_s ?? 0);
      return { name, same: identical, text };
    }),
  );
  if (store.get().link === link) store.set({ link: { ...link, verdicts } });
}

/** @type {(() => void)|undefined} */
let again;

/**
 * Runs all variants of a scenario from the start.
 * @param {string} text canonical JSON
 * @param {{name: string, system: object}[]} systems
 * @param {RunFile[]} files
 */
export function startRuns(text, systems, files) {
  again = () => startRuns(text, systems, files);
  for (const extra of clients.splice(systems.length)) extra.close();
  const before = store.get().variants;
  // The old layouts and progress stay until the new ones arrive, so that an edit does not flash an empty page.
  store.set({
    variants: systems.map(({ name, system }, index) => ({
      name,
      system,
      status: 'loading',
      progress: before[index]?.progress ?? null,
      layout: before[index]?.layout ?? null,
      rounds: before[index]?.rounds ?? null,
      report: null,
      digest: null,
      seconds: 0,
      error: null,
    })),
  });
  hold();
  systems.forEach((_, index) => client(index).load(text, index, files));
  list();
  heard();
}

/** Ends all runs and takes their charts away. */
export function dropRuns() {
  cancelRuns();
  store.set({ variants: [] });
  list();
  heard();
}

/** Runs the scenario again as it is. */
export function runAgain() {
  again?.();
}

/** Ends all runs; what is computed is dropped. */
export function cancelRuns() {
  pause();
  store.get().variants.forEach(({ status }, index) => {
    if (status === 'loading' || status === 'running') clients[index]?.cancel();
  });
}

/**
 * Asks the engine of one variant; see METHODS in run/protocol.js. Rejects with an Error that may carry `diagnostics`.
 * @param {number} index
 * @param {string} method
 * @param {any[]} [args]
 * @returns {Promise<any>}
 */
export function engineCall(index, method, args = []) {
  const known = clients[index];
  return known ? known.call(method, args) : Promise.reject(new Error('Nothing is loaded.'));
}

/**
 * One picture of one variant.
 * @param {number} index
 * @param {FrameRequest} request
 * @returns {Promise<Frame>}
 */
export function engineFrame(index, request) {
  const known = clients[index];
  return known ? known.frame(request) : Promise.reject(new Error('Nothing is loaded.'));
}

/** Gives credit back to the runs when the page is seen again. */
export function resumeRuns() {
  for (const known of clients) known.resume();
}

/** The simulated time that all variants have reached. */
export function computed() {
  return extent(store.get().variants);
}
