/** @file Studies behind messages, in a worker or on the main thread. */

import { answering } from '../engine/answers.js';
import { Readings } from '../run/readings.js';
import { openRuns } from './runs.js';

/** @import { Post } from '../engine/answers.js' */
/** @import { RunFile, StudyDifference, StudyFindings } from '../engine/types.js' */
/** @import { Read } from '../run/readings.js' */

/**
 * @typedef {Pick<InstanceType<typeof import('../../pkg/ganttlet_wasm.js')['StudyPlan']>, 'bring'|'count'|'digest'|'text'|'label'|'scenario'|'run'|'findings'|'differences'|'free'>} Plan
 * @typedef {new (text: string, quick: boolean, seed?: number) => Plan} MakePlan
 * @typedef {[text: string, quick: boolean, seed: number|undefined]} PlanName seed: the first one, of which the document says another
 * @typedef {(text: string) => import('../engine/types.js').StudyResults} ReadResults reads files of results
 * @typedef {ReturnType<typeof planMethods>['methods']} Answers by the name of the study
 * @typedef {{[M in Exclude<keyof Answers, 'open'|'bring'>]: Answers[M] extends (name: string, ...rest: infer R) => infer V ? (...question: [...PlanName, ...R]) => V : never}} Questions by what the study is
 * @typedef {Questions & Pick<Answers, 'bring'> & {held: () => number, results: ReadResults}} Methods held: how much memory the engine takes, bytes
 */

/**
 * What can be asked.
 * @param {MakePlan} Plan
 * @param {() => Promise<import('../engine/readers.js').Readers>} readers
 */
function planMethods(Plan, readers) {
  /** The files that scenarios may name. @type {RunFile[]} */
  let files = [];
  /** @type {Read|undefined} */
  let read;
  const make = (/** @type {PlanName} */ ...which) => {
    const plan = new Plan(...which);
    if (read) plan.bring(files, read);
    return plan;
  };
  const { runsOf, methods, trapped } = openRuns(make);
  return {
    methods: {
      ...methods,
      /** Gives it files, before all else. */
      bring: async (/** @type {RunFile[]} */ brought) => {
        files = brought;
        read = brought.length > 0 ? new Readings().next(await readers()) : undefined;
      },
      /** What a text says: as it is written, its name, and how many runs it has. @type {(name: string) => {text: string, digest: string, count: number}} */
      opened: (name) => {
        const plan = runsOf(name);
        return { text: plan.text(), digest: plan.digest(), count: plan.count() };
      },
      /** @type {(name: string, outcomes: Float64Array[]) => StudyFindings} */
      findings: (name, outcomes) => runsOf(name).findings(outcomes),
      /** @type {(name: string, outcomes: Float64Array[], ...where: [number, number, number, number]) => (StudyDifference|null)[]} */
      differences: (name, outcomes, ...where) => runsOf(name).differences(outcomes, ...where),
    },
    trapped,
  };
}

/**
 * Makes the handler of incoming messages.
 * @param {Post} post
 * @param {(module: WebAssembly.Module, rest?: WebAssembly.Module) => Promise<{memory?: WebAssembly.Memory}|undefined>} init makes the engine's code ready
 * @param {MakePlan} Plan
 * @param {() => Promise<import('../engine/readers.js').Readers>} readers
 * @param {ReadResults} results
 */
export function createPlans(post, init, Plan, readers, results) {
  const { methods, trapped } = planMethods(Plan, readers);
  /** @type {WebAssembly.Memory|undefined} */
  let memory;
  const ready = async (/** @type {WebAssembly.Module} */ module, /** @type {WebAssembly.Module|undefined} */ rest) =>
    void (memory = (await init(module, rest))?.memory);
  return answering(post, ready, { ...methods, results, held: () => memory?.buffer.byteLength ?? 0 }, trapped);
}
