/** @file The readers with that of Parquet files that ship, in Node, each time in a new module. */

import { readFile } from 'node:fs/promises';

const glue = new URL('../../www/pkg-formats-parquet/ganttlet_formats_parquet.js', import.meta.url);
const wasm = await readFile(new URL('../../www/pkg-formats-parquet/ganttlet_formats_parquet_bg.wasm', import.meta.url));

/** New readers with their memory. */
export async function loadParquetReaders() {
  // The address makes it another module for Node.
  const { initSync, inspect, read } = await import(`${glue}?${crypto.randomUUID()}`);
  return { inspect, read, memory: initSync({ module: wasm }).memory };
}
