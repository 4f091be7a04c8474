/** @file Calls of an engine in a worker: each is a promise, and long ones can be cancelled. */

import { EnginePort } from './engine-port.js';

/**
 * Methods that are answered later. `giveUp` ends what is under way: the worker is closed, the next call starts a fresh one.
 * @template {Record<keyof Methods, (...args: any[]) => any>} Methods
 * @typedef {object} Caller
 * @property {<M extends keyof Methods>(method: M, ...args: Parameters<Methods[M]>) => Promise<ReturnType<Methods[M]>>} call asks, and once more if the worker has gone without a word
 * @property {() => void} giveUp
 * @property {() => boolean} rest gives the memory back if nothing is under way, and returns whether it did: the next call starts a fresh worker
 */

/** A worker that does not answer: browsers end workers silently, for lack of memory or after a crash. */
class SilentWorkerError extends Error {
  constructor() {
    super('The engine did not respond and was restarted.');
  }
}

/** A worker that answers calls, as long as it is open. */
export class CallWorker {
  open = true;
  /** How many calls are under way, those that wait for the engine's code included. */
  asking = 0;

  /** @param {import('./engine-port.js').Parts & {patience?: (method: string) => number}} parts patience: how long a call may stay without an answer, ms */
  constructor({ patience = () => Infinity, ...parts }) {
    this.patience = patience;
    this.module = parts.module;
    this.port = new EnginePort(parts, (error) => this.close(error));
  }

  /** Closes the worker; its open calls fail. @param {Error} error */
  close(error) {
    this.open = false;
    this.port.close(error);
  }

  /**
   * Calls a method in the worker, within the time limit.
   * @param {string} method
   * @param {any[]} args
   */
  async ask(method, args) {
    this.asking += 1;
    let timer;
    try {
      // What is not there yet is no silence.
      await this.module();
      if (!this.open) throw new Error('Cancelled.');
      const limit = this.patience(method);
      const late = () => {
        // Behind work that may take long, or a file that is fetched, it has to wait its turn.
        if (this.port.isWaiting || this.port.pendingMethods.some((other) => this.patience(other) === Infinity))
          timer = setTimeout(late, limit);
        else this.close(new SilentWorkerError());
      };
      if (limit < Infinity) timer = setTimeout(late, limit);
      return await this.port.call(method, args);
    } catch (error) {
      if (error instanceof Error && 'trap' in error && error.trap) this.close(new Error('The engine crashed and was restarted.'));
      throw error;
    } finally {
      clearTimeout(timer);
      this.asking -= 1;
    }
  }
}

/**
 * Calls functions of a worker by name. The worker starts with the first call, and a silent one is replaced once.
 * @param {import('./engine-port.js').Parts & {patience?: (method: string) => number}} parts patience: how long a call may stay without an answer, ms
 * @returns {Caller<any>}
 */
export function createCaller(parts) {
  /** @type {CallWorker|undefined} */
  let worker;
  /** Those that wait for a connection: nothing else waits behind them. @type {Set<CallWorker>} */
  const left = new Set();

  /** Calls a method in the current worker, or in a new one if the current one is still fetching the engine. */
  const ask = async (/** @type {string} */ method, /** @type {any[]} */ args) => {
    if (worker?.port.state === 'fetching') {
      left.add(worker);
      worker = undefined;
    }
    const mine = worker?.open ? worker : (worker = new CallWorker(parts));
    try {
      return await mine.ask(method, args);
    } finally {
      if (mine.asking === 0 && left.delete(mine)) mine.close(new Error('Cancelled.'));
    }
  };

  const giveUp = () => {
    for (const one of [...left, ...(worker ? [worker] : [])]) one.close(new Error('Cancelled.'));
    left.clear();
    worker = undefined;
  };

  return {
    call: (method, ...args) =>
      ask(String(method), args).catch((error) => {
        if (error instanceof SilentWorkerError) return ask(String(method), args);
        throw error;
      }),
    giveUp,
    rest: () => {
      const idle = left.size === 0 && (worker?.asking ?? 0) === 0;
      if (idle) giveUp();
      return idle;
    },
  };
}
