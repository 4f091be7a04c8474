/** @file The last decision before the playhead in each system, for the decision bar. */

import { askRun } from '../commands.js';
import { computedExtent } from '../state/chart-window.js';
import { groupReasons, isFailedTry } from '../text/repeated-reasons.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Decided, Waiting } from '../engine/types.js' */
/** @import { ReasonGroup } from '../text/repeated-reasons.js' */
/** @import { Marked, State } from '../types.js' */

/** Maximum number of candidates drawn as bars; the others are counted. */
const MOST_CANDIDATES = 9;

/**
 * The decision of one system at a moment, with its state.
 * @typedef {object} SystemDecision
 * @property {number} variant
 * @property {readonly Decided[]} decided
 * @property {readonly Waiting[]} waiting the first waiting jobs after it
 * @property {number} queued number of waiting jobs after it
 * @property {readonly number[]} free nodes of each cluster that could be allocated
 * @property {ReasonGroup|null} [tries] the failed tries of the first job so far, if there are several
 * @typedef {object} DecisionMoment
 * @property {number} time_s
 * @property {readonly SystemDecision[]} lines
 */

/**
 * The variants that the bar describes: the baseline and the one whose chart was used last.
 * @param {number} count of all
 * @param {number} pane
 */
export function describedVariants(count, pane) {
  return count < 2 ? [0] : [0, count > 2 && pane > 0 && pane < count ? pane : 1];
}

/**
 * The time whose last decision is described: the playhead; with the playhead at the end of the run, the end of the
 * initial window of an example. The last decisions of the run are outside of this window.
 * @param {Pick<State, 'playhead_s'|'opening'|'view'|'variants'>} state
 */
export function describedTime({ playhead_s, opening, view, variants }) {
  const { window } = opening ?? {};
  const isOpening = window && !view.fitted && view.from_s === window.from_s && view.to_s === window.to_s;
  return isOpening && playhead_s >= computedExtent(variants).end_s ? Math.min(playhead_s, window.to_s) : playhead_s;
}

/**
 * The last moment up to a time at which a described variant made a decision; null if there is none.
 * @param {Page} page
 * @param {number} playhead_s
 * @returns {Promise<DecisionMoment|null>}
 */
export async function findLastDecision(page, playhead_s) {
  const { variants, pane } = page.store.get();
  const spoken = describedVariants(variants.length, pane);
  // A decision exactly at the playhead is included: times are whole microseconds.
  const times = await Promise.all(spoken.map((at) => askRun(page, at, 'previous_decision', playhead_s + 1e-6)));
  const known = times.filter(Number.isFinite);
  if (known.length === 0) return null;
  const time_s = Math.max(...known);
  return { time_s, lines: await Promise.all(spoken.map((variant) => decisionAt(page, variant, time_s))) };
}

/** The variant whose decision can be forked: one with a start, if any. @param {DecisionMoment} moment */
export function actingVariant({ lines }) {
  return (lines.find(({ decided }) => decided.some(({ starts }) => starts)) ?? lines[0])?.variant ?? 0;
}

/**
 * The decision of one system at a moment.
 * @param {Page} page
 * @param {number} variant
 * @param {number} time_s
 * @returns {Promise<SystemDecision>}
 */
export async function decisionAt(page, variant, time_s) {
  const [decided, waiting, { queued, free_by_cluster: free }] = await Promise.all([
    askRun(page, variant, 'decided', time_s),
    askRun(page, variant, 'waiting', time_s),
    askRun(page, variant, 'state', time_s),
  ]);
  const [first] = decided;
  const tries = first && !decided.some(({ starts }) => starts) ? await failedTries(page, variant, first, time_s) : null;
  return { variant, decided, waiting, queued, free, tries };
}

/**
 * The failed tries of a job up to a moment, if there are several; null otherwise.
 * @param {Page} page
 * @param {number} variant
 * @param {Decided} decided
 * @param {number} time_s
 */
async function failedTries(page, variant, { id, candidates }, time_s) {
  if (!isFailedTry({ rule: 'wait', candidates })) return null;
  const { reasons, nodes } = await askRun(page, variant, 'subject', id, time_s);
  const group = groupReasons(reasons, nodes).at(-1);
  return group && group.tries > 0 ? group : null;
}

/** Maximum number of subjects marked in a chart. */
const MOST_MARKED = 12;

/**
 * The subjects of a decision: the started ones, and the one that was overtaken or blocks the others; if none starts, the head of the queue.
 * @param {SystemDecision} line
 * @param {(one: {name: string, kind: string}) => string} name
 * @returns {Marked}
 */
export function markedSubjects({ decided, waiting }, name) {
  const started = decided.filter(({ starts }) => starts);
  const other = decided.find(({ behind }) => behind !== null)?.behind ?? (decided.length === 0 ? waiting[0]?.id : undefined);
  const known = [...waiting, ...decided].find(({ id }) => id === other);
  return {
    decided: started.slice(0, MOST_MARKED).map(({ id }) => id),
    behind: other === undefined ? null : { id: other, title: known ? name(known) : '' },
  };
}

/**
 * A decision and its reason, in two sentences. `name` formats the name of a job: `Job 54`.
 * @param {SystemDecision} line
 * @param {(one: {name: string, kind: string}) => string} name
 * @param {string} thing the waiting unit, in the singular
 * @returns {{what: string, why: string, acts: boolean}}
 */
export function decisionText({ decided, waiting, queued, tries }, name, thing) {
  const started = decided.filter(({ starts }) => starts);
  const [first] = started;
  if (first) {
    const more = started.length - 1;
    const what =
      more === 0
        ? `${name(first)} starts`
        : more === 1 && started[1]
          ? `${name(first)} and ${lowerCaseTitle(name(started[1]))} start`
          : `${name(first)} and ${more} others start`;
    return { what: `${what}.`, why: first.text, acts: true };
  }
  const [other] = decided;
  if (other && tries) return { what: `${name(other)} waits.`, why: tries.text, acts: false };
  if (other) return { what: '', why: other.text, acts: false };
  const [head] = waiting;
  if (!head) return { what: 'Queue empty.', why: '', acts: false };
  return {
    what: `No ${thing} starts.`,
    why: `${head.reason.replace(/ Position \d+ of \d+ in the queue[^.]*\.$/u, '')} ${queued} ${queued === 1 ? `${thing} waits` : `${thing}s wait`}.`,
    acts: false,
  };
}

/** @param {string} title `Job 54`, which is `job 54` in the middle of a sentence, or the name of a task */
function lowerCaseTitle(title) {
  return /^[A-Z][a-z]+(?: [a-z]+)* \d/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/**
 * The candidates of a decision: one bar each, with its height in nodes, some of them allocated.
 * @typedef {object} CandidateBars
 * @property {{name: string, nodes: number, taken: number, end_s?: number|null}[]} bars end_s: estimated end on the
 *   candidate, if it decides
 * @property {number|null} free free nodes before the starts; null if the bars show them
 * @property {number|null} more number of omitted bars; null if unknown
 * @property {string} cluster the cluster, if there are several; otherwise empty
 */

/**
 * The clusters of a placement: the free nodes of each, and how many of them were allocated; null if unknown.
 * @param {SystemDecision} line
 * @returns {CandidateBars|null}
 */
export function placementBars({ decided }) {
  const one = decided.find(({ candidates }) => candidates.length > 1 && candidates.every(({ idle }) => idle !== null));
  const end = (/** @type {number|null} */ score) => (one?.score_is_time ? { end_s: score } : {});
  return one
    ? {
        bars: one.candidates.map(({ cluster, idle, taken, score }) => ({ name: cluster, nodes: idle ?? 0, taken, ...end(score) })),
        free: null,
        more: 0,
        cluster: '',
      }
    : null;
}

/**
 * The nodes that candidates need or were given and the nodes that were free before, in the order of arrival. With several clusters, those
 * of the one on which the first job starts or waits; null if none was chosen for it. If a job gets nodes of several clusters, these count
 * as one.
 * @param {SystemDecision} line
 * @param {readonly string[]} clusters their names
 * @param {number} [most] maximum number of bars
 * @returns {CandidateBars|null}
 */
export function candidateBars({ decided, waiting, queued, free }, clusters, most = MOST_CANDIDATES) {
  const started = decided.filter(({ starts }) => starts);
  const one = clusters.length === 1 || started.some(({ spread }) => spread);
  const at = one ? 0 : (started[0] ?? waiting[0])?.cluster;
  if (at === undefined || at === null) return null;
  const there = (/** @type {{cluster: number|null}} */ { cluster }) => one || cluster === at;
  const starts = started.filter(there);
  const ids = new Set(starts.map(({ id }) => id));
  const waits = waiting.filter((one) => there(one) && !ids.has(one.id));
  // A job that can run on different numbers of nodes needs those that are allocated to it.
  const all = [
    ...starts.map(({ id, name, nodes, given }) => ({ id, name, nodes: given || nodes, taken: given || nodes })),
    ...waits.map(({ id, name, nodes }) => ({ id, name, nodes, taken: 0 })),
  ];
  // Started jobs are always drawn.
  const drawn = all.slice(0, most).toSorted((a, b) => a.id - b.id);
  const before = one ? free.reduce((sum, nodes) => sum + nodes, 0) : (free[at] ?? 0);
  const count = one ? starts.length + queued : queued > waiting.length ? null : all.length;
  return {
    bars: drawn.map(({ name, nodes, taken }) => ({ name, nodes, taken })),
    free: before,
    more: count === null ? null : count - drawn.length,
    cluster: one ? '' : (clusters[at] ?? ''),
  };
}
