/** @file What every caller of code behind a port needs: questions by number, and an engine that nothing overtakes. */

import { revivedError } from './errors.js';
import { engineRest } from './module.js';
import { openPort } from './port.js';

/** @typedef {{id: number, value?: any, error?: import('./errors.js').PlainError}} Answer */

/** The questions under way. */
export class Calls {
  #next = 0;
  /** @type {Map<number, {method: string, resolve: (value: any) => void, reject: (error: Error) => void}>} */
  #pending = new Map();

  /** The methods that are being asked. */
  get methods() {
    return [...this.#pending.values()].map(({ method }) => method);
  }

  /** @param {number} id whether the question is still under way */
  has(id) {
    return this.#pending.has(id);
  }

  /**
   * A question of its own number.
   * @param {string} method
   * @param {(id: number) => void} send
   * @returns {Promise<any>}
   */
  ask(method, send) {
    return new Promise((resolve, reject) => {
      const id = (this.#next += 1);
      this.#pending.set(id, { method, resolve, reject });
      send(id);
    });
  }

  /** @param {Answer} answer to one of the questions; any other is not wanted any more */
  settle({ id, value, error }) {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) call?.reject(revivedError(error));
    else call?.resolve(value);
  }

  /** @param {Error} error why none of the questions is answered */
  reject(error) {
    const calls = [...this.#pending.values()];
    // What is asked while they hear of it is a question of its own.
    this.#pending.clear();
    for (const { reject } of calls) reject(error);
  }
}

/**
 * @typedef {object} Parts
 * @property {() => Promise<WebAssembly.Module>} module the compiled engine that the code needs
 * @property {() => Worker} makeWorker
 * @property {() => Promise<(post: (message: any) => void) => (message: any) => void>} loadLocal the same code for the main thread
 */

/** @typedef {{type: 'engine', state: 'ready'|'fetching'|'room', rest?: WebAssembly.Module}} EngineMessage how a worker does: it can answer, it fetches the rest of the engine, or it waits for memory; rest: what it has fetched */

/** Whether an engine cannot answer now, for want of something that is on its way. @param {'starting'|EngineMessage['state']} state */
export const waits = (state) => state === 'fetching' || state === 'room';

/**
 * A port to code that is sent its engine first: messages wait for it.
 * @param {Parts} parts
 * @param {(message: any) => void} receive
 * @param {(error: Error, died: boolean) => void} fail died: the worker, else the engine's code could not be had
 * @returns {import('./port.js').Port & {state: () => 'starting'|EngineMessage['state']}}
 */
export function openEngine({ module, makeWorker, loadLocal }, receive, fail) {
  /** @type {'starting'|EngineMessage['state']} */
  let state = 'starting';
  const hear = (/** @type {any} */ message) => {
    if (message.type !== 'engine') return receive(message);
    const told = /** @type {EngineMessage} */ (message);
    state = told.state;
    if (told.rest) engineRest.set(told.rest);
  };
  const port = openPort(makeWorker, loadLocal, hear, (error) => fail(error, true));
  /** @type {Parameters<import('./port.js').Port['send']>[]|undefined} */
  let waiting = [];
  let open = true;
  module().then(
    (compiled) => {
      if (!open) return;
      port.send({ type: 'start', module: compiled, rest: engineRest.get() });
      for (const sent of waiting ?? []) port.send(...sent);
      waiting = undefined;
    },
    (error) => open && fail(error, false),
  );
  return {
    state: () => state,
    send: (...sent) => (waiting ? void waiting.push(sent) : port.send(...sent)),
    close() {
      open = false;
      port.close();
    },
  };
}
