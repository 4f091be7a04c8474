// A Parquet file takes a limited multiple of the memory of its columns: with the file, its jobs are in memory once.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { initSync, write_columns } from '../../www/pkg-columns/ganttlet_columns.js';
import { loadParquetReaders } from './parquet-readers.mjs';

const ROWS = 200_000;
/** Eight columns with values of 8 bytes. */
const COLUMN_BYTES = ROWS * 8 * 8;
const LIMIT = 3.5;

/** Jobs with recorded starts, which determine the size of the machine. */
function jobTable() {
  const lines = ['job_id,submit_s,start_s,run_s,limit_s,procs,user,queue'];
  for (let job = 0; job < ROWS; job += 1) {
    const [submit, wait, run] = [job * 30.25, (job * 7_919) % 9_001, 1 + ((job * 104_729) % 40_009) / 4];
    lines.push([job, submit, submit + wait, run, run * 2, 1 + (job % 256), job % 307, job % 5].join(','));
  }
  return `${lines.join('\n')}\n`;
}

test('the readers take at most 3.5 times the memory of the columns of a Parquet file', async () => {
  initSync({ module: await readFile(new URL('../../www/pkg-columns/ganttlet_columns_bg.wasm', import.meta.url)) });
  const bytes = write_columns('parquet', 'jobs', jobTable());
  const first = await loadParquetReaders();
  const report = first.inspect('jobs.parquet', bytes);
  assert.equal(report.jobs, ROWS);
  const second = await loadParquetReaders();
  assert.ok(second.read('jobs.parquet', bytes, 'table', JSON.stringify(report.parameters)).length > 0);
  for (const { memory } of [first, second]) {
    const ratio = memory.buffer.byteLength / COLUMN_BYTES;
    assert.ok(ratio <= LIMIT, `${ratio.toFixed(2)} times the columns`);
  }
});
