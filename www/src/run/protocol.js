/**
 * @file What a run and the page say to each other.
 *
 * The worker computes as fast as it can, in slices of about 8 ms, and listens between slices. It sends progress only
 * while it has credit; the page gives credit back when it has shown it, so a hidden tab costs nothing. A request for a
 * frame is itself the credit for one picture.
 */

/** @import { PlainError } from '../engine/errors.js' */
/** @import { Box, ClusterPlace, Difference, Hole, Label, Lanes, Layout, MarkSpot, Moment, Progress, Region, Report, Flow, RunFile, View } from '../engine/types.js' */

/**
 * What a picture is asked for with: whom it outlines, and whom the decision at the playhead is about.
 * @typedef {object} FrameRequest
 * @property {View} view
 * @property {number[]} outlines subjects, or -1
 * @property {number} [followed] the task whose way down through queues is drawn; -1 for the one that moved most
 * @property {boolean} labels
 * @property {{decided: readonly number[], behind: number, ahead: boolean}|null} [decision] ahead: whoever stands in the way is shown where it is going to start
 * @property {Region|null} [region] the chosen part, whose place is asked for
 */

/**
 * One picture with what is drawn over it.
 * @typedef {object} Frame
 * @property {View} view what was asked
 * @property {ArrayBuffer} pixels RGBA, view.width * view.height * 4 bytes
 * @property {Label[]} labels
 * @property {ClusterPlace[]} places where its clusters are
 * @property {Hole[]} holes
 * @property {Difference|null} difference to the baseline, where the run is compared with one
 * @property {Lanes|null} lanes the queues that its tasks go down through
 * @property {Flow|null} flow what ties its tasks together, where they wait for each other
 * @property {MarkSpot[]} marks
 * @property {Box[][]} outlines where each asked subject is drawn
 * @property {{decided: Box[][], behind: Box[], later: boolean}|null} decision where those are whom it is about; later: who stands in the way has not started
 * @property {Box|null} region where the region that was asked for is
 * @property {Moment} moment the state at view.now_s
 * @property {number} cost_ms time the picture took
 */

/**
 * @typedef {{type: 'start', module: WebAssembly.Module, rest?: WebAssembly.Module}
 *   | {type: 'load', run: number, scenario: string, variant: number, files: RunFile[], decisions: number}
 *   | {type: 'run', run: number}
 *   | {type: 'pause', run: number}
 *   | {type: 'seek', run: number, until_s: number}
 *   | {type: 'credit', run: number, count: number}
 *   | {type: 'cancel', run: number}
 *   | {type: 'frame', run: number, id: number, request: FrameRequest}
 *   | {type: 'call', run: number, id: number, method: string, args: unknown[]}} ToRun
 */

/**
 * @typedef {{type: 'loaded', run: number, layout: Layout}
 *   | {type: 'progress', run: number, progress: Progress}
 *   | {type: 'done', run: number, progress: Progress, report: Report, seconds: number}
 *   | {type: 'cancelled', run: number}
 *   | {type: 'frame', run: number, id: number, frame: Frame}
 *   | {type: 'answer', run: number, id: number, value: unknown}
 *   | {type: 'refused', run: number, id: number, error: PlainError}
 *   | {type: 'error', run: number, error: PlainError}} FromRun
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

/**
 * What of some values is handed over to whoever is sent them, and is gone here.
 * @param {readonly unknown[]} values
 * @returns {ArrayBuffer[]}
 */
export function buffersOf(values) {
  return values.filter((value) => ArrayBuffer.isView(value)).map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer));
}
