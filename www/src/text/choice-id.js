/** @file Formats ids of the catalog for readers. */

/**
 * Formats the id of a choice for readers: `worst-fit` becomes `worst fit`.
 * @param {string} id
 */
export function formatChoiceId(id) {
  return id.replaceAll(/[-_]/g, ' ');
}
