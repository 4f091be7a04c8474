/** @file uPlot, loaded where the browser's language is one it can use. */

import './language.js';

export { default } from 'uplot';
