/** @file Where published experiments are run. */

import { Desk } from '../study/desk.js';

/** @import { Experiment, Findings } from '../engine/types.js' */
/** @import { Methods, StudyName } from './host.js' */

/**
 * One experiment with a seed and an effort, and how far it is.
 * @typedef {import('../study/desk.js').Work<StudyName, Findings> & {id: string, seed: number, quick: boolean}} Work
 */

/**
 * Runs experiments and keeps what came of them.
 * @extends {Desk<StudyName, Findings, Methods, {id: string, seed: number, quick: boolean}>}
 */
export class PapersDesk extends Desk {
  /** @type {Promise<Experiment[]>|undefined} */
  #listed;

  /**
   * All experiments, asked for once. A failure is tried again on the next call.
   * @returns {Promise<Experiment[]>}
   */
  experiments() {
    this.#listed ??= this.ask(0, 'experiments').catch((error) => {
      this.#listed = undefined;
      throw error;
    });
    return this.#listed;
  }

  /**
   * The latest work on an experiment; nothing if there is none.
   * @param {string} id
   * @returns {Work|undefined}
   */
  latest(id) {
    return this.works.findLast((work) => work.id === id);
  }

  /**
   * Starts an experiment or goes on with it; it waits for its turn.
   * @param {string} id
   * @param {number} seed
   * @param {boolean} quick
   */
  start(id, seed, quick) {
    this.begin([id, seed, quick], { id, seed, quick });
  }
}
