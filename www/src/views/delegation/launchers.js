/**
 * @file Launchers at a moment, from the tables of their run: their views, requests and configurations, and the place of a request in a
 * view.
 */

import { tableRowObjects } from '../table-rows.js';

/** @import { TableRows } from '../../engine/types.js' */

/** @typedef {{name: string, hosts: number, speed: number}} Cluster in the form shown to launchers */
/** @typedef {{from_s: number, busy: number}} Step the number of busy hosts from then on */
/** @typedef {{id: number, cluster: number, time_s: number, steps: Step[]}} ClusterView the part about a cluster in a view of the launcher of an application */
/** @typedef {{cluster: number, hosts: number}} Part hosts of a cluster */
/** @typedef {{id: number, time_s: number, wall_s: number, parts: Part[]}} Request of the launcher of an application */
/** @typedef {Part & {done_s: number, until_s: number}} Ghost hosts that are kept after the end of an application */
/** @typedef {{time_s: number, choice: number, parts: Part[], from_s: number, end_s: number}} Configuration hosts that a launcher considers, of one cluster or of several */

/**
 * @typedef {object} Launcher an application and its launcher, as far as its run is computed
 * @property {number} id
 * @property {string} name
 * @property {string} kind
 * @property {number} first_s time of its first request; NaN until then
 * @property {number} start_s NaN until it has started
 * @property {number} done_s NaN until it has ended
 * @property {number} hosts allocated to it
 * @property {number} kept_s the time for which its hosts are kept after its end; 0 until it has ended
 * @property {number} requests
 * @property {number} listed the length of a list of all configurations
 * @property {number} configurations the number of configurations that it has computed
 */

/**
 * @typedef {object} LauncherState a launcher at a moment, with its last view and request
 * @property {number} now_s
 * @property {readonly Cluster[]} clusters
 * @property {Launcher|undefined} launcher
 * @property {readonly ClusterView[]} views
 * @property {readonly Ghost[]} ghosts the unreleased hosts in the view
 * @property {string} last the last message to it or from it; empty for none
 * @property {Request|undefined} request
 * @property {Request|undefined} previous the request before it
 * @property {number|null} start_s the expected start
 */

/**
 * All submitted applications.
 * @param {TableRows} table of launchers
 * @returns {Launcher[]}
 */
export function readLaunchers(table) {
  return tableRowObjects(table).map(({ names, first, start, done, waste, ...row }) => ({
    .../** @type {Launcher} */ (/** @type {unknown} */ (row)),
    name: applicationName(names.id),
    kind: names.kind ?? '',
    first_s: first,
    start_s: start,
    done_s: done,
    kept_s: waste / row.hosts || 0,
  }));
}

/** The name of an application; a bare number gets a word before it. */
export function applicationName(name = '') {
  return /^\d/u.test(name) ? `Application ${name}` : name;
}

/**
 * The launcher with the most requests, among those that have a choice if there are any.
 * @param {readonly Launcher[]} launchers
 */
export function mostActiveLauncher(launchers) {
  const free = launchers.filter(({ kind }) => kind !== 'rigid');
  return (free.length > 0 ? free : launchers).reduce(
    (/** @type {Launcher|undefined} */ best, one) => (one.requests > (best?.requests ?? -1) ? one : best),
    undefined,
  );
}

/**
 * The default launcher at a moment: a waiting one, otherwise one submitted by then.
 * @param {readonly Launcher[]} launchers
 * @param {number} now_s
 * @param {readonly number[]} recent the applications of the last messages: some of them have not sent a request yet
 */
export function defaultLauncher(launchers, now_s, recent) {
  const submitted = launchers.filter(({ id, first_s }) => first_s <= now_s || recent.includes(id));
  return (
    mostActiveLauncher(submitted.filter(({ start_s }) => !(start_s <= now_s))) ??
    mostActiveLauncher(submitted) ??
    mostActiveLauncher(launchers)
  );
}

/**
 * The applications that have ended but not released their hosts at one of the given times: views of others show these
 * hosts as busy.
 * @param {readonly Launcher[]} launchers
 * @param {readonly number[]} times
 */
export function ghostsAt(launchers, times) {
  return launchers.filter(({ done_s, kept_s }) => times.some((time_s) => done_s <= time_s && time_s < done_s + kept_s));
}

/**
 * The unreleased hosts in the view of a cluster.
 * @param {Pick<ClusterView, 'cluster'|'time_s'|'steps'>} view
 * @param {readonly Ghost[]} ghosts
 * @returns {{from_s: number, to_s: number, busy: number, hosts: number}[]} the uppermost of the busy hosts
 */
export function ghostsIn({ cluster, time_s, steps }, ghosts) {
  const own = ghosts.filter((ghost) => ghost.cluster === cluster && ghost.done_s <= time_s && ghost.until_s > time_s);
  return steps.flatMap(({ from_s, busy }, at) => {
    const hosts = own.reduce((sum, ghost) => sum + (ghost.until_s > from_s ? ghost.hosts : 0), 0);
    const to_s = Math.min(steps[at + 1]?.from_s ?? Infinity, Math.max(...own.map(({ until_s }) => until_s)));
    return hosts > 0 ? [{ from_s, to_s, busy, hosts: Math.min(hosts, busy) }] : [];
  });
}

/**
 * The parts of views, in sending order.
 * @param {TableRows} table of views
 * @returns {ClusterView[]}
 */
export function readViews(table) {
  const steps = tableRowObjects(table.parts?.steps ?? { columns: {}, names: {}, because: [] }).map(({ from, busy }) => ({
    from_s: from,
    busy,
  }));
  let first = 0;
  return tableRowObjects(table).map(({ id, cluster, time, steps: count }) => {
    first += count;
    return { id, cluster, time_s: time, steps: steps.slice(first - count, first) };
  });
}

/**
 * The last view of each cluster, in the order of the clusters.
 * @param {TableRows} table of views, of one application, in time order
 * @returns {ClusterView[]}
 */
export function lastViews(table) {
  return [...new Map(readViews(table).map((view) => [view.cluster, view])).values()].sort((a, b) => a.cluster - b.cluster);
}

/**
 * Requests, in sending order.
 * @param {TableRows} table of requests
 * @returns {Request[]}
 */
export function readRequests(table) {
  /** @type {Request[]} */
  const requests = [];
  for (const { id, time: time_s, wall_time: wall_s, cluster, hosts } of tableRowObjects(table)) {
    const open = requests.at(-1);
    // A request names each cluster once, in their order.
    if (open && open.id === id && open.time_s === time_s && open.wall_s === wall_s && (open.parts.at(-1)?.cluster ?? Infinity) < cluster)
      open.parts.push({ cluster, hosts });
    else requests.push({ id, time_s, wall_s, parts: [{ cluster, hosts }] });
  }
  return requests;
}

/**
 * The configurations considered for the last request, in the order in which they were found.
 * @param {TableRows} table of configurations, of one application
 * @returns {Configuration[]}
 */
export function readConfigurations(table) {
  const rows = tableRowObjects(table);
  /** @type {Map<number, Configuration>} */
  const found = new Map();
  for (const { request, choice, time, from, end, cluster, hosts } of rows) {
    if (request !== rows.at(-1)?.request) continue;
    /** @type {Configuration} */
    const configuration = found.get(choice) ?? { time_s: time, choice, parts: [], from_s: from, end_s: end };
    configuration.parts.push({ cluster, hosts });
    found.set(choice, configuration);
  }
  return [...found.values()];
}

/** The number of busy hosts at a time. */
export function busyHostsAt(/** @type {readonly Step[]} */ steps, /** @type {number} */ time_s) {
  return steps.findLast(({ from_s }) => from_s <= time_s)?.busy ?? 0;
}

/**
 * The maximum number of busy hosts in a span of time.
 * @param {readonly Step[]} steps
 * @param {number} from_s
 * @param {number} to_s
 */
export function maxBusyHosts(steps, from_s, to_s) {
  return Math.max(
    busyHostsAt(steps, from_s),
    ...steps.filter((step) => step.from_s > from_s && step.from_s < to_s).map(({ busy }) => busy),
  );
}

/**
 * The clusters to show: those requested now and before, then those with the most hosts.
 * @param {readonly Cluster[]} clusters
 * @param {readonly (Request|undefined)[]} requests
 * @param {number} most
 * @returns {number[]} in their order
 */
export function selectClusters(clusters, requests, most) {
  const asked = requests.flatMap((request) => request?.parts.map(({ cluster }) => cluster) ?? []);
  const largest = clusters.map((_, at) => at).sort((a, b) => (clusters[b]?.hosts ?? 0) - (clusters[a]?.hosts ?? 0) || a - b);
  return [...new Set([...asked, ...largest])].slice(0, most).sort((a, b) => a - b);
}

/**
 * The earliest time from which all hosts of a request are free for its duration: `now`, or a change of the view.
 * @param {readonly ClusterView[]} views
 * @param {readonly Cluster[]} clusters
 * @param {Pick<Request, 'wall_s'|'parts'>} request
 * @param {number} now_s
 * @returns {number|null} null if the clusters have too few hosts or no view
 */
export function earliestFit(views, clusters, { wall_s, parts }, now_s) {
  const known = parts.map(({ cluster, hosts }) => ({
    hosts,
    all: clusters[cluster]?.hosts ?? 0,
    steps: views.find((view) => view.cluster === cluster)?.steps,
  }));
  const starts = [now_s, ...known.flatMap(({ steps = [] }) => steps.map(({ from_s }) => from_s).filter((from_s) => from_s > now_s))].sort(
    (a, b) => a - b,
  );
  const fits = (/** @type {number} */ start) =>
    known.every(({ hosts, all, steps }) => steps && maxBusyHosts(steps, start, start + wall_s) + hosts <= all);
  return starts.find(fits) ?? null;
}

/**
 * The start of an application as known at a moment: the actual one, or the last one announced by the resource manager, or the first fit in
 * its view.
 * @param {Omit<LauncherState, 'start_s'|'ghosts'|'last'>} state
 * @param {readonly {time_s: number, start_s: number}[]} estimates expected starts, in the order in which they were announced
 * @returns {number|null}
 */
export function expectedStart({ launcher, request, previous, views, clusters, now_s }, estimates) {
  if (launcher && launcher.start_s <= now_s) return launcher.start_s;
  if (!request) return null;
  // An announcement together with the view that a request answers belongs to the previous request.
  const answers = previous !== undefined && views.some(({ time_s }) => time_s === request.time_s);
  const last = estimates.findLast(({ time_s }) => (answers ? time_s > request.time_s : time_s >= request.time_s));
  if (last) return Number.isFinite(last.start_s) ? last.start_s : null;
  return earliestFit(views, clusters, request, request.time_s);
}

/**
 * Whether views were sent later than the recorded ones.
 * @param {TableRows} messages of an application
 * @param {TableRows} views of it
 */
export function isStale(messages, views) {
  const last = tableRowObjects(messages).findLast(({ names }) => names.what === 'changeNotify');
  return last !== undefined && !((views.columns.time?.at(-1) ?? NaN) >= last.time);
}
