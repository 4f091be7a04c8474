/** @file The readers of files, which are fetched with the first file. */

/** @typedef {typeof import('../../pkg-formats/ganttlet_formats.js')} Readers */

/** @returns {Promise<Readers>} those of this thread */
export async function fileReaders() {
  try {
    const { ready } = await import('./reader-package.js');
    return await ready();
  } catch (error) {
    throw new Error(`The file readers could not be fetched (${error instanceof Error ? error.message : error})`);
  }
}
