/** @file Studies over the real engine, wherever it is put. */

import init, { StudyPlan, late } from '../../pkg/ganttlet_wasm.js';
import { lateOnce } from '../engine/late.js';
import { fileReaders } from '../engine/readers.js';
import { createPlans } from './host.js';

/**
 * @param {Parameters<typeof createPlans>[0]} post
 */
export function startPlans(post) {
  const rest = lateOnce(late);
  const ready = async (/** @type {WebAssembly.Module} */ module) => {
    const { memory } = await init({ module_or_path: module });
    await rest();
    return { memory };
  };
  return createPlans(post, ready, StudyPlan, fileReaders);
}
