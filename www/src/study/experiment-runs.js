/** @file Runs of published experiments on the desk of studies. While their screen is closed, the list of tasks shows them and a notice reports the end. */

import { begin, notice, openPapers } from '../commands.js';
import { outcomeText } from './findings-texts.js';
import { studiesOf } from './study-desk.js';

/** @import { Page } from '../commands/page.js' */
/** @import { StudyDesk, StudyWork } from './study-desk.js' */

/** @typedef {StudyWork & {paper: {id: string, seed: number, quick: boolean}}} ExperimentWork */

/**
 * @param {StudyWork|undefined} work
 * @returns {work is ExperimentWork}
 */
const isExperiment = (work) => work?.paper !== undefined;

/**
 * The latest work on an experiment; nothing if there is none.
 * @param {StudyDesk} desk
 * @param {string} id
 * @returns {ExperimentWork|undefined}
 */
export function latestWork(desk, id) {
  return desk.works.filter(isExperiment).findLast(({ paper }) => paper.id === id);
}

/**
 * Starts an experiment or continues it once the desk is free.
 * @param {StudyDesk} desk
 * @param {string} text of its document
 * @param {ExperimentWork['paper']} paper
 */
export function startExperiment(desk, text, paper) {
  desk.begin([text, paper.quick, paper.seed], { digest: '', paused: false, paper });
}

/** @param {StudyDesk} desk all of whose experiments are stopped */
export function stopExperiments(desk) {
  // What waits first, so that nothing starts.
  for (const status of ['waiting', 'running'])
    for (const work of desk.works.filter(isExperiment)) if (work.status === status) desk.stop(work);
}

/**
 * The desk of a page, whose experiments are reported while their screen is closed.
 * @param {Page} page
 * @returns {StudyDesk}
 */
export function experimentDesk(page) {
  const desk = studiesOf(page);
  if (!page.papersReported) reportExperiments(page, desk);
  page.papersReported = true;
  return desk;
}

/**
 * @param {Page} page
 * @param {StudyDesk} desk
 */
function reportExperiments(page, desk) {
  const { store } = page;
  /** @type {ReturnType<typeof begin>|undefined} */
  let task;
  /** The work that the task in the list is about. @type {ExperimentWork|undefined} */
  let listed;
  const update = () => {
    const open = store.get().beside === 'papers';
    const { current } = desk;
    const work = !open && isExperiment(current) ? current : undefined;
    if (work !== listed) {
      task?.end();
      task = work ? begin(page, `Running ${work.paper.id}`, () => desk.stop(work)) : undefined;
      if (listed && !open) reportEnd(page, listed);
      listed = work;
    }
    if (work && work.labels.length > 0) task?.progress(work.ended / work.labels.length);
  };
  desk.subscribe(update);
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
  if (status === 'done' && findings) notice(page, `${id} is done. ${outcomeText(findings.findings.targets)}`, 'good', action);
  else if (status === 'failed') notice(page, `${id} failed: ${error}`, 'error', action);
}
