// How much memory the readers with Parquet, in wasm, take for a file: `node tests/bench/parquet.mjs FILE.parquet`.
//
// The memory of a wasm module never becomes smaller, so that its size at the end is its peak.
import { readFileSync } from 'node:fs';
import { initSync, inspect, read } from '../../www/pkg-formats-parquet/ganttlet_formats_parquet.js';

const [path = ''] = process.argv.slice(2);
const bytes = readFileSync(path);
const { memory } = initSync({
  module: readFileSync(new URL('../../www/pkg-formats-parquet/ganttlet_formats_parquet_bg.wasm', import.meta.url)),
});
const megabytes = (/** @type {number} */ count) => (count / 1e6).toFixed(0);

const report = inspect(path, bytes);
console.log(`${megabytes(bytes.length)} MB with ${report.jobs} jobs: ${megabytes(memory.buffer.byteLength)} MB of memory to inspect it`);
const packed = read(path, bytes, 'table', JSON.stringify(report.parameters ?? {}));
console.log(`${megabytes(packed.length)} MB packed: ${megabytes(memory.buffer.byteLength)} MB of memory to read it`);
