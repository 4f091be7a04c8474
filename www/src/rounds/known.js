/** @file What is known of the rounds of an application at a moment: never more than had happened by then. */

/** @import { Round, Rounds, TradeOff } from '../types.js' */

/** @typedef {Round & {place: number}} Placed a round with its place in the list of all */

/** The lists made so far: they are asked for with every picture. @type {WeakMap<Rounds, Placed[][]>} */
const made = new WeakMap();

/**
 * The rounds of one application, in their order.
 * @param {Rounds|null|undefined} known
 * @param {number} application
 * @returns {Placed[]}
 */
export function roundsOf(known, application) {
  if (!known) return [];
  const lists = made.get(known) ?? [];
  made.set(known, lists);
  return (lists[application] ??= known.rounds.flatMap((round, place) => (round.application === application ? [{ ...round, place }] : [])));
}

/**
 * Whether a round was over at a moment.
 * @param {Round} round
 * @param {number} now_s
 */
export function isOver({ end_s }, now_s) {
  return end_s !== null && end_s <= now_s;
}

/**
 * Those of the rounds that had begun: how many, which is the current one, and how many were over. A round that ends just
 * now is still the current one, so that going to its end shows what came out of it.
 * @param {readonly Placed[]} rounds of one application
 * @param {number} now_s
 * @returns {{begun: Placed[], current: Placed|undefined, over: Placed[]}}
 */
export function at(rounds, now_s) {
  let count = 0;
  while (count < rounds.length && (rounds[count]?.start_s ?? Infinity) < now_s) count += 1;
  // At the very beginning the first one is about to begin.
  if (count === 0 && (rounds[0]?.start_s ?? Infinity) <= now_s) count = 1;
  const begun = rounds.slice(0, count);
  return { begun, current: begun.at(-1), over: begun.filter((round) => isOver(round, now_s)) };
}

/** @typedef {{round: Placed, from: number, to: number, text: string}} Change */

/**
 * What the number of workers became after each round, the newest first.
 * @param {readonly Placed[]} over rounds that were over
 * @param {boolean} all also where it stayed as it was
 * @returns {Change[]}
 */
export function changesOf(over, all) {
  return over
    .flatMap((round) => {
      const from = round.wanted - round.extra;
      const to = round.next;
      return to === null || (from === to && !all) ? [] : [{ round, from, to, text: round.text }];
    })
    .reverse();
}

/** @typedef {{subject: number, number: number, place: number, moved: number|null, took_s: number|null, copied: boolean}} Listed */

/**
 * The tasks of a round in the order in which they are handed out, and what is known of each.
 * @param {TradeOff['tasks']} tasks in their order
 * @param {TradeOff['tasks']|undefined} known those of the round whose times are known; undefined if none is
 * @param {number} copies how many, from the top, have a second copy
 * @returns {Listed[]}
 */
export function listed(tasks, known, copies) {
  const times = new Map((known ?? []).map(({ number, took_s }) => [number, took_s]));
  return tasks.map(({ subject, number, place_before }, place) => ({
    subject,
    number,
    place,
    moved: place_before === null ? null : place_before - place,
    took_s: times.get(number) ?? null,
    copied: place < copies,
  }));
}

/** Bands narrower than this are drawn several as one, pixels. */
export const LEAST_BAND = 12;

/** @typedef {{x: number, w: number, text: string, shaded: boolean, round: Placed}} TimeBand */

/**
 * The rounds on screen as bands in time, up to the playhead; where they are narrow, several make one band, which is
 * called by the first.
 * @param {readonly Placed[]} rounds of one application
 * @param {{from_s: number, to_s: number, now_s: number, width: number}} view
 * @param {number} [least] narrowest band, in the unit of the width
 * @returns {TimeBand[]}
 */
export function timeBands(rounds, { from_s, to_s, now_s, width }, least = LEAST_BAND) {
  const scale = width / (to_s - from_s);
  const end = Math.min(now_s, to_s);
  const first = lastBefore(rounds, from_s);
  const last = lastBefore(rounds, end);
  const shown = last - first + 1;
  const [begin, until] = [rounds[first], rounds[last]];
  if (!begin || !until || shown < 1) return [];
  const mean = ((Math.min(until.end_s ?? end, end) - Math.max(begin.start_s, from_s)) * scale) / shown;
  const step = roundStep(least / Math.max(mean, 1e-9));
  /** @type {TimeBand[]} */
  const bands = [];
  for (let place = first - (first % step); place <= last; place += step) {
    const round = rounds[place];
    const next = rounds[place + step];
    if (!round) break;
    const closing = rounds[Math.min(place + step, rounds.length) - 1];
    const stop = Math.min(next?.start_s ?? closing?.end_s ?? end, end);
    const x = (round.start_s - from_s) * scale;
    const w = (stop - round.start_s) * scale;
    if (w <= 0 || x + w <= 0) continue;
    bands.push({ x, w, text: String(round.number), shaded: (place / step) % 2 === 1, round });
  }
  return bands;
}

/**
 * The place of the last round that had begun before a time; 0 if none had.
 * @param {readonly Placed[]} rounds
 * @param {number} time_s
 */
function lastBefore(rounds, time_s) {
  let low = 0;
  let high = rounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rounds[middle]?.start_s ?? Infinity) < time_s) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/**
 * The smallest of 1, 2, 5, 10, 20, .. that is not below a number.
 * @param {number} least
 */
function roundStep(least) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 1;
}
