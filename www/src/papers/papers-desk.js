/** @file Published experiments among what the desk of studies runs. While their view is closed, the list of what is under way shows what they do. */

import { begin, notice, openPapers } from '../commands.js';
import { outcomeText } from '../study/findings-texts.js';
import { studiesOf } from '../study/study-desk.js';

/** @import { Page } from '../commands/page.js' */
/** @import { StudyDesk, StudyWork } from '../study/study-desk.js' */

/** @typedef {StudyWork & {paper: {id: string, seed: number, quick: boolean}}} PaperWork */

/**
 * @param {StudyWork|undefined} work
 * @returns {work is PaperWork}
 */
const isPaper = (work) => work?.paper !== undefined;

/**
 * The latest work on an experiment; nothing if there is none.
 * @param {StudyDesk} desk
 * @param {string} id
 * @returns {PaperWork|undefined}
 */
export function latestOf(desk, id) {
  return desk.works.filter(isPaper).findLast(({ paper }) => paper.id === id);
}

/**
 * Starts an experiment or goes on with it; it waits for its turn.
 * @param {StudyDesk} desk
 * @param {string} text of its document
 * @param {PaperWork['paper']} paper
 */
export function startPaper(desk, text, paper) {
  desk.begin([text, paper.quick, paper.seed], { digest: '', paused: false, paper });
}

/** @param {StudyDesk} desk all of whose experiments are stopped */
export function stopPapers(desk) {
  // What waits first, so that nothing starts.
  for (const status of ['waiting', 'running']) for (const work of desk.works.filter(isPaper)) if (work.status === status) desk.stop(work);
}

/**
 * The desk of a page, whose experiments are told of while their view is closed.
 * @param {Page} page
 * @returns {StudyDesk}
 */
export function deskOf(page) {
  const desk = studiesOf(page);
  if (!page.papersTold) watch(page, desk);
  page.papersTold = true;
  return desk;
}

/**
 * @param {Page} page
 * @param {StudyDesk} desk
 */
function watch(page, desk) {
  const { store } = page;
  /** @type {ReturnType<typeof begin>|undefined} */
  let task;
  /** What the task in the list stands for. @type {PaperWork|undefined} */
  let shown;
  const show = () => {
    const { current } = desk;
    const work = !store.get().papers.open && isPaper(current) ? current : undefined;
    if (work !== shown) {
      task?.end();
      task = work ? begin(page, `Running ${work.paper.id}`, () => desk.stop(work)) : undefined;
      if (shown && !store.get().papers.open) tell(page, shown);
      shown = work;
    }
    if (work && work.labels.length > 0) task?.progress(work.ended / work.labels.length);
  };
  desk.subscribe(show);
  store.subscribe((state, before) => {
    if (state.papers.open !== before.papers.open) show();
  });
}

/**
 * @param {Page} page
 * @param {PaperWork} work that has ended while nobody looked
 */
function tell(page, { paper: { id }, status, findings, error }) {
  const action = { label: 'Show', run: () => openPapers(page, { id }) };
  if (status === 'done' && findings) notice(page, `${id} is done. ${outcomeText(findings.findings.targets)}`, 'good', action);
  else if (status === 'failed') notice(page, `${id} failed: ${error}`, 'error', action);
}
