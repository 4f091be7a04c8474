/** @file The worker of the studies. */

import { startPlans } from './local.js';

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const handle = startPlans((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => void handle(data);
