/** @file The engine that ships, in Node: in its two files, as the page has it. */

import { readFileSync } from 'node:fs';
import { initSync, load_deferred, load_deferred_on_use } from '../../www/pkg/ganttlet_wasm.js';

export { check, Engine, file_inputs, StudyPlan } from '../../www/pkg/ganttlet_wasm.js';

const module = (name) => new WebAssembly.Module(readFileSync(new URL(`../../www/pkg/ganttlet_wasm_${name}.wasm`, import.meta.url)));
initSync({ module: module('bg') });
load_deferred_on_use(() => module('deferred'));

/** Takes in all of it, for what is never in the first file. */
export const whole = () => load_deferred(module('deferred'));
