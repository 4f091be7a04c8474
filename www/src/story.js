/** @file The one sentence above the charts: what runs here, and what came out. */

import { formatNumber, formatShare } from './parts/numbers.js';
import { formatTime, thingsOf } from './time.js';
import { extent } from './view.js';

/** @import { State, Variant } from './types.js' */

/** Where the charts of a comparison stand, by how many there are. */
const PLACES = ['above', 'below'];

/** The measure that decides a comparison, if it is not the wait. @type {Partial<Record<State['accepts'], string>>} */
const MEASURE = { workflows: 'makespan', 'master-worker': 'application-time' };

/**
 * What is seen, in a sentence or two: what runs, then the example's question while it plays, then what came out.
 * @param {Pick<State, 'variants'|'accepts'|'platform'|'question'|'playhead_s'>} state
 * @returns {string}
 */
export function storyOf({ variants, accepts, platform, question, playhead_s }) {
  const known = variants.find(({ layout }) => layout)?.layout;
  if (!known || !platform) return '';
  const nodes = platform.clusters.reduce((sum, cluster) => sum + cluster.nodes, 0);
  const places = `${formatNumber(nodes)} ${accepts === 'master-worker' ? 'machines' : 'nodes'}`;
  const where = platform.clusters.length > 1 ? `${platform.clusters.length} clusters with ${places}` : places;
  // A system may say how many there are only when it has begun.
  const count = Math.max(known.subjects, ...variants.map(({ progress }) => progress?.subjects ?? 0));
  const what = `${count > 0 ? `${formatNumber(count)} ` : ''}${thingsOf(accepts)}`;
  const { complete, end_s } = extent(variants);
  // A question is answered when all has been seen.
  const end = question !== '' && !(complete && playhead_s >= end_s) ? ` ${question}` : outcome(variants, accepts);
  const [first] = variants;
  if (variants.length === 1 || !first) return `${what} on ${where} under ${first?.name ?? known.name}.${end}`;
  const names =
    variants.length === 2
      ? variants.map(({ name }, i) => `${name} ${PLACES[i]}`).join(', ')
      : `from top to bottom ${variants.map(({ name }) => name).join(', ')}`;
  return `The same ${what} on the same ${where}: ${names}.${end}`;
}

/**
 * What came out of a comparison of two, once both are done.
 * @param {readonly Variant[]} variants
 * @param {State['accepts']} accepts
 * @returns {string}
 */
function outcome(variants, accepts) {
  if (variants.length !== 2) return '';
  const measure = MEASURE[accepts] ?? 'wait';
  const [a, b] = variants.map(({ report }) => report?.rows.find(({ id }) => id === measure)?.value ?? null);
  if (a === null || a === undefined || b === null || b === undefined) return '';
  const [less, more] = a < b ? [a, b] : [b, a];
  const better = variants[a < b ? 0 : 1]?.name ?? '';
  const worth = accepts === 'master-worker' ? efficiencies(variants) : '';
  if (formatTime(a) === formatTime(b)) return accepts === 'master-worker' ? ` Both take ${formatTime(a)}${worth}.` : ` The mean ${measure} is the same: ${formatTime(a)}.`;
  const ratio = less > 0 ? more / less : Infinity;
  const factor = ratio >= 1.95 && ratio < 1000 ? `${Number(ratio.toPrecision(2))} times ` : `${Math.max(1, Math.round((1 - less / more) * 100))}% `;
  if (accepts === 'workflows') return ` ${better} ends ${factor}sooner: ${formatTime(less)} instead of ${formatTime(more)}.`;
  if (accepts === 'master-worker') return ` ${better} takes ${factor}${factor.endsWith('times ') ? 'less' : 'less time'}: ${formatTime(less)} instead of ${formatTime(more)}${worth}.`;
  return ` With ${better} they wait ${factor}less: ${formatTime(less)} instead of ${formatTime(more)} on average.`;
}

/**
 * How well the workers of each were used, in the order of the charts.
 * @param {readonly Variant[]} variants
 */
function efficiencies(variants) {
  const shares = variants.map(({ report }) => report?.rows.find(({ id }) => id === 'efficiency')?.value ?? null);
  if (shares.some((share) => share === null)) return '';
  return `; efficiency ${shares.map((share, i) => `${formatShare(share)} ${PLACES[i]}`).join(', ')}`;
}
