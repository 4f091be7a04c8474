/** @file The part of the engine that few use (studies, files, special views), fetched with its first use. */

import { once } from '../scenario/once.js';
import { MISSING } from './errors.js';

/**
 * A function that makes it ready in this thread.
 * @param {(module: WebAssembly.Module) => Promise<void>} take the engine's own, which takes it in
 */
export function lateOnce(take) {
  return once(async () => {
    try {
      const { latePart } = await import('./late-package.js');
      await take(await latePart());
    } catch (error) {
      throw new Error(`${MISSING} (${error instanceof Error ? error.message : error})`);
    }
  });
}
