/** @file The results shown beside a chart, and notes on their scope. */

import { haveSameWork } from '../state/chart-window.js';
import { formatMeasure } from '../text/measure-values.js';
import { formatNumber } from '../text/numbers.js';

/** @import { Moment } from '../engine/types.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */
/** @import { Variant } from '../types.js' */

/** The results shown beside a chart, if the report has them. */
const RESULTS = [
  'manager-operations',
  'bound-missed',
  'application-time',
  'bag-makespan',
  'bag-nsl',
  'efficiency',
  'execution-efficiency-ratio',
  'average-workers',
  'wait',
  'wait-by-theory',
  'bounded-slowdown',
  'nsl',
  'utilisation',
  'makespan',
  'idle-while-waiting',
];

/** Shorter names of results beside a chart. @type {Record<string, string>} */
const SHORT_NAMES = {
  'bag-makespan': 'mean bag makespan',
  'bag-nsl': 'mean bag NSL',
  'manager-activity': 'grow/shrink operations',
  wait: 'mean wait',
  'wait-by-theory': 'M/G/1 mean wait',
};
/** The name of a result beside a chart. @param {{id: string, name: string}} row */
export const shortName = ({ id, name }) => SHORT_NAMES[id] ?? name.toLowerCase();
/** Maximum number of results beside a chart. */
const MOST_RESULTS = 5;

/** The results of most sentences above the charts. */
const IN_SENTENCES = ['idle-while-waiting', 'makespan'];
/** The results on a projector, which has space for few: those of the sentence precede the wait. */
const PROJECTED = RESULTS.filter((id) => !IN_SENTENCES.includes(id)).flatMap((id) => (id === 'wait' ? [...IN_SENTENCES, id] : [id]));

/**
 * The results beside a chart: well-known ones first, then the others in the order of the scenario.
 * @template {{id: string, value?: unknown}} Row
 * @param {readonly Row[]} rows
 * @param {boolean} [projected] whether they are on a projector
 * @returns {Row[]}
 */
export function selectResults(rows, projected = false) {
  const known = rows.filter(({ value }) => typeof value === 'number');
  const others = known.filter(({ id }) => !RESULTS.includes(id));
  return [...(projected ? PROJECTED : RESULTS).flatMap((id) => known.filter((row) => row.id === id)), ...others].slice(0, MOST_RESULTS);
}

/**
 * The work and platform of a variant as a text: a scenario without its policies and metrics. Runs with other texts are not compared.
 * @param {ScenarioDocument|null} scenario
 * @param {number} [variant]
 */
export function workSource(scenario, variant = 0) {
  const { system, compare, measures: _, name: _name, ...work } = scenario ?? /** @type {Partial<ScenarioDocument>} */ ({});
  const { platform, set } = /** @type {{platform?: unknown, set?: unknown}} */ ([system, ...(compare ?? [])][variant] ?? {});
  return JSON.stringify([work, platform, set]);
}

/**
 * The description of the dots of a strip, with the minimum and maximum.
 * @param {{id: string, name: string, unit: string}} row
 * @param {readonly (number|null)[]} values of replications
 */
export function rangeText(row, values) {
  const known = values.filter((value) => value !== null);
  const end = (/** @type {number} */ value) => formatMeasure(value, row.unit);
  return `${shortName(row)}${known.length > 1 ? `: ${end(Math.min(...known))} to ${end(Math.max(...known))}` : ''}`;
}

/** The kinds of systems with random decisions. */
const BY_CHANCE = ['koala', 'opportunistic', 'hierarchy'];

/**
 * The sample to which the numbers apply: one seed if work or decisions are random, one log if it is read from a file.
 * @param {Pick<ScenarioDocument, 'workload'|'background'|'system'|'compare'>|null} scenario
 * @param {string} things
 */
export function sampleText(scenario, things) {
  const parts = [...(scenario?.workload ?? []), ...(scenario?.background ?? [])];
  const files = parts.filter((part) => 'file' in part).length;
  if (files === 0) return ' (this seed only)';
  const systems = [scenario?.system, ...(scenario?.compare ?? [])];
  const chance =
    files < parts.length || /"random/u.test(JSON.stringify(systems)) || systems.some((system) => BY_CHANCE.includes(system?.kind ?? ''));
  const read = things === 'jobs' ? 'log' : 'file';
  return ` (${files > 1 ? `these ${read}s` : `this ${read}`}${chance ? ' and this seed' : ''} only)`;
}

/**
 * A note on the differences from the baseline; for a variant with other work, only that its work differs.
 * @param {readonly Pick<Variant, 'system'|'compared'|'otherWork'>[]} variants
 * @param {number} at
 * @param {string} things
 * @param {string} which note on the seed and the log: ` (this seed only)`
 */
export function baselineNote(variants, at, things, which) {
  const { compared, otherWork } = variants[at] ?? {};
  if (otherWork) return ` (which runs other ${things})`;
  return compared || haveSameWork(variants) ? which : '';
}

/**
 * The jobs whose mean wait is shown: while many jobs wait, the started ones are not representative.
 * @param {Pick<Moment, 'queued'>} moment
 * @param {string} things
 */
export function waitHelp({ queued }, things) {
  const left = queued === 0 ? '' : `; the ${formatNumber(queued)} still waiting ${queued === 1 ? 'is' : 'are'} not included`;
  return `Mean wait time of the ${things} started so far${left}`;
}
