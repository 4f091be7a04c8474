/** @file The functions of the packages that need no run. */

/** Those of the engine. */
export const METHODS = /** @type {const} */ ([
  'catalog',
  'check',
  'check_lesson',
  'file_inputs',
  'document_kind',
  'another_file',
  'sha256',
  'apply_overrides',
  'use_file',
  'change_system',
  'verify',
  'propose_seed',
  'tell',
  'judge',
]);

/** Those that pack and unpack links. */
export const LINKS = /** @type {const} */ (['encode_link', 'decode_link']);

/**
 * @typedef {Pick<typeof import('../../pkg/ganttlet_wasm.js'), typeof METHODS[number]>
 *   & Pick<typeof import('./links.js'), typeof LINKS[number]>} Methods
 */
