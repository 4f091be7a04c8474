/** @file The readers of files: a package of its own. This module is imported where the first file is read. */

import * as readers from '../../pkg-formats/ganttlet_formats.js';
import address from '../../pkg-formats/ganttlet_formats_bg.wasm?url';
import { once } from '../scenario/once.js';
import { compiledOnce } from './compile.js';

/** @typedef {typeof readers} Readers */

const compiled = compiledOnce(address);

/** The readers of this thread. @type {() => Promise<Readers>} */
export const fileReaders = once(async () => {
  await readers.default({ module_or_path: await compiled() });
  return readers;
});
