/** @file JSON pointers (RFC 6901): reading and writing one place of a document. */

/**
 * The steps of a pointer.
 * @param {string} pointer `/workload/0/parameters/jobs`; empty for the whole
 * @returns {string[]}
 */
export function steps(pointer) {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new Error(`A JSON pointer starts with /, not ${pointer}.`);
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * What is at a place, undefined for nothing.
 * @param {any} document
 * @param {string} pointer
 * @returns {any}
 */
export function valueAt(document, pointer) {
  return steps(pointer).reduce((value, step) => (value !== null && typeof value === 'object' ? value[step] : undefined), document);
}

/**
 * A copy of the document with one place changed. `undefined` takes the place away; `-` appends to a list; objects that
 * are missing on the way are made.
 * @template T
 * @param {T} document
 * @param {string} pointer
 * @param {any} value
 * @returns {T}
 */
export function withValue(document, pointer, value) {
  return put(document, steps(pointer), value);
}

/**
 * @param {any} document
 * @param {string[]} path
 * @param {any} value
 * @returns {any}
 */
function put(document, path, value) {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (step === '__proto__') throw new Error('No place is called __proto__.');
  if (Array.isArray(document)) {
    const copy = [...document];
    const index = step === '-' ? copy.length : Number(step);
    if (!Number.isInteger(index) || index < 0 || index > copy.length) throw new Error(`A list has no place ${step}.`);
    if (rest.length === 0 && value === undefined) copy.splice(index, 1);
    else copy[index] = put(copy[index], rest, value);
    return copy;
  }
  const copy = { .../** @type {Record<string, any>} */ (document !== null && typeof document === 'object' ? document : {}) };
  if (rest.length === 0 && value === undefined) delete copy[step];
  else copy[step] = put(copy[step], rest, value);
  return copy;
}
