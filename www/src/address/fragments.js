/** @file Fragments of addresses: their fields, and whether one may need the repair of damaged links, whose code few visits load. */

/** A packed document or a name, then fields, all of characters that other programs leave alone. */
const UNDAMAGED = /^(?:\d+\.[\w.-]*[\w-]|[a-z]+(?:=[\w./,~:-]*[a-z\d])?)?(?:&(?!\w*(?:clk?id|igshid)=)[a-z]+=(?:[\w./,~:-]*[a-z\d])?)*$/iu;

/**
 * The fields of a fragment, by name.
 * @param {string} fragment with or without #
 */
export function fragmentFields(fragment) {
  return new URLSearchParams(fragment.replace(/^#/u, ''));
}

/**
 * Whether a fragment is certain to be as it was sent; others may need `repairLink`.
 * @param {string} fragment without #
 */
export function isUndamaged(fragment) {
  return UNDAMAGED.test(fragment);
}
