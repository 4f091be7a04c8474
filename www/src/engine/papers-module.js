/** @file The compiled engine of the published experiments: it makes those that are no documents, and judges the claims of all. */

import address from '../../pkg-papers/ganttlet_papers_bg.wasm?url';
import { compiledOnce } from './compile.js';

/** @param {(bytes: number, done: boolean) => void} [heard] told how much has come, and when all has */
export const papersModule = (heard) => compiledOnce(address, heard);
