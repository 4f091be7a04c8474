/** @file The messages between launchers and the resource manager up to a moment, as lines of a sequence diagram. */

import { formatBytes, formatCount, formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { tableRowObjects } from '../table-rows.js';
import { clusterName, requestText, stepsText } from './launcher-texts.js';
import { applicationName, readRequests, readViews } from './launchers.js';

/** @import { TableRows } from '../../engine/types.js' */
/** @import { TableRow } from '../table-rows.js' */
/** @import { Cluster, ClusterView, Request } from './launchers.js' */

/**
 * A line of the sequence.
 * @typedef {object} Line
 * @property {'view'|'request'|'start'|'end'|'other'|'cycle'} kind
 * @property {number} time_s
 * @property {number} speaker the application that sent or received it; -1 for a cycle
 * @property {string} name of this application
 * @property {boolean} up whether its receiver is the resource manager
 * @property {string} label short, for the drawing
 * @property {string} text a sentence, for the list
 * @property {boolean} first whether it is the first one of its instant
 */

/** @typedef {{id: number, name: string}} Speaker */
/** @typedef {{messages: TableRows, cycles: TableRows, asked: TableRows, views: TableRows}} MessageTables the last rows of these tables */

/** The texts of messages without counts, and what they change. @type {Record<string, {kind: Line['kind'], label: string, text: string}>} */
const WORDS = {
  subscribe: { kind: 'other', label: 'subscribe', text: 'subscribes to views of the clusters' },
  listClustersInfo: { kind: 'other', label: 'clusters?', text: 'requests the list of clusters' },
  startNotify: { kind: 'start', label: 'start', text: 'is notified of its start: the requested hosts are allocated to it' },
  done: { kind: 'end', label: 'done', text: 'has ended: its hosts are released, after the fair-start delay if it becomes a ghost' },
  cancel: { kind: 'end', label: 'cancel', text: 'gives up: no cluster has enough hosts for it' },
};

/**
 * The lines of the messages, in their order.
 * @param {MessageTables} tables
 * @param {readonly Cluster[]} clusters
 * @returns {Line[]}
 */
export function messageLines(tables, clusters) {
  const messages = tableRowObjects(tables.messages);
  const views = describeViews(messages, readViews(tables.views), clusters);
  const requests = describeRequests(messages, readRequests(tables.asked), clusters);
  const cycles = tableRowObjects(tables.cycles).filter(({ time }) => time >= messages[0]?.time);
  /** @type {Omit<Line, 'first'>[]} */
  const lines = [];
  const addCycles = (/** @type {number} */ until_s, /** @type {boolean} */ included) => {
    for (let cycle = cycles[0]; cycle && (included ? cycle.time <= until_s : cycle.time < until_s); cycle = cycles[0]) {
      lines.push(cycleLine(cycle));
      cycles.shift();
    }
  };
  messages.forEach(({ time, id, names, bytes, clusters: count, to_manager }, at) => {
    const what = names.what ?? '';
    // At its instant, a cycle is followed only by its own messages: starts, and views that do not answer a new
    // application.
    const isNew = messages[at - 1]?.names.what === 'listClustersInfo' && messages[at - 1]?.id === id;
    addCycles(time, what === 'startNotify' || (what === 'changeNotify' && !isNew));
    const name = applicationName(names.id);
    const { kind, label, text } =
      what === 'changeNotify'
        ? (views[at] ?? viewMessage(count))
        : what === 'request'
          ? (requests[at] ?? requestMessage(''))
          : what === 'list'
            ? listMessage(count)
            : (WORDS[what] ?? { kind: 'other', label: what, text: what });
    const size = bytes > 0 ? formatBytes(bytes).replace('bytes', 'B') : '';
    lines.push({
      kind,
      time_s: time,
      speaker: id,
      name,
      up: to_manager === 1,
      label: size ? `${label}, ${size}` : label,
      text: `${name} ${text}${size ? `. ${size}` : ''}.`,
    });
  });
  addCycles(Infinity, true);
  return lines.map((line, at) => ({ ...line, first: line.time_s !== lines[at - 1]?.time_s }));
}

/** @param {number} many clusters */
function viewMessage(many) {
  return { kind: /** @type {const} */ ('view'), label: 'view', text: `receives a view of ${formatCount(many, 'clusters')}` };
}

/** @param {string} what */
function requestMessage(what) {
  return { kind: /** @type {const} */ ('request'), label: what || 'request', text: `requests ${what || 'hosts'}` };
}

/** @param {number} many ways to run */
function listMessage(many) {
  return {
    kind: /** @type {const} */ ('request'),
    label: `list of ${formatNumber(many)}`,
    text: `sends a list of all ${formatNumber(many)} configurations, from which the resource manager chooses`,
  };
}

/**
 * The line of a cycle of the resource manager.
 * @param {TableRow} cycle
 * @returns {Omit<Line, 'first'>}
 */
function cycleLine({ time, started, notified, waiting }) {
  const parts = [
    started > 0 ? formatCount(started, 'starts') : '',
    notified > 0 ? `${formatCount(notified, 'views')} changed` : '',
    `${formatNumber(waiting)} waiting`,
  ].filter(Boolean);
  return {
    kind: 'cycle',
    time_s: time,
    speaker: -1,
    name: '',
    up: false,
    label: 'cycle',
    text: `Scheduling cycle: ${parts.join(', ')}.`,
  };
}

/**
 * The text of each notification.
 * @param {readonly TableRow[]} messages
 * @param {readonly ClusterView[]} views
 * @param {readonly Cluster[]} clusters
 */
function describeViews(messages, views, clusters) {
  return describeByRows(
    messages,
    'changeNotify',
    ({ clusters: count }) => count,
    views,
    (own) => {
      const names = own.map(({ cluster }) => clusterName(clusters, cluster));
      const steps = own.map(
        ({ cluster, steps }) => `${clusterName(clusters, cluster)}: ${stepsText(steps, clusters[cluster]?.hosts ?? 0)}`,
      );
      return {
        kind: /** @type {const} */ ('view'),
        label: `view of ${names.length > 3 ? `${names.length} clusters` : names.join(', ')}`,
        text: `receives a view. ${steps.join('; ')}`,
      };
    },
  );
}

/**
 * The text of each request, with the request that it replaces.
 * @param {readonly TableRow[]} messages
 * @param {readonly Request[]} requests
 * @param {readonly Cluster[]} clusters
 */
function describeRequests(messages, requests, clusters) {
  return describeByRows(
    messages,
    'request',
    () => 1,
    requests,
    ([own]) => {
      if (!own) return requestMessage('');
      const previous = requests.slice(0, requests.indexOf(own)).findLast(({ id }) => id === own.id);
      const hosts = own.parts.map((part) => `${formatNumber(part.hosts)} on ${clusterName(clusters, part.cluster)}`);
      return {
        kind: /** @type {const} */ ('request'),
        label: `${hosts.join(' + ')}, ${formatTime(own.wall_s)}`,
        text: `requests ${requestText(own, clusters)}${previous ? `, instead of ${requestText(previous, clusters)}` : ''}`,
      };
    },
  );
}

/**
 * Describes each message of a kind by its rows in another table with the same order; both end with the same message. A
 * message without rows has no description.
 * @template {{id: number, time_s: number}} Row
 * @template Text
 * @param {readonly TableRow[]} messages
 * @param {string} what
 * @param {(message: TableRow) => number} count of its rows
 * @param {readonly Row[]} rows
 * @param {(rows: Row[]) => Text} describe
 * @returns {Record<number, Text>} by the place of the message
 */
function describeByRows(messages, what, count, rows, describe) {
  /** @type {Record<number, Text>} */
  const found = {};
  let end = rows.length;
  for (const [at, message] of [...messages.entries()].reverse()) {
    if (message.names.what !== what) continue;
    const own = rows.slice(Math.max(0, end - count(message)), end);
    if (own.length < count(message) || own.some(({ id, time_s }) => id !== message.id || time_s !== message.time)) continue;
    found[at] = describe(own);
    end -= own.length;
  }
  return found;
}

/**
 * The senders and receivers of the lines, in the order of their numbers.
 * @param {readonly Line[]} lines
 * @returns {Speaker[]}
 */
export function findSpeakers(lines) {
  const names = new Map(lines.filter(({ speaker }) => speaker >= 0).map(({ speaker, name }) => [speaker, name]));
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.id - b.id);
}
