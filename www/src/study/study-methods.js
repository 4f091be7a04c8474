/** @file The message interface of studies, in a worker or on the main thread. */

import { createCallHandler } from '../engine/call-handler.js';

/** @import { RunFile, StudyDifference, StudyFindings, StudyResults } from '../engine/types.js' */

/**
 * @typedef {Pick<InstanceType<typeof import('../../pkg/ganttlet_wasm.js')['StudyPlan']>, 'set_files'|'axis_settings'|'file_inputs'|'count'|'digest'|'text'|'label'|'scenario'|'run'|'findings'|'differences'|'free'>} Plan
 * @typedef {new (text: string, quick: boolean, seed?: number) => Plan} MakePlan
 * @typedef {ReturnType<typeof studyMethods>} StudyMethods
 */

/**
 * The methods that callers can use; one study is open at a time.
 * @param {MakePlan} StudyPlan
 * @param {(text: string) => StudyResults} results reads files of results
 * @param {() => WebAssembly.Memory|undefined} memory
 */
function studyMethods(StudyPlan, results, memory) {
  /** @type {Plan|undefined} */
  let open;
  /** @type {RunFile[]} */
  let files = [];
  const plan = () => {
    if (!open) throw new Error('No study is open.');
    return open;
  };
  return {
    open: (/** @type {ConstructorParameters<MakePlan>} */ ...study) => {
      open?.free();
      open = undefined;
      files = [];
      open = new StudyPlan(...study);
    },
    add_files: (/** @type {RunFile[]} */ more) => {
      files = [...files, ...more];
      plan().set_files(files);
    },
    /** The study as text, its digest, and its number of runs. */
    opened: () => ({ text: plan().text(), digest: plan().digest(), count: plan().count(), settings: plan().axis_settings() }),
    labels: () => Array.from({ length: plan().count() }, (_, run) => plan().label(run)),
    file_inputs: (/** @type {number} */ run) => plan().file_inputs(run),
    run: (/** @type {number} */ run) => plan().run(run),
    scenario: (/** @type {number} */ run) => plan().scenario(run),
    /** @type {(outcomes: Float64Array[]) => StudyFindings} */
    findings: (outcomes) => plan().findings(outcomes),
    /** @type {(outcomes: Float64Array[], ...where: [number, number, number, number]) => (StudyDifference|null)[]} */
    differences: (outcomes, ...where) => plan().differences(outcomes, ...where),
    results,
    /** The memory of the engine, bytes. */
    held: () => memory()?.buffer.byteLength ?? 0,
  };
}

/**
 * Makes the handler of incoming messages.
 * @param {import('../engine/call-handler.js').Post} post
 * @param {(module: WebAssembly.Module, rest?: WebAssembly.Module) => Promise<{memory?: WebAssembly.Memory}|undefined>} init makes the engine's code ready
 * @param {MakePlan} StudyPlan
 * @param {(text: string) => StudyResults} results
 */
export function createStudyHost(post, init, StudyPlan, results) {
  /** @type {WebAssembly.Memory|undefined} */
  let memory;
  const ready = async (/** @type {WebAssembly.Module} */ module, /** @type {WebAssembly.Module|undefined} */ rest) =>
    void (memory = (await init(module, rest))?.memory);
  return createCallHandler(
    post,
    ready,
    studyMethods(StudyPlan, results, () => memory),
  );
}
