/** @file The shapes of what the engine tells of iterations. Types only. */

/**
 * The work of an application between two of its synchronisation points, and what was decided there.
 * @typedef {object} Round
 * @property {number} application its place in the list of applications
 * @property {number} number from 1
 * @property {number} group
 * @property {number} start_s
 * @property {number|null} end_s null until it is over
 * @property {number} tasks
 * @property {number} wanted workers, extra ones among them
 * @property {number} extra
 * @property {number|null} held at its end
 * @property {number|null} most_held
 * @property {boolean|null} stable
 * @property {number} copies second copies from the start: of the first tasks of the list
 * @property {number|null} efficiency
 * @property {number|null} time_s
 * @property {number|null} ratio execution time over efficiency, s
 * @property {number|null} achievable speed-up
 * @property {number|null} suspensions
 * @property {number|null} losses
 * @property {number|null} next workers of the next round, without extra ones
 * @property {string} rule
 * @property {string} text what decided that, in words
 */

/**
 * @typedef {object} Rounds
 * @property {{subject: number, name: string}[]} applications
 * @property {Round[]} rounds
 */

/**
 * What a round would have been with other numbers of workers, and its tasks in the order of the list.
 * @typedef {object} TradeOff
 * @property {ArrayLike<number>} workers 1, 2, ..
 * @property {ArrayLike<number>} time_s
 * @property {ArrayLike<number>} efficiency
 * @property {ArrayLike<number>} ratio
 * @property {number} perfect
 * @property {[number, number]} ideal
 * @property {number} at the workers held
 * @property {{subject: number, number: number, took_s: number|null, normalised_s: number|null, place_before: number|null}[]} tasks
 */

export {};
