/** @file What the panel of launchers knows at the playhead: read from the tables of a run, and what of it is drawn into the view. */

import { ask } from '../../commands.js';
import { formatMoment, formatTime } from '../../text/time.js';
import { linesOf } from './messages.js';
import { VIEW } from './name.js';
import { busiest, count, holeOf, isStale, launchersOf, number, partsText, requestsOf, sightsOf, since, startOf, weighedOf } from './seen.js';

/** @import { Page } from '../../commands/page.js' */
/** @import { TableRows } from '../../engine/types.js' */
/** @import { State } from '../../types.js' */
/** @import { Cluster, Launcher, Request, Sight, Weighed } from './seen.js' */
/** @import { Line } from './messages.js' */
/** @import { Planned } from './steps-drawing.js' */

/** Rows of other tables read at most: what was weighed for one request, and estimates; and cycles, for what was sent. */
const MOST_ROWS = 400;
const MOST_CYCLES = 4000;

/**
 * @typedef {object} Known what was read at the last look
 * @property {number} now_s
 * @property {readonly Launcher[]} launchers
 * @property {Launcher|undefined} launcher the one that is shown
 * @property {readonly Sight[]} sights
 * @property {boolean} stale whether views were sent later that are not kept
 * @property {string} last message
 * @property {Request|undefined} request
 * @property {Request|undefined} before
 * @property {number|null} start_s expected
 * @property {readonly Weighed[]} weighed
 * @property {{time_s: number, start_s: number}[]} estimates
 * @property {readonly Line[]} lines
 * @property {{time_s: number, to: number, from: number}[]} sent bytes of views and of requests up to each cycle
 */

/** The clusters as the launchers of a system are shown them. @param {State['variants'][number]|undefined} variant @returns {Cluster[]} */
export function clustersOf(variant) {
  const share = /** @type {{parameters?: {view_cap?: number}}} */ (variant?.system ?? {}).parameters?.view_cap ?? 1;
  return (variant?.layout?.bands ?? []).map(({ name, rows, speed }) => ({ name, speed, hosts: Math.min(rows, Math.max(1, Math.floor(rows * share))) }));
}

/**
 * What is known at the playhead.
 * @param {Page} page
 * @param {{variant: number, clusters: readonly Cluster[], most: number, own: boolean}} wanted the last so many messages, or only those of the launcher
 * @returns {Promise<Known>}
 */
export async function read(page, { variant, clusters, most, own }) {
  const { playhead_s: now_s, choices } = page.store.get();
  const last = (/** @type {string} */ id, /** @type {number} */ of, /** @type {number} */ rows) => ask(page, variant, 'last_rows', id, now_s, of, rows);
  const launchers = launchersOf(await ask(page, variant, 'table_rows', 'application-launchers'));
  const launcher = launchers.find(({ id }) => id === choices[VIEW]) ?? busiest(launchers);
  const id = launcher?.id ?? 0;
  const whose = own ? id : -1;
  const [views, said, asked, weighed, estimates, messages, cycles] = await Promise.all([
    lastViews(last, id, clusters.length), last('messages', id, 8 * clusters.length + 8), last('asked', id, 2 * clusters.length + 1), last('weighed', id, MOST_ROWS), last('estimates', id, MOST_ROWS),
    last('messages', whose, most), last('cycles', -1, MOST_CYCLES),
  ]);
  const named = (/** @type {string} */ what) => (messages.names['what'] ?? []).reduce((sum, one, at) => sum + (one === what ? number(messages, 'clusters', at) : 0), 0);
  const [sent, wanted] = await Promise.all([last('views', whose, named('changeNotify')), last('asked', whose, named('request') + most * 2)]);
  const sights = sightsOf(views);
  const requests = requestsOf(asked);
  const request = requests.at(-1);
  const drawn = own ? since(cycles, Infinity) : cycles;
  const told = Array.from({ length: count(estimates) }, (_, at) => ({ time_s: number(estimates, 'time', at), start_s: number(estimates, 'estimate', at) }));
  return {
    now_s,
    launchers,
    launcher,
    sights,
    stale: isStale(said, views),
    last: said.names['what']?.at(-1) ?? '',
    request,
    before: requests.at(-2),
    start_s: startOf({ launcher, request, told, sights, clusters }, now_s),
    weighed: weighedOf(weighed),
    estimates: told,
    lines: linesOf({ messages, cycles: drawn, asked: wanted, views: sent }, clusters),
    sent: Array.from({ length: count(cycles) }, (_, at) => ({ time_s: number(cycles, 'time', at), to: number(cycles, 'bytes_to', at), from: number(cycles, 'bytes_from', at) })),
  };
}

/**
 * The last views of an application: of each cluster one, as far back as that is.
 * @param {(id: string, of: number, rows: number) => Promise<TableRows>} last
 * @param {number} id
 * @param {number} wanted
 */
async function lastViews(last, id, wanted) {
  for (let most = 2 * wanted; ; most *= 8) {
    const rows = await last('views', id, most);
    if (count(rows) < most || new Set(rows.columns['cluster']).size >= wanted) return rows;
  }
}

/**
 * What is drawn into the view, with what is marked of what was weighed.
 * @param {Known} known
 * @param {readonly Cluster[]} clusters
 * @param {number} marked
 */
export function plannedOf({ launcher, sights, request, before, start_s, now_s, weighed }, clusters, marked) {
  /** @type {Planned[]} */
  const planned = [];
  const add = (/** @type {Planned['look']} */ look, /** @type {Pick<Request, 'parts'|'wall_s'>} */ { parts, wall_s }, /** @type {number|null} */ from, /** @type {string} */ word) => {
    if (from !== null) planned.push({ look, start_s: from, end_s: from + wall_s, parts, text: `${word}: ${partsText(parts, clusters)} for ${formatTime(wall_s)}, from ${formatMoment(from)}` });
  };
  const waits = !(launcher && launcher.start_s <= now_s);
  if (before && request && waits) add('before', before, holeOf(sights, clusters, before, request.time_s), 'asked for before');
  if (request) add('asked', request, start_s, 'asked for');
  const one = weighed[marked];
  if (one) add('weighed', { parts: one.parts, wall_s: one.end_s - one.from_s }, one.from_s, 'could have asked for');
  return planned;
}
