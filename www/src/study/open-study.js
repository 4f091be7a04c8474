/** @file The open study: read, prepared, run, stored, compared with its baseline. */

import { parseStudyFragment } from '../address/study.js';
import { describeStudy } from '../commands.js';
import { missingResource } from '../engine/engine-errors.js';
import { withoutCopies, withoutRecordedStarts } from '../scenario/sound-study.js';
import { createGrid } from './axis-grid.js';
import { runFacts } from './run-facts.js';
import { runQueueOf, WORKERS } from './run-queue.js';
import { studyFiles } from './study-files.js';
import { fetchStudy, isPublished, publishedStudy } from './study-library.js';
import { parseSlice } from './study-slice.js';
import { unpackText } from './text-packing.js';

/** @import { Page } from '../commands/page.js' */
/** @import { StudyDifference, StudyFindings } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { Diagnostic } from '../types.js' */
/** @import { StudyTask } from './run-queue.js' */
/** @import { Ready, StudyState, Subject } from './study-states.js' */

/** Maximum duration of studies that start automatically, s. */
const STARTS_S = 6;
/** Time for trial runs that estimate the time of all runs, ms. */
const TRIAL_MS = 300;
/** Minimum interval between two writes of outcomes to the storage, ms. */
const STORE_MS = 1000;

const UNKNOWN = { running: false, runs: 0, seconds: NaN, bytes: NaN };
const UNPROMISED = { result: '', engine: '' };

/** One study and its progress. */
export class OpenStudy {
  /**
   * @param {Page} page
   * @param {() => void} changed
   * @param {boolean} [background] whether its runs wait for all others
   */
  constructor(page, changed, background = false) {
    this.page = page;
    this.changed = changed;
    this.background = background;
    /** @type {StudyState} */
    this.state = { kind: 'closed' };
    /** @type {Subject|undefined} */
    this.subject = undefined;
    /** The part that is shown. */
    this.part = 0;
    /** The level of the compared axis that is the baseline. */
    this.baseline = 0;
    /**
     * The differences of each point of each measure from the baseline, and the findings from which they were computed.
     * @type {{findings: StudyFindings|undefined, differences: (StudyDifference|null)[][]}}
     */
    this.comparison = { findings: undefined, differences: [] };
    this.end = this.queue.subscribe(() => this.update());
  }

  /** The run queue of the page. */
  get queue() {
    return runQueueOf(this.page);
  }

  /** The document of the study, as edited. */
  get doc() {
    return this.subject?.doc;
  }

  /** Whether the quick version is run. */
  get quick() {
    return this.subject?.quick === true;
  }

  /** The published experiment of the study, or on which it is based. */
  get published() {
    return this.subject?.published;
  }

  /** The prepared study of the engine; during another preparation, the previous one. */
  get ready() {
    const { state } = this;
    return state.kind === 'ready' ? state : state.kind === 'preparing' ? state.before : undefined;
  }

  /** The task of the study in the run queue. */
  get work() {
    return this.ready?.work;
  }

  /** The paired differences from the baseline, after their computation. */
  get differences() {
    return this.comparison.differences;
  }

  /** The summary so far. */
  get summary() {
    return this.work?.findings?.summary ?? this.ready?.shape;
  }

  /** The shown part. */
  get shown() {
    const parts = this.summary?.parts ?? [];
    return parts[this.part] ?? parts[0];
  }

  /** The grid of its axes. */
  grid(/** @type {readonly number[]} */ at = []) {
    const { shown, doc, work } = this;
    return shown && doc && createGrid(shown, at, runFacts(doc, shown, work?.outcomes ?? []));
  }

  /** Whether it is a changed published experiment. */
  get isChanged() {
    return this.subject?.changed === true;
  }

  /** The first seed of each point. */
  get firstSeed() {
    return this.doc?.base.seed ?? 1;
  }

  /** Closes the study. */
  close() {
    this.#setState({ kind: 'closed' });
    this.end();
  }

  /**
   * @template {StudyState} S
   * @param {S} state
   * @returns {S}
   */
  #setState(state) {
    this.state = state;
    this.changed();
    return state;
  }

  /**
   * Opens the study that the address or a button requests.
   * @param {{text: string, fragment: string, results?: boolean}} what
   * @returns {Promise<boolean>} false if it is not a study
   */
  async open({ text, fragment, results = false }) {
    const place = (!text && parseStudyFragment(fragment)) || undefined;
    const { name = '', packed = '', quick = false, result = '', engine = '', slice = '', trouble } = place ?? {};
    const { part, baseline } = parseSlice(slice);
    Object.assign(this, { subject: undefined, part, baseline });
    if (!text && !name && !packed) {
      this.#setState({ kind: 'closed' });
      return false;
    }
    const loading = this.#setState({ kind: 'loading' });
    try {
      if (trouble) throw new Error(trouble);
      const published = isPublished(name) ? await publishedStudy(name) : undefined;
      const found = text || published?.text || (packed ? await unpackText(packed) : await fetchStudy(name));
      if (this.state !== loading) return true;
      const read = results ? await this.queue.ask(0, 'results', undefined, found) : { text: found, quick, numbers: [], diagnostics: [] };
      // A text that the engine cannot read is not a study, and nothing of it is shown.
      if (!published) await this.queue.ask(0, 'opened', { text: read.text, quick: false, seed: undefined, sources: [] });
      if (this.state !== loading) return true;
      const doc = published?.doc ?? JSON.parse(read.text.replace(/^\ufeff/u, ''));
      const messages = read.diagnostics.map(sentence);
      await this.#prepare(
        { doc, name, quick: read.quick, promised: { result, engine }, published, changed: false, messages },
        read.numbers,
      );
    } catch (error) {
      if (this.state === loading) this.#refuse(error, `The ${results ? 'results' : 'study'} cannot be opened: `);
    }
    return true;
  }

  /**
   * Changes the document or the extent of its runs: the result in a link is no longer expected.
   * @param {{doc?: StudyDocument, quick?: boolean}} change
   */
  async edit({ doc, quick }) {
    const { subject } = this;
    if (!subject) return;
    await this.#prepare({
      ...subject,
      promised: UNPROMISED,
      quick: quick ?? subject.quick,
      ...(doc ? { doc, name: '' } : {}),
    });
  }

  /**
   * Prepares a document: invalid studies show the reasons, short ones start, and others wait for a start.
   * @param {Subject} subject
   * @param {readonly (readonly (number|null)[])[]} [numbers] of runs from a file; empty for missing ones
   */
  async #prepare(subject, numbers = []) {
    if (this.work) this.queue.stop(this.work);
    // A study with results from a link or a file is not changed.
    const fixed = subject.promised.result !== '' || numbers.length > 0 || subject.name !== '';
    const doc = fixed ? subject.doc : withoutCopies(withoutRecordedStarts(subject.doc));
    // Without quick seeds or values there is only one extent of runs.
    const quick = subject.quick && hasQuick(doc);
    this.subject = { ...subject, doc, quick, changed: differs(doc, subject.published?.doc) };
    this.comparison = { findings: undefined, differences: [] };
    /** @type {StudyState} */
    let mine = this.#setState({ kind: 'preparing', before: this.ready });
    try {
      const published =
        doc.id && subject.published?.doc.id !== doc.id ? await publishedStudy(doc.id).catch(() => undefined) : subject.published;
      const { files, missing, awaited } = await studyFiles(this.page, doc);
      if (this.state !== mine) return;
      this.subject = { ...subject, doc, quick, published, changed: differs(doc, published?.doc) };
      describeStudy(this.page, { awaits: awaited });
      if (missing.length > 0) throw Object.assign(new Error('a file is missing'), { diagnostics: missing });
      const written = { text: JSON.stringify(doc), quick, seed: undefined, sources: files };
      const opened = await this.queue.ask(0, 'opened', written);
      const study = { ...written, text: opened.text };
      const { summary: shape } = await this.queue.ask(0, 'findings', study, []);
      const outcomes = await this.page.storage.loadStudyRuns(opened.digest);
      if (this.state !== mine) return;
      const work = this.queue.addTask(study, { digest: opened.digest, paused: false }, outcomes);
      addOutcomes(work, numbers);
      const ready = {
        kind: /** @type {const} */ ('ready'),
        opened,
        shape,
        work,
        restored: work.ended > 0,
        trial: { ...UNKNOWN },
        stored: { at: 0, ended: 0 },
      };
      mine = this.#setState(ready);
      this.part = Math.min(this.part, shape.parts.length - 1);
      if (this.baseline < 0 || this.baseline >= this.#levels()) this.baseline = this.#baseLevel();
      if (work.ended === opened.count) return this.start();
      if (work.ended === 0) await this.#estimate(ready);
      else work.findings ??= await this.queue.ask(0, 'findings', work.study, definedOutcomes(work.outcomes));
    } catch (error) {
      if (this.state !== mine) return;
      this.#refuse(error);
    }
    this.update();
  }

  /**
   * Changes to the rejected state, with the reasons.
   * @param {unknown} error the reason why it cannot run
   * @param {string} [what] text before the first sentence
   */
  #refuse(error, what = '') {
    const { diagnostics = [], message } = /** @type {Error & {diagnostics?: Diagnostic[]}} */ (
      error instanceof Error ? error : new Error(String(error))
    );
    const lines = diagnostics.length > 0 ? diagnostics.map(sentence) : [`${message}.`.replace(/\.\.$/u, '.')];
    const awaits = this.subject !== undefined && this.page.store.get().study.awaits.length > 0;
    this.#setState({
      kind: 'refused',
      reasons: lines.map((line, at) => (at === 0 ? what : '') + line),
      remedy: missingResource(error) !== '' ? 'retry' : awaits ? 'file' : 'none',
      fetches: diagnostics.flatMap(({ action }) => (action ? [action] : [])),
    });
  }

  /**
   * Executes trial runs to estimate the time and memory of all runs: the memory of a worker, and that of the numbers of
   * a run. A short study continues automatically.
   * @param {Ready} ready
   */
  async #estimate(ready) {
    const {
      work,
      opened: { count },
      trial,
    } = ready;
    trial.running = true;
    this.changed();
    try {
      const begun = performance.now();
      let [since, bytes] = [begun, 0];
      for (let run = 0; run < count && (run === 0 || performance.now() - begun < TRIAL_MS); run += 1) {
        const numbers = await this.queue.ask(0, 'run', work.study, run);
        if (this.state !== ready) return;
        if (work.outcomes[run] === undefined) work.ended += 1;
        work.outcomes[run] = numbers;
        bytes = numbers.byteLength;
        trial.runs = run + 1;
        // The first run of a new engine is slower than the following ones.
        if (run === 0 && count > 1) since = performance.now();
      }
      const [took, made] = trial.runs > 1 ? [performance.now() - since, trial.runs - 1] : [since - begun, 1];
      const held = await this.queue.ask(0, 'held', undefined);
      if (this.state !== ready) return;
      trial.seconds = (took / 1000 / made / WORKERS) * (count - trial.runs);
      trial.bytes = held * WORKERS + bytes * count;
    } finally {
      trial.running = false;
    }
    if (trial.seconds < STARTS_S) this.start();
  }

  /** Leaves the time of all runs unknown. */
  cancelEstimate() {
    if (this.state.kind !== 'ready') return;
    this.#setState({ ...this.state, trial: { ...this.state.trial, running: false } });
    // While other runs are in progress, they use the worker, and the trial run ends automatically.
    if (!this.queue.current) this.queue.workers[0]?.giveUp();
  }

  /** The number of levels of the compared axis. */
  #levels() {
    const grid = this.grid();
    return grid?.part.axes[grid.compared]?.labels.length ?? 1;
  }

  /** The chosen baseline; -1 if none but the base scenario was chosen. */
  get chosenBaseline() {
    return this.baseline === this.#baseLevel() ? -1 : this.baseline;
  }

  /** The level of the compared axis that is the base scenario without changes; the first, if there is none. */
  #baseLevel() {
    const grid = this.grid();
    const axes = (this.doc?.parts?.find(({ name }) => name === this.shown?.name) ?? this.doc)?.axes ?? [];
    const { variants = [] } = (grid && axes[grid.compared]) ?? {};
    return Math.max(
      0,
      variants.findIndex(({ set = {}, change }) => Object.keys(set).length === 0 && change === undefined),
    );
  }

  /** Starts the runs. */
  start() {
    const { work } = this;
    if (!work) return;
    work.paused = false;
    this.queue.startTask(work.study, { ...work, background: this.background });
  }

  /** Stops the runs. @param {boolean} gently whether runs in progress are completed first */
  stop(gently) {
    const { work } = this;
    if (!work) return;
    work.paused = gently;
    this.queue.stop(work, gently);
  }

  /** Stores new outcomes and compares them, after each change of the runs. */
  update() {
    this.changed();
    const { ready } = this;
    if (!ready) return;
    const { work, trial, stored } = ready;
    const now = performance.now();
    const settled = work.status !== 'running' && work.status !== 'waiting';
    // Background studies are not stored: they are short and many, and would displace those of the reader.
    if (
      !this.background &&
      work.ended > Math.max(1, trial.runs) &&
      work.ended !== stored.ended &&
      (settled || now - stored.at > STORE_MS)
    ) {
      Object.assign(stored, { at: now, ended: work.ended });
      void this.page.storage.storeStudyRuns(work.digest, work.outcomes);
    }
    void this.#compare();
  }

  /** Shows another part of the study. @param {number} part to be shown */
  show(part) {
    this.part = part;
    this.baseline = this.#baseLevel();
    this.comparison = { findings: undefined, differences: [] };
    this.changed();
    void this.#compare();
  }

  /** @param {number} level of the compared axis that becomes the baseline */
  compareWith(level) {
    this.baseline = level;
    this.comparison = { findings: undefined, differences: this.differences };
    void this.#compare();
  }

  /** Computes the differences from the baseline, once per findings. */
  async #compare() {
    const { work, shown: part, part: at, baseline } = this;
    if (!work?.findings || this.comparison.findings === work.findings) return;
    const comparison = { findings: /** @type {StudyFindings|undefined} */ (work.findings), differences: this.differences };
    this.comparison = comparison;
    const grid = this.grid();
    if (!part || !grid || grid.compared < 0) return this.changed();
    const numbers = definedOutcomes(work.outcomes);
    try {
      const found = await Promise.all(
        part.measures.map(({ column }) => this.queue.ask(0, 'differences', work.study, numbers, at, column, grid.compared, baseline)),
      );
      if (this.comparison !== comparison) return;
      comparison.differences = found;
    } catch {
      // Cancelled with the runs: repeated after the next change.
      comparison.findings = undefined;
      return;
    }
    this.changed();
  }

  /** The scenario of a run, for the charts. @param {number} run */
  scenario(run) {
    if (!this.work) throw new Error('there is no study');
    return this.queue.scenario(this.work, run);
  }
}

const NOTHING_YET = new Float64Array(0);

/**
 * Whether a study differs from the published one.
 * @param {StudyDocument} doc
 * @param {StudyDocument|undefined} published
 */
const differs = (doc, published) => published !== undefined && published !== doc && JSON.stringify(published) !== JSON.stringify(doc);

/** A diagnostic as text. @param {Diagnostic} one */
const sentence = (one) =>
  [one.place && `${one.place}:`, one.line && `line ${one.line}:`, `${one.message}.`.replace(/\.\.$/u, '.'), one.hint]
    .filter(Boolean)
    .join(' ');

/**
 * Adds the numbers of runs from a file.
 * @param {StudyTask} work
 * @param {readonly (readonly (number|null)[])[]} numbers
 */
function addOutcomes(work, numbers) {
  numbers.forEach((one, run) => {
    if (one.length === 0 || work.outcomes[run]) return;
    work.outcomes[run] = Float64Array.from(one, (number) => number ?? NaN);
    work.ended += 1;
    work.findings = null;
  });
}

/** The outcomes of all runs; those of runs that have not ended are empty. */
const definedOutcomes = (/** @type {(Float64Array|undefined)[]} */ outcomes) => Array.from(outcomes, (outcome) => outcome ?? NOTHING_YET);

/**
 * Whether a study has a quick version.
 * @param {StudyDocument} doc
 */
export function hasQuick(doc) {
  return [doc, ...(doc.parts ?? [])].some(
    ({ quick_seeds, quick_set, axes = [] }) =>
      quick_seeds !== undefined || quick_set !== undefined || axes.some(({ quick }) => (quick?.length ?? 0) > 0),
  );
}

/**
 * Whether a study has claims, tables or plots, which present its measures.
 * @param {StudyDocument} doc
 */
export function hasPresentation({ claims = [], tables = [], plots = [] }) {
  return claims.length + tables.length + plots.length > 0;
}
