/** @file The sentences above the charts: the question, the comparison, and the answer. */

import { isPredictionPending } from '../scenario/pending-prediction.js';
import { oneSeedReasonOf } from '../scenario/seed-dependence.js';
import { computedExtent, haveSameWork } from '../state/chart-window.js';
import { formatCount } from '../text/numbers.js';
import { sentenceCase, workNoun } from '../text/time.js';

/** @import { Piece } from '../engine/types.js' */
/** @import { State } from '../types.js' */

/** The positions of the charts of two variants. */
const PLACES = ['above', 'below'];

/**
 * @typedef {object} Summary
 * @property {readonly Piece[]} question the question; empty for none
 * @property {string} what description of the runs
 * @property {readonly Piece[]} answer the results; empty before the end of playback
 * @property {boolean} [leads] whether the answer is about a fork, and precedes everything else
 */

/**
 * The question, the comparison and, after playback of the whole run, the answer.
 * @param {Pick<State, 'variants'|'work'|'platform'|'comparison'|'lesson'|'playhead_s'>} state
 * @returns {Summary|null} null while there are no data
 */
export function createSummary({ variants, work, platform, comparison, lesson, playhead_s }) {
  const known = variants.find(({ layout }) => layout)?.layout;
  if (!known || !platform) return null;
  const { complete, end_s } = computedExtent(variants);
  const answer = complete && playhead_s >= end_s && !isPredictionPending(lesson) ? comparison.answer : [];
  const asked = lesson && isPredictionPending(lesson) ? lesson.lesson.steps[lesson.step]?.predict?.question : undefined;
  // A lesson has its own question.
  const question = asked ? [{ text: asked, value: null, unit: '' }] : lesson ? [] : comparison.question;
  const [first] = variants;
  const systems =
    variants.length === 2
      ? variants.map(({ name }, i) => `${name} ${PLACES[i]}`).join(', ')
      : `from top to bottom ${joinNames(variants.map(({ name }) => name))}`;
  const names = variants.length === 1 ? `under ${first?.name ?? known.name}` : systems;
  const places = formatCount(
    platform.clusters.reduce((sum, cluster) => sum + cluster.nodes, 0),
    work?.machines ? 'machines' : 'nodes',
  );
  const where = platform.clusters.length > 1 ? `${platform.clusters.length} clusters with ${places}` : places;
  // Some systems know the number of subjects only after their start. A restarted run has the layout of the previous
  // one.
  const count = Math.max(
    ...variants.map(({ status, layout, progress }) =>
      status === 'loading' ? 0 : Math.max(layout?.subjects ?? 0, progress?.subjects ?? 0),
    ),
  );
  const what = count > 0 ? formatCount(count, workNoun(work)) : workNoun(work);
  const whole = variants.every(({ report }) => report?.complete ?? true)
    ? ''
    : ` The run is incomplete: most means exclude ${workNoun(work)} that have not ended.`;
  if (variants.length > 1 && !haveSameWork(variants))
    return { question, what: `Comparison with different workloads or platforms: ${names}.${whole}`, answer };
  return {
    question,
    leads: answer.length > 0 && variants.length > 1 && oneSeedReasonOf(variants.map(({ system }) => system)) !== '',
    what: `${variants.length === 1 ? `${sentenceCase(what)} on ${where} ${names}.` : `${count === 1 ? what : `The same ${what}`} on the same ${where}: ${names}.`}${whole}`,
    answer,
  };
}

/** Joins names, by semicolons if some contain commas. @param {string[]} names */
function joinNames(names) {
  return names.join(names.some((name) => name.includes(', ')) ? '; ' : ', ');
}
