/** @file Studies over the real engine, wherever it is put. */

import init, { load_deferred, load_deferred_on_use, read_results, StudyPlan } from '../../pkg/ganttlet_wasm.js';
import { readyEngine } from '../engine/deferred.js';
import { createStudyHost } from './host.js';

/** @param {Parameters<typeof createStudyHost>[0]} post */
export function startStudy(post) {
  return createStudyHost(post, readyEngine(init, load_deferred, load_deferred_on_use, true), StudyPlan, read_results);
}
