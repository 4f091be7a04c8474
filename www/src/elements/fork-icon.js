/** @file The icon of forks, which the first view does not need. */

import { pathIcon } from './icons.js';

/** A line that splits. */
export const forkIcon = pathIcon('M4 12h5M9 12c4 0 4-6 8-6h3M9 12c4 0 4 6 8 6h3M17 3.5 20 6l-3 2.5M17 15.5l3 2.5-3 2.5');
