/** @file The desk of a page. While the view is closed, the list of what is under way shows what it does. */

import { begin, notice, openPapers } from '../commands.js';
import { PapersDesk } from './papers-desk.js';
import { openLanes } from './lanes.js';
import { outcomeText } from '../study/findings-texts.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Work } from './papers-desk.js' */

/**
 * The desk, which stays when the view is closed.
 * @param {Page} page
 * @returns {PapersDesk}
 */
export function deskOf(page) {
  return (page.desk ??= openDesk(page));
}

/** @param {Page} page */
function openDesk(page) {
  const { store } = page;
  const desk = new PapersDesk(openLanes);
  /** @type {ReturnType<typeof begin>|undefined} */
  let task;
  /** What the task in the list stands for. @type {Work|undefined} */
  let shown;
  const show = () => {
    const work = store.get().papers.open ? undefined : desk.current;
    if (work !== shown) {
      task?.end();
      task = work ? begin(page, `Running ${work.id}`, () => desk.stop(work)) : undefined;
      if (shown && !store.get().papers.open) tell(page, shown);
      shown = work;
    }
    if (work && work.labels.length > 0) task?.progress(work.ended / work.labels.length);
  };
  desk.subscribe(show);
  store.subscribe((state, before) => {
    if (state.papers.open !== before.papers.open) show();
  });
  return desk;
}

/**
 * @param {Page} page
 * @param {Work} work that has ended while nobody looked
 */
function tell(page, { id, status, findings, error }) {
  const action = { label: 'Show', run: () => openPapers(page, { id }) };
  if (status === 'done' && findings) notice(page, `${id} is done. ${outcomeText(findings.targets)}`, 'good', action);
  else if (status === 'failed') notice(page, `${id} stopped: ${error}`, 'error', action);
}
