/** @file Errors that cross between threads. */

/** @typedef {{message: string, diagnostics: import('../types.js').Diagnostic[], trap: boolean}} PlainError what can be sent of one */

/** How the error begins of a call that needs a part of the engine which could not be fetched. */
export const MISSING = 'A part of the engine could not be fetched';

/**
 * Takes from an error what can be sent.
 * @param {unknown} error
 * @returns {PlainError}
 */
export function plainError(error) {
  const trap = error instanceof WebAssembly.RuntimeError;
  if (!(error instanceof Error)) return { message: String(error), diagnostics: [], trap };
  const { diagnostics } = /** @type {Partial<PlainError>} */ (/** @type {unknown} */ (error));
  return { message: error.message, diagnostics: diagnostics ?? [], trap };
}

/**
 * An error again, with its diagnostics.
 * @param {PlainError} plain
 * @returns {Error & {diagnostics: PlainError['diagnostics'], trap: boolean}}
 */
export function revivedError(plain) {
  return Object.assign(new Error(plain.message), { diagnostics: plain.diagnostics, trap: plain.trap });
}
