/** @file The compiled engine of the charts. */

import address from '../../pkg/ganttlet_wasm_bg.wasm?url';
import { compiledOnce, handedOn } from './compile.js';

/** The engine's module. */
export const engineModule = compiledOnce(address);

/** The rest of it, once a worker has needed that. */
export const engineRest = handedOn();
