/** @file The entries of the fork menu: the alternative decisions at a moment, and the obstacles. */

import { familyEntries } from '../scenario/catalog-choices.js';
import { DELAY_S, isForkOf, MOST_FORKS, MOST_VARIANTS } from '../scenario/forks.js';
import { formatMoment, formatTime, subjectTitle } from '../text/time.js';

/** @import { Card, Catalog, Decided } from '../engine/types.js' */
/** @import { ForkChange, ForkedSystem } from '../scenario/forks.js' */
/** @import { ClusterChoice } from './cluster-choice.js' */

/**
 * @typedef {object} ForkEntry
 * @property {string} id
 * @property {string} label
 * @property {string} detail a few words at the right
 * @property {string} [obstacle] the reason why it is impossible; missing if it is possible
 * @property {ForkChange} [change] missing for lists of entries
 * @property {ForkEntry[]} [entries] those of a list
 * @typedef {{title: string, entries: ForkEntry[]}} ForkGroup
 * @typedef {object} ForkPlace
 * @property {number} variant
 * @property {readonly number[]} [variants] that decide at that time
 * @property {number} time_s
 * @property {readonly Pick<Decided, 'id'|'name'|'kind'|'starts'>[]} decided at that time
 * @property {Pick<Card, 'id'|'name'|'kind'|'number'|'submit_s'|'start_s'|'end_s'|'estimate_s'|'run_s'>|null} job of the
 *   menu
 * @property {(number: number) => number} number of a subject
 * @property {ClusterChoice} [cluster] the decision on the cluster of the job, if another one can be chosen
 * @property {string} [reason] why none can be chosen
 */

/** Maximum number of job starts that the menu offers to hold. */
const MOST_HELD = 4;

/**
 * The groups of the menu.
 * @param {ForkPlace} place
 * @param {readonly ForkedSystem[]} variants
 * @param {Catalog|null} catalog
 * @param {(change: ForkChange) => string} [effect] effect of a change, if known
 * @returns {ForkGroup[]}
 */
export function forkGroups(place, variants, catalog, effect = () => '') {
  const { job, cluster } = place;
  const general = generalObstacle(variants, place.variant, catalog, cluster ? undefined : (place.reason ?? ''));
  const group = (/** @type {string} */ title, /** @type {ForkEntry[]} */ entries) => ({
    title,
    entries: entries.map((entry) => finish(entry, general, effect)),
  });
  const elsewhere =
    job && cluster ? [group(`The cluster of ${subjectTitle(job)}, at ${formatMoment(cluster.time_s)}`, clusterEntries(job, cluster))] : [];
  if (variants[place.variant]?.kind !== 'batch' && cluster) return elsewhere;
  return [
    ...elsewhere,
    group(`This decision, at ${formatMoment(place.time_s)}`, holdEntries(place)),
    group('From here on', [policyList(place, variants[place.variant], catalog)]),
    ...(job ? [group(subjectTitle(job), jobEntries(job))] : []),
  ];
}

/**
 * Adds its obstacle or its effect to an entry.
 * @param {ForkEntry} entry
 * @param {string} general an obstacle for all entries
 * @param {(change: ForkChange) => string} effect
 * @returns {ForkEntry}
 */
function finish(entry, general, effect) {
  const obstacle = general || entry.obstacle;
  return {
    ...entry,
    ...(obstacle ? { obstacle } : {}),
    detail: (entry.change && !obstacle && effect(entry.change)) || entry.detail,
    ...(entry.entries ? { entries: entry.entries.map((one) => finish(one, general, effect)) } : {}),
  };
}

/**
 * The reason why no fork of a variant is possible; empty if forks are possible.
 * @param {readonly ForkedSystem[]} variants
 * @param {number} from
 * @param {Catalog|null} catalog
 * @param {string} [reason] why no other cluster can be chosen; undefined if one can
 */
export function generalObstacle(variants, from, catalog, reason) {
  const base = variants[from];
  if (!base) return 'the run is not known yet';
  if (base.kind !== 'batch' && reason !== undefined) {
    const name = catalog?.entries.find(({ family, id }) => family === 'system' && id === base.kind)?.name ?? base.kind;
    return `${name} cannot be forked here: ${reason || 'no cluster is chosen'}`;
  }
  const forks = variants.filter((variant) => isForkOf(variant, base)).length;
  if (base.fork) return 'this run is a fork: fork the run above it';
  if (forks >= MOST_FORKS) return `at most ${MOST_FORKS} forks: discard one first`;
  if (variants.length >= MOST_VARIANTS) return `at most ${MOST_VARIANTS} systems: remove one first`;
  return '';
}

/** The forks in which a job goes to another cluster. @param {NonNullable<ForkPlace['job']>} job @param {ClusterChoice} choice @returns {ForkEntry[]} */
function clusterEntries(job, { others }) {
  if (others.length === 0) return [{ id: 'cluster', label: 'Another cluster', detail: '', obstacle: 'no other one is large enough' }];
  return others.map(({ name, choices, end }) => ({
    id: `cluster-${name}`,
    label: `Send it to ${name}`,
    detail: end,
    change: { choice: { choices, name: `${subjectTitle(job)} to ${name}` } },
  }));
}

/** The forks in which a decision is made otherwise. @param {ForkPlace} place @returns {ForkEntry[]} */
function holdEntries({ decided, time_s, job, number }) {
  const started = decided.filter(({ starts }) => starts);
  const [first] = started;
  if (!first) {
    const label = job ? `${subjectTitle(job)} stays in the queue` : 'A job stays in the queue';
    return [{ id: 'hold', label, detail: '', obstacle: 'no job starts here' }];
  }
  const chosen = started.filter(({ id }) => id === job?.id);
  const others = started.filter(({ id }) => id !== job?.id);
  return [...chosen, ...others].slice(0, MOST_HELD).map((one) => ({
    id: `hold-${one.id}`,
    label: `${subjectTitle(one)} stays in the queue`,
    detail: 'until the next event',
    change: { fork: { at_s: time_s, hold: [number(one.id)] } },
  }));
}

/**
 * The policies that can decide from a moment on.
 * @param {ForkPlace} place
 * @param {ForkedSystem|undefined} base
 * @param {Catalog|null} catalog
 * @returns {ForkEntry}
 */
function policyList({ time_s }, base, catalog) {
  const present = base?.policies?.local ?? 'easy';
  const entries = familyEntries(catalog, 'local-policy').map(({ id, name }) => ({
    id: `policy-${id}`,
    label: name,
    detail: '',
    ...(id === present ? { obstacle: 'decides already' } : {}),
    ...(id === 'as-recorded' ? { obstacle: 'repeats a log' } : {}),
    change: { fork: { at_s: time_s, local: id } },
  }));
  return { id: 'policy', label: 'Another policy', detail: 'FCFS, SJF, …', entries };
}

/** The forks in which one job is edited. @param {NonNullable<ForkPlace['job']>} job @returns {ForkEntry[]} */
function jobEntries({ number, estimate_s, run_s, start_s, end_s, submit_s }) {
  const exact_s = run_s ?? (start_s !== null && end_s !== null ? end_s - start_s : null);
  const estimated = estimate_s > 0;
  const obstacle = estimated ? '' : 'the job has no estimate';
  const entry = (/** @type {string} */ id, /** @type {string} */ label, /** @type {number} */ value_s, why = obstacle) => ({
    id,
    label,
    detail: why ? '' : `${formatTime(estimate_s)} → ${formatTime(value_s)}`,
    ...(why ? { obstacle: why } : {}),
    change: { edit: { job: number, estimate_s: value_s } },
  });
  const known = exact_s === null ? 'its runtime is not known yet' : Math.abs(exact_s - estimate_s) < 1e-6 ? 'the estimate is exact' : '';
  return [
    entry('exact', 'Exact estimate', roundUp(exact_s ?? 0), obstacle || known),
    entry('longer', 'Estimate twice as long', 2 * estimate_s),
    entry('shorter', 'Half the estimate', estimate_s / 2),
    { id: 'later', label: 'Submitted 10 min later', detail: '', change: { edit: { job: number, submit_s: roundUp(submit_s + DELAY_S) } } },
    { id: 'absent', label: 'Absent', detail: '', change: { edit: { job: number, absent: true } } },
  ];
}

/** A time of whole microseconds, as in the engine. @param {number} time_s */
const roundUp = (time_s) => Math.ceil(Number((time_s * 1e6).toFixed(2))) / 1e6;
