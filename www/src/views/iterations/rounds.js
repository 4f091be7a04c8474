/** @file The rounds of an application up to a moment: their workers, tasks and positions on the time axis. */

/** @import { Round, Rounds, TradeOff } from '../../engine/types.js' */
/** @import { State, Variant } from '../../types.js' */

/** @typedef {Round & {place: number}} Placed a round with its index in the list of all rounds */
/** @typedef {{applications: Rounds['applications'], lists: Placed[][]}} RoundLists the rounds of each application, in their order */

/** The id of the view. */
export const VIEW = 'iterations';

/**
 * The rounds of a run by application.
 * @param {Rounds} rounds
 * @returns {RoundLists}
 */
export function groupRounds({ applications, rounds }) {
  /** @type {Placed[][]} */
  const lists = applications.map(() => []);
  rounds.forEach((round, place) => lists[round.application]?.push({ ...round, place }));
  return { applications, lists };
}

/**
 * The rounds of a run.
 * @param {Variant|undefined} variant
 * @returns {RoundLists|undefined}
 */
export function roundsOfRun(variant) {
  return variant?.views[VIEW];
}

/**
 * The shown application. Another run may have fewer applications than the one of the choice.
 * @param {State['choices']} choices
 * @param {RoundLists|undefined} known
 * @returns {number} its index in the list of applications
 */
export function shownApplication({ [VIEW]: chosen = 0 }, known) {
  return chosen < (known?.applications.length ?? 0) ? chosen : 0;
}

/**
 * The rounds of one application, in their order.
 * @param {RoundLists|null|undefined} known
 * @param {number} application
 * @returns {Placed[]}
 */
export function roundsOfApplication(known, application) {
  return known?.lists[application] ?? [];
}

/**
 * Whether a round has ended at a moment.
 * @param {Round} round
 * @param {number} now_s
 */
export function isOver({ end_s }, now_s) {
  return end_s !== null && end_s <= now_s;
}

/**
 * The started, current and ended rounds at a moment. A round that ends at this moment is still current, so that its end shows its results.
 * @param {readonly Placed[]} rounds of one application
 * @param {number} now_s
 * @returns {{begun: Placed[], current: Placed|undefined, over: Placed[]}}
 */
export function roundsAt(rounds, now_s) {
  let count = 0;
  while (count < rounds.length && (rounds[count]?.start_s ?? Infinity) < now_s) count += 1;
  // At the very beginning, the first round is the current one.
  if (count === 0 && (rounds[0]?.start_s ?? Infinity) <= now_s) count = 1;
  const begun = rounds.slice(0, count);
  return { begun, current: begun.at(-1), over: begun.filter((round) => isOver(round, now_s)) };
}

/** @typedef {{round: Placed, from: number, to: number, text: string}} Change */

/**
 * The changes of the number of workers after each round, the newest first.
 * @param {readonly Placed[]} over the ended rounds
 * @param {boolean} all whether to include rounds without a change
 * @returns {Change[]}
 */
export function workerChanges(over, all) {
  return over
    .flatMap((round) => {
      const from = round.wanted - round.extra;
      const to = round.next;
      return to === null || (from === to && !all) ? [] : [{ round, from, to, text: round.text }];
    })
    .reverse();
}

/** @typedef {{subject: number, number: number, place: number, moved: number|null, took_s: number|null, copied: boolean}} OrderedTask */

/**
 * The tasks of a round in the order of dispatch.
 * @param {TradeOff['tasks']} tasks in their order
 * @param {TradeOff['tasks']|undefined} known the tasks of the round with known times; undefined for none
 * @param {number} copies the number of tasks, from the top, with a second copy
 * @returns {OrderedTask[]}
 */
export function orderTasks(tasks, known, copies) {
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

/** The minimum width of a band; narrower ones are joined, pixels. */
export const LEAST_BAND = 12;

/** @typedef {{x: number, w: number, text: string, shaded: boolean, round: Placed}} TimeBand */

/**
 * The numbers of rounds in one band, if rounds are narrow. Bands begin at multiples of it, so that they stay the same
 * when the window moves.
 */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

/**
 * The visible rounds as bands in time, up to the playhead; narrow ones are joined and named by the first.
 * @param {readonly Placed[]} rounds of one application
 * @param {{from_s: number, to_s: number, now_s: number, width: number}} view
 * @param {number} [least] minimum width of a band, in the unit of the width
 * @returns {TimeBand[]}
 */
export function timeBands(rounds, { from_s, to_s, now_s, width }, least = LEAST_BAND) {
  const scale = width / (to_s - from_s);
  const end = Math.min(now_s, to_s);
  const last = lastStartedBefore(rounds, end);
  const finish = rounds.at(-1)?.end_s ?? now_s;
  // The start of the round at an index, even if there is no such round.
  const begins = (/** @type {number} */ place) => rounds[place]?.start_s ?? finish;
  /** @type {TimeBand[]} */
  const bands = [];
  let place = lastStartedBefore(rounds, from_s);
  place -= place % coarsestStep(rounds, place, least / scale);
  while (place <= last) {
    const round = rounds[place];
    if (!round || round.start_s >= end) break;
    const step = STEPS.find((one) => place % one === 0 && (begins(place + one) - round.start_s) * scale >= least);
    // A few narrow rounds before a wide one are not drawn; they belong to the previous band.
    const next = place + (step ?? STEPS.findLast((one) => place % one === 0 && place + one <= last) ?? 1);
    const x = (round.start_s - from_s) * scale;
    const w = (Math.min(begins(next), end) - round.start_s) * scale;
    if (step !== undefined && w > 0 && x + w > 0) bands.push({ x, w, text: String(round.number), shaded: (place / step) % 2 === 1, round });
    place = next;
  }
  return bands;
}

/**
 * The largest step that may be needed around an index.
 * @param {readonly Placed[]} rounds
 * @param {number} place
 * @param {number} least_s
 */
function coarsestStep(rounds, place, least_s) {
  const start = rounds[place]?.start_s ?? 0;
  return (
    STEPS.find((step) => (rounds[Math.min(place + step, rounds.length - 1)]?.start_s ?? start) - start >= least_s) ?? STEPS.at(-1) ?? 1
  );
}

/**
 * The index of the last round that started before a time; 0 if none had.
 * @param {readonly Placed[]} rounds
 * @param {number} time_s
 */
function lastStartedBefore(rounds, time_s) {
  let low = 0;
  let high = rounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rounds[middle]?.start_s ?? Infinity) < time_s) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
