/**
 * @file The special views of the page, in their order in lists. A view is a folder here and a line below; no other
 * place names it.
 */

import { components } from './components/index.js';
import { declared } from './declared/index.js';
import { delegation } from './delegation/index.js';
import { graph } from './graph/index.js';
import { iterations } from './iterations/index.js';
import { lanes } from './lanes/index.js';
import { predictions } from './predictions/index.js';
import { queue } from './queue/index.js';

/** @type {readonly import('./types.js').SpecialView[]} */
export const VIEWS = [queue, graph, iterations, lanes, delegation, components, predictions, declared];
