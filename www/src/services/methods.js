/** @file The functions of the packages that need no run. */

/** Those of the engine. */
export const METHODS = /** @type {const} */ ([
  'catalog', 'check', 'encode_link', 'decode_link', 'sha256', 'apply_overrides', 'verify', 'propose_seed',
]);

/** Those of the readers of files. */
export const READERS = /** @type {const} */ (['inspect']);

/**
 * @typedef {Pick<typeof import('../../pkg/ganttlet_wasm.js'), typeof METHODS[number]>
 *   & Pick<import('../engine/readers.js').Readers, typeof READERS[number]>} Methods
 */
