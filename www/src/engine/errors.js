/** @file Errors that cross between threads. */

/** @typedef {''|'missing'|'room'} Lack what was lacking: a part of the engine, or room for one more engine */
/** @typedef {{message: string, diagnostics: import('../types.js').Diagnostic[], trap: boolean, lack: Lack}} PlainError what can be sent of one; trap: what is left of the engine means nothing, it has to be started again */

/** An engine that lacks something for which neither it nor the scenario is to blame. */
export class Lacking extends Error {
  /**
   * @param {string} message
   * @param {Exclude<Lack, ''>} lack
   * @param {boolean} trap whether a call of the engine was cut short by it: what is left of that is as after a trap
   */
  constructor(message, lack, trap) {
    super(message);
    this.lack = lack;
    this.trap = trap;
  }
}

/**
 * A part of the engine that could not be fetched.
 * @param {unknown} error why not
 * @param {boolean} trap whether a call was cut short by it
 */
export function missingPart(error, trap) {
  return new Lacking(`A part of the engine could not be fetched (${error instanceof Error ? error.message : error})`, 'missing', trap);
}

/** No room for one more engine. */
export function noRoom() {
  return new Lacking(
    'The browser has no room for another simulation: too many charts are open at once. Close other tabs with charts, or open fewer charts at once, and run it again',
    'room',
    true,
  );
}

/**
 * Takes from an error what can be sent.
 * @param {unknown} error
 * @returns {PlainError}
 */
export function plainError(error) {
  if (!(error instanceof Error)) return { message: String(error), diagnostics: [], trap: false, lack: '' };
  const { diagnostics = [], trap = false, lack = '' } = /** @type {Partial<PlainError>} */ (/** @type {unknown} */ (error));
  return { message: error.message, diagnostics, trap: trap || error instanceof WebAssembly.RuntimeError, lack };
}

/**
 * An error again, with what was sent of it.
 * @param {PlainError} plain
 * @returns {Error & Omit<PlainError, 'message'>}
 */
export function revivedError({ message, diagnostics, trap, lack }) {
  return Object.assign(new Error(message), { diagnostics, trap, lack });
}

/**
 * What was lacking, if that is why something failed.
 * @param {unknown} error
 * @returns {Lack}
 */
export function lackOf(error) {
  return error instanceof Error && 'lack' in error ? /** @type {Lack} */ (error.lack) : '';
}

/**
 * Why the engine could not start, with what helps.
 * @param {unknown} error
 */
export function startFailure(error) {
  const message = error instanceof Error ? error.message : String(error);
  return lackOf(error) === '' ? `${message} It needs WebAssembly; strict pages must allow 'wasm-unsafe-eval'.` : `${message}.`;
}
