/**
 * @file Runs of a scenario that is being edited. Each variant has a second engine, which runs the latest edit while the
 * first one draws; then the two are swapped. So charts never show an incomplete run.
 */

import { RunClient } from '../run/run-client.js';
import { readJobs } from '../scenario/edit-effects.js';
import { computedExtent } from '../state/chart-window.js';

/** @import { Page } from './page.js' */
/** @import { Layout, Progress, Report } from '../engine/types.js' */
/** @import { RunJob } from '../scenario/edit-effects.js' */
/** @import { State } from '../types.js' */

/** @typedef {{layout: Layout, progress: Progress, report: Report, seconds: number, jobs: RunJob[]}} EditRun a complete run */

/** Maximum time that the next run waits for charts to draw the last one, ms. */
const LONGEST_DRAWING_MS = 150;

/** Polling interval for the completion of drawing, ms. */
const POLL_MS = 2;

/** The second engines of a page. */
export class EditRuns {
  /** One per variant. @type {RunClient[]} */
  #spares = [];

  /** The runs in progress, in sequence. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /**
   * Runs all variants of a scenario to their ends.
   * @param {string} text canonical JSON
   * @returns {Promise<EditRun[]>}
   */
  run(text) {
    const next = this.#last.then(() => Promise.all(this.page.store.get().variants.map((_, index) => this.#runVariant(text, index))));
    this.#last = next.catch(() => undefined);
    return next;
  }

  /**
   * Runs one variant of an edited scenario in a second engine.
   * @param {string} text
   * @param {number} index
   * @returns {Promise<EditRun>}
   */
  #runVariant(text, index) {
    return new Promise((resolve, reject) => {
      const client = (this.#spares[index] ??= new RunClient());
      /** @type {Layout|undefined} */
      let layout;
      client.events = {
        loaded: (known) => {
          layout = known;
          // A worker that was replaced meanwhile has not been started.
          client.start();
        },
        done: (progress, report, seconds) =>
          void client.call('export_text', 'jobs').then((csv) => {
            if (layout) resolve({ layout, progress, report, seconds, jobs: readJobs(csv) });
          }, reject),
        error: (error) => reject(new Error(error.message)),
      };
      client.load(text, index, this.page.runs.clients[index]?.loaded?.files ?? []);
      client.start();
    });
  }

  /** Waits until the charts have drawn the runs on screen. */
  async waitForFrames() {
    const end = performance.now() + LONGEST_DRAWING_MS;
    // Frames are requested at a refresh; their answers do not need another one.
    await nextRefresh();
    while (performance.now() < end && this.page.runs.clients.some((client) => client.port?.pendingMethods.includes('frame')))
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }

  /**
   * Shows complete runs: their engines are swapped with those on screen.
   * @param {readonly EditRun[]} runs
   * @param {boolean} held whether the edit continues, so that no difference to the baseline is drawn
   * @param {(next: Pick<State, 'variants'>) => Partial<State>} [more] state changes applied together with the runs
   */
  show(runs, held, more = () => ({})) {
    const { clients } = this.page.runs;
    const { variants } = this.page.store.get();
    runs.forEach((_, index) => {
      const [shown, spare] = [clients[index], this.#spares[index]];
      if (!shown || !spare) return;
      [shown.events, spare.events] = [{}, shown.events];
      clients[index] = spare;
      this.#spares[index] = shown;
    });
    const next = variants.map((variant, index) => {
      const run = runs[index];
      if (!run) return variant;
      const { layout, progress, report, seconds } = run;
      const digest = report.digest ?? null;
      // Only a run that is marked as compared keeps the page from comparing it.
      return {
        ...variant,
        status: /** @type {const} */ ('done'),
        error: null,
        layout,
        progress,
        report,
        digest,
        seconds,
        compared: held,
        otherWork: false,
      };
    });
    this.page.store.set({ variants: next, playhead_s: computedExtent(next).computed_s, ...more({ variants: next }) });
  }

  /** Releases the memory of the second engines. */
  release() {
    for (const spare of this.#spares.splice(0)) spare?.close();
  }
}

/** Waits for the next refresh of the screen; a hidden page has none. */
function nextRefresh() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_DRAWING_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
