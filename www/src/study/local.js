/** @file Studies over the real engine, wherever it is put. */

import init, { load_deferred, load_deferred_on_use, read_results, StudyPlan } from '../../pkg/ganttlet_wasm.js';
import { readyEngine } from '../engine/deferred.js';
import { fileReaders } from '../engine/readers.js';
import { createPlans } from './host.js';

/**
 * @param {Parameters<typeof createPlans>[0]} post
 */
export function startPlans(post) {
  return createPlans(post, readyEngine(init, load_deferred, load_deferred_on_use, true), StudyPlan, fileReaders, read_results);
}
