/** @file The messages between launchers and the resource manager up to a moment, as the lines of a sequence: nothing here draws. */

import { counted, formatBytes, formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { clusterName, count, number, partsText, requestsOf, sightRows, stepsText, titled } from './seen.js';

/** @import { TableRows } from '../../engine/types.js' */
/** @import { Cluster, Request } from './seen.js' */

/**
 * A line of the sequence.
 * @typedef {object} Line
 * @property {'view'|'request'|'start'|'end'|'other'|'cycle'} kind
 * @property {number} time_s
 * @property {number} speaker the application that sent it or got it; -1 for a cycle
 * @property {string} name of that
 * @property {boolean} up whether it goes to the resource manager
 * @property {string} label short, for the drawing
 * @property {string} text a sentence, for the list
 * @property {boolean} first whether it is the first one of its instant
 */

/** @typedef {{id: number, name: string}} Speaker */
/** @typedef {{messages: TableRows, cycles: TableRows, asked: TableRows, views: TableRows}} Said the last rows of these tables */

/** What messages are that are not counted, and what they change. @type {Record<string, {kind: Line['kind'], label: string, text: string}>} */
const WORDS = {
  subscribe: { kind: 'other', label: 'subscribe', text: 'subscribes to views of the clusters' },
  listClustersInfo: { kind: 'other', label: 'clusters?', text: 'requests the list of clusters' },
  startNotify: { kind: 'start', label: 'start', text: 'is notified of its start: the requested hosts are allocated to it' },
  done: { kind: 'end', label: 'done', text: 'has ended: its hosts are released, after the fair-start delay if it becomes a ghost' },
  cancel: { kind: 'end', label: 'cancel', text: 'gives up: no cluster has enough hosts for it' },
};

/**
 * The lines of what was said, in their order.
 * @param {Said} said
 * @param {readonly Cluster[]} clusters
 * @returns {Line[]}
 */
export function linesOf(said, clusters) {
  const { messages, cycles } = said;
  const views = viewTexts(said, clusters);
  const requests = requestTexts(said, clusters);
  const begin = number(messages, 'time', 0);
  const waiting = Array.from({ length: count(cycles) }, (_, at) => at).filter((at) => number(cycles, 'time', at) >= begin);
  /** @type {Omit<Line, 'first'>[]} */
  const lines = [];
  const passes = (/** @type {number} */ time_s, /** @type {boolean} */ also) => {
    while (waiting.length > 0) {
      const at = waiting[0] ?? 0;
      const cycle_s = number(cycles, 'time', at);
      if (cycle_s > time_s || (cycle_s === time_s && !also)) return;
      lines.push(cycleLine(cycles, at));
      waiting.shift();
    }
  };
  for (let at = 0; at < count(messages); at += 1) {
    const what = messages.names.what?.[at] ?? '';
    const [time_s, speaker] = [number(messages, 'time', at), number(messages, 'id', at)];
    // A cycle comes last at its instant, but for what it says itself: starts, and views that nobody has just come for.
    const isNew = messages.names.what?.[at - 1] === 'listClustersInfo' && number(messages, 'id', at - 1) === speaker;
    passes(time_s, what === 'startNotify' || (what === 'changeNotify' && !isNew));
    const name = titled(messages.names.id?.[at] ?? '');
    const bytes = number(messages, 'bytes', at);
    const { kind, label, text } =
      what === 'changeNotify'
        ? (views[at] ?? view(number(messages, 'clusters', at)))
        : what === 'request'
          ? (requests[at] ?? request(''))
          : what === 'list'
            ? list(number(messages, 'clusters', at))
            : (WORDS[what] ?? { kind: 'other', label: what, text: what });
    const counted = bytes > 0 ? formatBytes(bytes).replace('bytes', 'B') : '';
    lines.push({
      kind,
      time_s,
      speaker,
      name,
      up: number(messages, 'to_manager', at) === 1,
      label: counted ? `${label}, ${counted}` : label,
      text: `${name} ${text}${counted ? `. ${counted}` : ''}.`,
    });
  }
  passes(Infinity, true);
  return lines.map((line, at) => ({ ...line, first: line.time_s !== lines[at - 1]?.time_s }));
}

/** @param {number} many clusters */
function view(many) {
  return { kind: /** @type {const} */ ('view'), label: 'view', text: `receives a view of ${counted(many, 'clusters')}` };
}

/** @param {string} what */
function request(what) {
  return { kind: /** @type {const} */ ('request'), label: what || 'request', text: `requests ${what || 'hosts'}` };
}

/** @param {number} many ways to run */
function list(many) {
  return {
    kind: /** @type {const} */ ('request'),
    label: `list of ${formatNumber(many)}`,
    text: `sends a list of all ${formatNumber(many)} configurations, from which the resource manager chooses`,
  };
}

/**
 * @param {TableRows} cycles
 * @param {number} at
 * @returns {Omit<Line, 'first'>}
 */
function cycleLine(cycles, at) {
  const [started, notified, waiting] = [number(cycles, 'started', at), number(cycles, 'notified', at), number(cycles, 'waiting', at)];
  const parts = [
    started > 0 ? counted(started, 'starts') : '',
    notified > 0 ? `${counted(notified, 'views')} changed` : '',
    `${formatNumber(waiting)} waiting`,
  ].filter(Boolean);
  return {
    kind: 'cycle',
    time_s: number(cycles, 'time', at),
    speaker: -1,
    name: '',
    up: false,
    label: 'cycle',
    text: `Scheduling cycle: ${parts.join(', ')}.`,
  };
}

/**
 * What each notification among the messages told.
 * @param {Said} said
 * @param {readonly Cluster[]} clusters
 */
function viewTexts({ messages, views }, clusters) {
  return matched(
    messages,
    'changeNotify',
    (at) => number(messages, 'clusters', at),
    sightRows(views),
    (own) => {
      const names = own.map(({ cluster }) => clusterName(clusters, cluster));
      const told = own.map(({ cluster, steps }) => `${clusterName(clusters, cluster)}: ${stepsText(steps, clusters[cluster]?.hosts ?? 0)}`);
      return {
        kind: /** @type {const} */ ('view'),
        label: `view of ${names.length > 3 ? `${names.length} clusters` : names.join(', ')}`,
        text: `receives a view. ${told.join('; ')}`,
      };
    },
  );
}

/**
 * What each request among the messages asked for, and instead of what.
 * @param {Said} said
 * @param {readonly Cluster[]} clusters
 */
function requestTexts({ messages, asked }, clusters) {
  const requests = requestsOf(asked);
  const words = (/** @type {Request} */ { parts, wall_s }) => `${partsText(parts, clusters)} for ${formatTime(wall_s)}`;
  return matched(
    messages,
    'request',
    () => 1,
    requests,
    ([own]) => {
      const before = own && requests.findLast((one, at) => at < requests.indexOf(own) && one.id === own.id);
      const short = `${(own?.parts ?? []).map(({ cluster, hosts }) => `${formatNumber(hosts)} on ${clusterName(clusters, cluster)}`).join(' + ')}, ${formatTime(own?.wall_s)}`;
      return {
        kind: /** @type {const} */ ('request'),
        label: short,
        text: `requests ${own ? words(own) : 'hosts'}${before ? `, instead of ${words(before)}` : ''}`,
      };
    },
  );
}

/**
 * Says something of each message of a kind, from so many rows of another table that is in the same order: the last ones
 * belong together. Of a message whose rows are not there nothing is said.
 * @template {{id: number, time_s: number}} Row
 * @template Told
 * @param {TableRows} messages
 * @param {string} what
 * @param {(at: number) => number} many
 * @param {readonly Row[]} rows
 * @param {(rows: Row[]) => Told} tell
 * @returns {Record<number, Told>} by the place of the message
 */
function matched(messages, what, many, rows, tell) {
  /** @type {[number, Told][]} */
  const found = [];
  let end = rows.length;
  for (let at = count(messages) - 1; at >= 0; at -= 1) {
    if (messages.names.what?.[at] !== what) continue;
    const own = rows.slice(Math.max(0, end - many(at)), end);
    const [id, time_s] = [number(messages, 'id', at), number(messages, 'time', at)];
    if (own.length < many(at) || own.some((row) => row.id !== id || row.time_s !== time_s)) continue;
    found.push([at, tell(own)]);
    end -= many(at);
  }
  return Object.fromEntries(found);
}

/**
 * Who speaks in these lines, in the order of their numbers.
 * @param {readonly Line[]} lines
 * @returns {Speaker[]}
 */
export function speakersOf(lines) {
  const names = new Map(lines.filter(({ speaker }) => speaker >= 0).map(({ speaker, name }) => [speaker, name]));
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.id - b.id);
}
