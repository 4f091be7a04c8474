/** @file The answer of a study in sentences: the values of its series at the chosen point, and their significance. */

import { intervalText } from './run-facts.js';
import { answerRange, baselineOf, differenceAt, pointAtLevel } from './study-selection.js';
import { answer, placeText } from './study-texts.js';

/** @import { Look } from './study-selection.js' */

/** The sentences that answer the question of a study. @param {Look} look @returns {string} empty if there is nothing to compare */
export function answerSentences(look) {
  const { study, grid, measured, title, reading, place, points } = look;
  const lines = grid.series.map(({ name }, series) => ({
    name,
    measured: pointAtLevel(look, series, place),
    difference: differenceAt(look, measured, points[series]?.[place] ?? -1),
  }));
  const comparison = answer(lines, { title, reading, better: measured.better, base: baselineOf(look), place: placeText(grid, place) });
  const range = comparison ? answerRange(look) : '';
  return [comparison, range, comparison && study.doc ? intervalText(look, study.doc) : ''].filter(Boolean).join(' ');
}
