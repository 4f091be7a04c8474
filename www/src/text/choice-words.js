/** @file Words of the catalog as people read them. */

/**
 * The word of a choice as people read it: `worst-fit` is `worst fit`.
 * @param {string} id
 */
export function readable(id) {
  return id.replaceAll(/[-_]/g, ' ');
}
