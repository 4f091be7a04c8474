/** @file Studies with the real engine, in a worker or on the main thread. */

import init, { load_deferred, load_deferred_on_use, read_results, StudyPlan } from '../../pkg/ganttlet_wasm.js';
import { createEngineLoader } from '../engine/deferred-loading.js';
import { createStudyHost } from './study-methods.js';

/** Answers the calls of the page with a plan of runs. @param {Parameters<typeof createStudyHost>[0]} post */
export function startStudy(post) {
  return createStudyHost(post, createEngineLoader(init, load_deferred, load_deferred_on_use, true), StudyPlan, read_results);
}
