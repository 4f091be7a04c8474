/** @file The worker that judges. */

import { startJudge } from './judge-local.js';

const scope = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const handle = startJudge((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => void handle(data);
