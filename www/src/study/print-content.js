/** @file The printed content of a study. */

import { tableCaption } from './means-table.js';
import { steadySentence } from './steady-state.js';
import { wrapText } from './study-figure.js';
import { nameWithSeeds, placeText } from './study-texts.js';

/** @import { StudyView } from './study-view.js' */

/** Number of characters per line of a printed figure, fewer than in a file. */
const PRINT_LETTERS = 150;

/**
 * The figure and the table of a study as on the screen, with the choices.
 * @param {StudyView} view
 */
export function studyPrintContent(view) {
  const { study } = view;
  const { doc, work } = study ?? {};
  if (!study || !doc || !work) return undefined;
  const look = view.currentLook;
  const digest = work.findings?.summary.digest;
  const text = (/** @type {Element|null|undefined} */ element) => (element?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
  const table = /** @type {HTMLTableElement|null} */ (view.renderRoot.querySelector('main section[aria-label="Table"] table'));
  const rows = [...(table?.rows ?? [])].map((row) => [...row.cells].filter((cell) => !cell.matches('.strips, .strips *')).map(text));
  const name = nameWithSeeds(doc.name || 'Study', study.shown?.seeds ?? 1);
  const question = doc.question ?? '';
  const figure = view.figure;
  const where = look ? placeText(look.grid, look.place) : '';
  return {
    title: doc.id ? `${doc.id} ${name}` : name,
    question: question === name ? '' : question,
    answer: text(view.renderRoot.querySelector('main .answer')),
    picture: figure ? figure.draw(wrapText(figure.key, PRINT_LETTERS)) : '',
    tableTitle: look ? `Means and differences${where ? ` at ${where}` : ''}` : '',
    rows,
    captions: [
      ...(look ? [`${tableCaption(look)}.`, steadySentence(look.grid)] : []),
      ...(doc.id ? [] : (doc.notes ?? [])),
      // Heat maps are not printed, because the table has the same numbers.
      ...(figure ? [] : ['The heat map is not printed.']),
    ].filter(Boolean),
    digests: digest ? `digest of the results: ${digest}` : 'partial results: not all runs have completed',
  };
}
