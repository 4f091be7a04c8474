/** @file What the panel of launchers knows at the playhead: read from the tables of a run, and what of it is drawn into the view. */

import { ask, chooseInView } from '../../commands.js';
import { formatMoment, formatTime } from '../../text/time.js';
import { linesOf } from './messages.js';
import { VIEW } from './name.js';
import {
  count,
  holeOf,
  isStale,
  keptAt,
  launchersOf,
  notable,
  number,
  partsText,
  requestsOf,
  sightsOf,
  since,
  startOf,
  weighedOf,
} from './seen.js';

/** @import { Page } from '../../commands/page.js' */
/** @import { TableRows } from '../../engine/types.js' */
/** @import { State } from '../../types.js' */
/** @import { Cluster, Ghost, Launcher, Request, Sight, Weighed } from './seen.js' */
/** @import { Line } from './messages.js' */
/** @import { Planned } from './steps-drawing.js' */

/** Rows of other tables read at most: what was weighed for one request, and estimates; and cycles, for what was sent. */
const MOST_ROWS = 400;
const MOST_CYCLES = 4000;
/** Who is in these last messages has come. */
const LATEST = 16;

/**
 * @typedef {object} Seen what a launcher sees and asks for, as it was read at the last look
 * @property {number} now_s
 * @property {readonly Launcher[]} launchers
 * @property {Launcher|undefined} launcher the one that is shown
 * @property {readonly Sight[]} sights
 * @property {readonly Ghost[]} ghosts that stand in them
 * @property {boolean} stale whether views were sent later that are not kept
 * @property {string} last message
 * @property {Request|undefined} request
 * @property {Request|undefined} before
 * @property {number|null} start_s expected
 * @property {{time_s: number, start_s: number}[]} estimates
 *
 * @typedef {object} Said what else was read
 * @property {readonly Weighed[]} weighed
 * @property {readonly Line[]} lines
 * @property {{time_s: number, to: number, from: number}[]} sent bytes of views and of requests up to each cycle
 *
 * @typedef {Seen & Said} Known
 */

/** The clusters as the launchers of a system are shown them. @param {State['variants'][number]|undefined} variant @returns {Cluster[]} */
export function clustersOf(variant) {
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
 * A bar that was chosen since is an application: its launcher is shown, here and there; with none the choice is the playhead's.
 * @param {Page} page
 * @param {number} before what was selected
 */
export function takeSelected(page, before) {
  const { selected } = page.store.get();
  if (selected !== before) chooseInView(page, VIEW, selected < 0 ? undefined : selected);
  return selected;
}

/** Asks for the last rows of a table. @param {Page} page @param {number} variant @param {number} now_s */
const lastOf = (page, variant, now_s) => (/** @type {string} */ id, /** @type {number} */ of, /** @type {number} */ rows) =>
  ask(page, variant, 'last_rows', id, now_s, of, rows);

/**
 * What the launcher that is shown sees at the playhead, and what it asks for.
 * @param {Page} page
 * @param {{variant: number, clusters: readonly Cluster[]}} wanted
 * @returns {Promise<Seen>}
 */
export async function readSeen(page, { variant, clusters }) {
  const { playhead_s: now_s, choices } = page.store.get();
  const last = lastOf(page, variant, now_s);
  const [rows, told] = await Promise.all([ask(page, variant, 'table_rows', 'application-launchers'), last('messages', -1, LATEST)]);
  const launchers = launchersOf(rows);
  const launcher = launchers.find(({ id }) => id === choices[VIEW]) ?? notable(launchers, now_s, [...(told.columns.id ?? [])]);
  const id = launcher?.id ?? 0;
  const requestRows = 2 * clusters.length + 1;
  const [views, said, asked, estimates] = await Promise.all([
    lastViews(last, id, clusters.length),
    last('messages', id, 8 * clusters.length + 8),
    last('asked', id, requestRows),
    last('estimates', id, MOST_ROWS),
  ]);
  const sights = sightsOf(views);
  const kept = keptAt(
    launchers,
    sights.map(({ time_s }) => time_s),
  ).filter((one) => one !== launcher);
  const ghosts = await Promise.all(
    kept.map(async ({ id: whose, done_s, kept_s }) => {
      const parts = requestsOf(await last('asked', whose, requestRows)).at(-1)?.parts ?? [];
      return parts.map((part) => ({ ...part, done_s, until_s: done_s + kept_s }));
    }),
  );
  const requests = requestsOf(asked);
  const request = requests.at(-1);
  const expected = Array.from({ length: count(estimates) }, (_, at) => ({
    time_s: number(estimates, 'time', at),
    start_s: number(estimates, 'estimate', at),
  }));
  return {
    now_s,
    launchers,
    launcher,
    sights,
    ghosts: ghosts.flat(),
    stale: isStale(said, views),
    last: said.names.what?.at(-1) ?? '',
    request,
    before: requests.at(-2),
    start_s: startOf({ launcher, request, before: requests.at(-2), told: expected, sights, clusters }, now_s),
    estimates: expected,
  };
}

/**
 * What is known at the playhead.
 * @param {Page} page
 * @param {{variant: number, clusters: readonly Cluster[], most: number, own: boolean}} wanted the last so many messages, or only those of the launcher
 * @returns {Promise<Known>}
 */
export async function read(page, { variant, clusters, most, own }) {
  const seen = await readSeen(page, { variant, clusters });
  const last = lastOf(page, variant, seen.now_s);
  const id = seen.launcher?.id ?? 0;
  const whose = own ? id : -1;
  const [weighed, messages, cycles] = await Promise.all([
    last('weighed', id, MOST_ROWS),
    last('messages', whose, most),
    last('cycles', -1, MOST_CYCLES),
  ]);
  const named = (/** @type {string} */ what) =>
    (messages.names.what ?? []).reduce((sum, one, at) => sum + (one === what ? number(messages, 'clusters', at) : 0), 0);
  const [sent, wanted] = await Promise.all([
    last('views', whose, named('changeNotify')),
    last('asked', whose, named('request') + most * 2),
  ]);
  const drawn = own ? since(cycles, Infinity) : cycles;
  return {
    ...seen,
    weighed: weighedOf(weighed),
    lines: linesOf({ messages, cycles: drawn, asked: wanted, views: sent }, clusters),
    sent: Array.from({ length: count(cycles) }, (_, at) => ({
      time_s: number(cycles, 'time', at),
      to: number(cycles, 'bytes_to', at),
      from: number(cycles, 'bytes_from', at),
    })),
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
    if (count(rows) < most || new Set(rows.columns.cluster).size >= wanted) return rows;
  }
}

/**
 * What is drawn into the view, with what is marked of what was weighed.
 * @param {Seen} seen
 * @param {readonly Cluster[]} clusters
 * @param {Weighed} [marked]
 */
export function plannedOf({ launcher, sights, request, before, start_s, now_s }, clusters, marked) {
  /** @type {Planned[]} */
  const planned = [];
  const add = (
    /** @type {Planned['look']} */ look,
    /** @type {Pick<Request, 'parts'|'wall_s'>} */ { parts, wall_s },
    /** @type {number|null} */ from,
    /** @type {string} */ word,
  ) => {
    if (from !== null)
      planned.push({
        look,
        start_s: from,
        end_s: from + wall_s,
        parts,
        text: `${word}: ${partsText(parts, clusters)} for ${formatTime(wall_s)}, from ${formatMoment(from)}`,
      });
  };
  const waits = !(launcher && launcher.start_s <= now_s);
  if (before && request && waits) add('before', before, holeOf(sights, clusters, before, request.time_s), 'previous request');
  if (request) add('asked', request, start_s, 'request');
  if (marked) add('weighed', { parts: marked.parts, wall_s: marked.end_s - marked.from_s }, marked.from_s, 'considered');
  return planned;
}
