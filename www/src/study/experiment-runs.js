/** @file Runs of published experiments on the queue of studies. While their screen is closed, the list of tasks shows them and a notice reports the end. */

import { beginTask, openPapers, showNotice } from '../commands.js';
import { outcomeText } from './findings-texts.js';
import { runQueueOf } from './run-queue.js';

/** @import { Page } from '../commands/page.js' */
/** @import { RunQueue, StudyTask } from './run-queue.js' */

/** @typedef {StudyTask & {paper: {id: string, seed: number, quick: boolean}}} ExperimentWork */

/**
 * @param {StudyTask|undefined} work
 * @returns {work is ExperimentWork}
 */
const isExperiment = (work) => work?.paper !== undefined;

/**
 * The latest work on an experiment; undefined for none.
 * @param {RunQueue} queue
 * @param {string} id
 * @returns {ExperimentWork|undefined}
 */
export function latestWork(queue, id) {
  return queue.tasks.filter(isExperiment).findLast(({ paper }) => paper.id === id);
}

/**
 * Starts an experiment or continues it when the queue is free.
 * @param {RunQueue} queue
 * @param {string} text of its document
 * @param {ExperimentWork['paper']} paper
 */
export function startExperiment(queue, text, paper) {
  queue.startTask({ text, quick: paper.quick, seed: paper.seed, sources: [] }, { digest: '', paused: false, paper });
}

/** Stops the runs of all experiments. @param {RunQueue} queue */
export function stopExperiments(queue) {
  // Waiting ones first, so that none of them starts.
  for (const status of ['waiting', 'running'])
    for (const work of queue.tasks.filter(isExperiment)) if (work.status === status) queue.stop(work);
}

/**
 * The queue of a page, whose experiments are reported while their screen is closed.
 * @param {Page} page
 * @returns {RunQueue}
 */
export function experimentQueue(page) {
  const queue = runQueueOf(page);
  if (!page.papersReported) reportExperiments(page, queue);
  page.papersReported = true;
  return queue;
}

/**
 * Shows the progress of the experiments.
 * @param {Page} page
 * @param {RunQueue} queue
 */
function reportExperiments(page, queue) {
  const { store } = page;
  /** @type {ReturnType<typeof beginTask>|undefined} */
  let task;
  /** The work of the task in the list. @type {ExperimentWork|undefined} */
  let listed;
  /** Begins, continues or ends the task of the running experiment. */
  const update = () => {
    const open = store.get().beside === 'papers';
    const { current } = queue;
    const work = !open && isExperiment(current) ? current : undefined;
    if (work !== listed) {
      task?.end();
      task = work ? beginTask(page, `Running ${work.paper.id}`, () => queue.stop(work)) : undefined;
      if (listed && !open) reportEnd(page, listed);
      listed = work;
    }
    if (work && work.labels.length > 0) task?.progress(work.ended / work.labels.length);
  };
  queue.subscribe(update);
  store.subscribe((state, before) => {
    if (state.beside !== before.beside) update();
  });
}

/**
 * @param {Page} page
 * @param {ExperimentWork} work
 */
function reportEnd(page, { paper: { id }, status, findings, error }) {
  const action = { label: 'Show', run: () => openPapers(page, { id }) };
  if (status === 'done' && findings) showNotice(page, `${id} is done. ${outcomeText(findings.findings.targets)}`, 'good', action);
  else if (status === 'failed') showNotice(page, `${id} failed: ${error}`, 'error', action);
}
