/**
 * @file Fragments of addresses: their fields, and a test whether one may need the repair of damaged links, whose code
 * is loaded only then.
 */

/** A packed document or a name, then fields, with only characters that other programs do not change. */
const UNDAMAGED = /^(?:\d+\.[\w.-]*[\w-]|[a-z]+(?:=[\w./,~:-]*[a-z\d])?)?(?:&(?!\w*(?:clk?id|igshid)=)[a-z]+=(?:[\w./,~:-]*[a-z\d])?)*$/iu;

/**
 * The fields of a fragment, by name.
 * @param {string} fragment with or without #
 */
export function fragmentFields(fragment) {
  return new URLSearchParams(fragment.replace(/^#/u, ''));
}

/**
 * True if a fragment is certainly undamaged; others may need `repairLink`.
 * @param {string} fragment without #
 */
export function isUndamaged(fragment) {
  return UNDAMAGED.test(fragment);
}
