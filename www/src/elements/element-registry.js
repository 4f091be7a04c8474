/** @file The registration of custom elements, at most once. */

/**
 * Registers elements with the browser, each once.
 * @param {Record<string, CustomElementConstructor>} elements by name
 */
export function registerElements(elements) {
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
