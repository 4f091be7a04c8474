/** @file Errors that cross between threads. */

/** @typedef {{message: string, diagnostics: import('../types.js').Diagnostic[], trap: boolean}} PlainError what can be sent of one */

/** How the error begins of a call that needs a part of the engine which could not be fetched. */
export const MISSING = 'A part of the engine could not be fetched';

/** A part of the engine that could not be fetched. */
export class MissingPart extends Error {
  /**
   * @param {unknown} error why not
   * @param {boolean} trap whether a call of the engine was cut short by it: what is left of that is as after a trap
   */
  constructor(error, trap) {
    super(`${MISSING} (${error instanceof Error ? error.message : error})`);
    this.trap = trap;
  }
}

/**
 * Takes from an error what can be sent.
 * @param {unknown} error
 * @returns {PlainError}
 */
export function plainError(error) {
  const trap = error instanceof WebAssembly.RuntimeError || (error instanceof MissingPart && error.trap);
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
