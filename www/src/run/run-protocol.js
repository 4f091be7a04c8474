/**
 * @file The protocol between a run and the page.
 *
 * The worker computes as fast as it can, in slices of about 8 ms, and receives messages between slices. It sends
 * progress only while it has credit; the page returns credit after showing it, so a hidden tab has no cost. A call of
 * `frame` is itself the credit for one frame.
 */

/** @import { PlainError } from '../engine/engine-errors.js' */
/** @import { Layout, Progress, Report, RunFile, View } from '../engine/types.js' */

/**
 * @typedef {import('../engine/types.js').Frame & {view: View, cost_ms: number}} Frame a frame with the requested view
 *   and its rendering time
 */

/**
 * @typedef {{type: 'start', module: WebAssembly.Module, rest?: WebAssembly.Module}
 *   | {type: 'load', run: number, scenario: string, variant: number, files: RunFile[], decisions: number}
 *   | {type: 'run', run: number}
 *   | {type: 'pause', run: number}
 *   | {type: 'seek', run: number, until_s: number}
 *   | {type: 'credit', run: number, count: number}
 *   | {type: 'cancel', run: number}
 *   | {type: 'call', run: number, id: number, method: string, args: unknown[]}} ToRun
 */

/**
 * @typedef {{type: 'loaded', run: number, layout: Layout}
 *   | {type: 'progress', run: number, progress: Progress}
 *   | {type: 'done', run: number, progress: Progress, report: Report, seconds: number}
 *   | {type: 'cancelled', run: number}
 *   | {type: 'error', run: number, error: PlainError}} RunEvent
 * @typedef {RunEvent | import('../engine/engine-port.js').Answer} FromRun
 */

/** The methods of an engine that only the loop may call; all others are called through `call`. */
export const LOOP = /** @type {const} */ (['constructor', 'advance', 'free']);

/**
 * @typedef {import('../../pkg/ganttlet_wasm.js').Engine} Engine
 * @typedef {Exclude<Extract<keyof Engine, string>, typeof LOOP[number]>} Method
 */

/** Maximum number of progress messages in transfer. */
export const CREDIT = 2;

/** Wall time of one slice of simulation, ms. */
export const SLICE_MS = 8;

/** Maximum number of decisions with recorded reasons. */
export const DECISIONS = 200_000;
