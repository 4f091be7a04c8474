/**
 * @file Where experiments are run: one after another, the cases of one spread over the workers, each worker taking the
 * next case when it has finished one. What is computed stays, so that a run that was cancelled or that broke goes on
 * where it stopped.
 */

/** @import { Caller } from '../engine/caller.js' */
/** @import { Experiment, Findings } from '../engine/types.js' */
/** @import { Methods } from './host.js' */

/** Those who watch are told at most this often while cases come in, ms. */
const TELL_MS = 100;
/** What there is so far is looked at this often, and never for more than a twentieth of the time, ms. */
const LOOK_MS = 1500;
const LOOK_SHARE = 20;
/** Stands for the numbers of a case that has not run. */
const NOTHING_YET = new Float64Array(0);

/**
 * One experiment with a seed and an effort, and how far it is.
 * @typedef {object} Work
 * @property {string} id of the experiment
 * @property {number} seed
 * @property {boolean} quick
 * @property {'waiting'|'running'|'stopped'|'failed'|'done'} status
 * @property {string[]} labels of its cases; empty until they are known
 * @property {(Float64Array|undefined)[]} outcomes of its cases
 * @property {number} ended how many cases have an outcome
 * @property {number} started when it went on, ms
 * @property {number} before how many cases had an outcome then
 * @property {number} seconds wall time spent on it
 * @property {Findings|null} findings of the cases that had ended when they were worked out
 * @property {number} counted how many those were
 * @property {number} looked when they were worked out, ms
 * @property {string} error why it failed, in a sentence
 * @property {number} broken the case at which it failed; -1 for none
 * @property {number} turn how many times it was taken up
 */

/** Runs experiments and keeps what came of them. */
export class Desk {
  /**
   * @param {(tell: (text: string) => void) => Caller<Methods>[]} openLanes told what they wait for
   * @param {() => number} now ms
   */
  constructor(openLanes, now = () => performance.now()) {
    this.openLanes = openLanes;
    /** What the first answer waits for, in words. */
    this.waits = 'Fetching the engine of the experiments \u2026';
    this.now = now;
    /** @type {Caller<Methods>[]|undefined} */
    this.opened = undefined;
    /** What was started, newest last. @type {Work[]} */
    this.works = [];
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {Promise<Experiment[]>|undefined} */
    this.listed = undefined;
    this.told = -Infinity;
    /** What the last look took, ms. */
    this.cost = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.telling = undefined;
  }

  get lanes() {
    this.opened ??= this.openLanes((text) => {
      this.waits = text;
      for (const listener of [...this.listeners]) listener();
    });
    return this.opened;
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

  /**
   * All experiments, asked for once. A failure is tried again on the next call.
   * @returns {Promise<Experiment[]>}
   */
  experiments() {
    this.listed ??= this.#ask(0, 'experiments').catch((error) => {
      this.listed = undefined;
      throw error;
    });
    return this.listed;
  }

  /**
   * The latest work on an experiment; nothing if there is none.
   * @param {string} id
   * @returns {Work|undefined}
   */
  latest(id) {
    return this.works.findLast((work) => work.id === id);
  }

  /** The work under way, if any. */
  get current() {
    return this.works.find(({ status }) => status === 'running');
  }

  /**
   * Starts an experiment or goes on with it; it waits for its turn.
   * @param {string} id
   * @param {number} seed
   * @param {boolean} quick
   */
  start(id, seed, quick) {
    const known = this.works.find((work) => work.id === id && work.seed === seed && work.quick === quick);
    /** @type {Work} */
    const work = known ?? {
      id, seed, quick, status: 'waiting', labels: [], outcomes: [], ended: 0, started: 0, before: 0, seconds: 0, findings: null, counted: 0, looked: 0,
      error: '', broken: -1, turn: 0,
    };
    this.works = [...this.works.filter((other) => other !== work), work];
    if (work.status === 'stopped' || work.status === 'failed') Object.assign(work, { status: 'waiting', error: '', broken: -1 });
    this.#next();
    this.#tell();
  }

  /**
   * Stops a work at once: the workers are closed, for a case cannot be interrupted.
   * @param {Work} work
   */
  stop(work) {
    if (work.status !== 'running' && work.status !== 'waiting') return;
    const running = work.status === 'running';
    if (running) this.#rest(work);
    work.status = 'stopped';
    if (running) for (const lane of this.lanes) lane.giveUp();
    if (running) void this.#lookBack(work);
    this.#next();
    this.#tell();
  }

  /** Stops all that runs or waits. */
  stopAll() {
    for (const work of this.works.filter(({ status }) => status === 'waiting')) work.status = 'stopped';
    const { current } = this;
    if (current) this.stop(current);
    else this.#tell();
  }

  /**
   * The scenario of a case.
   * @param {Pick<Work, 'id'|'seed'|'quick'>} work
   * @param {number} index
   * @returns {Promise<string>} JSON text
   */
  scenario({ id, seed, quick }, index) {
    return this.#ask(0, 'scenario', id, seed, quick, index);
  }

  /**
   * @template {keyof Methods} M
   * @param {number} lane
   * @param {M} method
   * @param {Parameters<Methods[M]>} args
   * @returns {Promise<ReturnType<Methods[M]>>}
   */
  #ask(lane, method, ...args) {
    const known = this.lanes[lane];
    return known ? known.call(method, ...args) : Promise.reject(new Error('There is no worker.'));
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

  /** @param {Work} work */
  async #work(work) {
    const { id, seed, quick, turn } = work;
    const wanted = () => work.status === 'running' && work.turn === turn;
    try {
      if (work.labels.length === 0) {
        const labels = await this.#ask(0, 'labels', id, seed, quick);
        if (!wanted()) return;
        work.labels = labels;
        work.outcomes = labels.map(() => undefined);
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
   * One worker takes one case after another.
   * @param {Work} work
   * @param {number} lane
   * @param {number[]} todo cases that nobody has taken
   * @param {() => boolean} wanted
   */
  async #run(work, lane, todo, wanted) {
    for (let index = todo.shift(); index !== undefined && wanted(); index = todo.shift()) {
      try {
        const outcome = await this.#ask(lane, 'run', work.id, work.seed, work.quick, index);
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
   * Works out what the cases say that have ended.
   * @param {Work} work
   * @param {() => boolean} wanted
   */
  async #look(work, wanted) {
    const { id, seed, quick, ended } = work;
    const begun = this.now();
    const findings = await this.#ask(0, 'findings', id, seed, quick, work.outcomes.map((outcome) => outcome ?? NOTHING_YET));
    if (!wanted()) return;
    Object.assign(work, { findings, counted: ended, looked: this.now() });
    this.cost = work.looked - begun;
  }

  /**
   * What a work that came to no end has found.
   * @param {Work} work
   */
  async #lookBack(work) {
    const { turn } = work;
    const wanted = () => work.turn === turn && (work.status === 'stopped' || work.status === 'failed');
    if (work.ended > work.counted) await this.#look(work, wanted).catch(() => undefined);
    this.#tell();
  }

  /** @param {Work} work whose clock stops */
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
 * @param {Work} work
 * @param {number} now ms
 * @returns {number}
 */
export function secondsLeft({ status, labels, ended, before, started }, now) {
  const fresh = ended - before;
  if (status !== 'running' || fresh < 2) return NaN;
  return ((now - started) / 1000 / fresh) * (labels.length - ended);
}
