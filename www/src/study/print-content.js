/** @file What a study puts on its page for print. */

/** @import { StudyView } from './study-view.js' */

/**
 * The chart and the table of a study as they are on the screen.
 * @param {StudyView} view
 */
export function studyPrintContent(view) {
  const { study, chart } = view;
  const { doc, work } = study ?? {};
  if (!doc || !work) return undefined;
  const digest = work.findings?.summary.digest;
  const text = (/** @type {Element|null|undefined} */ element) => (element?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
  const table = /** @type {HTMLTableElement|null} */ (view.renderRoot.querySelector('main table:has(td.strips), main table'));
  const rows = [...(table?.rows ?? [])].map((row) => [...row.cells].filter((cell) => !cell.matches('.strips, .strips *')).map(text));
  const name = doc.name || 'Study';
  const question = doc.question ?? '';
  return {
    title: doc.id ? `${doc.id} ${name}` : name,
    question: question === name ? '' : question,
    answer: text(view.renderRoot.querySelector('main .answer')),
    picture: chart?.shown ? chart.file('') : '',
    rows,
    digests: digest ? `digest of the results: ${digest}` : 'partial results: not all runs have completed',
  };
}
