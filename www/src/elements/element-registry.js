/** @file Puts elements into the browser's registry, each once. */

/** @param {Record<string, CustomElementConstructor>} elements by name */
export function register(elements) {
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
