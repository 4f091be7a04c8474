/** @file The readers of files with that of Parquet files, which are fetched with the first of these. */

import { cacheModule } from './wasm-modules.js';

/** @import { Readers } from './file-readers.js' */

const compiled = cacheModule(async () => (await import('../../pkg-formats-parquet/ganttlet_formats_parquet_bg.wasm?url')).default);

/**
 * Fetches the readers and makes them ready in this thread.
 *
 * @returns {Promise<Readers>}
 */
export async function loadParquetReaders() {
  try {
    const [readers, module] = await Promise.all([import('../../pkg-formats-parquet/ganttlet_formats_parquet.js'), compiled()]);
    await readers.default({ module_or_path: module });
    return readers;
  } catch (error) {
    throw new Error(`The reader of Parquet files could not be fetched (${error instanceof Error ? error.message : error})`);
  }
}
