/**
 * @file Runs studies and published experiments, one after another; each worker takes the next run when it has completed
 * one. Results are kept, so that a cancelled or failed task continues where it stopped.
 */

import { isDecided, runsOfSeeds, seedsOfLooks } from './look-runs.js';
import { isSameStudy, StudyWorker } from './study-worker.js';

/** @import { Page } from '../commands/page.js' */
/** @import { FileInput, StudyFindings } from '../engine/types.js' */
/** @import { StudyMethods } from './study-methods.js' */
/** @import { StudyRuns } from './study-worker.js' */

/** Number of parallel workers. */
export const WORKERS = 2;
/** Number of workers of background tasks: one core is left for the page. */
export const BACKGROUND_WORKERS = Math.max(1, Math.min(WORKERS, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));
/** Minimum interval between progress notifications, ms. */
const NOTIFY_MS = 100;
/** Interval at which findings of the runs so far are computed, ms; they take at most a twentieth of the time. */
const FINDINGS_MS = 1500;
const FINDINGS_SHARE = 20;
/** The numbers of a run that has not run. */
const NOTHING_YET = new Float64Array(0);

/**
 * The runs of a study, and their progress.
 * @typedef {object} StudyTask
 * @property {StudyRuns} study
 * @property {string} digest of the study, if known
 * @property {boolean} paused whether the reader paused it
 * @property {boolean} background whether it leaves a core to the page and waits for all other tasks
 * @property {{id: string, seed: number, quick: boolean}} [paper] the published experiment that it repeats
 * @property {'waiting'|'running'|'stopped'|'failed'|'done'} status
 * @property {string[]} labels of its runs; empty until they are known
 * @property {(Float64Array|undefined)[]} outcomes of its runs
 * @property {number} ended number of runs with an outcome
 * @property {number} started time of its last start, ms
 * @property {number} before number of runs with an outcome at that time
 * @property {number} seconds wall time spent on it
 * @property {StudyFindings|null} findings of the runs that had ended when they were computed
 * @property {number} counted number of these runs
 * @property {number} looked time of their computation, ms
 * @property {string} error the reason of its failure, as a sentence
 * @property {number} broken the run at which it failed; -1 for none
 * @property {number} attempt number of starts
 * @typedef {Pick<StudyTask, 'digest'|'paused'|'paper'> & {background?: boolean}} About
 */

/** Executes the runs of studies and keeps their numbers. */
export class RunQueue {
  /**
   * @param {Page['fileWork']} fileWork
   * @param {{openWorkers?: () => StudyWorker[], now?: () => number}} [parts] replaced in tests; now: ms
   */
  constructor(fileWork, { openWorkers, now = () => performance.now() } = {}) {
    this.fileWork = fileWork;
    this.openWorkers =
      openWorkers ?? (() => Array.from({ length: WORKERS }, () => new StudyWorker((study, inputs) => this.#readFiles(study, inputs))));
    this.now = now;
    /** @type {StudyWorker[]|undefined} */
    this.opened = undefined;
    /** The study whose files are cached. @type {StudyRuns|undefined} */
    this.reads = undefined;
    /** The started tasks, newest last. @type {StudyTask[]} */
    this.tasks = [];
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.notified = -Infinity;
    /** The duration of the last computation of findings, ms. */
    this.cost = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.notifying = undefined;
  }

  /** The workers, created on first use. */
  get workers() {
    return (this.opened ??= this.openWorkers());
  }

  /**
   * Calls `listener` after each change; returns the function that ends it.
   * @param {() => void} listener
   * @returns {() => void}
   */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Releases the memory of idle workers. */
  rest() {
    if (!this.current) for (const worker of this.opened ?? []) worker.rest();
  }

  /** The running task, if any. */
  get current() {
    return this.tasks.find(({ status }) => status === 'running');
  }

  /**
   * Starts a task or continues it; it waits for the end of the previous one.
   * @param {StudyRuns} study
   * @param {About} about
   */
  startTask(study, about) {
    const task = this.addTask(study, about);
    task.background = about.background === true;
    const { current } = this;
    if (current?.background && current !== task) this.stop(current, true);
    this.tasks = [...this.tasks.filter((other) => other !== task), task];
    if (task.status === 'stopped' || task.status === 'failed') Object.assign(task, { status: 'waiting', error: '', broken: -1 });
    this.#next();
    this.#notify();
    return task;
  }

  /**
   * A task that is not yet started.
   * @param {StudyRuns} study
   * @param {About} about
   * @param {(Float64Array|undefined)[]} [outcomes] of its runs that completed earlier
   * @returns {StudyTask}
   */
  addTask(study, { digest, paused, paper }, outcomes = []) {
    const known = this.tasks.find((task) => isSameStudy(task.study, study));
    if (known) return known;
    /** @type {StudyTask} */
    const task = {
      study,
      digest,
      paused,
      background: false,
      ...(paper ? { paper } : {}),
      status: 'stopped',
      labels: [],
      outcomes,
      ended: outcomes.filter(Boolean).length,
      started: 0,
      before: 0,
      seconds: 0,
      findings: null,
      counted: 0,
      looked: 0,
      error: '',
      broken: -1,
      attempt: 0,
    };
    this.tasks = [...this.tasks, task];
    return task;
  }

  /**
   * Stops a task at once: the workers are closed, because a run cannot be interrupted. Gently: runs in progress are
   * completed first.
   * @param {StudyTask} task
   * @param {boolean} [gently]
   */
  stop(task, gently = false) {
    if (task.status !== 'running' && task.status !== 'waiting') return;
    const running = task.status === 'running';
    if (running) this.#stopClock(task);
    task.status = 'stopped';
    if (running && !gently) this.#giveUp();
    if (running && !task.background) void this.#computeAfterStop(task);
    this.#next();
    this.#notify();
  }

  /**
   * The scenario of a run.
   * @param {Pick<StudyTask, 'study'>} task
   * @param {number} index
   * @returns {Promise<string>} JSON text
   */
  scenario({ study }, index) {
    return this.ask(0, 'scenario', study, index);
  }

  /**
   * Calls a method of a worker for a study.
   * @template {keyof StudyMethods} M
   * @param {number} worker
   * @param {M} method
   * @param {StudyRuns|undefined} study of the call; undefined for none
   * @param {Parameters<StudyMethods[M]>} args
   * @returns {Promise<ReturnType<StudyMethods[M]>>}
   */
  ask(worker, method, study, ...args) {
    const known = this.workers[worker];
    return known ? known.call(method, study, ...args) : Promise.reject(new Error('There is no worker.'));
  }

  /** Ends all work of the workers. */
  #giveUp() {
    for (const worker of this.workers) worker.giveUp();
    this.reads = undefined;
    void this.fileWork.take('study', [], []);
  }

  /**
   * The files that a run needs; they are kept for the other runs of its study.
   * @param {StudyRuns} study
   * @param {readonly FileInput[]} inputs
   */
  #readFiles(study, inputs) {
    const more = isSameStudy(this.reads, study);
    this.reads = study;
    return this.fileWork.take('study', inputs, study.sources, more);
  }

  /** Starts the next waiting task, if none is running. */
  #next() {
    const due = this.tasks.filter(({ status }) => status === 'waiting');
    const waiting = due.find(({ background }) => !background) ?? due[0];
    if (this.current || !waiting) return;
    waiting.status = 'running';
    waiting.started = this.now();
    waiting.before = waiting.ended;
    waiting.attempt += 1;
    waiting.looked = waiting.started;
    void this.#perform(waiting);
  }

  /** Executes all runs of a task. @param {StudyTask} task */
  async #perform(task) {
    const { study, attempt } = task;
    const wanted = () => task.status === 'running' && task.attempt === attempt;
    try {
      if (task.labels.length === 0) {
        const labels = await this.ask(0, 'labels', study);
        if (!wanted()) return;
        task.labels = labels;
        task.outcomes = labels.map((/** @type {string} */ _, /** @type {number} */ index) => task.outcomes[index]);
        task.before = task.ended = task.outcomes.filter(Boolean).length;
        this.#notify();
      }
      const workers = task.background ? this.workers.slice(0, BACKGROUND_WORKERS) : this.workers;
      for await (const runs of this.#rounds(task, wanted)) {
        const todo = runs.filter((index) => !task.outcomes[index]);
        await Promise.all(workers.map((_, worker) => this.#run(task, worker, todo, wanted)));
        if (!wanted()) return;
        await this.#computeFindings(task, wanted);
        if (!wanted()) return;
      }
      if (!wanted()) return;
      this.#stopClock(task);
      task.status = 'done';
    } catch (error) {
      if (!wanted()) return;
      this.#stopClock(task);
      task.status = 'failed';
      task.error = error instanceof Error ? error.message : String(error);
      void this.#computeAfterStop(task);
    }
    this.#next();
    this.#notify();
  }

  /**
   * Groups of runs: all of them, or those of one look after another until no claim is open.
   * @param {StudyTask} task
   * @param {() => boolean} wanted
   */
  async *#rounds(task, wanted) {
    const { quick, text } = task.study;
    const seeds = !quick && text.includes('"replication"') ? seedsOfLooks(text) : [];
    if (seeds.length === 0) {
      yield [...task.outcomes.keys()];
      return;
    }
    // Findings without runs name the parts.
    await this.#computeFindings(task, wanted);
    const parts = task.findings?.summary.parts ?? [];
    for (const count of seeds) {
      yield runsOfSeeds(parts, count);
      if (isDecided(task.findings)) return;
    }
  }

  /**
   * One worker executes runs in sequence.
   * @param {StudyTask} task
   * @param {number} worker
   * @param {number[]} todo runs that no worker has taken
   * @param {() => boolean} wanted
   */
  async #run(task, worker, todo, wanted) {
    for (let index = todo.shift(); index !== undefined && wanted(); index = todo.shift()) {
      try {
        const outcome = await this.ask(worker, 'run', task.study, index);
        // The last outcome of a task that was stopped meanwhile still counts, but only once.
        if (task.outcomes[index] === undefined) task.ended += 1;
        task.outcomes[index] = outcome;
      } catch (error) {
        if (wanted()) task.broken = index;
        throw error;
      }
      if (worker === 0 && wanted() && todo.length > 0 && this.now() - task.looked > Math.max(FINDINGS_MS, FINDINGS_SHARE * this.cost)) {
        // A finding that needs all runs fails until then.
        await this.#computeFindings(task, wanted).catch(() => (task.looked = Infinity));
      }
      if (this.now() - this.notified >= NOTIFY_MS) this.#notify();
      else this.notifying ??= setTimeout(() => this.#notify(), NOTIFY_MS);
    }
  }

  /**
   * Computes the findings of the runs that have ended.
   * @param {StudyTask} task
   * @param {() => boolean} wanted
   */
  async #computeFindings(task, wanted) {
    const { study, ended } = task;
    const begun = this.now();
    const findings = await this.ask(
      0,
      'findings',
      study,
      task.outcomes.map((outcome) => outcome ?? NOTHING_YET),
    );
    if (!wanted()) return;
    Object.assign(task, { findings, counted: ended, looked: this.now() });
    this.cost = task.looked - begun;
  }

  /** Computes the findings of a task that has not ended. @param {StudyTask} task */
  async #computeAfterStop(task) {
    const { attempt } = task;
    const wanted = () => task.attempt === attempt && (task.status === 'stopped' || task.status === 'failed');
    if (task.ended > task.counted) await this.#computeFindings(task, wanted).catch(() => undefined);
    this.#notify();
  }

  /** @param {StudyTask} task whose clock stops */
  #stopClock(task) {
    task.seconds += (this.now() - task.started) / 1000;
  }

  /** Calls all listeners. */
  #notify() {
    clearTimeout(this.notifying);
    this.notifying = undefined;
    this.notified = this.now();
    for (const listener of [...this.listeners]) listener();
  }
}

/**
 * Remaining time of a task, s; NaN while it cannot be estimated.
 * @param {Pick<StudyTask, 'status'|'labels'|'ended'|'before'|'started'>} task
 * @param {number} now ms
 * @returns {number}
 */
export function secondsLeft({ status, labels, ended, before, started }, now) {
  const fresh = ended - before;
  if (status !== 'running' || fresh < 2) return NaN;
  return ((now - started) / 1000 / fresh) * (labels.length - ended);
}

/**
 * The queue of a page, which is kept when its views are closed.
 * @param {Page} page
 */
export function runQueueOf(page) {
  return (page.runQueue ??= new RunQueue(page.fileWork));
}
