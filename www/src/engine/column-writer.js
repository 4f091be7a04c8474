/** @file The writer of Parquet and Arrow files, fetched for the first export of this kind. */

import { cacheModule } from './wasm-modules.js';

/** @typedef {typeof import('../../pkg-columns/ganttlet_columns.js')} ColumnWriter */

const compiled = cacheModule(async () => (await import('../../pkg-columns/ganttlet_columns_bg.wasm?url')).default);

/**
 * Fetches the writer and initialises it in this thread.
 *
 * @returns {Promise<ColumnWriter>}
 */
export async function loadColumnWriter() {
  try {
    const [writer, module] = await Promise.all([import('../../pkg-columns/ganttlet_columns.js'), compiled()]);
    await writer.default({ module_or_path: module });
    return writer;
  } catch (error) {
    throw new Error(`The writer of Parquet and Arrow files could not be fetched (${error instanceof Error ? error.message : error})`);
  }
}
