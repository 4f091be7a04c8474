/** @file Starts, observes and ends the runs: one worker per variant. */

import { missingResource } from '../engine/engine-errors.js';
import { RunClient } from '../run/run-client.js';
import { windowAfterRunChange } from '../state/chart-window.js';
import { saveScenario } from './file-download.js';
import { compareWithLink } from './link-verdict.js';
import { beginTask, dismissNotice, showNotice } from './notices.js';
import { RELOAD } from './part-loading.js';
import { holdPlayhead, limitPlayhead, pause } from './player.js';

/** @import { Page } from './page.js' */
/** @import { PlainError } from '../engine/engine-errors.js' */
/** @import { FrameRequest, SpecialViews } from '../engine/types.js' */
/** @import { SourceFile } from '../services/file-work.js' */
/** @import { Diagnostic, Variant } from '../types.js' */
/** @import { Engine, Frame, Method } from '../run/run-protocol.js' */

/** Longer runs are listed as tasks that can be cancelled, ms. */
const PATIENCE_MS = 400;
/** A run without messages for this time has died, or reads a very large file, ms. */
const SILENCE_MS = 20_000;
/**
 * Minimum time without failed queries before a missing part is reported again, ms: panels repeat their queries while the playhead moves.
 */
const MISSED_MS = 3000;
/** The private state of a page's runs. */
export const createRunsState = () => ({
  /** One per variant. @type {RunClient[]} */
  clients: [],
  /** The timer until the silence is reported. @type {ReturnType<typeof setTimeout>|undefined} */
  silence: undefined,
  /** The notice about the silence, if shown. */
  silent: 0,
  /** The timer until the runs are listed as a running task. @type {ReturnType<typeof setTimeout>|undefined} */
  listing: undefined,
  /** @type {import('./notices.js').RunningTask|undefined} */
  listed: undefined,
  /** The time at which a part of the engine was last found to be missing, ms. */
  missed: -Infinity,
  /** The latest reading of files for these runs. @type {object|undefined} */
  reading: undefined,
  /** Runs the unchanged scenario again. @type {(() => void)|undefined} */
  again: undefined,
});

/**
 * @param {Page} page
 * @param {number} index
 * @param {Partial<Variant>} patch
 */
function updateVariant(page, index, patch) {
  const { variants, view } = page.store.get();
  if (!variants[index]) return;
  const next = variants.map((variant, i) => (i === index ? { ...variant, ...patch } : variant));
  page.store.set({ variants: next, view: windowAfterRunChange(view, variants, next) });
  updateTask(page);
  restartPatience(page);
  limitPlayhead(page);
}

/** Updates the list of tasks from the runs. */
function updateTask(/** @type {Page} */ page) {
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
    page.runs.listed = beginTask(page, 'Simulating', () => cancelRuns(page));
  }, PATIENCE_MS);
  const parts = variants.map(({ status, progress }) => {
    if (status === 'loading' || !progress) return 0;
    return status === 'running' ? progress.ended / Math.max(progress.subjects, 1) : 1;
  });
  page.runs.listed?.progress(parts.reduce((sum, part) => sum + part, 0) / parts.length);
}

/** Restarts the time limit after a message of a run. */
function restartPatience(/** @type {Page} */ page) {
  clearTimeout(page.runs.silence);
  dismissNotice(page, page.runs.silent);
  const active = page.store.get().variants.some(({ status }) => status === 'loading' || status === 'running');
  page.runs.silence = active ? setTimeout(() => reportSilence(page), SILENCE_MS) : undefined;
}

/** Reports that the runs are silent. They are not ended, since they may read a large file. */
function reportSilence(/** @type {Page} */ page) {
  // Runs of a hidden page pause, and runs that fetch a part of the engine wait.
  if (document.visibilityState !== 'visible' || page.runs.clients.some((client) => client?.isWaiting())) return restartPatience(page);
  const action = { label: 'Run again', run: () => restartRuns(page) };
  showNotice(
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
 * The worker of one variant, which is started on first use.
 * @param {Page} page
 * @param {number} index
 * @returns {RunClient}
 */
function createClient(page, index) {
  page.runs.clients[index] ??= new RunClient({
    loaded: (layout) => {
      updateVariant(page, index, { status: 'running', layout, progress: null });
      addRunDiagnostics(page, layout.diagnostics);
      page.runs.clients[index]?.start();
    },
    progress: (progress) => updateVariant(page, index, { progress }),
    done: (progress, report, seconds) => {
      updateVariant(page, index, { status: 'done', progress, report, digest: report.digest ?? null, seconds });
      const { variants } = page.store.get();
      const name = variants.length > 1 ? `${variants[index]?.layout?.name ?? ''}: ` : '';
      addRunDiagnostics(
        page,
        report.diagnostics.map((found) => ({ ...found, message: `${name}${found.message}` })),
      );
      compareWithLink(page).catch(() => undefined);
    },
    cancelled: () => {
      const { variants } = page.store.get();
      if (variants[index]?.status !== 'done') updateVariant(page, index, { status: 'cancelled' });
    },
    error: (error) => loseRun(page, index, error),
    // The new engine does not know the outcome of the first run.
    again: () => updateVariant(page, index, { compared: false, otherWork: false }),
  });
  return page.runs.clients[index];
}

/**
 * Adds the diagnostics of a run to those of the scenario, each once.
 * @param {Page} page
 * @param {readonly Diagnostic[]} found
 */
export function addRunDiagnostics(page, found) {
  const { diagnostics } = page.store.get();
  const more = found.filter(({ message, place }) => !diagnostics.some((known) => known.message === message && known.place === place));
  if (more.length > 0) page.store.set({ diagnostics: [...diagnostics, ...more] });
}

/**
 * Reports a lost run, and offers the scenario for a bug report.
 * @param {Page} page
 * @param {number} index
 * @param {PlainError} error
 */
function loseRun(page, index, error) {
  updateVariant(page, index, { status: 'failed', error: error.message });
  if (error.diagnostics.length > 0) page.store.set({ diagnostics: [...page.store.get().diagnostics, ...error.diagnostics] });
  // The chart reports the missing resource with a remedy; the scenario is not the cause.
  if (error.lack !== '') return;
  if (error.trap) {
    showNotice(page, 'The engine crashed on this scenario and was restarted. Download the scenario to report the problem.', 'error', {
      label: 'Download scenario',
      run: () => saveScenario(page),
    });
  } else if (error.diagnostics.length === 0) {
    showNotice(page, `The run could not start: ${error.message}`, 'error', { label: 'Try again', run: () => page.runs.again?.() });
  }
}

/**
 * Runs all variants of a scenario from the start.
 * @param {Page} page
 * @param {string} text canonical JSON
 * @param {{name: string, system: object}[]} systems
 * @param {readonly SourceFile[]} sources the files that they read
 * @param {{ran?: boolean, other?: boolean}} [how] ran: the complete runs on screen belong to this scenario; other: the
 *   runs on screen belong to another scenario
 */
export function startRuns(page, text, systems, sources, { ran = false, other = false } = {}) {
  page.runs.again = () => startRuns(page, text, systems, sources);
  if (ran) return;
  for (const extra of page.runs.clients.splice(systems.length)) extra.close();
  // The old layouts and progress stay until the new ones arrive, so that an edit does not flash an empty page. They
  // would be wrong for another scenario.
  const before = other ? [] : page.store.get().variants;
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
  holdPlayhead(page);
  const reading = readFiles(page, text, sources);
  // Each run reports it.
  reading.catch(() => undefined);
  const files = sources.length > 0 ? reading : [];
  systems.forEach((_, index) => createClient(page, index).load(text, index, files));
  updateTask(page);
  restartPatience(page);
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
 * Pauses the runs while something else is opened, which needs the processor.
 * @param {Page} page
 * @returns {() => void} a function that resumes them, unless they were replaced
 */
export function pauseRuns(page) {
  const { variants } = page.store.get();
  const paused = page.runs.clients.filter((_, index) => variants[index]?.status === 'running');
  for (const client of paused) client.pause();
  return () => {
    for (const client of paused) client.start();
  };
}

/** Ends all runs and removes their charts. */
export function dropRuns(/** @type {Page} */ page) {
  cancelRuns(page);
  page.store.set({ variants: [] });
  updateTask(page);
  restartPatience(page);
}

/** Runs the unchanged scenario again. */
export function runAgain(/** @type {Page} */ page) {
  page.runs.again?.();
}

/** Ends all runs and drops their results. */
export function cancelRuns(/** @type {Page} */ page) {
  pause(page);
  // Stops the reading that they wait for.
  if (page.runs.clients.some(({ isReading }) => isReading)) stopReading(page);
  page.store.get().variants.forEach(({ status }, index) => {
    if (status === 'loading' || status === 'running') page.runs.clients[index]?.cancel();
  });
}

/**
 * Reports that a query needs a part of the engine that could not be loaded, unless the run fails with it, which its
 * chart reports.
 * @param {Page} page
 * @param {Error & {trap?: boolean}} error
 */
function reportMissingPart(page, error) {
  const { message, trap } = error;
  if (missingResource(error) !== 'missing' || trap) return;
  const now = performance.now();
  if (now - page.runs.missed > MISSED_MS) showNotice(page, `${message}. The parts of the page that need it stay empty.`, 'error', RELOAD);
  page.runs.missed = now;
}

/**
 * Queries the engine of one variant; see LOOP in run/run-protocol.js. Rejects with an Error that may have
 * `diagnostics`.
 * @template {Method} M
 * @param {Page} page
 * @param {number} index
 * @param {M} method
 * @param {Parameters<Engine[M]>} args
 * @returns {Promise<ReturnType<Engine[M]>>}
 */
export function askRun(page, index, method, ...args) {
  const known = page.runs.clients[index];
  if (!known) return Promise.reject(new Error('Nothing is loaded.'));
  const answer = known.call(method, ...args);
  answer.catch((error) => reportMissingPart(page, error));
  return answer;
}

/**
 * Requests a frame of one variant.
 * @param {Page} page
 * @param {number} index
 * @param {FrameRequest} request
 * @returns {Promise<Frame>}
 */
export function requestFrame(page, index, request) {
  return /** @type {Promise<Frame>} */ (askRun(page, index, 'frame', request));
}

/**
 * Queries the data of a special view of one variant.
 * @template {keyof SpecialViews} Id
 * @param {Page} page
 * @param {number} index
 * @param {Id} id
 * @param {SpecialViews[Id][0]} request
 * @returns {Promise<SpecialViews[Id][1]>}
 */
export function askView(page, index, id, request) {
  return askRun(page, index, 'view', id, request);
}

/** Continues the runs when the page becomes visible. */
export function resumeRuns(/** @type {Page} */ page) {
  for (const known of page.runs.clients) known.resume();
}

/**
 * Releases the memory of runs once all are complete and unused: charts keep their frames, and a later query repeats the
 * run. All are released together, because queries may compare one with another.
 * @param {Page} page
 * @param {number} idle_ms minimum time without queries
 * @param {number} most_s maximum duration of a run
 */
export function releaseRuns(page, idle_ms, most_s) {
  const { variants } = page.store.get();
  const { clients } = page.runs;
  if (variants.some(({ seconds }) => seconds > most_s) || clients.some((client) => client.idleTime() < idle_ms)) return;
  for (const client of clients) client.release();
}
