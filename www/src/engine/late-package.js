/** @file The part of the engine that few use, with its address: imported where it is first needed. */

import address from '../../pkg/ganttlet_wasm_late.wasm?url';
import { compiledOnce } from './compile.js';

/** Its module. */
export const latePart = compiledOnce(address);
