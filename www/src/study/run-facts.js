/** @file Facts about the runs of a part of a study that determine which of its numbers have an interval. */

import { hasChance, hasGenerator } from '../scenario/sound-study.js';
import { sentenceCase } from '../text/time.js';
import { areCopies } from './axis-grid.js';
import { growsWithLength, REASON_WORDS } from './interval-reasons.js';

/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { Grid, Part } from './axis-grid.js' */
/** @import { Look } from './study-selection.js' */

/** Statistics whose value is that of a single job. @type {Record<string, 'maximum'|'minimum'>} */
const EXTREMES = { max: 'maximum', min: 'minimum' };

/**
 * Whether the runs of a part have no randomness, and which measures are extremes.
 * @param {StudyDocument} doc
 * @param {Part} part
 * @param {readonly (ArrayLike<number>|undefined)[]} outcomes
 * @returns {Pick<Grid, 'single'|'extremes'>}
 */
export function runFacts(doc, part, outcomes) {
  const { measures = [] } = doc.parts?.find(({ name }) => name === part.name) ?? doc;
  const extremes = measures.flatMap(({ name, metric = '', statistic }) => {
    const kind = typeof statistic === 'string' ? EXTREMES[statistic] : undefined;
    return kind ? [/** @type {const} */ ([name || metric, kind])] : [];
  });
  // A system may be random even with fixed work: the results of the seeds show whether it is.
  const single = !hasChance(doc) || (!hasGenerator(doc) && areCopies(part, outcomes));
  return { single, extremes: Object.fromEntries(extremes) };
}

/** A sentence on the equal runs of a study without randomness. @param {StudyDocument} doc */
export function singleRunText({ base }) {
  const isLog = [...(base.workload ?? [])].some((part) => 'file' in part);
  return isLog ? 'One log, one run for each point: no interval.' : 'No chance in this workload, one run for each point: no interval.';
}

/**
 * The reason why numbers at the place on screen have no interval, as a sentence; empty if all have one.
 * @param {Look} look
 * @param {StudyDocument} doc
 */
export function intervalText({ grid, measured, points, place }, doc) {
  if (grid.single) return singleRunText(doc);
  const growing = grid.series.flatMap(({ name }, series) =>
    growsWithLength(grid, measured, points[series]?.[place] ?? -1) ? [name || 'all runs'] : [],
  );
  const extreme = grid.extremes[measured.name];
  return [
    growing.length > 0 ? `No steady state, so no interval: ${growing.join(', ')}.` : '',
    extreme ? `${sentenceCase(REASON_WORDS[extreme].long)}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
