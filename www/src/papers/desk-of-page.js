/** @file The desk of this page. While the view is closed, the list of what is under way shows what it does. */

import { begin, notice, openPapers } from '../commands.js';
import { store } from '../state/store.js';
import { Desk } from './desk.js';
import { openLanes } from './lanes.js';
import { outcomeText } from './texts.js';

/** @import { Work } from './desk.js' */

/** The desk. */
export const desk = new Desk(openLanes);

/** @type {ReturnType<typeof begin>|undefined} */
let task;
/** What the task in the list stands for. @type {Work|undefined} */
let shown;

function show() {
  const work = store.get().papers.open ? undefined : desk.current;
  if (work !== shown) {
    task?.end();
    task = work ? begin(`Running ${work.id}`, () => desk.stop(work)) : undefined;
    if (shown && !store.get().papers.open) tell(shown);
    shown = work;
  }
  if (work && work.labels.length > 0) task?.progress(work.ended / work.labels.length);
}

/** @param {Work} work that has ended while nobody looked */
function tell({ id, status, findings, error }) {
  const action = { label: 'Show', run: () => openPapers({ id }) };
  if (status === 'done' && findings) notice(`${id} is done. ${outcomeText(findings.targets)}`, 'good', action);
  else if (status === 'failed') notice(`${id} stopped: ${error}`, 'error', action);
}

desk.subscribe(show);
store.subscribe((state, before) => {
  if (state.papers.open !== before.papers.open) show();
});
