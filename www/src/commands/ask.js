/** @file Questions to the engine, and saying what went wrong with them. */
import { engineCall, notice } from '../commands.js';

/** @import { Report, View } from '../types.js' */

/**
 * What a variant's engine may be asked here.
 * @typedef {object} Answers
 * @property {(metric: string, points: number) => { x: Float64Array, y: Float64Array }} cdf
 * @property {(until_s: number) => Report} report  of what had ended by then; NaN: of everything
 * @property {(first: number, count: number, sort: string, descending: boolean) => { total: number, rows: Record<string, unknown>[] }} table
 * @property {(at_s: number) => import('../types.js').Waiting[]} queue
 * @property {(at_s: number) => import('../types.js').Moment} state
 * @property {(place: number) => import('../rounds/types.js').TradeOff} trade_off  of a round, by its place in the list of all
 * @property {(what: 'jobs' | 'intervals' | 'marks' | 'rounds' | 'transfers' | 'series') => string} export_csv
 * @property {(view: View) => string} export_svg
 * @property {(view: View) => Uint8Array} raster
 * @property {(view: View) => import('../types.js').Label[]} labels
 */

/**
 * Asks the engine of one variant.
 * @template {keyof Answers} M
 * @param {number} variant
 * @param {M} method
 * @param {Parameters<Answers[M]>} values
 * @returns {Promise<ReturnType<Answers[M]>>}
 */
export function ask(variant, method, ...values) {
  return engineCall(variant, method, values);
}

/**
 * Does something a person asked for, and tells them if it cannot be done.
 * @template T
 * @param {string} what what could not be done: `The picture could not be made`
 * @param {() => Promise<T>} action
 * @returns {Promise<T | undefined>}
 */
export async function attempt(what, action) {
  try {
    return await action();
  } catch (error) {
    notice(`${what}: ${error instanceof Error ? error.message : String(error)}`, 'error');
    return undefined;
  }
}
