/** @file The readers of files: a package of its own, fetched where the first file is read. */

import address from '../../pkg-formats/ganttlet_formats_bg.wasm?url';
import { once } from '../scenario/once.js';
import { compiledOnce } from './compile.js';

/** @typedef {typeof import('../../pkg-formats/ganttlet_formats.js')} Readers */

const compiled = compiledOnce(address);

/** The readers of this thread. @type {() => Promise<Readers>} */
export const fileReaders = once(async () => {
  const [readers, module] = await Promise.all([import('../../pkg-formats/ganttlet_formats.js'), compiled()]);
  await readers.default({ module_or_path: module });
  return readers;
});
