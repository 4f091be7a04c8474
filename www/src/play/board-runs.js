/** @file The runs of a board, one after the other in one worker. */

import { parseSchedule } from '../gantt/schedule-jobs.js';
import { RunClient } from '../run/run-client.js';

/** @import { Band, Digest, Layout, OpenDecision, Progress, Report, ReportRow } from '../engine/types.js' */
/** @import { BoardJob } from '../scenario/board.js' */
/** @import { ScenarioDocument as Scenario } from '../scenario/types.js' */

/** @typedef {{jobs: BoardJob[], now_s: number, wait_s: number, end_s: number, digest: string, findings: string[]}} BoardRun now_s: the time of its last event; end_s: of its last job, NaN before */
/**
 * What else is known of the run of a scenario; open: the decision at which it stopped; choices: those of its policies, if they were recorded; before: those before the cluster
 * of a job or task was picked, if it was.
 * @typedef {{jobs: import('../gantt/schedule-jobs.js').ScheduledJob[], bands: Band[], rows: ReportRow[], result: Digest|undefined, open: OpenDecision|null, choices: string, before: string|undefined, warnings: string[]}} DecisionParts
 * @typedef {Omit<BoardRun, 'jobs'> & DecisionParts} DecisionRun
 */

/** What has the events of one run. @typedef {{client: RunClient, layout: Layout, progress: Progress, report: Report}} EndedRun */

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
    return this.#queue(scenario, false, boardRun);
  }

  /**
   * The same, with the decision at which it stops.
   * @param {Scenario} scenario
   * @param {{recorded?: boolean, before?: number}} [how] recorded: whether the choices of its policies are recorded; before: the job or task
   *   before whose cluster they are asked for
   * @returns {Promise<DecisionRun>}
   */
  decide(scenario, { recorded = false, before } = {}) {
    return this.#queue(scenario, recorded, async (ended) => {
      const { client, layout, report } = ended;
      const [run, open, choices, earlier] = await Promise.all([
        boardRun(ended),
        client.call('open_decision'),
        recorded ? client.call('recorded_choices') : '',
        before === undefined ? undefined : client.call('recorded_choices_before', before),
      ]);
      return {
        ...run,
        bands: layout.bands,
        rows: report.rows,
        result: report.digest,
        open: /** @type {OpenDecision|null} */ (open ?? null),
        choices: choices ?? '',
        before: earlier,
        warnings: report.diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message),
      };
    });
  }

  /** Ends the worker. */
  close() {
    this.#client?.close();
    this.#client = undefined;
  }

  /**
   * Runs a scenario after those before it.
   * @template T
   * @param {Scenario} scenario
   * @param {boolean} recorded
   * @param {(run: EndedRun) => Promise<T>} read
   * @returns {Promise<T>}
   */
  #queue(scenario, recorded, read) {
    const result = this.#turn.then(() => this.#runNow(JSON.stringify(scenario), recorded)).then(read);
    this.#turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  /**
   * Runs a scenario.
   * @param {string} text
   * @param {boolean} recorded
   * @returns {Promise<EndedRun>}
   */
  #runNow(text, recorded) {
    return new Promise((resolve, reject) => {
      const client = (this.#client ??= new RunClient());
      /** @type {Layout} */
      let layout;
      client.events = {
        loaded: (loaded) => {
          layout = loaded;
          const ready = recorded ? client.call('record_choices') : Promise.resolve();
          ready.then(() => client.start(), reject);
        },
        done: (progress, report) => resolve({ client, layout, progress, report }),
        error: ({ message }) => reject(new Error(message)),
      };
      client.load(text, 0, []);
    });
  }
}

/** @param {EndedRun} ended @returns {Promise<BoardRun & {jobs: import('../gantt/schedule-jobs.js').ScheduledJob[]}>} */
async function boardRun({ client, progress: { now_s, end_s }, report }) {
  return {
    jobs: parseSchedule(await client.call('export_text', 'jobs')),
    now_s,
    wait_s: report.rows.find(({ id }) => id === 'wait')?.value ?? NaN,
    end_s,
    digest: report.digest?.whole ?? '',
    findings: report.diagnostics.map(({ message }) => message),
  };
}
