/** @file The worker of the published experiments. */

import { startStudies } from './local.js';

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const handle = startStudies((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => void handle(data);
