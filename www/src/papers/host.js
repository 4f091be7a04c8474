/**
 * @file The published experiments behind messages, in a worker or on the main thread. Every question names the
 * experiment, its seed and its effort, so that a worker that was started afresh can answer the next one.
 */

import { answering } from '../engine/answers.js';

/** @import { Post } from '../engine/answers.js' */

/**
 * @typedef {typeof import('../../pkg-papers/ganttlet_papers.js')} Package
 * @typedef {Pick<InstanceType<Package['Study']>, 'count'|'label'|'scenario'|'run'|'findings'|'free'>} StudyRun
 * @typedef {Pick<Package, 'experiments'> & {Study: new (...which: StudyName) => StudyRun}} PapersEngine
 * @typedef {ReturnType<typeof studyMethods>['methods']} Methods
 * @typedef {[id: string, seed: number, quick: boolean]} StudyName
 */

/** What can be asked. */
function studyMethods(/** @type {PapersEngine} */ engine) {
  /** The study asked for last. @type {{name: string, study: StudyRun}|undefined} */
  let open;

  const studyOf = (/** @type {StudyName} */ ...which) => {
    const name = JSON.stringify(which);
    if (open?.name !== name) {
      open?.study.free();
      open = undefined;
      open = { name, study: new engine.Study(...which) };
    }
    return open.study;
  };

  const methods = {
    experiments: () => engine.experiments(),
    /** @param {StudyName} which */
    labels: (...which) => {
      const study = studyOf(...which);
      return Array.from({ length: study.count() }, (_, index) => study.label(index));
    },
    /** @type {(...question: [...StudyName, number]) => Float64Array} */
    run: (id, seed, quick, index) => studyOf(id, seed, quick).run(index),
    /** @type {(...question: [...StudyName, number]) => string} */
    scenario: (id, seed, quick, index) => studyOf(id, seed, quick).scenario(index),
    /** @type {(...question: [...StudyName, Float64Array[]]) => import('../engine/types.js').Findings} */
    findings: (id, seed, quick, outcomes) => studyOf(id, seed, quick).findings(outcomes),
  };

  // Nothing of a study that trapped may be called, not even free.
  return { methods, trapped: () => void (open = undefined) };
}

/**
 * Makes the handler of incoming messages.
 * @param {Post} post
 * @param {(module: WebAssembly.Module) => Promise<unknown>} init makes the engine's code ready
 * @param {PapersEngine} engine
 */
export function createStudies(post, init, engine) {
  const { methods, trapped } = studyMethods(engine);
  return answering(post, init, methods, trapped);
}
