/** @file The compiled engine of the charts. */

import address from '../../pkg/ganttlet_wasm_bg.wasm?url';
import { compiledOnce } from './compile.js';

/** The engine's module. */
export const engineModule = compiledOnce(address);
