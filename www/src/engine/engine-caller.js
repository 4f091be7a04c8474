/** @file Calls of an engine in a worker: each is a promise, and long ones can be cancelled. */

import { EnginePort } from './engine-port.js';

/**
 * Methods that return promises. `giveUp` cancels calls in progress: the worker is closed, and the next call starts a
 * new one.
 * @template {Record<keyof Methods, (...args: any[]) => any>} Methods
 * @typedef {object} Caller
 * @property {<M extends keyof Methods>(method: M, ...args: Parameters<Methods[M]>) => Promise<ReturnType<Methods[M]>>} call
 *   calls, and repeats once if the worker has died silently
 * @property {() => void} giveUp
 * @property {() => boolean} rest releases the memory if no call is in progress, and returns whether it did; the next
 *   call starts a new worker
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
  /** Number of calls in progress, including those that wait for the code of the engine. */
  asking = 0;

  /**
   * @param {import('./engine-port.js').Parts & {patience?: (method: string) => number}} parts patience: maximum time
   *   without an answer, ms
   */
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
      // The time limit begins after the code is loaded.
      await this.module();
      if (!this.open) throw new Error('Cancelled.');
      const limit = this.patience(method);
      const late = () => {
        // No time limit while the worker is busy with long work or fetches a file.
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
 * @param {import('./engine-port.js').Parts & {patience?: (method: string) => number}} parts patience: maximum time
 *   without an answer, ms
 * @returns {Caller<any>}
 */
export function createCaller(parts) {
  /** @type {CallWorker|undefined} */
  let worker;
  /**
   * Replaced workers that still fetch the engine, until their calls end; other calls do not wait for them.
   * @type {Set<CallWorker>}
   */
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
