/**
 * @file Questions to code behind a port: each call is a promise, and work that takes too long can be given up. What the
 * port answers has the number of its question: `{id, value}` or `{id, error}`.
 */

import { openPort } from './port.js';
import { revivedError } from './run/protocol.js';

/** @typedef {ReturnType<typeof createCaller>} Caller */

/**
 * @param {object} parts
 * @param {() => Promise<WebAssembly.Module>} parts.module the compiled engine that the code needs
 * @param {() => Worker} parts.makeWorker
 * @param {() => Promise<(post: (message: any) => void) => (message: any) => void>} parts.loadLocal the same code for the main thread
 */
export function createCaller({ module, makeWorker, loadLocal }) {
  let next = 0;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
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

  return {
    /**
     * @param {string} method
     * @param {any[]} args
     * @returns {Promise<any>}
     */
    async call(method, ...args) {
      const opened = connect();
      await module();
      if (opened !== port) throw new Error('Given up.');
      return new Promise((resolve, reject) => {
        const id = (next += 1);
        pending.set(id, { resolve, reject });
        opened.send({ id, method, args });
      });
    },
    /** Ends what is under way: the worker is closed, the next call starts a fresh one. */
    giveUp: () => give(new Error('Given up.')),
  };
}
