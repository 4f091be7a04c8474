/**
 * @file Questions to code behind a port: each call is a promise, and work that takes too long can be given up. What the
 * port answers has the number of its question: `{id, value}` or `{id, error}`.
 */

import { Calls, openEngine, waits } from './calls.js';

/**
 * Methods that are answered later. `giveUp` ends what is under way: the worker is closed, the next call starts a fresh one.
 * @template {Record<keyof Methods, (...args: any[]) => any>} Methods
 * @typedef {object} Caller
 * @property {<M extends keyof Methods>(method: M, ...args: Parameters<Methods[M]>) => Promise<ReturnType<Methods[M]>>} call asks, and once more if the worker has gone without a word
 * @property {() => void} giveUp
 * @property {() => boolean} rest gives the memory back if nothing is under way, and says whether: the next call starts a fresh one
 */

/** A worker that does not answer: browsers end workers without a word, for want of memory or on a crash. */
class Silence extends Error {
  constructor() {
    super('The engine did not respond and was restarted.');
  }
}

/** @typedef {import('./calls.js').Parts & {patience: (method: string) => number}} LaneParts patience: how long a call may stay without an answer, ms */

/**
 * A worker, and what it is asked.
 * @param {LaneParts} parts
 */
function openLane({ patience, ...parts }) {
  const calls = new Calls();
  let open = true;
  /** How many calls are under way, those that wait for the engine's code included. */
  let asking = 0;

  const close = (/** @type {Error} */ error) => {
    open = false;
    port.close();
    calls.reject(error);
  };

  const receive = (/** @type {import('./calls.js').Answer} */ answer) => {
    calls.settle(answer);
    if (answer.error?.trap) close(new Error('The engine crashed and was restarted.'));
  };

  const port = openEngine(parts, receive, close);

  /**
   * @param {string} method
   * @param {any[]} args
   * @returns {Promise<any>}
   */
  const ask = async (method, args) => {
    // What is not there yet is no silence.
    await parts.module();
    if (!open) throw new Error('Cancelled.');
    const limit = patience(method);
    return calls.ask(method, (id) => {
      port.send({ id, method, args });
      if (limit === Infinity) return;
      const late = () => {
        if (!calls.has(id)) return;
        // Behind work that may take long, or a file that is fetched, it has to wait its turn.
        if (waits(port.state()) || calls.methods.some((method) => patience(method) === Infinity)) setTimeout(late, limit);
        else close(new Silence());
      };
      setTimeout(late, limit);
    });
  };

  return {
    open: () => open,
    fetching: () => port.state() === 'fetching',
    idle: () => asking === 0,
    close,
    ask: (/** @type {string} */ method, /** @type {any[]} */ args) => {
      asking += 1;
      return ask(method, args).finally(() => (asking -= 1));
    },
  };
}

/**
 * @param {Omit<LaneParts, 'patience'> & Partial<LaneParts>} parts
 * @returns {Caller<any>}
 */
export function createCaller({ patience = () => Infinity, ...parts }) {
  /** @type {ReturnType<typeof openLane>|undefined} */
  let lane;
  /** Those that wait for a connection: nothing else waits behind them. @type {Set<ReturnType<typeof openLane>>} */
  const left = new Set();

  const ask = async (/** @type {string} */ method, /** @type {any[]} */ args) => {
    if (lane?.fetching()) {
      left.add(lane);
      lane = undefined;
    }
    const mine = lane?.open() ? lane : (lane = openLane({ patience, ...parts }));
    try {
      return await mine.ask(method, args);
    } finally {
      if (mine.idle() && left.delete(mine)) mine.close(new Error('Cancelled.'));
    }
  };

  const giveUp = () => {
    for (const one of [...left, ...(lane ? [lane] : [])]) one.close(new Error('Cancelled.'));
    left.clear();
    lane = undefined;
  };

  return {
    call: (method, ...args) =>
      ask(String(method), args).catch((error) => {
        if (error instanceof Silence) return ask(String(method), args);
        throw error;
      }),
    giveUp,
    rest: () => {
      const idle = left.size === 0 && (lane?.idle() ?? true);
      if (idle) giveUp();
      return idle;
    },
  };
}
