/**
 * @file The page's side of one run: one worker, used for one scenario after another.
 */

import { fromPlainError, toPlainError } from '../engine/engine-errors.js';
import { engineModule } from '../engine/engine-module.js';
import { EnginePort } from '../engine/engine-port.js';
import { transferableBuffers } from '../engine/transferred-buffers.js';
import { DECISIONS } from './run-protocol.js';

/** @import { PlainError } from '../engine/engine-errors.js' */
/** @import { Engine, Method, RunEvent, ToRun } from './run-protocol.js' */
/** @import { Layout, Progress, Report, RunFile } from '../engine/types.js' */

/**
 * @typedef {object} RunEvents
 * @property {(layout: Layout) => void} loaded
 * @property {(progress: Progress) => void} progress
 * @property {(progress: Progress, report: Report, seconds: number) => void} done
 * @property {() => void} cancelled
 * @property {(error: PlainError) => void} error the run is lost; after a trap the worker is replaced by a fresh one
 * @property {() => void} again the run was repeated because of a query after the release of its memory
 */

/** Maximum time for a worker to confirm that it stopped before it is closed, ms. */
const PATIENCE_MS = 40;

/** One worker and the run inside it. */
export class RunClient {
  /**
   * @param {Partial<RunEvents>} [events]
   * @param {{module?: () => Promise<WebAssembly.Module>, makeWorker?: () => Worker, visible?: () => boolean}} [parts] replaced in tests
   */
  constructor(events = {}, parts = {}) {
    this.events = events;
    this.parts = {
      module: parts.module ?? engineModule,
      makeWorker: parts.makeWorker ?? (() => new Worker(new URL('../worker.js', import.meta.url), { type: 'module', name: 'run' })),
      loadLocal: async () => (await import('./run-start.js')).startRun,
    };
    this.visible = parts.visible ?? (() => document.visibilityState === 'visible');
    this.run = 0;
    this.owedCredit = 0;
    /** @type {EnginePort|undefined} */
    this.port = undefined;
    /**
     * The timer until a worker that has not yet dropped its run is closed.
     * @type {ReturnType<typeof setTimeout>|undefined}
     */
    this.patience = undefined;
    /** The last run that the worker was requested to drop. */
    this.dropped = 0;
    /**
     * The last loaded run; undefined after cancellation.
     * @type {{scenario: string, variant: number, files: RunFile[]|Promise<RunFile[]>}|undefined}
     */
    this.loaded = undefined;
    /**
     * Whether the run has ended; `resting`: its memory has been released; `again`: it is being repeated.
     * @type {''|'done'|'resting'|'again'}
     */
    this.over = '';
    /** Queries of a run whose files are being read, or that is being repeated. @type {(() => void)[]} */
    this.pendingCalls = [];
    /** The time of the last query or answer, ms. */
    this.used = 0;
  }

  /**
   * Loads one variant of a scenario; the previous run is dropped.
   * @param {string} scenario JSON text
   * @param {number} variant
   * @param {RunFile[]|Promise<RunFile[]>} files with the work in them
   */
  load(scenario, variant, files) {
    // A run that waits for its files is not yet in the worker; a complete one without queries does not occupy a worker.
    const idle = this.over === 'done' && this.port?.pendingMethods.length === 0;
    if (this.port && !this.isReading && !idle) this.#dropRun();
    this.run += 1;
    this.loaded = { scenario, variant, files };
    this.#reset('');
    this.port?.rejectCalls(new Error('Superseded.'));
    this.#sendLoad();
    if (files instanceof Promise) void this.#loadWhenRead(this.loaded, files);
  }

  /** Whether its files are being read. */
  get isReading() {
    return this.loaded?.files instanceof Promise;
  }

  /**
   * Loads a run as soon as its files have been read.
   * @param {NonNullable<typeof this.loaded>} loaded
   * @param {Promise<RunFile[]>} files
   */
  async #loadWhenRead(loaded, files) {
    try {
      const read = await files;
      if (this.loaded !== loaded) return;
      loaded.files = read;
      this.#sendLoad();
      for (const send of this.pendingCalls.splice(0)) send();
    } catch (error) {
      if (this.loaded !== loaded) return;
      this.loaded = undefined;
      this.#failRun(toPlainError(error));
    }
  }

  /** Resets the state before another run. @param {typeof this.over} over */
  #reset(over) {
    this.owedCredit = 0;
    this.pendingCalls = [];
    this.over = over;
    this.used = performance.now();
  }

  #sendLoad() {
    if (!this.loaded) return;
    this.port ??= new EnginePort(
      this.parts,
      ({ message }, died) => this.#loseWorker({ message, diagnostics: [], trap: died, lack: '' }),
      (message) => this.#receive(message),
    );
    const { files } = this.loaded;
    if (!(files instanceof Promise)) this.#send({ type: 'load', run: this.run, ...this.loaded, files, decisions: DECISIONS });
  }

  /** Requests the worker to drop its run; a busy worker is closed, and a new one gets the run loaded meanwhile. */
  #dropRun() {
    this.dropped = this.run;
    this.#send({ type: 'cancel', run: this.run });
    this.#closeIfBusy();
  }

  #closeIfBusy() {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      // A worker that is still starting is not busy.
      if (this.loaded && this.port?.state === 'starting') return this.#closeIfBusy();
      this.#close(new Error('Superseded.'));
      this.#sendLoad();
    }, PATIENCE_MS);
  }

  /** Starts computing at full speed. */
  start() {
    this.#send({ type: 'run', run: this.run });
  }

  /** Stops computing; results so far are kept. */
  pause() {
    this.#send({ type: 'pause', run: this.run });
  }

  /** Computes at most up to this simulated time. @param {number} until_s */
  seek(until_s) {
    this.#send({ type: 'seek', run: this.run, until_s });
  }

  /** Returns the credit that was retained while the page was hidden. */
  resume() {
    if (this.owedCredit === 0) return;
    this.#send({ type: 'credit', run: this.run, count: this.owedCredit });
    this.owedCredit = 0;
  }

  /**
   * Drops the run, for the page at once. A worker that is too busy to answer is closed, and replaced when next needed.
   */
  cancel() {
    if (!this.port) return;
    this.port.rejectCalls(new Error('Cancelled.'));
    this.loaded = undefined;
    this.#reset('');
    this.#dropRun();
    this.events.cancelled?.();
  }

  /** Time since the last query of a completed run, ms; 0 while it runs or a query is pending. */
  idleTime() {
    const completion = this.over === 'done' || this.over === 'resting';
    return completion && !this.port?.pendingMethods.length ? performance.now() - this.used : 0;
  }

  /** Releases the memory of a completed run, which is repeated on the next query. */
  release() {
    if (this.over !== 'done') return;
    this.#close();
    this.over = 'resting';
  }

  /**
   * Queries the engine; see LOOP. Arrays are transferred to it.
   * @template {Method} M
   * @param {M} method
   * @param {Parameters<Engine[M]>} args
   * @returns {Promise<ReturnType<Engine[M]>>}
   */
  async call(method, ...args) {
    if (this.over === 'resting') {
      this.over = 'again';
      this.#sendLoad();
    }
    if (!this.port) throw new Error('Nothing is loaded.');
    this.used = performance.now();
    try {
      return await this.port.registerCall(method, (id) => {
        const send = () => this.#send({ type: 'call', run: this.run, id, method, args });
        if (this.over === 'again' || this.isReading) this.pendingCalls.push(send);
        else send();
      });
    } finally {
      this.used = performance.now();
    }
  }

  /** Ends the worker. */
  close() {
    this.#reset('');
    this.#close();
  }

  /** Closes the worker; its open calls fail. @param {Error} [error] the reason of the failure */
  #close(error) {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.port?.close(error);
    this.port = undefined;
  }

  /** True while it waits for code or memory. */
  isWaiting() {
    return this.port?.isWaiting ?? false;
  }

  /** Posts a message to the worker. @param {ToRun} message */
  #send(message) {
    this.port?.send(message, message.type === 'call' ? transferableBuffers(message.args) : []);
  }

  /** @param {PlainError} error */
  #loseWorker(error) {
    this.#close(fromPlainError(error));
    this.#reset('');
    this.events.error?.(error);
  }

  /** @param {PlainError} error the reason why the run failed; the worker is unchanged */
  #failRun(error) {
    this.#reset('');
    this.port?.rejectCalls(new Error(error.message));
    this.events.error?.(error);
  }

  /** Handles a message of the worker. @param {RunEvent} message */
  #receive(message) {
    if (message.type === 'cancelled') {
      // It receives messages and will also answer the last one.
      if (message.run !== this.dropped) return this.patience === undefined ? undefined : this.#closeIfBusy();
      clearTimeout(this.patience);
      this.patience = undefined;
      return undefined;
    }
    // Messages of an older run, and those sent before the cancellation arrived, are ignored.
    if (message.run !== this.run || this.patience !== undefined) return undefined;
    this.used = performance.now();
    switch (message.type) {
      case 'loaded':
        return this.over === 'again' ? this.start() : this.events.loaded?.(message.layout);
      case 'progress':
        if (this.visible()) this.#send({ type: 'credit', run: this.run, count: 1 });
        else this.owedCredit += 1;
        return this.over === 'again' ? undefined : this.events.progress?.(message.progress);
      case 'done':
        if (this.over === 'again') return this.#completeRepeat();
        this.over = 'done';
        return this.events.done?.(message.progress, message.report, message.seconds);
      case 'error':
        return message.error.trap ? this.#loseWorker(message.error) : this.#failRun(message.error);
      default:
        throw new Error(`Unknown message ${JSON.stringify(message)}`);
    }
  }

  #completeRepeat() {
    this.over = 'done';
    for (const send of this.pendingCalls.splice(0)) send();
    this.events.again?.();
  }
}
