/**
 * @file The regret of starts: the change of the mean wait if a job is held at its start until the next event, with one
 * run for each start.
 */

import { gatherFiles } from '../commands/scenario.js';
import { createRegretStudy, listVariants, regretStarts } from '../scenario/forks.js';
import { runQueueOf } from '../study/run-queue.js';
import { formatMoment } from '../text/time.js';
import { forksOf } from './fork-watch.js';
import { changeText } from './schedule-difference.js';

/** @import { Page } from '../commands/page.js' */
/** @import { ScheduledJob } from '../gantt/schedule-jobs.js' */
/** @import { ForkChange } from '../scenario/forks.js' */
/** @import { StudyTask } from '../study/run-queue.js' */

/** Maximum total duration of runs that start automatically, s. */
const LONG_S = 4;

/**
 * The regret of a start, NaN while it is unknown, s.
 * @typedef {{number: number, start_s: number, change_s: number}} Regret
 */

/** The runs of the regret of one baseline. */
export class RegretRuns {
  /** @type {StudyTask|undefined} */
  #task;
  /** @type {(() => void)|undefined} */
  #end;

  /**
   * @param {Page} page
   * @param {() => void} changed
   */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    /** The starts whose regret is shown. @type {ScheduledJob[]} */
    this.starts = [];
    /** The baseline of the runs, as text. */
    this.key = '';
    this.error = '';
    /** Whether only the starts inside the visible window are shown. */
    this.cut = false;
  }

  /** The baseline on screen as text: its forks do not change it. */
  #baseKey() {
    const { scenario } = this.page.store.get();
    return scenario ? JSON.stringify({ ...scenario, compare: undefined, name: undefined }) : '';
  }

  /** The running study. */
  get study() {
    return this.#task?.study;
  }

  /** The state of the study. */
  get status() {
    return this.#task?.status ?? 'none';
  }

  /** Number of ended runs, and of all runs. */
  get progress() {
    return { ended: Math.max(0, (this.#task?.ended ?? 0) - 1), total: this.starts.length };
  }

  /** Expected time of all runs, s. */
  get expected_s() {
    return (this.page.store.get().variants[0]?.seconds ?? 0) * this.starts.length;
  }

  /** Prepares the runs of the baseline on screen, and starts them if they are short. */
  async prepare() {
    const { variants, scenario, view } = this.page.store.get();
    const key = this.#baseKey();
    if (!scenario || variants[0]?.status !== 'done' || key === this.key) return;
    this.close();
    this.key = key;
    const jobs = (await forksOf(this.page).schedule(0)).filter(({ start_s }) => Number.isFinite(start_s));
    if (this.key !== key) return;
    this.starts = regretStarts(jobs, view);
    this.cut = this.starts.length < jobs.length;
    this.changed();
    if (scenario.system.kind === 'batch' && this.expected_s <= LONG_S) await this.start();
  }

  /** Starts or continues the runs. */
  async start() {
    const { scenario } = this.page.store.get();
    const key = this.key;
    if (!scenario || listVariants(scenario)[0]?.fork) return;
    const { files, missing } = await gatherFiles(this.page, scenario);
    if (missing.length > 0 || this.key !== key) return;
    const document = createRegretStudy(scenario, this.starts, (start) => `job ${start.number} at ${formatMoment(start.start_s)}`);
    const queue = runQueueOf(this.page);
    this.#end ??= queue.subscribe(() => this.changed());
    this.#task = queue.startTask(
      { text: JSON.stringify(document), quick: false, seed: undefined, sources: files },
      { digest: '', paused: false },
    );
    this.changed();
  }

  /** Cancels the runs; known values are kept. */
  cancel() {
    if (this.#task) runQueueOf(this.page).stop(this.#task);
  }

  /** Ends all runs. */
  close() {
    if (this.#task?.status === 'running' || this.#task?.status === 'waiting') this.cancel();
    this.#end?.();
    this.#end = undefined;
    this.#task = undefined;
    this.starts = [];
    this.key = '';
  }

  /** The regret of each start. @returns {Regret[]} */
  get regrets() {
    const outcomes = this.#task?.outcomes ?? [];
    const base = outcomes[0]?.[0] ?? NaN;
    return this.starts.map(({ number, start_s }, at) => ({ number, start_s, change_s: (outcomes[at + 1]?.[0] ?? NaN) - base }));
  }
}

/** The regret of the baseline on screen. @param {Page} page */
export function regretOf(page) {
  const watch = forksOf(page);
  return (watch.regretRuns ??= new RegretRuns(page, () => watch.notifyRegret()));
}

/**
 * The effect of a change on the mean wait, if it is known.
 * @param {Page} page
 * @param {ForkChange} change
 */
export function knownEffect(page, change) {
  if (!('fork' in change) || change.fork.hold?.length !== 1) return '';
  const [job] = change.fork.hold;
  const known = page.forks?.regretRuns?.regrets.find(
    ({ number, start_s }) => number === job && Math.abs(start_s - change.fork.at_s) < 1e-6,
  );
  return known ? changeText(known.change_s) : '';
}
