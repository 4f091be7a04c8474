/**
 * @file The worker for all uses of the engine; the name of the worker selects its purpose. It is a single file, because
 * most of it is the glue code of the engine.
 */

import { startOptimum } from './optimum/optimum-start.js';
import { startRun } from './run/run-start.js';
import { startReaders } from './services/readers-worker.js';
import { startServices } from './services/services-worker.js';
import { startStudy } from './study/study-start.js';

const START = { run: startRun, services: startServices, readers: startReaders, study: startStudy, optimum: startOptimum };

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const handle = START[/** @type {keyof typeof START} */ (scope.name)](
  (/** @type {any} */ message, /** @type {Transferable[]} */ transfer = []) => scope.postMessage(message, transfer),
);
scope.onmessage = ({ data }) => void handle(data);
