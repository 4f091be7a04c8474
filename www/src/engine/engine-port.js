/**
 * @file A connection to the engine beside the page: in a module worker, or on the main thread if no worker can start
 * (sandboxed frames have no origin, and browsers refuse them workers).
 */

import { fromPlainError } from './engine-errors.js';
import { engineRest } from './engine-module.js';

/** @import { PlainError } from './engine-errors.js' */

/**
 * @typedef {object} Parts
 * @property {() => Promise<WebAssembly.Module>} module the compiled engine
 * @property {() => Worker} makeWorker
 * @property {() => Promise<(post: (message: any) => void) => (message: any) => void>} loadLocal loads the code of the
 *   worker on the main thread
 * @typedef {[message: any, transfer?: Transferable[]]} Sent
 * @typedef {{type: 'engine', state: 'ready'|'fetching'|'room', rest?: WebAssembly.Module}} EngineMessage the state of a
 *   worker: ready, fetching the rest of the engine, or waiting for memory; rest: the fetched module
 * @typedef {{id: number, value?: any, error?: PlainError}} Answer to the call of this number
 */

/** The engine of one worker: its code is sent first, and messages wait for it; answers name the number of their call. */
export class EnginePort {
  /** The last state that the worker reported. @type {'starting'|EngineMessage['state']} */
  state = 'starting';
  #open = true;
  #next = 0;
  /**
   * The calls in progress.
   * @type {Map<number, {method: string, resolve: (value: any) => void, reject: (error: Error) => void}>}
   */
  #calls = new Map();
  /** Messages that wait for the engine's code. @type {Sent[]|undefined} */
  #waiting = [];
  #connection;

  /**
   * @param {Parts} parts
   * @param {(error: Error, died: boolean) => void} fail died: the worker has died; otherwise the code of the engine is
   *   unavailable
   * @param {(message: any) => void} [receive] called with messages that are not answers
   */
  constructor({ module, makeWorker, loadLocal }, fail, receive = () => undefined) {
    const hear = (/** @type {any} */ message) => {
      if (message.type === 'engine') this.#updateState(message);
      else if ('id' in message) this.#settleCall(message);
      else receive(message);
    };
    this.#connection = connectWorker(makeWorker, loadLocal, hear, (error) => fail(error, true));
    module().then(
      (compiled) => {
        if (!this.#open) return;
        this.#connection.send({ type: 'start', module: compiled, rest: engineRest.get() });
        for (const sent of this.#waiting ?? []) this.#connection.send(...sent);
        this.#waiting = undefined;
      },
      (error) => this.#open && fail(error, false),
    );
  }

  /** True while it waits for code or memory. */
  get isWaiting() {
    return this.state === 'fetching' || this.state === 'room';
  }

  /** The methods of the pending calls. */
  get pendingMethods() {
    return [...this.#calls.values()].map(({ method }) => method);
  }

  /** Posts a message to the worker, or keeps it until the worker has started. @param {Sent} sent */
  send(...sent) {
    if (this.#waiting) this.#waiting.push(sent);
    else this.#connection.send(...sent);
  }

  /**
   * Calls a method of the worker.
   * @param {string} method
   * @param {any[]} args
   * @returns {Promise<any>}
   */
  call(method, args) {
    return this.registerCall(method, (id) => this.send({ id, method, args }));
  }

  /**
   * Registers a call that the caller posts.
   * @param {string} method
   * @param {(id: number) => void} send
   * @returns {Promise<any>}
   */
  registerCall(method, send) {
    return new Promise((resolve, reject) => {
      const id = (this.#next += 1);
      this.#calls.set(id, { method, resolve, reject });
      send(id);
    });
  }

  /** @param {Error} error the reason of the failure */
  rejectCalls(error) {
    const calls = [...this.#calls.values()];
    // A new call made by one of these handlers is not rejected.
    this.#calls.clear();
    for (const { reject } of calls) reject(error);
  }

  /** Closes the worker; open calls fail. @param {Error} [error] the reason of the failure */
  close(error = new Error('Closed.')) {
    this.#open = false;
    this.#connection.close();
    this.rejectCalls(error);
  }

  /** @param {EngineMessage} message */
  #updateState({ state, rest }) {
    this.state = state;
    if (rest) engineRest.set(rest);
  }

  /** @param {Answer} answer */
  #settleCall({ id, value, error }) {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error) call?.reject(fromPlainError(error));
    else call?.resolve(value);
  }
}

/**
 * Starts the worker, or runs its code on the main thread if it cannot start.
 * @param {Parts['makeWorker']} makeWorker
 * @param {Parts['loadLocal']} loadLocal
 * @param {(message: any) => void} receive
 * @param {(error: Error) => void} fail called if the worker dies after its first answer
 */
function connectWorker(makeWorker, loadLocal, receive, fail) {
  let open = true;
  /** @type {Sent[]} */
  let waiting = [];
  const keep = (/** @type {Sent} */ ...sent) => void waiting.push(sent);
  const connection = { send: keep, close: () => void (open = false) };

  const runHere = async () => {
    const start = await loadLocal();
    const handle = start((message) => queueMicrotask(() => open && receive(message)));
    connection.send = (message) => void setTimeout(() => open && handle(message));
    for (const [message] of waiting) connection.send(message);
    waiting = [];
  };

  /** @type {Worker} */
  let worker;
  try {
    worker = makeWorker();
  } catch {
    runHere().catch(fail);
    return connection;
  }
  let answered = false;
  connection.close = () => {
    open = false;
    worker.terminate();
  };
  // Messages are kept until the worker has answered; if it never starts, the main thread processes them.
  connection.send = (message, transfer = []) => {
    if (!answered) keep(message);
    worker.postMessage(message, answered ? transfer : []);
  };
  worker.onmessage = ({ data }) => {
    answered = true;
    waiting = [];
    if (open) receive(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    if (!open) return;
    worker.terminate();
    if (answered) return fail(new Error(event.message || 'The worker stopped.'));
    Object.assign(connection, { send: keep, close: () => void (open = false) });
    runHere().catch(fail);
  };
  return connection;
}
