/** @file Questions to the engine, and saying what went wrong with them. */
import { engineCall, notice } from '../commands.js';

/** @import { Page } from './page.js' */
/** @import { Report, View } from '../types.js' */

/**
 * What is asked of a variant's engine here; what only a special view asks is its own matter.
 * @typedef {object} Answers
 * @property {(metric: string, points: number) => { x: Float64Array, y: Float64Array }} cdf
 * @property {(until_s: number) => Report} report  of what had ended by then; NaN: of everything
 * @property {(first: number, count: number, sort: string, descending: boolean) => { total: number, rows: Record<string, unknown>[] }} table
 * @property {(at_s: number) => import('../types.js').Waiting[]} queue
 * @property {(at_s: number) => import('../types.js').Moment} state
 * @property {(what: string) => string} export_csv
 * @property {(view: View) => string} export_svg
 * @property {(view: View) => Uint8Array} raster
 * @property {(view: View) => import('../types.js').Label[]} labels
 */

/**
 * Asks the engine of one variant.
 * @template {keyof Answers} M
 * @param {Page} page
 * @param {number} variant
 * @param {M} method
 * @param {Parameters<Answers[M]>} values
 * @returns {Promise<ReturnType<Answers[M]>>}
 */
export function ask(page, variant, method, ...values) {
  return engineCall(page, variant, method, values);
}

/**
 * Does something a person asked for, and tells them if it cannot be done.
 * @template T
 * @param {Page} page
 * @param {string} what what could not be done: `The picture could not be made`
 * @param {() => Promise<T>} action
 * @returns {Promise<T | undefined>}
 */
export async function attempt(page, what, action) {
  try {
    return await action();
  } catch (error) {
    notice(page, `${what}: ${error instanceof Error ? error.message : String(error)}`, 'error');
    return undefined;
  }
}
