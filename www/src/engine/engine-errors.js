/** @file Errors that are sent between threads. */

/** @typedef {''|'missing'|'room'} Lack the missing resource: a part of the engine, or memory for another engine */
/**
 * @typedef {{message: string, diagnostics: import('../types.js').Diagnostic[], trap: boolean, lack: Lack}} PlainError
 *   the transferable parts of an error; trap: the engine is in an undefined state and has to be restarted
 */

/** A failure for lack of code or memory, which is not the fault of the engine or the scenario. */
export class MissingResourceError extends Error {
  /**
   * @param {string} message
   * @param {Exclude<Lack, ''>} lack
   * @param {boolean} trap whether it interrupted a call of the engine, which is then in an undefined state
   */
  constructor(message, lack, trap) {
    super(message);
    this.lack = lack;
    this.trap = trap;
  }
}

/**
 * The error for a part of the engine that could not be fetched.
 * @param {unknown} error the reason
 * @param {boolean} trap whether it interrupted a call
 */
export function missingPartError(error, trap) {
  return new MissingResourceError(
    `A part of the engine could not be fetched (${error instanceof Error ? error.message : error})`,
    'missing',
    trap,
  );
}

/** The error for an engine without memory. */
export function noMemoryError() {
  return new MissingResourceError(
    'The browser has no room for another simulation: too many charts are open at once. Close other tabs with charts, or open fewer charts at once, and run it again',
    'room',
    true,
  );
}

/**
 * The parts of an error that can be sent between threads.
 * @param {unknown} error
 * @returns {PlainError}
 */
export function toPlainError(error) {
  if (!(error instanceof Error)) return { message: String(error), diagnostics: [], trap: false, lack: '' };
  const { diagnostics = [], trap = false, lack = '' } = /** @type {Partial<PlainError>} */ (/** @type {unknown} */ (error));
  return { message: error.message, diagnostics, trap: trap || error instanceof WebAssembly.RuntimeError, lack };
}

/**
 * Restores an error that was sent between threads.
 * @param {PlainError} plain
 * @returns {Error & Omit<PlainError, 'message'>}
 */
export function fromPlainError({ message, diagnostics, trap, lack }) {
  return Object.assign(new Error(message), { diagnostics, trap, lack });
}

/**
 * The resource whose lack caused an error; empty for other errors.
 * @param {unknown} error
 * @returns {Lack}
 */
export function missingResource(error) {
  return error instanceof Error && 'lack' in error ? /** @type {Lack} */ (error.lack) : '';
}

/**
 * The reason why the engine could not start, with a hint.
 * @param {unknown} error
 */
export function startFailureText(error) {
  const message = error instanceof Error ? error.message : String(error);
  return missingResource(error) === '' ? `${message} It needs WebAssembly; strict pages must allow 'wasm-unsafe-eval'.` : `${message}.`;
}
