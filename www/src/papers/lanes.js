/** @file The two workers that run published experiments, and their engine: a package of its own, fetched when first needed. */

import address from '../../pkg-papers/ganttlet_papers_bg.wasm?url';
import { createCaller } from '../caller.js';
import { compiledOnce } from '../compile.js';

const module = compiledOnce(address);

/** One worker, or the main thread where none can start. */
function lane() {
  return createCaller({
    module,
    makeWorker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'papers' }),
    loadLocal: async () => (await import('./local.js')).startStudies,
  });
}

/** The workers; none starts before it is asked something. */
export function openLanes() {
  return [lane(), lane()];
}
