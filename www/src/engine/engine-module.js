/** @file The compiled engine of the charts. */

import address from '../../pkg/ganttlet_wasm_bg.wasm?url';
import { cacheModule, moduleSlot } from './wasm-modules.js';

/** The engine's module. */
export const engineModule = cacheModule(address);

/** The deferred part, after a worker has needed it. */
export const engineRest = moduleSlot();
