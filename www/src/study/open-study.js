/** @file A study that is open: read, run, kept, compared with what a link promises. */

import { studyOf } from '../address/study.js';
import { awaitFiles } from '../commands.js';
import { lackOf } from '../engine/errors.js';
import { gridOf } from './grid.js';
import { unpackText } from './pack.js';
import { fetchStudy, publishedResult } from './served.js';
import { LANES, studiesOf } from './study-desk.js';
import { filesOf } from './study-files.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Published, StudyDifference, StudySummary } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/study.js' */
/** @import { StudyWork } from './study-desk.js' */

/** What takes less starts by itself, s. */
const STARTS_S = 6;
/** So long the first runs are made to know how long all take, ms. */
const MEASURES_MS = 300;
/** What has come in is kept at most this often, ms. */
const KEEP_MS = 1000;

/** One study and how far it is. */
export class OpenStudy {
  /**
   * @param {Page} page
   * @param {() => void} changed
   */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    /** The document as it is being edited. @type {StudyDocument|undefined} */
    this.doc = undefined;
    /** By which name the site serves it; empty once it has been changed. */
    this.name = '';
    /** As it was published, of an experiment that was. @type {StudyDocument|undefined} */
    this.original = undefined;
    /** What came of all its runs before, of an experiment that was published. @type {Published|undefined} */
    this.shipped = undefined;
    /** Whether only as much is run as is enough for an impression. */
    this.quick = false;
    /** Which of its parts is shown. */
    this.part = 0;
    /** What the engine says of it: its text, name and number of runs. @type {{text: string, digest: string, count: number}|undefined} */
    this.opened = undefined;
    /** Its axes and measures, before anything has run. @type {StudySummary|undefined} */
    this.shape = undefined;
    /** @type {StudyWork|undefined} */
    this.work = undefined;
    /** Whether the first runs are being made to know how long all take. */
    this.measuring = false;
    /** How many runs were made for that. */
    this.measured = 0;
    /** How long all runs take together, s; NaN while nobody knows. */
    this.estimate = NaN;
    /** How much memory all workers and all numbers take, bytes; NaN while nobody knows. */
    this.memory = NaN;
    /** Why it cannot run, sentence by sentence. @type {string[]} */
    this.trouble = [];
    /** What there is to tell of a file of results that can be used. @type {string[]} */
    this.told = [];
    /** Whether it could not be opened for want of a part of the engine, or of room for it. */
    this.lacks = false;
    /** Whether it waits for a file. */
    this.awaits = false;
    /** Where files that it waits for can be fetched. @type {NonNullable<import('../types.js').Diagnostic['action']>[]} */
    this.fetches = [];
    /** What a link promises. */
    this.promised = { result: '', engine: '' };
    /** Whether the runs were made in this browser before the link was opened. */
    this.known = false;
    /** The place of the baseline among its axis. */
    this.baseline = 0;
    /** How each point of each measure differs from the baseline. @type {(StudyDifference|null)[][]} */
    this.differences = [];
    /** @type {unknown} */
    this.compared = undefined;
    this.kept = { at: 0, ended: 0 };
    this.turn = 0;
    this.end = this.desk.subscribe(() => this.look());
  }

  get desk() {
    return studiesOf(this.page);
  }

  close() {
    this.turn += 1;
    this.end();
  }

  /** What is known so far. */
  get summary() {
    return this.work?.findings?.summary ?? this.shape;
  }

  /** The part that is shown. */
  get shown() {
    const parts = this.summary?.parts ?? [];
    return parts[this.part] ?? parts[0];
  }

  /** Its axes. */
  grid(/** @type {readonly number[]} */ at = []) {
    return this.shown && gridOf(this.shown, at);
  }

  /** Whether it is a published experiment that has been changed. */
  get isChanged() {
    return this.original !== undefined && JSON.stringify(this.original) !== JSON.stringify(this.doc);
  }

  /** The first seed of each point. */
  get firstSeed() {
    return this.doc?.base.seed ?? 1;
  }

  /**
   * Opens what the address or a button asks for.
   * @param {{text: string, fragment: string, results?: boolean}} what
   * @returns {Promise<boolean>} false for nothing but the list
   */
  async open({ text, fragment, results = false }) {
    const turn = (this.turn += 1);
    const place = studyOf(fragment);
    this.promised = { result: place?.result ?? '', engine: place?.engine ?? '' };
    Object.assign(this, {
      doc: undefined,
      original: undefined,
      shipped: undefined,
      shape: undefined,
      work: undefined,
      trouble: [],
      told: [],
      lacks: false,
      awaits: false,
      part: 0,
      baseline: -1,
      name: text ? '' : (place?.name ?? ''),
      quick: !text && place?.quick === true,
    });
    if (!text && !place?.name && !place?.packed) return false;
    try {
      if (!text && place?.trouble) throw new Error(place.trouble);
      const said = text || (place?.packed ? await unpackText(place.packed) : await fetchStudy(place?.name ?? ''));
      if (turn !== this.turn) return true;
      const held = results ? await this.desk.ask(0, 'results', said) : { text: said, quick: this.quick, numbers: [], diagnostics: [] };
      // What the engine cannot read is no study: nothing of it is shown.
      await this.desk.ask(0, 'opened', held.text, false, undefined);
      if (turn !== this.turn) return true;
      this.quick = held.quick;
      this.told = held.diagnostics.map(sentence);
      await this.take(JSON.parse(held.text.replace(/^\ufeff/u, '')), held.numbers);
    } catch (error) {
      if (turn !== this.turn) return true;
      this.refuse(error, `The ${results ? 'results' : 'study'} cannot be opened: `);
    }
    this.changed();
    return true;
  }

  /**
   * Takes a document: what cannot run says why, what is short starts, and the rest waits to be started.
   * @param {StudyDocument} doc
   * @param {readonly (readonly (number|null)[])[]} [held] the numbers of runs that came with it; empty for those that are missing
   */
  async take(doc, held = []) {
    const turn = (this.turn += 1);
    if (this.work) this.desk.stop(this.work);
    this.doc = doc;
    this.changed();
    Object.assign(this, { trouble: [], lacks: false, awaits: false, fetches: [], differences: [], compared: undefined });
    // What has no quick way is run as it is.
    const quick = (this.quick &&= hasQuick(doc));
    try {
      if (doc.id && this.original?.id !== doc.id) {
        [this.original, this.shipped] = await Promise.all([
          fetchStudy(doc.id)
            .then(JSON.parse)
            .catch(() => undefined),
          publishedResult(doc.id).catch(() => undefined),
        ]);
      }
      const { files, missing, awaited } = await filesOf(this.page, doc);
      if (turn !== this.turn) return;
      awaitFiles(this.page, awaited);
      this.awaits = awaited.length > 0;
      this.fetches = missing.flatMap(({ action }) => (action ? [action] : []));
      if (missing.length > 0) throw Object.assign(new Error('a file is missing'), { diagnostics: missing });
      if (files.length > 0 || this.desk.shelf.files.length > 0) this.desk.shelf.files = files;
      const opened = await this.desk.ask(0, 'opened', JSON.stringify(doc), quick, undefined);
      const { summary: shape } = await this.desk.ask(0, 'findings', opened.text, quick, undefined, []);
      const outcomes = await this.page.storage.keptStudy(opened.digest);
      if (turn !== this.turn) return;
      Object.assign(this, { opened, shape, estimate: NaN, memory: NaN, measured: 0, work: undefined });
      this.part = Math.min(this.part, shape.parts.length - 1);
      const grid = this.grid();
      const levels = grid?.part.axes[grid.compared]?.labels.length ?? 1;
      if (this.baseline < 0 || this.baseline >= levels) this.baseline = this.plainest();
      const work = this.desk.add([opened.text, quick, undefined], { digest: opened.digest, paused: false }, outcomes);
      this.work = work;
      held.forEach((numbers, run) => {
        if (numbers.length === 0 || work.outcomes[run]) return;
        work.outcomes[run] = Float64Array.from(numbers, (number) => number ?? NaN);
        work.ended += 1;
        work.findings = null;
      });
      this.known = this.work.ended > 0;
      this.changed();
      if (this.work.ended === opened.count) return this.start();
      if (this.work.ended === 0) await this.measure(turn);
      else if (!this.work.findings) this.work.findings = await this.desk.ask(0, 'findings', ...this.work.which, filled(this.work.outcomes));
    } catch (error) {
      if (turn !== this.turn) return;
      this.refuse(error);
    }
    this.look();
  }

  /**
   * Takes note of why nothing can be run.
   * @param {unknown} error
   * @param {string} [what] before the first sentence
   */
  refuse(error, what = '') {
    const { diagnostics = [], message } = /** @type {Error & {diagnostics?: import('../types.js').Diagnostic[]}} */ (
      error instanceof Error ? error : new Error(String(error))
    );
    // What came of another text is nothing to look at beside this one.
    Object.assign(this, { opened: undefined, shape: undefined, work: undefined, lacks: lackOf(error) !== '' });
    const lines = diagnostics.length > 0 ? diagnostics.map(sentence) : [`${message}.`.replace(/\.\.$/u, '.')];
    this.trouble = lines.map((line, at) => (at === 0 ? what : '') + line);
  }

  /**
   * Makes the first runs to know how long all take, and how much memory: what they leave with their worker, for each worker,
   * and the numbers of one, for each run. What is short goes on by itself.
   * @param {number} turn
   */
  async measure(turn) {
    const { work, opened } = this;
    if (!work || !opened) return;
    this.measuring = true;
    this.changed();
    try {
      const begun = performance.now();
      let [since, bytes] = [begun, 0];
      for (let run = 0; run < opened.count && (run === 0 || performance.now() - begun < MEASURES_MS); run += 1) {
        const numbers = await this.desk.ask(0, 'run', ...work.which, run);
        if (turn !== this.turn) return;
        if (work.outcomes[run] === undefined) work.ended += 1;
        work.outcomes[run] = numbers;
        bytes = numbers.byteLength;
        this.measured = run + 1;
        // The first one of a fresh engine is slower than those that follow.
        if (run === 0 && opened.count > 1) since = performance.now();
      }
      const [took, made] = this.measured > 1 ? [performance.now() - since, this.measured - 1] : [since - begun, 1];
      const held = await this.desk.ask(0, 'held');
      if (turn !== this.turn) return;
      this.estimate = (took / 1000 / made / LANES) * (opened.count - this.measured);
      this.memory = held * LANES + bytes * opened.count;
    } finally {
      if (turn === this.turn) this.measuring = false;
    }
    if (this.estimate < STARTS_S) this.start();
  }

  /** Leaves unknown how long the runs take. */
  giveUpMeasuring() {
    this.turn += 1;
    this.measuring = false;
    // Where others run beside it, the run ends when it ends.
    if (!this.desk.current) this.desk.lanes[0]?.giveUp();
    this.changed();
  }

  /** The place of the variant that is the base as it stands; the first, if there is none among those that are compared. */
  plainest() {
    const grid = this.grid();
    const axes = (this.doc?.parts?.find(({ name }) => name === this.shown?.name) ?? this.doc)?.axes ?? [];
    const { variants = [] } = (grid && axes[grid.compared]) ?? {};
    return Math.max(
      0,
      variants.findIndex(({ set = {}, change }) => Object.keys(set).length === 0 && change === undefined),
    );
  }

  start() {
    const { work } = this;
    if (!work) return;
    work.paused = false;
    this.desk.begin(work.which, work);
  }

  /** @param {boolean} gently what runs is finished first */
  stop(gently) {
    const { work } = this;
    if (!work) return;
    work.paused = gently;
    this.desk.stop(work, gently);
  }

  /** Something has come in. */
  look() {
    this.changed();
    const { work } = this;
    if (!work) return;
    const now = performance.now();
    const settled = work.status !== 'running' && work.status !== 'waiting';
    if (work.ended > Math.max(1, this.measured) && work.ended !== this.kept.ended && (settled || now - this.kept.at > KEEP_MS)) {
      this.kept = { at: now, ended: work.ended };
      void this.page.storage.keepStudy(work.digest, work.outcomes);
    }
    void this.compare();
  }

  /** @param {number} part to be shown */
  show(part) {
    Object.assign(this, { part, differences: [], compared: undefined });
    this.baseline = this.plainest();
    this.changed();
    void this.compare();
  }

  /** @param {number} level of the axis that names are on */
  choose(level) {
    this.baseline = level;
    this.compared = undefined;
    void this.compare();
  }

  /** Works out the differences to the baseline, once for each look at the runs. */
  async compare() {
    const { work, shown: part, part: at, baseline, turn } = this;
    if (!work?.findings || this.compared === work.findings) return;
    this.compared = work.findings;
    const grid = this.grid();
    if (!part || !grid || grid.compared < 0) return this.changed();
    const numbers = filled(work.outcomes);
    try {
      const found = await Promise.all(
        part.measures.map(({ column }) => this.desk.ask(0, 'differences', ...work.which, numbers, at, column, grid.compared, baseline)),
      );
      if (turn !== this.turn || baseline !== this.baseline || at !== this.part) return;
      this.differences = found;
    } catch {
      // Given up with the runs; the next look asks again.
      this.compared = undefined;
      return;
    }
    this.changed();
  }

  /**
   * The scenario of a run, to be opened in the charts.
   * @param {number} run
   */
  scenario(run) {
    if (!this.work) throw new Error('there is no study');
    return this.desk.scenario(this.work, run);
  }
}

const NOTHING_YET = new Float64Array(0);
/** A diagnostic in words. @param {import('../types.js').Diagnostic} one */
const sentence = (one) =>
  [one.place && `${one.place}:`, one.line && `line ${one.line}:`, `${one.message}.`.replace(/\.\.$/u, '.'), one.hint]
    .filter(Boolean)
    .join(' ');
const filled = (/** @type {(Float64Array|undefined)[]} */ outcomes) => Array.from(outcomes, (outcome) => outcome ?? NOTHING_YET);

/**
 * Whether less of a study is enough for an impression.
 * @param {StudyDocument} doc
 */
export function hasQuick(doc) {
  return [doc, ...(doc.parts ?? [])].some(
    ({ quick_seeds, quick_set, axes = [] }) =>
      quick_seeds !== undefined || quick_set !== undefined || axes.some(({ quick }) => (quick?.length ?? 0) > 0),
  );
}

/**
 * Whether a study says what its measures mean: claims, tables, plots.
 * @param {StudyDocument} doc
 */
export function saysMore({ claims = [], tables = [], plots = [] }) {
  return claims.length + tables.length + plots.length > 0;
}
