/** @file Starting, watching and ending the runs: one worker for each variant of the scenario. */

import { lackOf } from '../engine/errors.js';
import { RunClient } from '../run/client.js';
import { extent, windowAfter } from '../state/view.js';
import { RELOAD } from './lazy.js';
import { begin, dismissNotice, notice } from './notices.js';
import { hold, pause, settle } from './player.js';
import { saveScenario } from './save.js';
import { judge } from './verdicts.js';

/** @import { Page } from './page.js' */
/** @import { PlainError } from '../engine/errors.js' */
/** @import { FrameRequest, SpecialViews } from '../engine/types.js' */
/** @import { SourceFile } from '../services/file-work.js' */
/** @import { Diagnostic, Variant } from '../types.js' */
/** @import { Engine, Frame, Method } from '../run/protocol.js' */

/** Runs that take longer than this are listed as work under way, with a way to cancel them, ms. */
const PATIENCE_MS = 400;
/** A run that says nothing for so long has died, or reads a very large file, ms. */
const SILENCE_MS = 20_000;
/** Panels ask again and again while the playhead moves: only what is missing so long after that is told once more, ms. */
const MISSED_MS = 3000;
/** What a page knows of its runs beside what its store shows. */
export const runsState = () => ({
  /** One of each variant. @type {RunClient[]} */
  clients: [],
  /** Until the silence is told. @type {ReturnType<typeof setTimeout>|undefined} */
  silence: undefined,
  /** The notice of the silence, while it lasts. */
  silent: 0,
  /** Until they are listed as work under way. @type {ReturnType<typeof setTimeout>|undefined} */
  listing: undefined,
  /** @type {import('./notices.js').Started|undefined} */
  listed: undefined,
  /** When a part of the engine was found to be missing last, ms. */
  missed: -Infinity,
  /** The latest reading of files for these runs. @type {object|undefined} */
  reading: undefined,
  /** Runs the scenario again as it is. @type {(() => void)|undefined} */
  again: undefined,
});

/**
 * @param {Page} page
 * @param {number} index
 * @param {Partial<Variant>} patch
 */
function update(page, index, patch) {
  const { variants, view } = page.store.get();
  if (!variants[index]) return;
  const next = variants.map((variant, i) => (i === index ? { ...variant, ...patch } : variant));
  page.store.set({ variants: next, view: windowAfter(view, variants, next) });
  list(page);
  heard(page);
  settle(page);
}

/** Keeps the entry in the list of what is under way in step with the runs. */
function list(/** @type {Page} */ page) {
  const { variants } = page.store.get();
  const active = variants.filter(({ status }) => status === 'loading' || status === 'running');
  if (active.length === 0) {
    clearTimeout(page.runs.listing);
    page.runs.listing = undefined;
    page.runs.listed?.end();
    page.runs.listed = undefined;
    return;
  }
  page.runs.listing ??= setTimeout(() => {
    page.runs.listed = begin(page, 'Simulating', () => cancelRuns(page));
  }, PATIENCE_MS);
  const parts = variants.map(({ status, progress }) => {
    if (status === 'loading' || !progress) return 0;
    return status === 'running' ? progress.ended / Math.max(progress.subjects, 1) : 1;
  });
  page.runs.listed?.progress(parts.reduce((sum, part) => sum + part, 0) / parts.length);
}

/** Something has been heard of the runs: they are given time again. */
function heard(/** @type {Page} */ page) {
  clearTimeout(page.runs.silence);
  dismissNotice(page, page.runs.silent);
  const active = page.store.get().variants.some(({ status }) => status === 'loading' || status === 'running');
  page.runs.silence = active ? setTimeout(() => tellSilence(page), SILENCE_MS) : undefined;
}

/** Says that nothing has been heard of the runs. Who reads a large file is not ended for it. */
function tellSilence(/** @type {Page} */ page) {
  // A page that is not seen gives its runs no leave to go on; one that fetches a part of the engine cannot yet.
  if (document.visibilityState !== 'visible' || page.runs.clients.some((client) => client?.waits())) return heard(page);
  const action = { label: 'Run again', run: () => restartRuns(page) };
  notice(
    page,
    `The run has not responded for ${SILENCE_MS / 1000} s. It may be busy with a large workload, or the browser may have stopped it.`,
    'warning',
    action,
  );
  page.runs.silent = page.store.get().notice?.id ?? 0;
}

/** Runs the scenario again in fresh workers. */
function restartRuns(/** @type {Page} */ page) {
  for (const known of page.runs.clients.splice(0)) known.close();
  stopReading(page);
  page.runs.again?.();
}

/**
 * @param {Page} page
 * @param {number} index
 * @returns {RunClient}
 */
function client(page, index) {
  page.runs.clients[index] ??= new RunClient({
    loaded: (layout) => {
      update(page, index, { status: 'running', layout, progress: null });
      tellFindings(page, layout.diagnostics);
      page.runs.clients[index]?.start();
    },
    progress: (progress) => update(page, index, { progress }),
    done: (progress, report, seconds) => {
      update(page, index, { status: 'done', progress, report, digest: report.digest ?? null, seconds });
      const { variants } = page.store.get();
      const name = variants.length > 1 ? `${variants[index]?.layout?.name ?? ''}: ` : '';
      tellFindings(
        page,
        report.diagnostics.map((found) => ({ ...found, message: `${name}${found.message}` })),
      );
      judge(page).catch(() => undefined);
    },
    cancelled: () => {
      const { variants } = page.store.get();
      if (variants[index]?.status !== 'done') update(page, index, { status: 'cancelled' });
    },
    error: (error) => lose(page, index, error),
    // The engine that is there now has not been told how the first run went.
    again: () => update(page, index, { compared: false, otherWork: false }),
  });
  return page.runs.clients[index];
}

/**
 * Adds what a run says of its work or of its policies to what is said of the scenario. Variants of the same work say the same.
 * @param {Page} page
 * @param {readonly Diagnostic[]} found
 */
function tellFindings(page, found) {
  const { diagnostics } = page.store.get();
  const more = found.filter(({ message, place }) => !diagnostics.some((known) => known.message === message && known.place === place));
  if (more.length > 0) page.store.set({ diagnostics: [...diagnostics, ...more] });
}

/**
 * A run is lost. The page stays whole: it says so and offers the scenario, which is what a bug report needs.
 * @param {Page} page
 * @param {number} index
 * @param {PlainError} error
 */
function lose(page, index, error) {
  update(page, index, { status: 'failed', error: error.message });
  if (error.diagnostics.length > 0) page.store.set({ diagnostics: [...page.store.get().diagnostics, ...error.diagnostics] });
  // What was lacking is told in the chart, with the way on; the scenario is not to blame.
  if (error.lack !== '') return;
  if (error.trap) {
    notice(page, 'The engine crashed on this scenario and was restarted. Download the scenario to report the problem.', 'error', {
      label: 'Download scenario',
      run: () => saveScenario(page),
    });
  } else if (error.diagnostics.length === 0) {
    notice(page, `The run could not start: ${error.message}`, 'error', { label: 'Try again', run: () => page.runs.again?.() });
  }
}

/**
 * Runs all variants of a scenario from the start.
 * @param {Page} page
 * @param {string} text canonical JSON
 * @param {{name: string, system: object}[]} systems
 * @param {readonly SourceFile[]} sources the files that they read
 */
export function startRuns(page, text, systems, sources) {
  page.runs.again = () => startRuns(page, text, systems, sources);
  for (const extra of page.runs.clients.splice(systems.length)) extra.close();
  const before = page.store.get().variants;
  // The old layouts and progress stay until the new ones arrive, so that an edit does not flash an empty page.
  page.store.set({
    variants: systems.map(({ name, system }, index) => ({
      name,
      system,
      status: 'loading',
      progress: before[index]?.progress ?? null,
      layout: before[index]?.layout ?? null,
      tables: before[index]?.tables ?? [],
      views: before[index]?.views ?? {},
      report: null,
      digest: null,
      seconds: 0,
      error: null,
    })),
  });
  hold(page);
  const reading = readFiles(page, text, sources);
  // Each run reports it.
  reading.catch(() => undefined);
  const files = sources.length > 0 ? reading : [];
  systems.forEach((_, index) => client(page, index).load(text, index, files));
  list(page);
  heard(page);
}

/**
 * The work in the files of a scenario, for all its runs.
 * @param {Page} page
 * @param {string} text
 * @param {readonly SourceFile[]} sources
 */
async function readFiles(page, text, sources) {
  const mine = (page.runs.reading = {});
  const inputs = sources.length > 0 ? await page.services.file_inputs(text) : [];
  if (page.runs.reading !== mine) throw new Error('Superseded.');
  return page.fileWork.take('charts', inputs, sources);
}

/** Ends the reading of files for the charts. */
function stopReading(/** @type {Page} */ page) {
  page.runs.reading = undefined;
  void page.fileWork.take('charts', [], []);
}

/**
 * Lets runs stand still while something else is opened: they would take the processor from it.
 * @param {Page} page
 * @returns {() => void} lets them go on, unless others have taken their place
 */
export function pauseRuns(page) {
  const { variants } = page.store.get();
  const paused = page.runs.clients.filter((_, index) => variants[index]?.status === 'running');
  for (const client of paused) client.pause();
  return () => {
    for (const client of paused) client.start();
  };
}

/** Ends all runs and takes their charts away. */
export function dropRuns(/** @type {Page} */ page) {
  cancelRuns(page);
  page.store.set({ variants: [] });
  list(page);
  heard(page);
}

/** Runs the scenario again as it is. */
export function runAgain(/** @type {Page} */ page) {
  page.runs.again?.();
}

/** Ends all runs; what is computed is dropped. */
export function cancelRuns(/** @type {Page} */ page) {
  pause(page);
  // What they wait for is no longer read.
  if (page.runs.clients.some(({ isReading }) => isReading)) stopReading(page);
  page.store.get().variants.forEach(({ status }, index) => {
    if (status === 'loading' || status === 'running') page.runs.clients[index]?.cancel();
  });
}

/**
 * Says that what was asked needs a part of the engine that could not be fetched: who asked shows what it has. Where the run was
 * lost with it, its chart says so.
 * @param {Page} page
 * @param {Error & {trap?: boolean}} error
 */
function tellMissing(page, error) {
  const { message, trap } = error;
  if (lackOf(error) !== 'missing' || trap) return;
  const now = performance.now();
  if (now - page.runs.missed > MISSED_MS) notice(page, `${message}. The parts of the page that need it stay empty.`, 'error', RELOAD);
  page.runs.missed = now;
}

/**
 * Asks the engine of one variant; see LOOP in run/protocol.js. Rejects with an Error that may carry `diagnostics`.
 * @template {Method} M
 * @param {Page} page
 * @param {number} index
 * @param {M} method
 * @param {Parameters<Engine[M]>} args
 * @returns {Promise<ReturnType<Engine[M]>>}
 */
export function ask(page, index, method, ...args) {
  const known = page.runs.clients[index];
  if (!known) return Promise.reject(new Error('Nothing is loaded.'));
  const answer = known.call(method, ...args);
  answer.catch((error) => tellMissing(page, error));
  return answer;
}

/**
 * One picture of one variant.
 * @param {Page} page
 * @param {number} index
 * @param {FrameRequest} request
 * @returns {Promise<Frame>}
 */
export function engineFrame(page, index, request) {
  return /** @type {Promise<Frame>} */ (ask(page, index, 'frame', request));
}

/**
 * The data of a special view of one variant.
 * @template {keyof SpecialViews} Id
 * @param {Page} page
 * @param {number} index
 * @param {Id} id
 * @param {SpecialViews[Id][0]} request
 * @returns {Promise<SpecialViews[Id][1]>}
 */
export function askView(page, index, id, request) {
  return ask(page, index, 'view', id, request);
}

/** Gives credit back to the runs when the page is seen again. */
export function resumeRuns(/** @type {Page} */ page) {
  for (const known of page.runs.clients) known.resume();
}

/**
 * Gives back the memory of runs once all are over and none is in use: charts keep their pictures, and what is asked of a run later makes
 * it once more. One alone does not: it may be asked how it differs from another that is being made once more.
 * @param {Page} page
 * @param {number} idle_ms how long nothing was asked of them
 * @param {number} most_s how long a run may have taken
 */
export function restRuns(page, idle_ms, most_s) {
  const { variants } = page.store.get();
  const { clients } = page.runs;
  if (variants.some(({ seconds }) => seconds > most_s) || clients.some((client) => client.idle() < idle_ms)) return;
  for (const client of clients) client.rest();
}

/** The simulated time that all variants have reached. */
export function computed(/** @type {Page} */ page) {
  return extent(page.store.get().variants);
}
