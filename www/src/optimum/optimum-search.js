/** @file Bounds and optima of the scenario on screen: a worker computes them, and searches in slices until it is stopped. */

import { gatherFiles } from '../commands/scenario.js';
import { createCaller } from '../engine/engine-caller.js';
import { cacheModule } from '../engine/wasm-modules.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Caller } from '../engine/engine-caller.js' */
/** @import { Diagnostic } from '../engine/types.js' */
/** @import { OptimumProgress, OptimumReport, ScheduleBar } from '../../pkg-optimum/ganttlet_optimum.js' */
/** @import { OptimumMethods } from './optimum-methods.js' */

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

  /**
   * @param {Page} page
   * @param {() => void} changed
   * @param {import('../engine/engine-port.js').Parts} [parts] replaced in tests
   */
  constructor(page, changed, parts = PARTS) {
    this.page = page;
    this.changed = changed;
    this.#caller = createCaller(parts);
    /** @type {'empty'|'computing'|'ready'|'searching'|'failed'} */
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
    const turn = this.#turn;
    const wanted = () => turn === this.#turn && this.status === 'searching';
    Object.assign(this, { objective, status: 'searching', progress: undefined });
    this.changed();
    try {
      if (this.#held !== this.key) await this.#load(this.key);
      await this.#caller.call('begin', objective === 'total-flow');
      while (wanted()) {
        const progress = await this.#caller.call('advance', SLICE_MS);
        if (turn !== this.#turn) return;
        this.#keep(progress);
        if (progress.done) break;
      }
      const { reports } = await this.#caller.call('reports');
      if (turn !== this.#turn) return;
      Object.assign(this, { reports, status: 'ready' });
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#held = '';
      this.#fail(error);
    }
    this.changed();
  }

  /** Stops the search after the current slice, and keeps the best schedule. */
  stop() {
    if (this.status !== 'searching') return;
    this.status = 'ready';
    this.changed();
  }

  /** @param {OptimumProgress} progress */
  #keep(progress) {
    const { bars, rows, report } = progress;
    if (bars) this.schedules.set(report, { bars, rows });
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
    this.#held = '';
    this.#caller.giveUp();
    this.schedules.clear();
    Object.assign(this, { status: 'empty', key: '', error: '', reports: [], diagnostics: [], objective: '', progress: undefined });
  }
}
