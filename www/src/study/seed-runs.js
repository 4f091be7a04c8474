/** @file The scenario on screen with other seeds: runs them and stores their values, for the strips, the sentences and the tables. */

import { setSeedResults, setSpread } from '../commands.js';
import { runIndex } from './axis-grid.js';
import { OpenStudy } from './open-study.js';
import { lowestCounts } from './replication-stats.js';
import { intervalText } from './spread-texts.js';
import { displayUnit, meanText, seedFacts, significanceNote } from './study-texts.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Part } from './axis-grid.js' */

/** Minimum duration of runs that are cancelled for a pause, s; shorter ones are not worth a new worker. */
const SHORT_S = 0.25;

/** The seeds of a page. They are kept when the seed of the scenario changes, which does not change their values. */
export class SeedRuns {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** The open study, as text. */
    this.text = '';
    /** @type {OpenStudy|undefined} */
    this.study = undefined;
    /**
     * The last stored state.
     * @type {{ended: number, status: string, findings: unknown, differences: unknown, canonical: string}}
     */
    this.stored = { ended: -1, status: '', findings: undefined, differences: undefined, canonical: '' };
    page.store.subscribe(({ replicated }, before) => {
      if (replicated?.canonical !== before.replicated?.canonical || replicated?.text !== before.replicated?.text) this.#follow();
    });
    this.#follow();
  }

  /** Calls `listener` after each change; returns the function that ends it. @param {() => void} listener */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Opens the study of the seeds, or stops its runs if there is none. */
  #follow() {
    const { replicated } = this.page.store.get();
    if (!replicated) return this.pause();
    this.stored = { ended: -1, status: '', findings: undefined, differences: undefined, canonical: replicated.canonical };
    if (this.text === replicated.text && this.study?.ready) {
      this.#update();
      return this.resume();
    }
    this.study?.close();
    this.text = replicated.text;
    const study = new OpenStudy(this.page, () => this.#update(), !replicated.asked);
    this.study = study;
    void study.open({ text: replicated.text, fragment: '' }).then(() => {
      if (this.study === study && this.page.store.get().replicated?.text === this.text) this.resume();
    });
  }

  /** Stops the runs: a short one in progress is completed first, a longer one is cancelled. */
  pause() {
    const { study } = this;
    if (study?.ready?.trial.running) study.cancelEstimate();
    study?.stop(this.page.store.get().variants.every(({ seconds }) => seconds < SHORT_S));
  }

  /** Starts or continues the runs in the background; those that a lesson requests start automatically. */
  resume() {
    const { study } = this;
    if (study?.background && study.work?.status === 'stopped') study.start();
  }

  /** Whether runs are in progress. */
  get isRunning() {
    const status = this.study?.work?.status;
    return status === 'running' || status === 'waiting';
  }

  /** Stores new results. */
  #update() {
    for (const listener of this.listeners) listener();
    const { work, shown, differences = [], firstSeed = 1 } = this.study ?? {};
    const { replicated } = this.page.store.get();
    const { stored } = this;
    if (!work || !shown || !replicated || replicated.text !== this.text) return;
    const { ended, status, findings } = work;
    if (stored.ended !== ended || stored.status !== status) {
      Object.assign(stored, { ended, status });
      const values = seedValues(shown, work.outcomes);
      const seeds = Array.from({ length: shown.seeds }, (_, at) => firstSeed + at);
      setSpread(this.page, { kind: 'seeds', seeds, total: shown.seeds, values, facts: [], note: '', seconds: 0 });
    }
    // The differences are computed after their findings.
    if (!findings || work.counted <= 1 || (stored.findings === findings && stored.differences === differences)) return;
    Object.assign(stored, { findings, differences });
    const means = shown.measures.map((measured, at) => {
      const reading = displayUnit(measured);
      return [
        measured.metric,
        measured.points.map(({ interval }, point) =>
          [
            measured.unit === 's' && interval ? intervalText(interval, 's') : meanText(interval, reading),
            significanceNote(differences[at]?.[point]),
          ]
            .filter(Boolean)
            .join(', '),
        ),
      ];
    });
    const complete = status === 'done' && (shown.axes.length === 0 || differences.length > 0);
    setSeedResults(this.page, { means: Object.fromEntries(means), facts: complete ? this.#facts(shown, work.outcomes, differences) : [] });
  }

  /**
   * The statistics of the replications by variant, for sentences.
   * @param {Part} shown
   * @param {(Float64Array|undefined)[]} outcomes
   * @param {readonly (readonly (import('../engine/types.js').StudyDifference|null)[])[]} differences
   */
  #facts(shown, outcomes, differences) {
    const counts = Object.entries(seedValues(shown, outcomes)).map(
      ([metric, values]) => /** @type {const} */ ([metric, lowestCounts(values)]),
    );
    return seedFacts(shown, differences, Object.fromEntries(counts));
  }
}

/**
 * The values of each measure in all runs that have ended: by metric, then by variant, then by seed.
 * @param {Part} part
 * @param {readonly (ArrayLike<number>|undefined)[]} outcomes
 * @returns {Record<string, (number|null)[][]>}
 */
export function seedValues(part, outcomes) {
  const { measures, points, seeds } = part;
  return Object.fromEntries(
    measures.map(({ metric, column }) => [
      metric,
      Array.from({ length: points }, (_, point) =>
        Array.from({ length: seeds }, (_, seed) => {
          const value = outcomes[runIndex(part, point, seed)]?.[column];
          return value !== undefined && Number.isFinite(value) ? value : null;
        }),
      ),
    ]),
  );
}

/** The seeds of a page. @param {Page} page */
export function seedRunsOf(page) {
  return (page.seedRuns ??= new SeedRuns(page));
}
