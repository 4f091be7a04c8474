/** @file What a launcher knows at a moment, from the tables of its run: its view, what it asked for, and the hole that takes. Nothing here draws. */

import { counted, formatNumber } from '../../text/numbers.js';
import { formatMoment, formatTime } from '../../text/time.js';

/** @import { TableRows } from '../../engine/types.js' */

/** @typedef {{name: string, hosts: number, speed: number}} Cluster as launchers are shown it */
/** @typedef {{from_s: number, busy: number}} Step so many hosts are occupied from then on */
/** @typedef {{id: number, cluster: number, time_s: number, steps: Step[]}} Sight what was sent of a cluster to the launcher of an application */
/** @typedef {{cluster: number, hosts: number}} Part hosts of a cluster */
/** @typedef {{id: number, time_s: number, wall_s: number, parts: Part[]}} Request of the launcher of an application */
/** @typedef {Part & {done_s: number, until_s: number}} Ghost hosts that are kept after the end of an application */
/** @typedef {{time_s: number, choice: number, parts: Part[], from_s: number, end_s: number}} Weighed hosts that were free for long enough, of one cluster or of several */

/**
 * @typedef {object} Launcher an application and its launcher, as far as its run is computed
 * @property {number} id
 * @property {string} name
 * @property {string} kind
 * @property {number} first_s when it first asked for hosts; NaN until then
 * @property {number} start_s NaN until it has started
 * @property {number} done_s NaN until it is over
 * @property {number} hosts that it was given
 * @property {number} kept_s how long its hosts are kept after its end; 0 until it is over
 * @property {number} requests
 * @property {number} listed configurations that a list of all would have
 * @property {number} configurations that it worked out
 */

/** Steps that are told one by one. */
const FEW = 4;

/** The number in a column of a row; NaN for none. */
export function number(/** @type {TableRows} */ { columns }, /** @type {string} */ id, /** @type {number} */ at) {
  return columns[id]?.[at] ?? NaN;
}

/** How many rows there are. */
export function count(/** @type {TableRows} */ { columns }) {
  return Object.values(columns)[0]?.length ?? 0;
}

/**
 * All applications that have come.
 * @param {TableRows} rows of the table of launchers
 * @returns {Launcher[]}
 */
export function launchersOf(rows) {
  return Array.from({ length: count(rows) }, (_, at) => ({
    id: number(rows, 'id', at),
    name: titled(rows.names.id?.[at] ?? ''),
    kind: rows.names.kind?.[at] ?? '',
    first_s: number(rows, 'first', at),
    start_s: number(rows, 'start', at),
    done_s: number(rows, 'done', at),
    hosts: number(rows, 'hosts', at),
    kept_s: number(rows, 'waste', at) / number(rows, 'hosts', at) || 0,
    requests: number(rows, 'requests', at),
    listed: number(rows, 'listed', at),
    configurations: number(rows, 'configurations', at),
  }));
}

/** What an application is called: a number alone is none. */
export function titled(/** @type {string} */ name) {
  return /^\d/u.test(name) ? `Application ${name}` : name;
}

/**
 * The launcher that is shown if nobody chose one: of those that have a choice the one that asked most often, for there is most
 * to see of it.
 * @param {readonly Launcher[]} launchers
 */
export function busiest(launchers) {
  const free = launchers.filter(({ kind }) => kind !== 'rigid');
  return (free.length > 0 ? free : launchers).reduce(
    (/** @type {Launcher|undefined} */ best, one) => (one.requests > (best?.requests ?? -1) ? one : best),
    undefined,
  );
}

/**
 * The launcher that is shown at a moment if nobody chose one: of those that wait then, or else of those that have come by then.
 * @param {readonly Launcher[]} launchers
 * @param {number} now_s
 * @param {readonly number[]} told who was sent something last: some have not asked yet
 */
export function notable(launchers, now_s, told) {
  const came = launchers.filter(({ id, first_s }) => first_s <= now_s || told.includes(id));
  return busiest(came.filter(({ start_s }) => !(start_s <= now_s))) ?? busiest(came) ?? busiest(launchers);
}

/**
 * Whose hosts are kept after its end at one moment or later in a span: those are busy in what others are shown.
 * @param {readonly Launcher[]} launchers
 * @param {readonly number[]} times
 */
export function keptAt(launchers, times) {
  return launchers.filter(({ done_s, kept_s }) => times.some((time_s) => done_s <= time_s && time_s < done_s + kept_s));
}

/**
 * The hosts that are kept after an end, as they stand in what was sent of a cluster.
 * @param {Pick<Sight, 'cluster'|'time_s'|'steps'>} sight
 * @param {readonly Ghost[]} ghosts
 * @returns {{from_s: number, to_s: number, busy: number, hosts: number}[]} the uppermost of those that are busy
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
 * What was sent of clusters.
 * @param {TableRows} rows of the table of views
 * @returns {Sight[]}
 */
export function sightRows(rows) {
  const steps = rows.parts?.steps ?? { columns: {}, names: {}, because: [] };
  let first = 0;
  return Array.from({ length: count(rows) }, (_, at) => {
    const begin = first;
    first += number(rows, 'steps', at);
    const own = Array.from({ length: first - begin }, (_, place) => ({
      from_s: number(steps, 'from', begin + place),
      busy: number(steps, 'busy', begin + place),
    }));
    return { id: number(rows, 'id', at), cluster: number(rows, 'cluster', at), time_s: number(rows, 'time', at), steps: own };
  });
}

/**
 * What was sent last of each cluster, in the order of the clusters.
 * @param {TableRows} rows of the table of views, of one application, in the order of time
 * @returns {Sight[]}
 */
export function sightsOf(rows) {
  return [...new Map(sightRows(rows).map((sight) => [sight.cluster, sight])).values()].sort((a, b) => a.cluster - b.cluster);
}

/**
 * Requests, in the order in which they were sent.
 * @param {TableRows} rows of the table of what was asked for
 * @returns {Request[]}
 */
export function requestsOf(rows) {
  /** @type {Request[]} */
  const requests = [];
  for (let at = 0; at < count(rows); at += 1) {
    const part = { cluster: number(rows, 'cluster', at), hosts: number(rows, 'hosts', at) };
    const [id, time_s, wall_s] = [number(rows, 'id', at), number(rows, 'time', at), number(rows, 'wall_time', at)];
    const open = requests.at(-1);
    // A request names each cluster once, in their order.
    if (open?.id === id && open.time_s === time_s && open.wall_s === wall_s && (open.parts.at(-1)?.cluster ?? Infinity) < part.cluster)
      open.parts.push(part);
    else requests.push({ id, time_s, wall_s, parts: [part] });
  }
  return requests;
}

/**
 * What was weighed.
 * @param {TableRows} rows of that table, of one application
 * @returns {Weighed[]} of the last request only, in the order in which it was found
 */
export function weighedOf(rows) {
  const last = number(rows, 'request', count(rows) - 1);
  /** @type {Weighed[]} */
  const weighed = [];
  for (let at = 0; at < count(rows); at += 1) {
    const [request, choice] = [number(rows, 'request', at), number(rows, 'choice', at)];
    if (request !== last) continue;
    const part = { cluster: number(rows, 'cluster', at), hosts: number(rows, 'hosts', at) };
    const open = weighed.at(-1);
    if (open?.choice === choice) open.parts.push(part);
    else
      weighed.push({
        time_s: number(rows, 'time', at),
        choice,
        parts: [part],
        from_s: number(rows, 'from', at),
        end_s: number(rows, 'end', at),
      });
  }
  return weighed;
}

/** The hosts that are occupied at a time. */
export function busyAt(/** @type {readonly Step[]} */ steps, /** @type {number} */ time_s) {
  return steps.findLast(({ from_s }) => from_s <= time_s)?.busy ?? 0;
}

/**
 * The most hosts that are occupied at once in a span of time.
 * @param {readonly Step[]} steps
 * @param {number} from_s
 * @param {number} to_s
 */
export function busiestIn(steps, from_s, to_s) {
  return Math.max(busyAt(steps, from_s), ...steps.filter((step) => step.from_s > from_s && step.from_s < to_s).map(({ busy }) => busy));
}

/**
 * The clusters that are shown where not all are: those that are asked for, now and before, then those with the most hosts.
 * @param {readonly Cluster[]} clusters
 * @param {readonly (Request|undefined)[]} requests
 * @param {number} most
 * @returns {number[]} in their order
 */
export function clustersThatMatter(clusters, requests, most) {
  const asked = requests.flatMap((request) => request?.parts.map(({ cluster }) => cluster) ?? []);
  const largest = clusters.map((_, at) => at).sort((a, b) => (clusters[b]?.hosts ?? 0) - (clusters[a]?.hosts ?? 0) || a - b);
  return [...new Set([...asked, ...largest])].slice(0, most).sort((a, b) => a - b);
}

/**
 * The earliest time from which all hosts of a request are free for as long as it lasts: `now`, or where something changes.
 * @param {readonly Sight[]} sights
 * @param {readonly Cluster[]} clusters
 * @param {Pick<Request, 'wall_s'|'parts'>} request
 * @param {number} now_s
 * @returns {number|null} null where there are not so many hosts, or nothing is known of them
 */
export function holeOf(sights, clusters, { wall_s, parts }, now_s) {
  const known = parts.map(({ cluster, hosts }) => ({
    hosts,
    all: clusters[cluster]?.hosts ?? 0,
    steps: sights.find((sight) => sight.cluster === cluster)?.steps,
  }));
  const starts = [now_s, ...known.flatMap(({ steps = [] }) => steps.map(({ from_s }) => from_s).filter((from_s) => from_s > now_s))].sort(
    (a, b) => a - b,
  );
  const fits = (/** @type {number} */ start) =>
    known.every(({ hosts, all, steps }) => steps && busiestIn(steps, start, start + wall_s) + hosts <= all);
  return starts.find(fits) ?? null;
}

/**
 * What is asked for, in words: `6 on B and 2 on C`.
 * @param {readonly Part[]} parts
 * @param {readonly Cluster[]} clusters
 */
export function partsText(parts, clusters) {
  const words = parts.map(
    ({ cluster, hosts }, at) => `${at === 0 ? counted(hosts, 'hosts') : formatNumber(hosts)} on ${clusterName(clusters, cluster)}`,
  );
  return listed(words);
}

/** @param {readonly string[]} words */
function listed(words) {
  return words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** @param {readonly Cluster[]} clusters @param {number} cluster */
export function clusterName(clusters, cluster) {
  return clusters[cluster]?.name ?? `cluster ${cluster + 1}`;
}

/**
 * What a launcher was told of a cluster, in words.
 * @param {readonly Step[]} steps
 * @param {number} hosts of the cluster
 * @param {number} [few] so many steps are told one by one
 */
export function stepsText(steps, hosts, few = FEW) {
  const busy = (/** @type {number} */ many) =>
    many === 0 ? 'all free' : many === hosts ? `all ${formatNumber(hosts)} busy` : `${formatNumber(many)} of ${formatNumber(hosts)} busy`;
  if (steps.length > few)
    return `${busy(steps[0]?.busy ?? 0)} now, ${formatNumber(steps.length - 1)} changes until ${formatMoment(steps.at(-1)?.from_s)}`;
  return steps
    .map(({ busy: many }, at) => `${busy(many)}${steps[at + 1] ? ` until ${formatMoment(steps[at + 1]?.from_s)}` : ''}`)
    .join(', ');
}

/**
 * The start of an application as it is known at a moment: that which it had, or the one that the resource manager told last
 * of its request, or else that of the hole in its view.
 * @param {object} known
 * @param {Launcher|undefined} known.launcher
 * @param {Request|undefined} known.request the last one
 * @param {Request|undefined} known.before the one before it
 * @param {readonly {time_s: number, start_s: number}[]} known.told expected starts, in the order in which they were told
 * @param {readonly Sight[]} known.sights
 * @param {readonly Cluster[]} known.clusters
 * @param {number} now_s
 * @returns {number|null}
 */
export function startOf({ launcher, request, before, told, sights, clusters }, now_s) {
  if (launcher && launcher.start_s <= now_s) return launcher.start_s;
  if (!request) return null;
  // What was told with the view that a request answers was told of the request before it.
  const answers = before !== undefined && sights.some(({ time_s }) => time_s === request.time_s);
  const last = told.findLast(({ time_s }) => (answers ? time_s > request.time_s : time_s >= request.time_s));
  if (last) return Number.isFinite(last.start_s) ? last.start_s : null;
  return holeOf(sights, clusters, request, request.time_s);
}

/**
 * What a launcher sees and what it asks for, in a sentence; how far it has come where that says more.
 * @param {Parameters<typeof standing>[0]} known
 * @param {number} now_s
 */
export function sightText(known, now_s) {
  const { launcher, request, sights, start_s, clusters } = known;
  const { state, text } = standing(known, now_s);
  if (state !== 'asks' || !request || start_s === null) return text;
  const free = request.parts.map(({ cluster, hosts }) => ({
    cluster,
    asked: hosts,
    hosts:
      (clusters[cluster]?.hosts ?? 0) -
      busiestIn(sights.find((sight) => sight.cluster === cluster)?.steps ?? [], start_s, start_s + request.wall_s),
  }));
  // The manager may plan it elsewhere than where it saw room.
  if (free.some(({ asked, hosts }) => hosts < asked)) return text;
  const [first, ...others] = free;
  const seen = free.map(
    ({ cluster, hosts }, at) =>
      `${at === 0 ? `${formatNumber(hosts)} free ${hosts === 1 ? 'host' : 'hosts'}` : formatNumber(hosts)} on ${clusterName(clusters, cluster)}`,
  );
  const wanted =
    first && others.length === 0
      ? `${formatNumber(first.asked)} for ${formatTime(request.wall_s)} there`
      : `${partsText(request.parts, clusters)} for ${formatTime(request.wall_s)}`;
  return `${launcher?.name ?? 'The application'} sees ${listed(seen)} from ${formatMoment(start_s)}; it requests ${wanted}.`;
}

/**
 * Whether views were sent later than those that are kept.
 * @param {TableRows} said the messages of an application
 * @param {TableRows} views those of it
 */
export function isStale(said, views) {
  const last = said.names.what?.lastIndexOf('changeNotify') ?? -1;
  return last >= 0 && !(number(views, 'time', count(views) - 1) >= number(said, 'time', last));
}

/**
 * The rows of a table from a time on.
 * @param {TableRows} rows
 * @param {number} from_s
 * @returns {TableRows}
 */
export function since(rows, from_s) {
  const first = rows.columns.time?.findIndex((time_s) => time_s >= from_s) ?? 0;
  const cut = (/** @type {number} */ at) => (first < 0 ? Infinity : at);
  return { ...rows, columns: Object.fromEntries(Object.entries(rows.columns).map(([id, values]) => [id, values.slice(cut(first))])) };
}

/**
 * @typedef {object} Standing what an application has come to at a moment
 * @property {'absent'|'listed'|'looks'|'asks'|'runs'|'over'|'gone'} state
 * @property {string} text
 */

/**
 * How far an application has come, in a sentence.
 * @param {object} known
 * @param {Launcher|undefined} known.launcher
 * @param {string} known.last the last message of its launcher or to it, empty for none
 * @param {readonly Sight[]} known.sights
 * @param {Request|undefined} known.request
 * @param {number|null} known.start_s the start that is expected
 * @param {readonly Cluster[]} known.clusters
 * @param {number} now_s
 * @returns {Standing}
 */
export function standing({ launcher, last, sights, request, start_s, clusters }, now_s) {
  const name = launcher?.name ?? 'The application';
  if (launcher && launcher.done_s <= now_s)
    return { state: 'over', text: `${name} ended at ${formatMoment(launcher.done_s)} and receives no more views.` };
  if (launcher && launcher.start_s <= now_s)
    return {
      state: 'runs',
      text: `${name} started at ${formatMoment(launcher.start_s)} on ${counted(launcher.hosts, 'hosts')}. It receives no more views; this is the last one.`,
    };
  if (last === 'cancel') return { state: 'gone', text: `${name} gave up: no cluster has enough hosts for it.` };
  if (last === '') return { state: 'absent', text: `${name} has not been submitted yet and has received no view.` };
  if (last === 'list')
    return {
      state: 'listed',
      text: `${name} receives no views: it sent a list of all ${formatNumber(launcher?.listed)} configurations, from which the resource manager chooses.`,
    };
  if (sights.length === 0) return { state: 'absent', text: `No view has been sent to ${name} yet.` };
  if (!request) return { state: 'looks', text: `${name} has received a view; its launcher is computing a request.` };
  const asks = `${name} requests ${partsText(request.parts, clusters)} for ${formatTime(request.wall_s)}`;
  return {
    state: 'asks',
    text:
      start_s === null ? `${asks}; it has no expected start yet.` : `${asks}; expected start ${formatMoment(start_s)} (not guaranteed).`,
  };
}
