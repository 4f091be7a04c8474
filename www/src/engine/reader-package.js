/** @file The wasm package of the readers of files, with its address: imported where the first file is read. */

import * as readers from '../../pkg-formats/ganttlet_formats.js';
import address from '../../pkg-formats/ganttlet_formats_bg.wasm?url';
import { cacheFetches } from '../scenario/fetch-cache.js';
import { compiledOnce } from './compile.js';

const compiled = compiledOnce(address);

/** The readers of this thread, ready. */
export const ready = cacheFetches(async () => {
  await readers.default({ module_or_path: await compiled() });
  return readers;
});
