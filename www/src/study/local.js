/** @file Studies over the real engine, wherever it is put. */

import init, { StudyPlan } from '../../pkg/ganttlet_wasm.js';
import { fileReaders } from '../engine/readers.js';
import { createPlans } from './host.js';

/**
 * @param {Parameters<typeof createPlans>[0]} post
 */
export function startPlans(post) {
  return createPlans(post, (module) => init({ module_or_path: module }), StudyPlan, fileReaders);
}
