/**
 * @file The page's side of one run: one worker, used for one scenario after another.
 */

import { plainError, revivedError } from '../engine/errors.js';
import { engineModule } from '../engine/module.js';
import { EnginePort } from '../engine/port.js';
import { buffersOf } from '../engine/transfer.js';
import { DECISIONS } from './protocol.js';

/** @import { PlainError } from '../engine/errors.js' */
/** @import { Engine, Method, RunEvent, ToRun } from './protocol.js' */
/** @import { Layout, Progress, Report, RunFile } from '../engine/types.js' */

/**
 * @typedef {object} RunEvents
 * @property {(layout: Layout) => void} loaded
 * @property {(progress: Progress) => void} progress
 * @property {(progress: Progress, report: Report, seconds: number) => void} done
 * @property {() => void} cancelled
 * @property {(error: PlainError) => void} error the run is lost; after a trap the worker is replaced by a fresh one
 * @property {() => void} again the run was repeated, as something was asked after its memory had been released
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
    this.parts = {
      module: parts.module ?? engineModule,
      makeWorker: parts.makeWorker ?? (() => new Worker(new URL('../worker.js', import.meta.url), { type: 'module', name: 'run' })),
      loadLocal: async () => (await import('./local.js')).startRun,
    };
    this.visible = parts.visible ?? (() => document.visibilityState === 'visible');
    this.run = 0;
    this.owed = 0;
    /** @type {EnginePort|undefined} */
    this.port = undefined;
    /** Until a worker that has not yet dropped its run is closed. @type {ReturnType<typeof setTimeout>|undefined} */
    this.patience = undefined;
    /** The run that the worker was told last to drop. */
    this.dropped = 0;
    /** What runs, as it was loaded last; nothing once it is cancelled. @type {{scenario: string, variant: number, files: RunFile[]|Promise<RunFile[]>}|undefined} */
    this.loaded = undefined;
    /** Whether the run has ended; `resting`: and its memory has been given back; `again`: and it is being made once more. @type {''|'done'|'resting'|'again'} */
    this.over = '';
    /** What is asked of a run whose files are being read, or that is being made once more. @type {(() => void)[]} */
    this.held = [];
    /** When something was asked or answered last, ms. */
    this.used = 0;
  }

  /**
   * Loads one variant of a scenario; what ran before is dropped.
   * @param {string} scenario JSON text
   * @param {number} variant
   * @param {RunFile[]|Promise<RunFile[]>} files with the work in them
   */
  load(scenario, variant, files) {
    // A run that waits for its files is not in the worker yet.
    if (this.port && !this.isReading) this.#drop();
    this.run += 1;
    this.loaded = { scenario, variant, files };
    this.#reset('');
    this.port?.reject(new Error('Superseded.'));
    this.#load();
    if (files instanceof Promise) void this.#loadRead(this.loaded, files);
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
  async #loadRead(loaded, files) {
    try {
      const read = await files;
      if (this.loaded !== loaded) return;
      loaded.files = read;
      this.#load();
      for (const send of this.held.splice(0)) send();
    } catch (error) {
      if (this.loaded !== loaded) return;
      this.loaded = undefined;
      this.#fail(plainError(error));
    }
  }

  /** @param {typeof this.over} over */
  #reset(over) {
    this.owed = 0;
    this.held = [];
    this.over = over;
    this.used = performance.now();
  }

  #load() {
    if (!this.loaded) return;
    this.port ??= new EnginePort(
      this.parts,
      ({ message }, died) => this.#lost({ message, diagnostics: [], trap: died, lack: '' }),
      (message) => this.#receive(message),
    );
    const { files } = this.loaded;
    if (!(files instanceof Promise)) this.#send({ type: 'load', run: this.run, ...this.loaded, files, decisions: DECISIONS });
  }

  /** Tells the worker to drop its run; one that is too busy to hear it is closed, and a fresh one gets what was loaded since. */
  #drop() {
    this.dropped = this.run;
    this.#send({ type: 'cancel', run: this.run });
    this.#wait();
  }

  #wait() {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      // One that is still starting is not busy.
      if (this.loaded && this.port?.state === 'starting') return this.#wait();
      this.#close(new Error('Superseded.'));
      this.#load();
    }, PATIENCE_MS);
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
    this.port.reject(new Error('Cancelled.'));
    this.loaded = undefined;
    this.#reset('');
    this.#drop();
    this.events.cancelled();
  }

  /** How long ago something was asked of a run that has ended, ms; nothing while it has not, or an answer is on its way. */
  idle() {
    const over = this.over === 'done' || this.over === 'resting';
    return over && !this.port?.methods.length ? performance.now() - this.used : 0;
  }

  /** Gives the memory of a run that has ended back; it is made once more when something is asked of it. */
  rest() {
    if (this.over !== 'done') return;
    this.#close();
    this.over = 'resting';
  }

  /**
   * Asks the engine; see LOOP. Arrays are handed over to it.
   * @template {Method} M
   * @param {M} method
   * @param {Parameters<Engine[M]>} args
   * @returns {Promise<ReturnType<Engine[M]>>}
   */
  async call(method, ...args) {
    if (this.over === 'resting') {
      this.over = 'again';
      this.#load();
    }
    if (!this.port) throw new Error('Nothing is loaded.');
    this.used = performance.now();
    try {
      return await this.port.ask(method, (id) => {
        const send = () => this.#send({ type: 'call', run: this.run, id, method, args });
        if (this.over === 'again' || this.isReading) this.held.push(send);
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

  /** @param {Error} [error] why calls are not answered */
  #close(error) {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.port?.close(error);
    this.port = undefined;
  }

  /** Whether it cannot answer now, for want of something that is on its way. */
  waits() {
    return this.port?.waits ?? false;
  }

  /** @param {ToRun} message */
  #send(message) {
    this.port?.send(message, message.type === 'call' ? buffersOf(message.args) : []);
  }

  /** @param {PlainError} error */
  #lost(error) {
    this.#close(revivedError(error));
    this.#reset('');
    this.events.error(error);
  }

  /** @param {PlainError} error why the run cannot be made; the worker is as before */
  #fail(error) {
    this.#reset('');
    this.port?.reject(new Error(error.message));
    this.events.error(error);
  }

  /** @param {RunEvent} message */
  #receive(message) {
    if (message.type === 'cancelled') {
      // It hears, and comes to the last one too.
      if (message.run !== this.dropped) return this.patience === undefined ? undefined : this.#wait();
      clearTimeout(this.patience);
      this.patience = undefined;
      return undefined;
    }
    // Neither what an older run says is wanted, nor what was said before the cancel was heard.
    if (message.run !== this.run || this.patience !== undefined) return undefined;
    this.used = performance.now();
    switch (message.type) {
      case 'loaded':
        return this.over === 'again' ? this.start() : this.events.loaded(message.layout);
      case 'progress':
        if (this.visible()) this.#send({ type: 'credit', run: this.run, count: 1 });
        else this.owed += 1;
        return this.over === 'again' ? undefined : this.events.progress(message.progress);
      case 'done':
        if (this.over === 'again') return this.#madeAgain();
        this.over = 'done';
        return this.events.done(message.progress, message.report, message.seconds);
      case 'error':
        return message.error.trap ? this.#lost(message.error) : this.#fail(message.error);
      default:
        throw new Error(`Unknown message ${JSON.stringify(message)}`);
    }
  }

  #madeAgain() {
    this.over = 'done';
    for (const send of this.held.splice(0)) send();
    this.events.again();
  }
}
