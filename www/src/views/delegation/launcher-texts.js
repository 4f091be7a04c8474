/** @file Sentences about launchers, their views and their requests; no drawings. */

import { formatCount, formatNumber } from '../../text/numbers.js';
import { formatMoment, formatTime } from '../../text/time.js';
import { maxBusyHosts } from './launchers.js';

/** @import { Cluster, LauncherState, Part, Request, Step } from './launchers.js' */

/** Maximum number of steps that are listed. */
const MOST_STEPS = 4;

/** The name of a cluster. @param {readonly Cluster[]} clusters @param {number} cluster */
export function clusterName(clusters, cluster) {
  return clusters[cluster]?.name ?? `cluster ${cluster + 1}`;
}

/** A number of hosts with their speed. @param {number} hosts @param {number} speed */
export function hostsText(hosts, speed) {
  return `${formatCount(hosts, 'hosts')}${speed === 1 ? '' : `, \u00d7${formatNumber(speed)}`}`;
}

/** @param {readonly string[]} words */
function joinWithAnd(words) {
  return words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/**
 * Hosts of clusters: `6 hosts on B and 2 on C`.
 * @param {readonly Part[]} parts
 * @param {readonly Cluster[]} clusters
 */
export function partsText(parts, clusters) {
  return joinWithAnd(
    parts.map(
      ({ cluster, hosts }, at) => `${at === 0 ? formatCount(hosts, 'hosts') : formatNumber(hosts)} on ${clusterName(clusters, cluster)}`,
    ),
  );
}

/**
 * Hosts of clusters for a duration: `6 hosts on B and 2 on C for 10 s`.
 * @param {Pick<Request, 'parts'|'wall_s'>} request
 * @param {readonly Cluster[]} clusters
 */
export function requestText({ parts, wall_s }, clusters) {
  return `${partsText(parts, clusters)} for ${formatTime(wall_s)}`;
}

/**
 * The free hosts of a cluster over time, as in its view.
 * @param {readonly Step[]} steps
 * @param {number} hosts of the cluster
 * @param {number} [few] the maximum number of steps that are listed individually
 */
export function stepsText(steps, hosts, few = MOST_STEPS) {
  const busyText = (/** @type {number} */ many) =>
    many === 0 ? 'all free' : many === hosts ? `all ${formatNumber(hosts)} busy` : `${formatNumber(many)} of ${formatNumber(hosts)} busy`;
  if (steps.length > few)
    return `${busyText(steps[0]?.busy ?? 0)} now, ${formatNumber(steps.length - 1)} changes until ${formatMoment(steps.at(-1)?.from_s)}`;
  return steps
    .map(({ busy: many }, at) => `${busyText(many)}${steps[at + 1] ? ` until ${formatMoment(steps[at + 1]?.from_s)}` : ''}`)
    .join(', ');
}

/**
 * @typedef {Omit<LauncherState, 'ghosts'|'previous'>} KnownLauncher the state of a launcher, limited to the data for
 *   sentences
 */

/**
 * The state of an application, in a sentence.
 * @param {KnownLauncher} state
 * @returns {{state: 'absent'|'listed'|'computing'|'requesting'|'running'|'ended'|'cancelled', text: string}}
 */
export function launcherStatus({ launcher, last, views, request, start_s, clusters, now_s }) {
  const name = launcher?.name ?? 'The application';
  if (launcher && launcher.done_s <= now_s)
    return { state: 'ended', text: `${name} ended at ${formatMoment(launcher.done_s)} and receives no more views.` };
  if (launcher && launcher.start_s <= now_s)
    return {
      state: 'running',
      text: `${name} started at ${formatMoment(launcher.start_s)} on ${formatCount(launcher.hosts, 'hosts')}. It receives no more views; this is the last one.`,
    };
  if (last === 'cancel') return { state: 'cancelled', text: `${name} gave up: no cluster has enough hosts for it.` };
  if (last === '') return { state: 'absent', text: `${name} has not been submitted yet and has received no view.` };
  if (last === 'list')
    return {
      state: 'listed',
      text: `${name} receives no views: it sent a list of all ${formatNumber(launcher?.listed)} configurations, from which the resource manager chooses.`,
    };
  if (views.length === 0) return { state: 'absent', text: `No view has been sent to ${name} yet.` };
  if (!request) return { state: 'computing', text: `${name} has received a view; its launcher is computing a request.` };
  const start = start_s === null ? 'it has no expected start yet' : `expected start ${formatMoment(start_s)} (not guaranteed)`;
  return { state: 'requesting', text: `${name} requests ${requestText(request, clusters)}; ${start}.` };
}

/**
 * The view and the request of a launcher in a sentence, or its status if that is more informative.
 * @param {KnownLauncher} known
 */
export function viewText(known) {
  const { launcher, request, views, start_s, clusters } = known;
  const { state, text } = launcherStatus(known);
  if (state !== 'requesting' || !request || start_s === null) return text;
  const free = request.parts.map(({ cluster, hosts }) => {
    const steps = views.find((view) => view.cluster === cluster)?.steps ?? [];
    return { cluster, asked: hosts, hosts: (clusters[cluster]?.hosts ?? 0) - maxBusyHosts(steps, start_s, start_s + request.wall_s) };
  });
  // The resource manager may plan it in another place than the free area of the view.
  if (free.some(({ asked, hosts }) => hosts < asked)) return text;
  const seen = free.map(
    ({ cluster, hosts }, at) =>
      `${at === 0 ? `${formatNumber(hosts)} free ${hosts === 1 ? 'host' : 'hosts'}` : formatNumber(hosts)} on ${clusterName(clusters, cluster)}`,
  );
  const [first, ...others] = free;
  const wanted =
    first && others.length === 0 ? `${formatNumber(first.asked)} for ${formatTime(request.wall_s)} there` : requestText(request, clusters);
  return `${launcher?.name ?? 'The application'} sees ${joinWithAnd(seen)} from ${formatMoment(start_s)}; it requests ${wanted}.`;
}
