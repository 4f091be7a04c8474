// How much memory the readers with Parquet, in wasm, take for a file: `node tests/bench/parquet.mjs FILE.parquet`.
//
// The memory of a wasm module never becomes smaller, so that its size at the end is its peak. Each call gets a new module, as on
// the page, which reads each file in a worker that ends with it.
import { readFileSync } from 'node:fs';
import { loadParquetReaders } from '../parity/parquet-readers.mjs';

const [path = ''] = process.argv.slice(2);
const bytes = readFileSync(path);
const megabytes = (/** @type {number} */ count) => (count / 1e6).toFixed(0);

const first = await loadParquetReaders();
const report = first.inspect(path, bytes);
console.log(
  `${megabytes(bytes.length)} MB with ${report.jobs} jobs: ${megabytes(first.memory.buffer.byteLength)} MB of memory to inspect it`,
);
const second = await loadParquetReaders();
const packed = second.read(path, bytes, 'table', JSON.stringify(report.parameters ?? {}));
console.log(`${megabytes(packed.length)} MB packed: ${megabytes(second.memory.buffer.byteLength)} MB of memory to read it`);
