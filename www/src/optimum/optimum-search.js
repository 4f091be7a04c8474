/** @file Bounds and optima of the scenario on screen: a worker computes them, and searches in slices until it is stopped. */

import { gatherFiles } from '../commands/scenario.js';
import { createCaller } from '../engine/engine-caller.js';
import { cacheModule } from '../engine/wasm-modules.js';
import { extendHistory, startHistory } from './search-history.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Caller } from '../engine/engine-caller.js' */
/** @import { Diagnostic } from '../engine/types.js' */
/** @import { OptimumProgress, OptimumReport, ScheduleBar } from '../engine/types.js' */
/** @import { OptimumMethods } from './optimum-methods.js' */
/** @import { SearchPoint } from './search-history.js' */

/** Time of a slice: after it the best schedule is drawn, and the search can stop, ms. */
const SLICE_MS = 150;

/**
 * The compiled package. Its address is imported on demand, so that the code of pages without a search does not contain
 * it.
 */
const searchModule = cacheModule(async () => (await import('../../pkg-optimum/ganttlet_optimum_bg.wasm?url')).default);

const PARTS = {
  module: searchModule,
  makeWorker: () => new Worker(new URL('../worker.js', import.meta.url), { type: 'module', name: 'optimum' }),
  loadLocal: async () => (await import('./optimum-start.js')).startOptimum,
};

/**
 * The best schedule of a report, as bars.
 * @typedef {{bars: ScheduleBar[], rows: number}} DrawnSchedule
 */

/** Bounds and optima of one scenario. */
export class OptimumSearch {
  /** @type {Caller<OptimumMethods>} */
  #caller;
  /** Counts scenarios and searches: answers to older ones are ignored. */
  #turn = 0;
  /** The scenario in the worker, as text. */
  #held = '';
  /** Whether slices are under way. */
  #advancing = false;

  /**
   * @param {Page} page
   * @param {() => void} changed
   * @param {Caller<OptimumMethods>} [caller] replaced in tests
   */
  constructor(page, changed, caller = createCaller(PARTS)) {
    this.page = page;
    this.changed = changed;
    this.#caller = caller;
    /** @type {'empty'|'computing'|'ready'|'searching'|'paused'|'failed'} */
    this.status = 'empty';
    /** The scenario of the reports, as text. */
    this.key = '';
    this.error = '';
    /** @type {OptimumReport[]} */
    this.reports = [];
    /** @type {Diagnostic[]} */
    this.diagnostics = [];
    /** The objective of the current or last search. @type {OptimumReport['objective']|''} */
    this.objective = '';
    /** @type {OptimumProgress|undefined} */
    this.progress = undefined;
    /** The best schedule of each report that was searched. @type {Map<number, DrawnSchedule>} */
    this.schedules = new Map();
    /** The course of the search of each report. @type {Map<number, SearchPoint[]>} */
    this.histories = new Map();
  }

  /** Computes the bounds of the scenario on screen, unless known. */
  async open() {
    const { canonical } = this.page.store.get();
    if (!canonical || (this.key === canonical && this.status !== 'empty')) return;
    this.close();
    const turn = this.#turn;
    Object.assign(this, { key: canonical, status: 'computing' });
    this.changed();
    try {
      const { reports, diagnostics } = await this.#load(canonical);
      if (turn !== this.#turn) return;
      Object.assign(this, { reports, diagnostics, status: 'ready' });
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#fail(error);
    }
    this.changed();
  }

  /** Opens a scenario in the worker. @param {string} text */
  async #load(text) {
    const { scenario } = this.page.store.get();
    const { files, missing } = scenario ? await gatherFiles(this.page, scenario) : { files: [], missing: [] };
    if (missing[0]) throw new Error(missing[0].message);
    const inputs = files.length > 0 ? await this.page.services.file_inputs(text) : [];
    const work = await this.page.fileWork.take('optimum', inputs, files);
    const reports = await this.#caller.call('open', text, work);
    void this.page.fileWork.take('optimum', [], []);
    this.#held = text;
    return reports;
  }

  /**
   * Searches for the best schedules of an objective, until they are proven, the limit is reached or the search is stopped.
   * @param {OptimumReport['objective']} objective
   */
  async start(objective) {
    if (this.status !== 'ready') return;
    this.#turn += 1;
    for (const [at, report] of this.reports.entries()) if (report.objective === objective) this.histories.set(at, startHistory(report));
    Object.assign(this, { objective, status: 'searching', progress: undefined });
    this.changed();
    await this.#search(async () => {
      if (this.#held !== this.key) await this.#load(this.key);
      await this.#caller.call('begin', objective === 'total-flow');
    });
  }

  /** Pauses the search after the present slice. */
  pause() {
    if (this.status !== 'searching') return;
    this.status = 'paused';
    this.changed();
  }

  /** Continues a paused search. */
  async resume() {
    if (this.status !== 'paused') return;
    this.status = 'searching';
    this.changed();
    // Before the end of the slice, the search simply goes on.
    if (!this.#advancing) await this.#search(async () => {});
  }

  /** Stops the search after the present slice, and keeps the best schedule. */
  async stop() {
    if (this.status !== 'searching' && this.status !== 'paused') return;
    this.status = 'ready';
    this.changed();
    if (!this.#advancing) await this.#settle(this.#turn, () => this.#readReports(this.#turn));
  }

  /** Prepares a search and advances it in slices. @param {() => Promise<void>} prepare */
  #search(prepare) {
    const turn = this.#turn;
    return this.#settle(turn, async () => {
      this.#advancing = true;
      await prepare();
      while (turn === this.#turn && this.status === 'searching') {
        const { done, progress } = await this.#caller.call('advance', SLICE_MS);
        if (turn !== this.#turn) return;
        if (progress) this.#keep(progress);
        if (done) this.status = 'ready';
      }
      this.#advancing = false;
      if (this.status === 'ready') await this.#readReports(turn);
    });
  }

  /** Reads the reports after a search. @param {number} turn */
  async #readReports(turn) {
    const { reports } = await this.#caller.call('reports');
    if (turn === this.#turn) this.reports = reports;
  }

  /**
   * Runs a step of a search, and reports its failure.
   * @param {number} turn
   * @param {() => Promise<void>} step
   */
  async #settle(turn, step) {
    try {
      await step();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#advancing = false;
      this.#held = '';
      this.#fail(error);
    }
    if (turn === this.#turn) this.changed();
  }

  /** @param {OptimumProgress} progress */
  #keep(progress) {
    const { bars, rows, report } = progress;
    if (bars) this.schedules.set(report, { bars, rows });
    this.histories.set(report, extendHistory(this.histories.get(report) ?? [], progress));
    this.progress = progress;
    this.changed();
  }

  /** @param {unknown} error */
  #fail(error) {
    this.status = 'failed';
    this.error = error instanceof Error ? error.message : String(error);
  }

  /** Ends all computations and releases the memory. */
  close() {
    this.#turn += 1;
    this.#advancing = false;
    this.#held = '';
    this.#caller.giveUp();
    this.schedules.clear();
    this.histories.clear();
    Object.assign(this, { status: 'empty', key: '', error: '', reports: [], diagnostics: [], objective: '', progress: undefined });
  }
}
