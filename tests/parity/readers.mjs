/** @file The readers that ship, in Node: each file is read once, and its work handed to all runs. */

import { readFileSync } from 'node:fs';
import { initSync, read, sha256 } from '../../www/pkg-formats/ganttlet_formats.js';
import { file_inputs } from './engine.mjs';

export { inspect, read, sha256 } from '../../www/pkg-formats/ganttlet_formats.js';

export const readers = readFileSync(new URL('../../www/pkg-formats/ganttlet_formats_bg.wasm', import.meta.url));
initSync({ module: readers });

/** The files that a scenario names, of those that are there, as runs get them. */
export const runFiles = (text, files) =>
  file_inputs(text).flatMap((input) =>
    files
      .filter((file) => file.sha256 === input.sha256)
      .map(({ name, bytes }) => ({ ...input, name, found: sha256(bytes), work: read(name, bytes, input.format, input.settings) })),
  );
