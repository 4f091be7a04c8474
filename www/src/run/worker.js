/** @file The worker of one run. */

import { startRun } from './local.js';

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const handle = startRun((message, transfer) => scope.postMessage(message, transfer ?? []));
scope.onmessage = ({ data }) => void handle(data);
