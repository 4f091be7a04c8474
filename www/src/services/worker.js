/** @file The worker of the free functions. */

import { startServices } from './host.js';

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const handle = startServices((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => void handle(data);
