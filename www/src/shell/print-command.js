/**
 * @file Prints the screen: charts, a lesson or a study on one page, a published experiment on as many pages as
 * necessary.
 */

import { tryAction } from '../commands/try-action.js';
import { printCharts, printStudy } from '../share/printing.js';
import { studyPrintContent } from '../study/print-content.js';

/** @import { Page } from '../commands/page.js' */
/** @import { StudyView } from '../study/study-view.js' */

/**
 * Prints the screen.
 * @param {Page} page
 * @param {StudyView|null} view the screen of studies, if it is open
 * @param {boolean} [current] whether charts end at the playhead
 */
export async function printScreen(page, view, current = false) {
  const content = page.store.get().beside === 'study' && view ? studyPrintContent(view) : undefined;
  await tryAction(page, 'The page could not be printed', async () => {
    if (content) return printStudy(page, content);
    // Sheets of experiments and lists are printed unchanged.
    if (page.store.get().beside) return print();
    return printCharts(page, current);
  });
}
