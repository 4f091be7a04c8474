/** @file Dialogs and popovers that are open above the page. */

/**
 * Whether an element inside, also inside the shadow roots of its children, matches a selector.
 * @param {Element|ShadowRoot|Document} root
 * @param {string} selector
 * @returns {boolean}
 */
export function containsDeep(root, selector) {
  if (root.querySelector(selector)) return true;
  return [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && containsDeep(shadowRoot, selector));
}
