/** @file The engine that ships, in Node: in its two files, as the page has it. */

import { readFileSync } from 'node:fs';
import { initSync, late, late_at_once } from '../../www/pkg/ganttlet_wasm.js';

export { check, Engine, StudyPlan } from '../../www/pkg/ganttlet_wasm.js';

const module = (name) => new WebAssembly.Module(readFileSync(new URL(`../../www/pkg/ganttlet_wasm_${name}.wasm`, import.meta.url)));
initSync({ module: module('bg') });
late_at_once(() => module('late'));

/** Takes in all of it, for what is never in the first file. */
export const whole = () => late(module('late'));
