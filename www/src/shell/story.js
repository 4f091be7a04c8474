/** @file The one sentence above the charts: what runs here, and what came out. */

import { formatNamed } from '../text/measures.js';
import { formatNumber, formatShare } from '../text/numbers.js';
import { formatTime, thingsOf } from '../text/time.js';
import { extent } from '../state/view.js';

/** @import { ReportRow } from '../engine/types.js' */
/** @import { State, Variant } from '../types.js' */

/** Where the charts of a comparison stand, by how many there are. */
const PLACES = ['above', 'below'];

/**
 * @typedef {object} Outcome what came out of one variant
 * @property {string} name of the variant
 * @property {number} value
 */

/**
 * How results of a measure are said: of two, of which `less` is the smaller; of the least and most of several; and of all
 * where they are the same. Those of other measures are listed.
 * @type {Record<string, {two: (less: Outcome, more: Outcome, how: string) => string, ends: (less: Outcome, more: Outcome) => string, same?: string}>}
 */
const SAID = {
  wait: {
    two: (less, more, how) => `With ${less.name} they wait ${how} less: ${formatTime(less.value)} instead of ${formatTime(more.value)} on average.`,
    ends: (less, more) => `They wait least with ${less.name}, ${formatTime(less.value)} on average, and most with ${more.name}, ${formatTime(more.value)}.`,
  },
  'wait/max': {
    two: (less, more) => `The longest wait is ${formatTime(less.value)} with ${less.name} and ${formatTime(more.value)} with ${more.name}.`,
    ends: (less, more) => `The longest wait is shortest with ${less.name}, ${formatTime(less.value)}, and longest with ${more.name}, ${formatTime(more.value)}.`,
  },
  response: {
    two: (less, more, how) => `With ${less.name} they are done ${how} sooner: after ${formatTime(less.value)} instead of ${formatTime(more.value)} on average.`,
    ends: (less, more) => `They are done soonest with ${less.name}, after ${formatTime(less.value)} on average, and latest with ${more.name}, after ${formatTime(more.value)}.`,
  },
  makespan: {
    two: (less, more) => `${less.name} ends ${formatTime(more.value - less.value)} earlier: after ${formatTime(less.value)} instead of ${formatTime(more.value)}.`,
    ends: (less, more) => `${less.name} ends first, after ${formatTime(less.value)}, and ${more.name} last, after ${formatTime(more.value)}.`,
  },
  'workflow-makespan': {
    two: (less, more, how) => `With ${less.name} workflows end ${how} sooner: after ${formatTime(less.value)} instead of ${formatTime(more.value)} on average.`,
    ends: (less, more) => `Workflows end soonest with ${less.name}, after ${formatTime(less.value)} on average, and latest with ${more.name}, after ${formatTime(more.value)}.`,
  },
  'one-workflow': {
    two: (less, more, how) => `With ${less.name} the workflow ends ${how} sooner: after ${formatTime(less.value)} instead of ${formatTime(more.value)}.`,
    ends: (less, more) => `The workflow ends soonest with ${less.name}, after ${formatTime(less.value)}, and latest with ${more.name}, after ${formatTime(more.value)}.`,
  },
  'application-time': {
    two: (less, more, how) => `${less.name} takes ${how} less${how.endsWith('times') ? '' : ' time'}: ${formatTime(less.value)} instead of ${formatTime(more.value)}.`,
    ends: (less, more) => `${less.name} takes least, ${formatTime(less.value)}, and ${more.name} most, ${formatTime(more.value)}.`,
    same: 'take',
  },
};

/** Variants of which each result is listed, at most. */
const MOST_LISTED = 4;

/**
 * What is seen, in a sentence or two: what runs, then the example's question while it plays, then what came out.
 * @param {Pick<State, 'variants'|'work'|'platform'|'question'|'asks'|'playhead_s'>} state
 * @returns {string}
 */
export function storyOf({ variants, work, platform, question, asks, playhead_s }) {
  const known = variants.find(({ layout }) => layout)?.layout;
  if (!known || !platform) return '';
  const places = counted(platform.clusters.reduce((sum, cluster) => sum + cluster.nodes, 0), work?.machines ? 'machines' : 'nodes');
  const where = platform.clusters.length > 1 ? `${platform.clusters.length} clusters with ${places}` : places;
  // A system may say how many there are only when it has begun.
  const count = Math.max(known.subjects, ...variants.map(({ progress }) => progress?.subjects ?? 0));
  const what = count > 0 ? counted(count, thingsOf(work)) : thingsOf(work);
  const { complete, end_s } = extent(variants);
  // A question is answered when all has been seen.
  const last = question !== '' && !(complete && playhead_s >= end_s) ? question : outcome(variants, work, asks);
  const end = last === '' ? '' : ` ${last}`;
  const [first] = variants;
  if (variants.length === 1 || !first) return `${what} on ${where} under ${first?.name ?? known.name}.${end}`;
  const names =
    variants.length === 2
      ? variants.map(({ name }, i) => `${name} ${PLACES[i]}`).join(', ')
      : `from top to bottom ${listed(variants.map(({ name }) => name))}`;
  return `The same ${what} on the same ${where}: ${names}.${end}`;
}

/**
 * Names one after the other, told apart also where there are commas in them.
 * @param {string[]} names
 */
function listed(names) {
  return names.join(names.some((name) => name.includes(', ')) ? '; ' : ', ');
}

/**
 * @param {number} count
 * @param {string} things in the plural
 */
function counted(count, things) {
  return `${formatNumber(count)} ${count === 1 ? things.replace(/s$/u, '') : things}`;
}

/**
 * What came out of a comparison, once all runs are done: in the measure that was asked about, if it was measured.
 * @param {readonly Variant[]} variants
 * @param {State['work']} work
 * @param {string} asks
 * @returns {string}
 */
function outcome(variants, work, asks) {
  if (variants.length < 2) return '';
  for (const measure of [asks, ...(work?.decide ?? [])]) {
    const results = resultsOf(variants, measure);
    if (results) return said(measure, results, rowOf(variants[0], measure)) + (work?.machines && measure !== 'efficiency' ? efficiencies(variants) : '');
  }
  return '';
}

/**
 * @param {Variant|undefined} variant
 * @param {string} measure its id, with `/max` behind it for the largest value
 * @returns {ReportRow|undefined}
 */
function rowOf(variant, measure) {
  const [id] = measure.split('/');
  return variant?.report?.rows.find((row) => row.id === id);
}

/**
 * The results of all variants in a measure; none if one of them has none.
 * @param {readonly Variant[]} variants
 * @param {string} measure
 * @returns {Outcome[]|null}
 */
function resultsOf(variants, measure) {
  const results = variants.map((variant) => {
    const row = rowOf(variant, measure);
    return { name: variant.name, value: (measure.endsWith('/max') ? row?.statistics?.max : row?.value) ?? Number.NaN };
  });
  return measure !== '' && results.every(({ value }) => Number.isFinite(value)) ? results : null;
}

/**
 * @param {string} measure
 * @param {Outcome[]} results
 * @param {ReportRow|undefined} row
 * @returns {string}
 */
function said(measure, results, row) {
  const words = SAID[measure === 'workflow-makespan' && row?.statistics?.count === 1 ? 'one-workflow' : measure];
  const text = (/** @type {number} */ value) => formatNamed(row?.name ?? '', value, row?.unit ?? '');
  const sorted = results.toSorted((a, b) => a.value - b.value);
  const [less, more] = [sorted[0], sorted.at(-1)];
  if (!less || !more) return '';
  const name = row?.name ?? measure;
  if (text(less.value) === text(more.value)) {
    if (words?.same) return `${results.length === 2 ? 'Both' : 'All'} ${words.same} ${text(less.value)}.`;
    return `${name}: ${text(less.value)} with ${results.length === 2 ? 'both' : 'each'}.`;
  }
  if (!words) {
    if (results.length > MOST_LISTED) return `${name}: from ${text(less.value)} with ${less.name} to ${text(more.value)} with ${more.name}.`;
    return `${name}: ${listed(results.map((one) => `${text(one.value)} with ${one.name}`))}.`;
  }
  return results.length === 2 ? words.two(less, more, howMuch(less.value, more.value)) : words.ends(less, more);
}

/**
 * How much less one is than the other: `4 times`, `25%`.
 * @param {number} less
 * @param {number} more
 */
function howMuch(less, more) {
  const ratio = less > 0 ? more / less : Infinity;
  return ratio >= 1.95 && ratio < 1000 ? `${Number(ratio.toPrecision(2))} times` : `${Math.max(1, Math.round((1 - less / more) * 100))} %`;
}

/**
 * How well the workers of each were used, in the order of the charts.
 * @param {readonly Variant[]} variants
 */
function efficiencies(variants) {
  const results = resultsOf(variants, 'efficiency');
  if (!results) return '';
  if (variants.length === 2) return ` Efficiency: ${results.map(({ value }, i) => `${formatShare(value)} ${PLACES[i]}`).join(', ')}.`;
  return ` Efficiency, from the top: ${results.map(({ value }) => formatShare(value)).join(', ')}.`;
}
