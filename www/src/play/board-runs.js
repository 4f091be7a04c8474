/** @file The runs of a board, one after the other in one worker. */

import { parseSchedule } from '../gantt/schedule-jobs.js';
import { RunClient } from '../run/run-client.js';

/** @import { BoardJob } from '../scenario/board.js' */
/** @import { ScenarioDocument as Scenario } from '../scenario/types.js' */

/** @typedef {{jobs: BoardJob[], now_s: number, wait_s: number, end_s: number, digest: string, findings: string[]}} BoardRun now_s: the time of its last event; end_s: of its last job, NaN before */

/** Runs scenarios of boards. */
export class BoardRuns {
  #turn = Promise.resolve();
  /** @type {RunClient|undefined} */
  #client;

  /**
   * Runs a scenario to its end, or to the first decision without a choice.
   * @param {Scenario} scenario
   * @returns {Promise<BoardRun>}
   */
  run(scenario) {
    const result = this.#turn.then(() => this.#runNow(JSON.stringify(scenario)));
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /** Ends the worker. */
  close() {
    this.#client?.close();
    this.#client = undefined;
  }

  /**
   * Runs a board with the choices made so far.
   * @param {string} text
   * @returns {Promise<BoardRun>}
   */
  #runNow(text) {
    return new Promise((resolve, reject) => {
      const client = (this.#client ??= new RunClient());
      client.events = {
        loaded: () => client.start(),
        done: (
          /** @type {import('../engine/types.js').Progress} */ { now_s, end_s },
          /** @type {import('../engine/types.js').Report} */ report,
        ) => {
          const wait_s = report.rows.find(({ id }) => id === 'wait')?.value ?? NaN;
          const findings = report.diagnostics.map(({ message }) => message);
          const digest = report.digest?.whole ?? '';
          client
            .call('export_text', 'jobs')
            .then((csv) => resolve({ jobs: parseSchedule(csv), now_s, wait_s, end_s, digest, findings }), reject);
        },
        error: (/** @type {{message: string}} */ { message }) => reject(new Error(message)),
      };
      client.load(text, 0, []);
    });
  }
}
