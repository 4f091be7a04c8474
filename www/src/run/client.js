/**
 * @file The page's side of one run: one worker, used for one scenario after another.
 */

import { Calls, openEngine } from '../engine/calls.js';
import { engineModule } from '../engine/module.js';
import { buffersOf, DECISIONS } from './protocol.js';

/** @import { PlainError } from '../engine/errors.js' */
/** @import { Engine, Frame, FrameRequest, FromRun, Method, ToRun } from './protocol.js' */
/** @import { Layout, Progress, Report, RunFile } from '../engine/types.js' */

/**
 * @typedef {object} RunEvents
 * @property {(layout: Layout) => void} loaded
 * @property {(progress: Progress) => void} progress
 * @property {(progress: Progress, report: Report, seconds: number) => void} done
 * @property {() => void} cancelled
 * @property {(error: PlainError) => void} error the run is lost; after a trap the worker is replaced by a fresh one
 */

/** How long a worker may take to say that it stopped before it is closed, ms. */
const PATIENCE_MS = 40;

/** One worker and the run inside it. */
export class RunClient {
  /**
   * @param {RunEvents} events
   * @param {{module?: () => Promise<WebAssembly.Module>, makeWorker?: () => Worker, visible?: () => boolean}} [parts] replaced in tests
   */
  constructor(events, parts = {}) {
    this.events = events;
    this.module = parts.module ?? engineModule;
    this.makeWorker =
      parts.makeWorker ?? (() => new Worker(new URL('../worker.js', import.meta.url), { type: 'module', name: 'run' }));
    this.visible = parts.visible ?? (() => document.visibilityState === 'visible');
    this.run = 0;
    this.owed = 0;
    this.calls = new Calls();
    /** @type {ReturnType<typeof openEngine>|undefined} */
    this.port = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.patience = undefined;
  }

  /**
   * Loads one variant of a scenario; what ran before is dropped.
   * @param {string} scenario JSON text
   * @param {number} variant
   * @param {RunFile[]} files
   */
  load(scenario, variant, files) {
    this.run += 1;
    this.owed = 0;
    this.calls.reject(new Error('Superseded.'));
    // A worker that has not answered its cancel yet is busy with what nobody wants: do not queue behind it.
    if (this.patience !== undefined) this.#close();
    this.#connect();
    this.#send({ type: 'load', run: this.run, scenario, variant, files, decisions: DECISIONS });
  }

  /** Computes as fast as it can. */
  start() {
    this.#send({ type: 'run', run: this.run });
  }

  /** Stops computing; what is computed stays. */
  pause() {
    this.#send({ type: 'pause', run: this.run });
  }

  /**
   * Computes no further than this simulated time.
   * @param {number} until_s
   */
  seek(until_s) {
    this.#send({ type: 'seek', run: this.run, until_s });
  }

  /** Gives back the credit kept while the page was hidden. */
  resume() {
    if (this.owed === 0) return;
    this.#send({ type: 'credit', run: this.run, count: this.owed });
    this.owed = 0;
  }

  /**
   * Drops the run, at once as far as the page sees. A worker that is too busy to answer is closed, and replaced when next
   * needed.
   */
  cancel() {
    if (!this.port) return;
    this.calls.reject(new Error('Cancelled.'));
    this.#send({ type: 'cancel', run: this.run });
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.#close(), PATIENCE_MS);
    this.events.cancelled();
  }

  /**
   * One picture.
   * @param {FrameRequest} request
   * @returns {Promise<Frame>}
   */
  frame(request) {
    return this.#ask('frame', (id) => ({ type: 'frame', run: this.run, id, request }));
  }

  /**
   * Asks the engine; see LOOP. Arrays are handed over to it.
   * @template {Method} M
   * @param {M} method
   * @param {Parameters<Engine[M]>} args
   * @returns {Promise<ReturnType<Engine[M]>>}
   */
  call(method, ...args) {
    return this.#ask(method, (id) => ({ type: 'call', run: this.run, id, method, args }));
  }

  /** Ends the worker. */
  close() {
    this.calls.reject(new Error('Closed.'));
    this.#close();
  }

  #close() {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.port?.close();
    this.port = undefined;
  }

  #connect() {
    if (this.port) return;
    this.port = openEngine(
      { module: this.module, makeWorker: this.makeWorker, loadLocal: async () => (await import('./local.js')).startRun },
      (message) => this.#receive(message),
      ({ message }, died) => this.#lost({ message, diagnostics: [], trap: died }),
    );
  }

  /** Whether it cannot answer now, for want of a part of the engine that is on its way. */
  waits() {
    return this.port?.waits() ?? false;
  }

  /** @param {ToRun} message */
  #send(message) {
    this.port?.send(message, message.type === 'call' ? buffersOf(message.args) : []);
  }

  /**
   * @param {string} method
   * @param {(id: number) => ToRun} make
   * @returns {Promise<any>}
   */
  async #ask(method, make) {
    if (!this.port) throw new Error('Nothing is loaded.');
    return this.calls.ask(method, (id) => this.#send(make(id)));
  }

  /** @param {PlainError} error */
  #lost(error) {
    this.#close();
    this.calls.reject(new Error(error.message));
    this.events.error(error);
  }

  /** @param {FromRun} message */
  #receive(message) {
    if (message.run !== this.run) return undefined;
    // What the worker said before it heard of the cancel is not wanted any more.
    if (this.patience !== undefined && message.type !== 'cancelled') return undefined;
    switch (message.type) {
      case 'loaded':
        return this.events.loaded(message.layout);
      case 'progress':
        if (this.visible()) this.#send({ type: 'credit', run: this.run, count: 1 });
        else this.owed += 1;
        return this.events.progress(message.progress);
      case 'done':
        return this.events.done(message.progress, message.report, message.seconds);
      case 'cancelled':
        clearTimeout(this.patience);
        this.patience = undefined;
        return undefined;
      case 'frame':
        return this.calls.settle({ id: message.id, value: message.frame });
      case 'answer':
      case 'refused':
        return this.calls.settle(message);
      case 'error':
        if (message.error.trap) return this.#lost(message.error);
        this.calls.reject(new Error(message.error.message));
        return this.events.error(message.error);
      default:
        throw new Error(`Unknown message ${JSON.stringify(message)}`);
    }
  }
}
