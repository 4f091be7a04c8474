/** @file The functions of the package that need no run. */

export const METHODS = /** @type {const} */ ([
  'catalog', 'check', 'inspect', 'encode_link', 'decode_link', 'sha256', 'apply_overrides', 'verify', 'propose_seed',
]);

/** @typedef {Pick<typeof import('../../pkg/ganttlet_wasm.js'), typeof METHODS[number]>} Methods */
