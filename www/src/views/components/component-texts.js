/** @file Sentences about a workflow of components. */

import { formatCount, formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';

/** @import { Components } from '../../engine/types.js' */
/** @typedef {Components['offers'][number]} Offer */
/** @typedef {Components['parts'][number]} Part */

/** Costs with a smaller difference are equal, as in the engine. */
const EQUAL_COST = 1e-12;

/** The terms of a cost, and their meaning. @type {readonly {key: 'near'|'far'|'open', name: string, word: string}[]} */
export const TERMS = [
  { key: 'near', name: 'same', word: 'links to peers in the same cluster' },
  { key: 'far', name: 'other', word: 'links to peers in other clusters' },
  { key: 'open', name: 'not placed', word: 'peers not placed yet' },
];

/**
 * The component that is shown.
 * @param {Components} all
 * @returns {Part|undefined}
 */
export function shownComponent({ parts, component }) {
  return parts[Math.min(component, parts.length) - 1];
}

/**
 * The title of a component in a list: its pattern and its progress.
 * @param {Pick<Part, 'pattern'|'units'|'begin_s'>} part
 * @param {number} at its index
 * @param {number|null} runs the current component, counted from 1
 */
export function componentTitle({ pattern, units, begin_s: begin }, at, runs) {
  const state = runs === at + 1 ? 'running' : begin === null ? 'not started' : 'ended';
  return `${at + 1}: ${pattern} of ${units}, ${state}`;
}

/**
 * The cluster that each cost function chooses for the same unit.
 * @param {Pick<Components, 'functions'|'offers'|'sites'>} all
 */
export function costChoices({ functions, offers, sites }) {
  const name = (/** @type {number} */ at) => sites[offers[at]?.site ?? -1]?.name ?? '';
  const columns = functions.map(({ name: called, costs: all }) => {
    const costs = all.map(({ cost }) => cost);
    const low = Math.min(...costs);
    return { name: called, costs, least: costs.flatMap((cost, at) => (cost - low <= EQUAL_COST ? [at] : [])) };
  });
  const chosen = columns.map(({ name: called, least }) => `${called} ${least.length > 1 ? 'a tie' : name(least[0] ?? -1)}`);
  const alike = columns.every(({ least }) => least.length === 1 && least[0] === columns[0]?.least[0]);
  const sentence =
    offers.length < 2
      ? 'Only one cluster can be chosen.'
      : alike
        ? `All choose ${name(columns[0]?.least[0] ?? -1)}.`
        : `${chosen.join(', ')}.`;
  const terms = (/** @type {string} */ called, /** @type {number} */ at) => {
    const cost = functions.find((one) => one.name === called)?.costs[at];
    return cost
      ? `(${formatNumber(cost.near)} + ${formatNumber(cost.far)} + ${formatNumber(cost.open)}) / ${formatNumber(cost.divisor)} \u2212 ${formatNumber(cost.less)}`
      : '';
  };
  return { columns, sentence, terms };
}

/** Formats a short time to the millisecond. */
export function formatShortTime(/** @type {number} */ time_s) {
  return time_s < 1 ? `${formatNumber(time_s * 1000)} ms` : formatTime(time_s);
}

/**
 * A component in a sentence.
 * @param {Part} part
 */
export function componentText({ pattern, units, items, message_mb: message, compute_s: compute }) {
  const needs = compute > 0 ? message / compute : message;
  return `A ${pattern} of ${formatCount(units, 'units')}, ${formatCount(items, 'items')}. Each item sends a message of ${formatNumber(message)} Mb over each link and takes ${formatShortTime(compute)} of computing on a unit; a link needs ${formatNumber(needs)} Mb/s to keep up.`;
}

/** The progress of the workflow. */
export function stateText(/** @type {Components} */ { start_s: start, end_s: end, placed_s: placed, reused }) {
  const how = reused ? 'with the schedule of an earlier workflow' : '';
  if (start === null) return ['is starting up', how].filter(Boolean).join(', ');
  const after = start - placed;
  const began = after > 0 ? `started ${formatShortTime(after)} after placement` : 'started at placement';
  return [end === null ? 'runs' : `took ${formatShortTime(end - start)}`, began, how].filter(Boolean).join(', ');
}

/** The number of links, and of those between clusters. */
export function linkCountText(/** @type {Pick<Components, 'edges'>} */ { edges }) {
  return `${formatNumber(edges.filter(({ far }) => far).length)} of ${formatCount(edges.length, 'links')} between clusters`;
}

/** The clusters that had no idle node at the placement of the unit, and would have been chosen otherwise. */
export function fullClusters(/** @type {Pick<Components, 'offers'|'sites'>} */ { offers, sites }) {
  return sites.filter((site, at) => site.units > 0 && !offers.some((offer) => offer.site === at)).map(({ name }) => name);
}

/** Whether costs are those of files, which ignore peers. */
export function areFileCosts(/** @type {Pick<Components, 'offers'|'units'>} */ { offers, units }) {
  return units.length > 1 && offers.every(({ peers }) => peers.every((count) => count === 0));
}

/**
 * The reason for the cluster of a unit.
 * @param {Components} all
 */
export function placementReason(all) {
  const { unit, offers, sites, reused } = all;
  const name = (/** @type {Offer} */ { site }) => sites[site]?.name ?? '';
  const taken = offers.find((offer) => offer.taken);
  if (!taken) {
    const at = sites[all.units[unit]?.site ?? -1]?.name;
    const where = at === undefined ? '' : ` is in ${at}`;
    return reused
      ? `Unit ${unit + 1}${where}: the schedule of an earlier workflow is reused, so no costs were computed.`
      : `Unit ${unit + 1}${where}: the reason was not recorded.`;
  }
  const others = offers.filter((offer) => offer !== taken);
  const start = `Unit ${unit + 1} goes to ${name(taken)}`;
  const files = areFileCosts(all);
  if (others.length === 0) return `${start}: no other cluster has an idle node left.`;
  const equal = others.filter(({ cost }) => Math.abs(cost - taken.cost) <= EQUAL_COST);
  if (equal.length > 0) {
    const rest = others.length > equal.length ? `; all others cost more` : '';
    return `${start}: ${equal.map(name).join(' and ')} ${equal.length === 1 ? 'has' : 'have'} the same cost, ${formatNumber(taken.cost)}${rest}. Ties go to ${files ? 'the cluster' : 'a cluster that already has units, then to the one'} with the most idle nodes.`;
  }
  const next = others.reduce((best, offer) => (offer.cost < best.cost ? offer : best));
  if (files)
    return `${start}: its files are closest there, cost ${formatNumber(taken.cost)} against ${formatNumber(next.cost)} in ${name(next)}. Messages to peers are not considered.`;
  return `${start}: lowest cost, ${formatNumber(taken.cost)} against ${formatNumber(next.cost)} in ${name(next)}${decidingTerm(taken, next)}.`;
}

/** The term that alone decides, if there is one. */
function decidingTerm(/** @type {Offer} */ taken, /** @type {Offer} */ next) {
  if (taken.divisor > next.divisor)
    return `, because its units leave more bandwidth on the links (${formatNumber(taken.divisor)} against ${formatNumber(next.divisor)} Mb/s)`;
  const gains = TERMS.map(({ key, word }) => ({ word, gain: next[key] - taken[key] }));
  const most = gains.reduce((best, term) => (term.gain > best.gain ? term : best));
  const all = gains.reduce((sum, { gain }) => sum + gain, 0);
  return most.gain >= all / 2 && most.gain > 0 ? `, mostly because of ${most.word}` : '';
}

/**
 * A note on the cost: halved for messages in one direction only, or the sum of several components.
 * @param {Components} all
 */
export function costNote({ offers, parts, component }) {
  if (parts.length > 1) return 'The cost is the sum over all components of the workflow.';
  const offer = offers.find(({ cost }) => cost !== 0);
  if (!offer) return '';
  const weight = offer.cost / ((offer.near + offer.far + offer.open) / offer.divisor - offer.less);
  return Math.abs(weight - 1) < 1e-9
    ? ''
    : `The cost is the sum times ${formatNumber(weight)}, because messages of a ${parts[component - 1]?.pattern} go in one direction only.`;
}

/** A unit in a sentence. */
export function unitText(/** @type {Components} */ all, /** @type {number} */ at) {
  const unit = all.units[at];
  if (!unit) return '';
  const { items = 0, pattern = '' } = shownComponent(all) ?? {};
  const where = unit.site === null ? 'not placed' : all.sites[unit.site]?.name;
  const done = unit.items > 0 && unit.items <= items && !(pattern === 'farm' && at === 0);
  const does = unit.computes
    ? done
      ? `computes item ${unit.items} of ${items}`
      : 'computes'
    : pattern === 'farm' && at === 0
      ? 'distributes items'
      : all.end_s !== null
        ? 'has ended'
        : all.start_s === null
          ? 'is starting up'
          : 'waits';
  const coming = unit.coming > 0 ? `${formatCount(unit.coming, 'messages')} from other clusters in transit` : '';
  return [where, does, coming].filter(Boolean).join(', ');
}

/** The messages on a link. */
export function linkText(
  /** @type {Components['links'][number]} */ { messages, total, available, background },
  /** @type {number} */ width,
) {
  const sharing = messages > width ? `, more than ${formatNumber(width)}, so they share the rate` : '';
  const left = available === null ? `${formatNumber(total)} Mb/s` : `${formatNumber(available)} of ${formatNumber(total)} Mb/s left`;
  const others = background === null ? '' : `, background traffic ${Math.round(background * 100)} %`;
  return `${formatCount(messages, 'messages')} now${sharing}; ${left}${others}`;
}
