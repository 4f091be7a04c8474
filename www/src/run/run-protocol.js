/**
 * @file What a run and the page say to each other.
 *
 * The worker computes as fast as it can, in slices of about 8 ms, and listens between slices. It sends progress only
 * while it has credit; the page gives credit back when it has shown it, so a hidden tab costs nothing. A call of `frame`
 * is itself the credit for one picture.
 */

/** @import { PlainError } from '../engine/engine-errors.js' */
/** @import { Layout, Progress, Report, RunFile, View } from '../engine/types.js' */

/** @typedef {import('../engine/types.js').Frame & {view: View, cost_ms: number}} Frame a picture with the view that was requested and the time it took */

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

/** What only the loop may ask of an engine; all else is answered through `call`. */
export const LOOP = /** @type {const} */ (['constructor', 'advance', 'free']);

/**
 * @typedef {import('../../pkg/ganttlet_wasm.js').Engine} Engine
 * @typedef {Exclude<Extract<keyof Engine, string>, typeof LOOP[number]>} Method
 */

/** How much progress may be on its way at once. */
export const CREDIT = 2;

/** Wall time of one slice of simulation, ms. */
export const SLICE_MS = 8;

/** How many decisions with their reasons a run keeps. */
export const DECISIONS = 200_000;
