/** @file The names of the functions of the wasm packages that need no run. */

/** Those of the engine. */
export const METHODS = /** @type {const} */ ([
  'catalog',
  'check',
  'check_lesson',
  'file_inputs',
  'document_kind',
  'form_fields',
  'queue_limits',
  'study_knobs',
  'another_file',
  'sha256',
  'apply_overrides',
  'set_value',
  'use_file',
  'replace_file',
  'add_workload',
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
 *   & Pick<typeof import('./link-codec.js'), typeof LINKS[number]>} Methods
 */
