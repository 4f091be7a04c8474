/** @file Studies over the real engine, wherever it is put. */

import init, { late, late_at_once, read_results, StudyPlan } from '../../pkg/ganttlet_wasm.js';
import { readyEngine } from '../engine/late.js';
import { fileReaders } from '../engine/readers.js';
import { createPlans } from './host.js';

/**
 * @param {Parameters<typeof createPlans>[0]} post
 */
export function startPlans(post) {
  return createPlans(post, readyEngine(init, late, late_at_once, true), StudyPlan, fileReaders, read_results);
}
