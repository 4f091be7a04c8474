/**
 * @file Where studies and published experiments are run: one after another, the runs of one spread over the workers, each
 * worker taking the next when it has finished one. What is computed stays, so that a work that was cancelled or that broke
 * goes on where it stopped.
 */

/** @import { Caller } from '../engine/caller.js' */

/** Those who watch are told at most this often while runs come in, ms. */
const TELL_MS = 100;
/** What there is so far is looked at this often, and never for more than a twentieth of the time, ms. */
const LOOK_MS = 1500;
const LOOK_SHARE = 20;
/** Stands for the numbers of a run that has not run. */
const NOTHING_YET = new Float64Array(0);

/**
 * What a worker is asked of a work; each question begins with what names the work.
 * @template {unknown[]} Which
 * @template Found
 * @typedef {object} WorkMethods
 * @property {(...which: Which) => string[]} labels of its runs
 * @property {(...question: [...Which, number]) => Float64Array} run the numbers of one
 * @property {(...question: [...Which, number]) => string} scenario the JSON text of one
 * @property {(...question: [...Which, Float64Array[]]) => Found} findings what the runs say together
 */

/**
 * Many runs of one thing, and how far they are.
 * @template {unknown[]} Which
 * @template Found
 * @typedef {object} Work
 * @property {Which} which what names it
 * @property {'waiting'|'running'|'stopped'|'failed'|'done'} status
 * @property {string[]} labels of its runs; empty until they are known
 * @property {(Float64Array|undefined)[]} outcomes of its runs
 * @property {number} ended how many runs have an outcome
 * @property {number} started when it went on, ms
 * @property {number} before how many runs had an outcome then
 * @property {number} seconds wall time spent on it
 * @property {Found|null} findings of the runs that had ended when they were worked out
 * @property {number} counted how many those were
 * @property {number} looked when they were worked out, ms
 * @property {string} error why it failed, in a sentence
 * @property {number} broken the run at which it failed; -1 for none
 * @property {number} turn how many times it was taken up
 */

/**
 * Makes runs and keeps what came of them.
 * @template {unknown[]} Which
 * @template Found
 * @template {Record<keyof Methods, (...args: any[]) => any> & WorkMethods<Which, Found>} Methods
 * @template {object} [About={}]
 */
export class Desk {
  /**
   * @param {() => Caller<Methods>[]} openLanes
   * @param {() => number} now ms
   */
  constructor(openLanes, now = () => performance.now()) {
    this.openLanes = openLanes;
    this.now = now;
    /** @type {Caller<Methods>[]|undefined} */
    this.opened = undefined;
    /** What was started, newest last. @type {(Work<Which, Found> & About)[]} */
    this.works = [];
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.told = -Infinity;
    /** What the last look took, ms. */
    this.cost = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.telling = undefined;
  }

  get lanes() {
    return (this.opened ??= this.openLanes());
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

  /** Gives the memory of workers that have nothing to do back. */
  rest() {
    if (!this.current) for (const lane of this.opened ?? []) lane.rest();
  }

  /** The work under way, if any. */
  get current() {
    return this.works.find(({ status }) => status === 'running');
  }

  /**
   * Starts a work or goes on with it; it waits for its turn.
   * @param {Which} which
   * @param {About} about what else is said of it
   */
  begin(which, about) {
    const work = this.add(which, about);
    this.works = [...this.works.filter((other) => other !== work), work];
    if (work.status === 'stopped' || work.status === 'failed') Object.assign(work, { status: 'waiting', error: '', broken: -1 });
    this.#next();
    this.#tell();
    return work;
  }

  /**
   * A work, which does not start yet.
   * @param {Which} which
   * @param {About} about what else is said of it
   * @param {(Float64Array|undefined)[]} [outcomes] of its runs, as far as they were made before
   * @returns {Work<Which, Found> & About}
   */
  add(which, about, outcomes = []) {
    const name = JSON.stringify(which);
    const known = this.works.find((work) => JSON.stringify(work.which) === name);
    /** @type {Work<Which, Found>} */
    const fresh = {
      which,
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
      turn: 0,
    };
    if (known) return known;
    const work = Object.assign(fresh, about);
    this.works = [...this.works, work];
    return work;
  }

  /**
   * Stops a work at once: the workers are closed, for a run cannot be interrupted. Gently: what runs is finished first.
   * @param {Work<Which, Found>} work
   * @param {boolean} [gently]
   */
  stop(work, gently = false) {
    if (work.status !== 'running' && work.status !== 'waiting') return;
    const running = work.status === 'running';
    if (running) this.#rest(work);
    work.status = 'stopped';
    if (running && !gently) for (const lane of this.lanes) lane.giveUp();
    if (running) void this.#lookBack(work);
    this.#next();
    this.#tell();
  }

  /**
   * The scenario of a run.
   * @param {Pick<Work<Which, Found>, 'which'>} work
   * @param {number} index
   * @returns {Promise<string>} JSON text
   */
  scenario({ which }, index) {
    return this.ask(0, 'scenario', ...which, index);
  }

  /**
   * @param {number} lane
   * @param {keyof Methods & string} method
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  ask(lane, method, ...args) {
    const known = this.lanes[lane];
    return known ? known.call(method, .../** @type {any} */ (args)) : Promise.reject(new Error('There is no worker.'));
  }

  /** Takes up what waits, if nothing runs. */
  #next() {
    const waiting = this.works.find(({ status }) => status === 'waiting');
    if (this.current || !waiting) return;
    waiting.status = 'running';
    waiting.started = this.now();
    waiting.before = waiting.ended;
    waiting.turn += 1;
    waiting.looked = waiting.started;
    void this.#work(waiting);
  }

  /** @param {Work<Which, Found>} work */
  async #work(work) {
    const { which, turn } = work;
    const wanted = () => work.status === 'running' && work.turn === turn;
    try {
      if (work.labels.length === 0) {
        const labels = await this.ask(0, 'labels', ...which);
        if (!wanted()) return;
        work.labels = labels;
        work.outcomes = labels.map((/** @type {string} */ _, /** @type {number} */ index) => work.outcomes[index]);
        work.before = work.ended = work.outcomes.filter(Boolean).length;
        this.#tell();
      }
      const todo = work.outcomes.flatMap((outcome, index) => (outcome ? [] : [index]));
      await Promise.all(this.lanes.map((_, lane) => this.#run(work, lane, todo, wanted)));
      if (!wanted()) return;
      await this.#look(work, wanted);
      if (!wanted()) return;
      this.#rest(work);
      work.status = 'done';
    } catch (error) {
      if (!wanted()) return;
      this.#rest(work);
      work.status = 'failed';
      work.error = error instanceof Error ? error.message : String(error);
      void this.#lookBack(work);
    }
    this.#next();
    this.#tell();
  }

  /**
   * One worker takes one run after another.
   * @param {Work<Which, Found>} work
   * @param {number} lane
   * @param {number[]} todo runs that nobody has taken
   * @param {() => boolean} wanted
   */
  async #run(work, lane, todo, wanted) {
    for (let index = todo.shift(); index !== undefined && wanted(); index = todo.shift()) {
      try {
        const outcome = await this.ask(lane, 'run', ...work.which, index);
        // Of a work that was stopped in the meantime, what came in last still counts, but once.
        if (work.outcomes[index] === undefined) work.ended += 1;
        work.outcomes[index] = outcome;
      } catch (error) {
        if (wanted()) work.broken = index;
        throw error;
      }
      if (lane === 0 && wanted() && todo.length > 0 && this.now() - work.looked > Math.max(LOOK_MS, LOOK_SHARE * this.cost)) {
        // What cannot be said of a part may well be said of the whole.
        await this.#look(work, wanted).catch(() => (work.looked = Infinity));
      }
      if (this.now() - this.told >= TELL_MS) this.#tell();
      else this.telling ??= setTimeout(() => this.#tell(), TELL_MS);
    }
  }

  /**
   * Works out what the runs say that have ended.
   * @param {Work<Which, Found>} work
   * @param {() => boolean} wanted
   */
  async #look(work, wanted) {
    const { which, ended } = work;
    const begun = this.now();
    const findings = await this.ask(
      0,
      'findings',
      ...which,
      work.outcomes.map((outcome) => outcome ?? NOTHING_YET),
    );
    if (!wanted()) return;
    Object.assign(work, { findings, counted: ended, looked: this.now() });
    this.cost = work.looked - begun;
  }

  /** What a work that came to no end has found. @param {Work<Which, Found>} work */
  async #lookBack(work) {
    const { turn } = work;
    const wanted = () => work.turn === turn && (work.status === 'stopped' || work.status === 'failed');
    if (work.ended > work.counted) await this.#look(work, wanted).catch(() => undefined);
    this.#tell();
  }

  /** @param {Work<Which, Found>} work whose clock stops */
  #rest(work) {
    work.seconds += (this.now() - work.started) / 1000;
  }

  #tell() {
    clearTimeout(this.telling);
    this.telling = undefined;
    this.told = this.now();
    for (const listener of [...this.listeners]) listener();
  }
}

/**
 * How much longer a work will take, s; NaN while nobody can know.
 * @param {Pick<Work<any, any>, 'status'|'labels'|'ended'|'before'|'started'>} work
 * @param {number} now ms
 * @returns {number}
 */
export function secondsLeft({ status, labels, ended, before, started }, now) {
  const fresh = ended - before;
  if (status !== 'running' || fresh < 2) return NaN;
  return ((now - started) / 1000 / fresh) * (labels.length - ended);
}
