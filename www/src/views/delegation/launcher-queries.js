/** @file Reads the state of a launcher and the messages at the playhead from the tables of a run. */

import { askRun, chooseInView } from '../../commands.js';
import { tableRowObjects } from '../table-rows.js';
import {
  defaultLauncher,
  expectedStart,
  ghostsAt,
  isStale,
  lastViews,
  readConfigurations,
  readLaunchers,
  readRequests,
} from './launchers.js';
import { messageLines } from './messages.js';

/** @import { Page } from '../../commands/page.js' */
/** @import { TableRows } from '../../engine/types.js' */
/** @import { State } from '../../types.js' */
/** @import { Cluster, Configuration, Launcher, LauncherState } from './launchers.js' */
/** @import { Line } from './messages.js' */

/** The id of the view. */
export const VIEW = 'delegation';
/** Maximum number of rows of other tables: configurations of a request, estimates; and of cycles. */
const MOST_ROWS = 400;
const MOST_CYCLES = 4000;
/** The number of last messages whose applications count as submitted. */
const LATEST = 16;
/** A table without rows. @type {TableRows} */
const NO_ROWS = { columns: {}, names: {}, because: [] };

/**
 * @typedef {object} More
 * @property {readonly Launcher[]} launchers
 * @property {boolean} stale whether there are later views that are not recorded
 * @property {{time_s: number, start_s: number}[]} estimates estimates of the start
 * @typedef {LauncherState & More} Shown
 * @typedef {object} History
 * @property {readonly Configuration[]} configurations the configurations considered for the last request
 * @property {readonly Line[]} lines the lines of the messages
 * @property {{time_s: number, to: number, from: number}[]} sent the bytes of views and of requests up to each cycle
 */

/** The clusters as the launchers of a system see them. @param {State['variants'][number]|undefined} variant @returns {Cluster[]} */
function launcherClusters(variant) {
  const share =
    /** @type {{view_cap?: number}|undefined} */ (variant?.system && 'parameters' in variant.system ? variant.system.parameters : undefined)
      ?.view_cap ?? 1;
  return (variant?.layout?.bands ?? []).map(({ name, rows, speed }) => ({
    name,
    speed,
    hosts: Math.min(rows, Math.max(1, Math.floor(rows * share))),
  }));
}

/**
 * Shows the launcher of a newly selected bar; without a selection, the playhead decides.
 * @param {Page} page
 * @param {number} before the previous selection
 */
export function followSelection(page, before) {
  const { selected } = page.store.get();
  if (selected !== before) chooseInView(page, VIEW, selected < 0 ? undefined : selected);
  return selected;
}

/** The last rows of a table up to the playhead. @param {Page} page @param {number} variant @param {number} now_s */
const fetchLastRows = (page, variant, now_s) => (/** @type {string} */ id, /** @type {number} */ application, /** @type {number} */ rows) =>
  askRun(page, variant, 'last_rows', id, now_s, application, rows);

/**
 * The launcher shown at the playhead, with its view and its request.
 * @param {Page} page
 * @param {number} variant
 * @returns {Promise<Shown>}
 */
export async function readLauncher(page, variant) {
  const { playhead_s: now_s, choices, variants } = page.store.get();
  const clusters = launcherClusters(variants[variant]);
  const last = fetchLastRows(page, variant, now_s);
  const [table, recent] = await Promise.all([askRun(page, variant, 'table_rows', 'application-launchers'), last('messages', -1, LATEST)]);
  const launchers = readLaunchers(table);
  const launcher = launchers.find(({ id }) => id === choices[VIEW]) ?? defaultLauncher(launchers, now_s, [...(recent.columns.id ?? [])]);
  const id = launcher?.id ?? 0;
  const requestRows = 2 * clusters.length + 1;
  const [viewTable, messages, requestTable, estimateTable] = await Promise.all([
    fetchLastViews(last, id, clusters.length),
    last('messages', id, 8 * clusters.length + 8),
    last('asked', id, requestRows),
    last('estimates', id, MOST_ROWS),
  ]);
  const views = lastViews(viewTable);
  const times = views.map(({ time_s }) => time_s);
  const ghosts = await Promise.all(
    ghostsAt(launchers, times)
      .filter((one) => one !== launcher)
      .map(async (ghost) => {
        const parts = readRequests(await last('asked', ghost.id, requestRows)).at(-1)?.parts ?? [];
        return parts.map((part) => ({ ...part, done_s: ghost.done_s, until_s: ghost.done_s + ghost.kept_s }));
      }),
  );
  const requests = readRequests(requestTable);
  const [request, previous] = [requests.at(-1), requests.at(-2)];
  const estimates = tableRowObjects(estimateTable).map(({ time, estimate }) => ({ time_s: time, start_s: estimate }));
  const known = { now_s, clusters, launcher, views, request, previous };
  return {
    ...known,
    launchers,
    ghosts: ghosts.flat(),
    stale: isStale(messages, viewTable),
    last: messages.names.what?.at(-1) ?? '',
    start_s: expectedStart(known, estimates),
    estimates,
  };
}

/**
 * The launcher shown at the playhead, with the last messages.
 * @param {Page} page
 * @param {number} variant
 * @param {number} most messages
 * @param {boolean} own only those of the launcher
 * @returns {Promise<Shown & History>}
 */
export async function readMessages(page, variant, most, own) {
  const shown = await readLauncher(page, variant);
  const last = fetchLastRows(page, variant, shown.now_s);
  const id = shown.launcher?.id ?? 0;
  const whose = own ? id : -1;
  const [configurations, messages, cycles] = await Promise.all([
    last('weighed', id, MOST_ROWS),
    last('messages', whose, most),
    last('cycles', -1, MOST_CYCLES),
  ]);
  const clustersIn = (/** @type {string} */ what) =>
    tableRowObjects(messages).reduce((sum, { names, clusters }) => sum + (names.what === what ? clusters : 0), 0);
  const [views, asked] = await Promise.all([
    last('views', whose, clustersIn('changeNotify')),
    last('asked', whose, clustersIn('request') + most * 2),
  ]);
  return {
    ...shown,
    configurations: readConfigurations(configurations),
    lines: messageLines({ messages, cycles: own ? NO_ROWS : cycles, asked, views }, shown.clusters),
    sent: tableRowObjects(cycles).map(({ time, bytes_to, bytes_from }) => ({ time_s: time, to: bytes_to, from: bytes_from })),
  };
}

/**
 * The last view of each cluster that an application received, as far back as needed.
 * @param {(id: string, application: number, rows: number) => Promise<TableRows>} last
 * @param {number} id
 * @param {number} wanted
 */
async function fetchLastViews(last, id, wanted) {
  for (let most = 2 * wanted; ; most *= 8) {
    const table = await last('views', id, most);
    if ((table.columns.id?.length ?? 0) < most || new Set(table.columns.cluster).size >= wanted) return table;
  }
}
