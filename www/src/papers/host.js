/** @file The published experiments behind messages, in a worker or on the main thread. */

import { answering } from '../engine/answers.js';
import { openRuns } from '../study/runs.js';

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
  const { runsOf, methods, trapped } = openRuns((/** @type {StudyName} */ ...which) => new engine.Study(...which), 3);
  return {
    methods: {
      ...methods,
      experiments: () => engine.experiments(),
      /** @type {(...question: [...StudyName, Float64Array[]]) => import('../engine/types.js').Findings} */
      findings: (id, seed, quick, outcomes) => runsOf(id, seed, quick).findings(outcomes),
    },
    trapped,
  };
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
