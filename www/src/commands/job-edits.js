/**
 * @file Edits of jobs in progress: every value is run at once in all variants, the latest one first. One gesture is one
 * undo step.
 */

import { measureEffect, readJobs } from '../scenario/edit-effects.js';
import {
  clusterPointer,
  editedValues,
  isEditable,
  mergeEdit,
  originalValues,
  removeEdit,
  runtimeValues,
  withClusterNodes,
  withEdits,
} from '../scenario/job-edits.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { fullWindow } from '../state/chart-window.js';
import { EditRuns } from './edit-runs.js';
import { pause, seekEnd } from './player.js';
import { addRunDiagnostics, askRun } from './runs.js';
import { setScenario } from './scenario.js';

/** @import { Page } from './page.js' */
/** @import { EditRun } from './edit-runs.js' */
/** @import { Report } from '../engine/types.js' */
/** @import { RunJob } from '../scenario/edit-effects.js' */
/** @import { Change, JobEdit, JobValues, Property } from '../scenario/job-edits.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */

/** Duration for which the effect of a single edit is shown, ms, before that of all edits. */
const EFFECT_MS = 2000;
/** The second engines are released after this time without an edit, ms. */
const IDLE_MS = 30_000;
/** Runs that take longer are not repeated while a value changes, s. */
const LONGEST_LIVE_S = 0.5;
/** With more jobs, handles are not shown and edits run on release. */
const MOST_JOBS = 5000;
/** Maximum runtime with drawing in step with the value, ms. */
const PREVIEW_MS = 50;
/** Minimum runtime and maximum cluster size of a gesture. */
const LEAST_RUN_S = 1;
const MOST_NODES = 10_000;

/** @typedef {{reports: (Report|null)[], jobs: RunJob[][]}} Results of all variants */

/** The edits of the scenario on screen. */
export class JobEdits {
  /** The results on screen and the reports they belong to. @type {Results|undefined} */
  #shown;
  /** The results without edits, and their scenario. @type {{text: string, results: Results}|undefined} */
  #plain;
  /** The current gesture. @type {Gesture|undefined} */
  #gesture;
  /** @type {Promise<void>|undefined} */
  #work;
  /** @type {Promise<boolean>|undefined} */
  #preparing;
  #keeping = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #idle;
  /** Number of edits run and shown in this gesture, and the time of its first, ms. */
  updates = { count: 0, since: 0, rate: 0 };

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.runs = new EditRuns(page);
    page.store.subscribe((state, before) => {
      // An effect belongs to one scenario; an undo during a change goes back before both.
      if (state.scenario === before.scenario || this.#keeping || !state.touch) return;
      this.#gesture = undefined;
      page.store.set({ touch: null });
    });
  }

  /** Whether jobs can be edited now: the runs are complete and no prediction is requested. */
  get isOffered() {
    const { scenario, variants, lesson, embedded } = this.page.store.get();
    const complete = variants.length > 0 && variants.every(({ status }) => status === 'done');
    return !embedded && complete && isEditable(scenario) && !isPredictionPending(lesson);
  }

  /** Whether edits are run while a value changes. */
  get isLive() {
    const { variants } = this.page.store.get();
    return variants.every(({ seconds, layout }) => seconds <= LONGEST_LIVE_S && (layout?.subjects ?? 0) <= MOST_JOBS);
  }

  /** Whether a value is being changed. */
  get isHeld() {
    return this.#gesture !== undefined || this.#keeping;
  }

  /**
   * Reads the data of the runs on screen that edits need, once for all callers. @returns {Promise<boolean>} whether
   * jobs can be edited
   */
  prepare() {
    this.#preparing ??= this.#prepare().finally(() => (this.#preparing = undefined));
    return this.#preparing;
  }

  /** Loads the engines of all variants, so that a value can run at once. */
  async #prepare() {
    if (!this.isOffered || this.isHeld) return this.isOffered;
    const { variants, scenario } = this.page.store.get();
    try {
      if (!this.#isCurrent()) {
        const reports = variants.map(({ report }) => report);
        const jobs = await Promise.all(variants.map((_, index) => askRun(this.page, index, 'export_text', 'jobs')));
        this.#shown = { reports, jobs: jobs.map(readJobs) };
      }
      if (scenario) await this.#readPlainResults(scenario);
    } catch {
      // A run that was replaced meanwhile is read at the next touch.
      return false;
    }
    return this.#isCurrent();
  }

  #isCurrent() {
    const { variants } = this.page.store.get();
    return this.#shown?.reports.length === variants.length && variants.every(({ report }, at) => this.#shown?.reports[at] === report);
  }

  /** Runs the scenario without its edits, unless those results are known. @param {ScenarioDocument} scenario */
  async #readPlainResults(scenario) {
    const text = JSON.stringify(withEdits(scenario, []));
    if (this.#plain?.text === text) return;
    if (editsOf(scenario).length === 0) {
      if (this.#shown) this.#plain = { text, results: this.#shown };
      return;
    }
    this.#plain = { text, results: resultsOf(await this.runs.run(text)) };
    this.#releaseLater();
  }

  /** The jobs of a variant before the current edit and now; null if unknown. @param {number} variant */
  jobsOf(variant) {
    const [before, now] = [this.#gesture?.before ?? this.#last?.before, this.#shown];
    return before && now ? { before: before.jobs[variant] ?? [], now: now.jobs[variant] ?? [] } : null;
  }

  /** The last ended gesture. @type {Gesture|undefined} */
  #last;

  /**
   * The values of a job without edits; null if unknown.
   * @param {number} job its number
   * @returns {JobValues|null}
   */
  originalOf(job) {
    const plain = this.#plain?.results.jobs[0]?.find(({ number }) => number === job);
    if (plain) return this.#nominalValues(plain);
    const shown = this.#shown?.jobs[0]?.find(({ number }) => number === job);
    return shown ? originalValues(editsOf(this.page.store.get().scenario), job, this.#nominalValues(shown)) : null;
  }

  /** The speed of the nodes on which a job ran. @param {RunJob|undefined} job @param {number} [variant] */
  #speedOf(job, variant = 0) {
    return this.page.store.get().variants[variant]?.layout?.bands.find(({ name }) => name === job?.cluster)?.speed ?? 1;
  }

  /** The runtime on nodes of speed 1 for each second on the nodes of a job. @param {number} job @param {number} variant */
  speedOf(job, variant) {
    return this.#speedOf(
      this.#shown?.jobs[variant]?.find(({ number }) => number === job),
      variant,
    );
  }

  /** Selects a bar without opening its details. @param {number} subject */
  select(subject) {
    const { selected, outlined } = this.page.store.get();
    this.page.store.set({ selected: subject, outlined: selected !== subject || outlined });
  }

  /** The values of a job as in a scenario: on nodes of speed 1. @param {RunJob} job @returns {JobValues} */
  #nominalValues(job) {
    const { submit_s, run_s, estimate_s, nodes } = job;
    const speed = this.#speedOf(job);
    const nominal = (/** @type {number} */ time_s) => Math.round(time_s * speed * 1e6) / 1e6;
    return { submit_s, run_s: nominal(run_s ?? 0), estimate_s: estimate_s === null ? null : nominal(estimate_s), nodes };
  }

  /**
   * The values of a job with all edits; null if unknown.
   * @param {number} job
   * @returns {JobValues|null}
   */
  valuesOf(job) {
    const original = this.originalOf(job);
    return original && editedValues(editsOf(this.page.store.get().scenario), job, original);
  }

  /** The number of a job by its subject. @param {number} subject @param {number} variant */
  numberOf(subject, variant) {
    return this.#shown?.jobs[variant]?.[subject]?.number ?? 0;
  }

  /** The subject of a job in the runs on screen, or -1. @param {number} job @param {number} [variant] */
  subjectOf(job, variant = 0) {
    return this.#shown?.jobs[variant]?.findIndex(({ number }) => number === job) ?? -1;
  }

  /** The limits of a property. @param {Property} property */
  limitsOf(property) {
    if (property === 'nodes') {
      const bands = this.page.store.get().variants.flatMap(({ layout }) => layout?.bands ?? []);
      return { low: 1, high: Math.max(1, ...bands.map(({ rows }) => rows)) };
    }
    if (property === 'cluster') return { low: 1, high: MOST_NODES };
    return { low: property === 'submit_s' ? 0 : LEAST_RUN_S, high: Infinity };
  }

  /** The JSON pointer of the nodes of a cluster; empty if they cannot be edited. @param {number} cluster */
  clusterPlace(cluster) {
    const { scenario, platform } = this.page.store.get();
    const others = [scenario?.system, ...(scenario?.compare ?? [])].some((system) => system?.platform);
    return scenario && !others ? clusterPointer(scenario, platform, cluster) : '';
  }

  /**
   * Begins an edit.
   * @param {{property: Property, job?: number, cluster?: number, dragged?: boolean}} target dragged: with a pointer
   * @returns {boolean} whether it has begun
   */
  begin({ property, job = 0, cluster = 0, dragged = false }) {
    const { scenario, view, platform, selected, outlined } = this.page.store.get();
    if (!scenario || this.isHeld || this.#preparing || !this.isOffered || !this.#isCurrent() || !this.#shown) return false;
    const original = job > 0 ? this.originalOf(job) : null;
    const values = job > 0 ? this.valuesOf(job) : null;
    const pointer = property === 'cluster' ? this.clusterPlace(cluster) : '';
    const place = platform?.clusters[cluster];
    const from =
      property === 'cluster'
        ? pointer && place
          ? place.nodes
          : null
        : (values?.[property] ?? (property === 'estimate_s' ? values?.run_s : null));
    if (from === null || from === undefined || (job > 0 && !original)) return false;
    const of = platform?.clusters.length === 1 ? 'the cluster' : (place?.name ?? 'the cluster');
    clearTimeout(this.#timer);
    clearTimeout(this.#idle);
    pause(this.page);
    seekEnd(this.page);
    /** @type {Change} */
    const change = {
      property,
      job,
      cluster,
      of,
      from,
      to: from,
      estimate_s: values?.estimate_s ?? null,
      estimate_from_s: values?.estimate_s ?? null,
    };
    const text = JSON.stringify(scenario);
    this.#gesture = { scenario, original, pointer, change, text, next: scenario, shown: text, before: this.#shown, fitted: view.fitted };
    this.updates = { count: 0, since: performance.now(), rate: 0 };
    const subject = job > 0 ? this.subjectOf(job) : selected;
    this.page.store.set({
      // The window does not move under the pointer.
      view: { ...view, fitted: false },
      decision: [],
      selected: subject,
      outlined: outlined || subject !== selected,
      touch: { change, held: true, dragged, preview: false, reports: this.#shown.reports, effects: [], total: null },
    });
    return true;
  }

  /** Changes the value of the current edit. @param {number} to */
  update(to) {
    const gesture = this.#gesture;
    const { touch } = this.page.store.get();
    if (!gesture || !touch || to === gesture.change.to) return;
    const { scenario, original, pointer, change } = gesture;
    const edits = editsOf(scenario);
    /** @type {Partial<JobValues>} */
    const values = change.property === 'run_s' && original ? runtimeValues(edits, change.job, to, original) : { [change.property]: to };
    const known = { ...change, to, estimate_s: values.estimate_s ?? change.estimate_from_s };
    gesture.change = known;
    gesture.next = original
      ? withEdits(scenario, mergeEdit(edits, change.job, /** @type {Record<string, number>} */ (values), original))
      : withClusterNodes(scenario, pointer, to);
    gesture.text = JSON.stringify(gesture.next);
    this.page.store.set({ touch: { ...touch, change: known, preview: this.#isSlow } });
    if (this.isLive) this.#work ??= this.#runLatest(gesture).finally(() => (this.#work = undefined));
  }

  get #isSlow() {
    return this.page.store.get().variants.some(({ seconds }) => seconds * 1000 > PREVIEW_MS);
  }

  /** Runs the latest value until it is on screen. @param {Gesture} gesture */
  async #runLatest(gesture) {
    while (gesture.text !== gesture.shown && this.#gesture === gesture) {
      const { text, change } = gesture;
      try {
        const runs = await this.runs.run(text);
        await this.runs.waitForFrames();
        if (this.#gesture !== gesture) return;
        this.#show(gesture, runs, change);
      } catch {
        // If the value cannot run, the last schedule remains; the check of the scenario gives the reason.
      }
      gesture.shown = text;
    }
  }

  /**
   * Shows the runs of a value in the charts.
   * @param {Gesture} gesture
   * @param {readonly EditRun[]} runs
   * @param {Change} change of the value
   */
  #show(gesture, runs, change) {
    this.#shown = resultsOf(runs);
    const { reports, jobs } = this.#shown;
    const effects = jobs.map((of, at) =>
      measureEffect(gesture.before.jobs[at] ?? [], of, change.job, [gesture.before.reports[at] ?? null, reports[at] ?? null]),
    );
    this.updates.count += 1;
    this.updates.rate = (this.updates.count * 1000) / (performance.now() - this.updates.since);
    this.runs.show(runs, true, () => {
      const { touch, selected } = this.page.store.get();
      const subject = change.job > 0 ? this.subjectOf(change.job) : selected;
      return { selected: subject, touch: touch && { ...touch, effects, preview: this.#isSlow && gesture.change.to !== change.to } };
    });
  }

  /** Keeps the current edit: the last value is run, and the scenario gets one undo step. */
  async keep() {
    const gesture = this.#gesture;
    if (!gesture || this.#keeping) return;
    if (gesture.next === gesture.scenario || gesture.change.to === gesture.change.from) return this.cancel();
    this.#keeping = true;
    try {
      await this.#work;
      if (this.#gesture !== gesture) return;
      this.#gesture = undefined;
      this.#last = gesture;
      await setScenario(this.page, gesture.next, { ran: gesture.shown === gesture.text });
      this.#endGesture(gesture);
    } finally {
      this.#keeping = false;
    }
  }

  /** Restores the state before the current edit. */
  async cancel() {
    const gesture = this.#gesture;
    if (!gesture || this.#keeping) return;
    this.#keeping = true;
    try {
      this.#gesture = undefined;
      this.#last = undefined;
      await this.#work;
      if (gesture.shown !== JSON.stringify(gesture.scenario)) {
        const runs = await this.runs.run(JSON.stringify(gesture.scenario));
        this.#shown = resultsOf(runs);
        this.runs.show(runs, true, () => ({
          selected: gesture.change.job > 0 ? this.subjectOf(gesture.change.job) : this.page.store.get().selected,
        }));
      }
      this.#endGesture(gesture);
      this.page.store.set({ touch: null });
    } finally {
      this.#keeping = false;
    }
    void this.showTotal();
  }

  /** Ends a gesture: window and diagnostics return to those of the runs on screen. @param {Gesture} gesture */
  #endGesture(gesture) {
    const { variants, touch, view } = this.page.store.get();
    this.page.store.set({
      variants: variants.map((variant) => ({ ...variant, compared: false })),
      view: gesture.fitted ? { ...fullWindow(variants), fitted: true } : view,
      touch: touch && { ...touch, held: false, preview: false },
    });
    for (const { layout, report } of variants)
      addRunDiagnostics(this.page, [...(layout?.diagnostics ?? []), ...(report?.diagnostics ?? [])]);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#last = undefined;
      void this.showTotal();
    }, EFFECT_MS);
    this.#releaseLater();
  }

  #releaseLater() {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => (this.isHeld || this.#preparing ? this.#releaseLater() : this.runs.release()), IDLE_MS);
  }

  /** Shows the effect of all edits of the scenario together. */
  async showTotal() {
    const { scenario } = this.page.store.get();
    if (this.isHeld || !scenario) return;
    if (editsOf(scenario).length === 0) return this.page.store.set({ touch: null });
    // Runs that replace these call this again.
    if (!(await this.prepare()) || this.isHeld || !this.#shown || !this.#plain || this.page.store.get().scenario !== scenario) return;
    const { results } = this.#plain;
    const { jobs, reports } = this.#shown;
    const total = jobs.map((of, at) => measureEffect(results.jobs[at] ?? [], of, 0, [results.reports[at] ?? null, reports[at] ?? null]));
    this.page.store.set({ touch: { change: null, held: false, dragged: false, preview: false, reports: [], effects: [], total } });
  }

  /**
   * Replaces the edits, as one undo step.
   * @param {readonly JobEdit[]} edits
   */
  async replaceEdits(edits) {
    const { scenario } = this.page.store.get();
    if (!scenario || this.isHeld) return;
    const next = withEdits(scenario, edits);
    this.page.store.set({ touch: null });
    await setScenario(this.page, next);
  }

  /** Removes one edit. @param {number} job @param {string} property */
  remove(job, property) {
    return this.replaceEdits(removeEdit(editsOf(this.page.store.get().scenario), job, property));
  }
}

/**
 * The current edit. scenario: before it; next: with the latest value, and its text; shown: the text of the runs on
 * screen; before: the results before it; fitted: whether the window showed everything.
 * @typedef {{scenario: ScenarioDocument, original: JobValues|null, pointer: string, change: Change, next: ScenarioDocument, text: string, shown: string, before: Results, fitted: boolean}} Gesture
 */

/** The edits of a page. @param {Page} page */
export function jobEdits(page) {
  return (page.jobEdits ??= new JobEdits(page));
}

/** The edits of jobs in a scenario. @param {ScenarioDocument|null} scenario @returns {readonly JobEdit[]} */
export function editsOf(scenario) {
  return scenario?.edits ?? [];
}

/** @param {readonly EditRun[]} runs @returns {Results} */
function resultsOf(runs) {
  return { reports: runs.map(({ report }) => report), jobs: runs.map(({ jobs }) => jobs) };
}
