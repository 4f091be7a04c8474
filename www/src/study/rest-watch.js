/** @file Starts replications of the scenario when the page is at rest, and pauses them when it is used. */

import { loadPart } from '../commands/part-loading.js';
import { replicate, setSpread } from '../commands.js';
import { listVariants } from '../scenario/forks.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { replicationMethod, replicationStudyText } from '../scenario/replication.js';
import { hasEditsOfSeed, oneSeedReasonOf } from '../scenario/seed-dependence.js';
import { BACKGROUND_WORKERS } from './run-queue.js';
import { seedRunsOf } from './seed-runs.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Spread } from '../types.js' */

/** Time without any input after which a page is at rest, ms. */
const REST_MS = 1000;
/** Maximum duration of runs whose replications start automatically, s. */
const LONG_S = 3;
/** Number of seeds. */
const SEEDS = 20;
/** Maximum number of jobs of logs that are divided into weeks automatically. */
const MANY_JOBS = 200_000;
/** The events that show that the page is in use. */
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'input'];

/** Watches one page. */
export class RestWatch {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** The last input, ms. */
    this.used = -Infinity;
    /** The scenario whose replications were requested. */
    this.requested = '';
    this.seeds = seedRunsOf(page);
    page.store.subscribe((state, before) => {
      if (state.canonical !== before.canonical || state.beside !== before.beside) this.seeds.study?.background && this.seeds.pause();
      if (state.variants !== before.variants || state.beside !== before.beside || state.lesson !== before.lesson) this.#schedule();
    });
    const onInput = () => {
      this.used = performance.now();
      // Runs requested by the reader continue.
      if (this.seeds.study?.background && this.seeds.isRunning && this.requested !== page.store.get().canonical) this.seeds.pause();
      if (this.isDue) this.#schedule();
    };
    for (const input of INPUTS) document.addEventListener(input, onInput, { capture: true, passive: true });
    document.addEventListener('visibilitychange', () => this.#schedule());
    this.#schedule();
  }

  /** Whether there are runs to start or to continue. */
  get isDue() {
    const state = this.page.store.get();
    const { spread, variants, beside, scenario, lesson, replicated } = state;
    if (!scenario || variants.length === 0 || beside !== '' || replicated?.asked) return false;
    if (variants.some(({ status }) => status !== 'done') || isPredictionPending(lesson)) return false;
    if (lesson?.lesson.steps[lesson.step]?.seeds || document.visibilityState !== 'visible') return false;
    return spread === null || (replicated !== null && this.seeds.study?.work?.status === 'stopped');
  }

  /** Waits until the page is at rest. */
  #schedule() {
    clearTimeout(this.#timer);
    if (!this.isDue) return;
    const left = this.used + REST_MS - performance.now();
    // A scenario with known seeds needs no runs.
    this.#timer = setTimeout(() => this.#start(), this.#isKnown ? 0 : Math.max(left, 0) + 50);
  }

  /** Whether the seeds of the scenario on screen have already run, with another seed on screen. */
  get #isKnown() {
    const { study, text } = this.seeds;
    return study?.work?.status === 'done' && text === replicationStudyText(this.page.store.get());
  }

  /** Opens the study of the seeds and starts its runs. */
  #start() {
    if (!this.isDue) return;
    const begin = () => {
      if (!this.isDue) return;
      if (!this.#isKnown && performance.now() - this.used < REST_MS) return this.#schedule();
      void this.#begin();
    };
    if (this.#isKnown || !globalThis.requestIdleCallback) begin();
    else requestIdleCallback(begin, { timeout: 2000 });
  }

  /** Starts the replications of the scenario on screen. */
  async #begin() {
    const state = this.page.store.get();
    const { scenario, variants, work, canonical, replicated } = state;
    if (!scenario) return;
    if (replicated) return this.seeds.resume();
    const reason = hasEditsOfSeed(scenario) ? 'an edited job' : oneSeedReasonOf(listVariants(scenario));
    if (reason) return setSpread(this.page, emptySpread('none', `${reason} belongs to one seed, no interval`));
    const method = replicationMethod(scenario, work?.things ?? '');
    if (method === 'none') return setSpread(this.page, emptySpread('none', 'no chance in this workload, no interval'));
    const seconds = variants.reduce((sum, variant) => sum + variant.seconds, 0);
    const jobs = Math.max(...variants.map(({ layout }) => layout?.subjects ?? 0));
    const long = method === 'seeds' ? seconds > LONG_S : jobs > MANY_JOBS;
    if (long && this.requested !== canonical) {
      const expected = method === 'seeds' ? (seconds * SEEDS) / BACKGROUND_WORKERS : Number.NaN;
      return setSpread(this.page, { ...emptySpread('offered', ''), seconds: expected });
    }
    if (method === 'seeds') return replicate(this.page, replicationStudyText(state), false);
    const batches = await loadPart(this.page, 'The weeks of the log', () => import('./log-batches.js'));
    const spread = await batches?.readBatches(this.page).catch(() => undefined);
    if (spread && this.page.store.get().canonical === canonical) setSpread(this.page, spread);
  }

  /** Starts replications that were offered. */
  request() {
    this.requested = this.page.store.get().canonical;
    setSpread(this.page, null);
    void this.#begin();
  }
}

/**
 * A spread without values, and the reason.
 * @param {Spread['kind']} kind
 * @param {string} note
 * @returns {Spread}
 */
export const emptySpread = (kind, note) => ({ kind, seeds: [], total: 0, values: {}, facts: [], note, seconds: 0 });

/** Watches a page, once. @param {Page} page */
export function watchRest(page) {
  page.restWatch ??= new RestWatch(page);
}
