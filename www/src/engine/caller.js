/**
 * @file Questions to code behind a port: each call is a promise, and work that takes too long can be given up. What the
 * port answers has the number of its question: `{id, value}` or `{id, error}`.
 */

import { openPort } from './port.js';
import { revivedError } from '../run/protocol.js';

/** @typedef {ReturnType<typeof createCaller>} Caller */

/** A worker that does not answer: browsers end workers without a word, for want of memory or on a crash. */
class Silence extends Error {
  constructor() {
    super('The engine does not answer, and was started again.');
  }
}

/**
 * @param {object} parts
 * @param {(method: string) => number} [parts.patience] how long a call may stay without an answer, ms
 * @param {() => Promise<WebAssembly.Module>} parts.module the compiled engine that the code needs
 * @param {() => Worker} parts.makeWorker
 * @param {() => Promise<(post: (message: any) => void) => (message: any) => void>} parts.loadLocal the same code for the main thread
 */
export function createCaller({ module, makeWorker, loadLocal, patience = () => Infinity }) {
  let next = 0;
  /** @type {Map<number, {method: string, resolve: (value: any) => void, reject: (error: Error) => void}>} */
  let pending = new Map();
  /** @type {import('./port.js').Port|undefined} */
  let port;

  const give = (/** @type {Error} */ error) => {
    port?.close();
    port = undefined;
    const calls = [...pending.values()];
    pending = new Map();
    for (const { reject } of calls) reject(error);
  };

  const connect = () => {
    if (port) return port;
    const opened = openPort(
      makeWorker,
      loadLocal,
      ({ id, value, error }) => {
        const call = pending.get(id);
        pending.delete(id);
        if (error) call?.reject(revivedError(error));
        else call?.resolve(value);
        if (error?.trap) give(new Error('The engine stopped and was started again.'));
      },
      (error) => give(error),
    );
    port = opened;
    module().then((compiled) => opened.send({ module: compiled }), give);
    return opened;
  };

  /**
   * @param {string} method
   * @param {any[]} args
   * @returns {Promise<any>}
   */
  const ask = async (method, args) => {
    const opened = connect();
    await module();
    if (opened !== port) throw new Error('Given up.');
    return new Promise((resolve, reject) => {
      const id = (next += 1);
      pending.set(id, { method, resolve, reject });
      opened.send({ id, method, args });
      const limit = patience(method);
      if (limit === Infinity) return;
      const late = () => {
        if (!pending.has(id)) return;
        // Behind work that may take long it has to wait its turn.
        if ([...pending.values()].some((call) => patience(call.method) === Infinity)) setTimeout(late, limit);
        else give(new Silence());
      };
      setTimeout(late, limit);
    });
  };

  return {
    /**
     * Asks, and once more if the worker has gone without a word.
     * @param {string} method
     * @param {any[]} args
     * @returns {Promise<any>}
     */
    call: (method, ...args) =>
      ask(method, args).catch((error) => {
        if (error instanceof Silence) return ask(method, args);
        throw error;
      }),
    /** Ends what is under way: the worker is closed, the next call starts a fresh one. */
    giveUp: () => give(new Error('Given up.')),
  };
}
