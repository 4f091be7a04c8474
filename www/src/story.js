/** @file The one sentence above the charts: what runs here, and what came out. */

import { formatNumber, formatTime } from './time.js';

/** @import { State, Variant } from './types.js' */

/** Where the charts of a comparison stand, by how many there are. */
const PLACES = ['above', 'below'];

/**
 * What is seen, in a sentence or two.
 * @param {Pick<State, 'variants'|'accepts'|'platform'>} state
 * @returns {string}
 */
export function storyOf({ variants, accepts, platform }) {
  const known = variants.find(({ layout }) => layout)?.layout;
  if (!known || !platform) return '';
  const nodes = platform.clusters.reduce((sum, cluster) => sum + cluster.nodes, 0);
  const where = platform.clusters.length > 1 ? `${platform.clusters.length} clusters with ${formatNumber(nodes)} nodes` : `${formatNumber(nodes)} nodes`;
  const what = `${formatNumber(known.subjects)} ${accepts === 'workflows' ? 'tasks' : 'jobs'}`;
  const [first] = variants;
  if (variants.length === 1 || !first) return `${what} on ${where} under ${first?.name ?? known.name}.${outcome(variants)}`;
  const names =
    variants.length === 2
      ? variants.map(({ name }, i) => `${name} ${PLACES[i]}`).join(', ')
      : `from top to bottom ${variants.map(({ name }) => name).join(', ')}`;
  return `The same ${what} on the same ${where}: ${names}.${outcome(variants)}`;
}

/**
 * The mean wait of each system, once all are done.
 * @param {readonly Variant[]} variants
 * @returns {string}
 */
function outcome(variants) {
  const waits = variants.map(({ report }) => report?.rows.find(({ id }) => id === 'mean-wait')?.value ?? null);
  if (waits.some((wait) => wait === null)) return '';
  if (variants.length !== 2) return '';
  const [a, b] = /** @type {[number, number]} */ (waits);
  if (formatTime(a) === formatTime(b)) return ` The mean wait is the same, ${formatTime(a)}.`;
  const [less, more] = a < b ? [a, b] : [b, a];
  const better = variants[a < b ? 0 : 1]?.name ?? '';
  const ratio = less > 0 ? more / less : Infinity;
  const factor = ratio >= 1.95 && ratio < 1000 ? `${Number(ratio.toPrecision(2))} times less` : `${Math.max(1, Math.round((1 - less / more) * 100))}% less`;
  return ` ${better} makes them wait ${factor}: ${formatTime(less)} instead of ${formatTime(more)}.`;
}
