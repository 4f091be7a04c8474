/** @file The compiled engine of the charts. */

import address from '../../pkg/ganttlet_wasm_bg.wasm?url';
import { cacheModule, moduleSlot } from './wasm-modules.js';

/** The engine's module. */
export const engineModule = cacheModule(address);

/** The rest of it, once a worker has needed that. */
export const engineRest = moduleSlot();
