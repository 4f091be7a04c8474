/** @file JSON pointers (RFC 6901): read and replace one place of a document. */

/**
 * The keys of a pointer.
 * @param {string} pointer `/workload/0/parameters/jobs`; empty for the whole
 * @returns {string[]}
 */
export function parsePointer(pointer) {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new Error(`A JSON pointer starts with /, not ${pointer}.`);
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * The value at a place; undefined if there is none.
 * @param {any} document
 * @param {string} pointer
 * @returns {any}
 */
export function valueAt(document, pointer) {
  return parsePointer(pointer).reduce((value, step) => (value !== null && typeof value === 'object' ? value[step] : undefined), document);
}

/**
 * A copy of the document with one place changed. `undefined` removes the place, `-` appends to a list, and missing
 * objects on the path are created.
 * @template T
 * @param {T} document
 * @param {string} pointer
 * @param {any} value
 * @returns {T}
 */
export function withValue(document, pointer, value) {
  return replaceAtPath(document, parsePointer(pointer), value);
}

/**
 * A copy of a document with another value at a path.
 * @param {any} document
 * @param {string[]} path
 * @param {any} value
 * @returns {any}
 */
function replaceAtPath(document, path, value) {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (step === '__proto__') throw new Error('No place is called __proto__.');
  if (Array.isArray(document)) {
    const copy = [...document];
    const index = step === '-' ? copy.length : Number(step);
    if (!Number.isInteger(index) || index < 0 || index > copy.length) throw new Error(`A list has no place ${step}.`);
    if (rest.length === 0 && value === undefined) copy.splice(index, 1);
    else copy[index] = replaceAtPath(copy[index], rest, value);
    return copy;
  }
  const copy = { .../** @type {Record<string, any>} */ (document !== null && typeof document === 'object' ? document : {}) };
  if (rest.length === 0 && value === undefined) delete copy[step];
  else copy[step] = replaceAtPath(copy[step], rest, value);
  return copy;
}
