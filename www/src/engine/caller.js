/**
 * @file Questions to code behind a port: each call is a promise, and work that takes too long can be given up. What the
 * port answers has the number of its question: `{id, value}` or `{id, error}`.
 */

import { Calls, openEngine } from './calls.js';

/**
 * Methods that are answered later. `giveUp` ends what is under way: the worker is closed, the next call starts a fresh one.
 * @template {Record<keyof Methods, (...args: any[]) => any>} Methods
 * @typedef {object} Caller
 * @property {<M extends keyof Methods>(method: M, ...args: Parameters<Methods[M]>) => Promise<ReturnType<Methods[M]>>} call asks, and once more if the worker has gone without a word
 * @property {() => void} giveUp
 */

/** A worker that does not answer: browsers end workers without a word, for want of memory or on a crash. */
class Silence extends Error {
  constructor() {
    super('The engine does not answer, and was started again.');
  }
}

/**
 * @param {import('./calls.js').Parts & {patience?: (method: string) => number}} parts patience: how long a call may stay without an answer, ms
 * @returns {Caller<any>}
 */
export function createCaller({ patience = () => Infinity, ...parts }) {
  const calls = new Calls();
  /** @type {ReturnType<typeof openEngine>|undefined} */
  let port;

  const give = (/** @type {Error} */ error) => {
    port?.close();
    port = undefined;
    calls.reject(error);
  };

  const receive = (/** @type {import('./calls.js').Answer} */ answer) => {
    calls.settle(answer);
    if (answer.error?.trap) give(new Error('The engine stopped and was started again.'));
  };

  /**
   * @param {string} method
   * @param {any[]} args
   * @returns {Promise<any>}
   */
  const ask = async (method, args) => {
    const opened = (port ??= openEngine(parts, receive, give));
    // What is not there yet is no silence.
    await parts.module();
    if (opened !== port) throw new Error('Given up.');
    const limit = patience(method);
    return calls.ask(method, (id) => {
      opened.send({ id, method, args });
      if (limit === Infinity) return;
      const late = () => {
        if (!calls.has(id)) return;
        // Behind work that may take long, or a file that is fetched, it has to wait its turn.
        if (opened.waits() || calls.methods.some((method) => patience(method) === Infinity)) setTimeout(late, limit);
        else give(new Silence());
      };
      setTimeout(late, limit);
    });
  };

  return {
    call: (method, ...args) =>
      ask(String(method), args).catch((error) => {
        if (error instanceof Silence) return ask(String(method), args);
        throw error;
      }),
    giveUp: () => give(new Error('Given up.')),
  };
}
