/** @file The readers of files including Parquet, fetched with the first Parquet file. */

import { cacheModule } from './wasm-modules.js';

/** @import { Readers } from './file-readers.js' */

const compiled = cacheModule(async () => (await import('../../pkg-formats-parquet/ganttlet_formats_parquet_bg.wasm?url')).default);

/**
 * Fetches the readers and initialises them in this thread.
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
