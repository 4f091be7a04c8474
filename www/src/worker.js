/** @file The worker of everything that asks the engine: its name selects what it does. One file, as most of it is the engine's glue. */

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
