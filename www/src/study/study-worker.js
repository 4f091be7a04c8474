/**
 * @file A worker that computes runs of studies. It holds one study at a time, and the files that its runs have read.
 */

import { CallWorker } from '../engine/engine-caller.js';
import { engineModule } from '../engine/engine-module.js';

/** @import { FileInput, RunFile } from '../engine/types.js' */
/** @import { SourceFile } from '../services/file-work.js' */
/** @import { StudyMethods } from './study-methods.js' */

/**
 * @typedef {object} StudyRuns the runs of a study
 * @property {string} text its document
 * @property {boolean} quick whether fewer seeds or values run
 * @property {number|undefined} seed the first seed, if it differs from the document
 * @property {readonly SourceFile[]} sources files that its scenarios may name
 */

/** Whether two are the same runs. @param {StudyRuns|undefined} one @param {StudyRuns} other */
export const isSameStudy = (one, other) => one?.text === other.text && one.quick === other.quick && one.seed === other.seed;

const PARTS = {
  module: engineModule,
  makeWorker: () => new Worker(new URL('../worker.js', import.meta.url), { type: 'module', name: 'study' }),
  loadLocal: async () => (await import('./study-start.js')).startStudy,
};

/** A worker for studies. It starts with the first call, and again after it was closed. */
export class StudyWorker {
  /** @type {CallWorker|undefined} */
  #worker;
  /** The study that the worker holds. @type {StudyRuns|undefined} */
  #opened;
  /** The files that it holds. @type {Set<RunFile>} */
  #files = new Set();

  /**
   * @param {(study: StudyRuns, inputs: FileInput[]) => Promise<RunFile[]>} readFiles
   * @param {import('../engine/engine-port.js').Parts} [parts] the worker's parts, replaced in tests
   */
  constructor(readFiles, parts = PARTS) {
    this.readFiles = readFiles;
    this.parts = parts;
  }

  /**
   * Opens a study in the worker if necessary, and calls a method for it.
   * @template {keyof StudyMethods} M
   * @param {M} method
   * @param {StudyRuns|undefined} study of the call; undefined for none
   * @param {Parameters<StudyMethods[M]>} args
   * @returns {Promise<ReturnType<StudyMethods[M]>>}
   */
  async call(method, study, ...args) {
    if (study && method === 'opened') {
      const opened = await this.#send(method, study, args);
      // Later calls give the study as written by the engine.
      if (this.#opened === study) this.#opened = { ...study, text: opened.text };
      return opened;
    }
    if (method !== 'run' || !study?.sources.length) return this.#send(method, study, args);
    const inputs = await this.#send('file_inputs', study, [args[0]]);
    const worker = this.#worker;
    const files = await this.readFiles(study, inputs);
    if (!worker?.open) throw new Error('Cancelled.');
    return this.#send(method, study, args, files);
  }

  /**
   * Sends all messages of a call at once, so that no other call comes between them.
   * @param {string} method
   * @param {StudyRuns|undefined} study
   * @param {unknown[]} args
   * @param {readonly RunFile[]} [files] for the call
   */
  async #send(method, study, args, files = []) {
    if (!this.#worker?.open) {
      this.#worker = new CallWorker(this.parts);
      this.#opened = undefined;
    }
    const worker = this.#worker;
    const before = [];
    if (study && !isSameStudy(this.#opened, study)) {
      const { text, quick, seed } = study;
      before.push(worker.ask('open', [text, quick, seed]));
      this.#opened = study;
      this.#files = new Set();
    }
    const fresh = files.filter((file) => !this.#files.has(file));
    if (fresh.length > 0) before.push(worker.ask('add_files', [fresh]));
    for (const file of fresh) this.#files.add(file);
    const answer = worker.ask(method, args);
    answer.catch(() => undefined);
    try {
      await Promise.all(before);
    } catch (error) {
      if (this.#opened === study) this.#opened = undefined;
      throw error;
    }
    return answer;
  }

  /** Ends the current work. */
  giveUp() {
    this.#worker?.close(new Error('Cancelled.'));
  }

  /** Releases the memory if no work is in progress. */
  rest() {
    if (this.#worker?.asking === 0) this.giveUp();
  }
}
