/** @file What judges the claims of a study and fills its tables and plots: the engine of the published experiments, in a worker of its own, fetched where a study claims something. */

import { papersModule } from '../engine/papers-module.js';
import { createCaller } from '../engine/caller.js';

/** @import { Caller } from '../engine/caller.js' */

/** @typedef {Pick<typeof import('../../pkg-papers/ganttlet_papers.js'), 'judged'>} Judging */

/** @returns {Caller<Judging>} */
export function openJudge() {
  return createCaller({
    module: papersModule(),
    makeWorker: () => new Worker(new URL('./judge-worker.js', import.meta.url), { type: 'module', name: 'judge' }),
    loadLocal: async () => (await import('./judge-local.js')).startJudge,
  });
}
