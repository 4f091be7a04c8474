/** @file The two workers that run published experiments, and their engine: a package of its own, fetched when first needed. */

import { createCaller } from '../engine/caller.js';
import { papersModule } from '../engine/papers-module.js';
import { formatBytes } from '../text/numbers.js';

/**
 * One worker, or the main thread where none can start.
 * @param {() => Promise<WebAssembly.Module>} module
 */
function lane(module) {
  return createCaller({
    module,
    makeWorker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'papers' }),
    loadLocal: async () => (await import('./local.js')).startStudies,
  });
}

/**
 * The workers; none starts before it is asked something.
 * @param {(text: string) => void} tell what they wait for, in words
 */
export function openLanes(tell) {
  const module = papersModule((bytes, done) => {
    const size = formatBytes(bytes);
    tell(done ? `The engine of the experiments is here (${size}) and is made ready \u2026` : `Fetching the engine of the experiments: ${size} so far \u2026`);
  });
  return [lane(module), lane(module)];
}
