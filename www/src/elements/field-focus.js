/**
 * @file From a JSON pointer to the control that edits it. Every control of every part carries `data-pointer`; the one whose
 * pointer is the longest beginning of the wanted one gets the focus.
 */

/**
 * Moves the focus to the control that edits `pointer`.
 * @param {ParentNode} root
 * @param {string} pointer
 * @returns {boolean} false if no control edits it or anything around it
 */
export function focusPlace(root, pointer) {
  /** @type {HTMLElement | undefined} */
  let best;
  for (const element of allElements(root)) {
    const here = element instanceof HTMLElement ? element.dataset.pointer : undefined;
    if (!here || !covers(here, pointer)) continue;
    if (!best || here.length > (best.dataset.pointer ?? '').length) best = /** @type {HTMLElement} */ (element);
  }
  if (!best) return showInEditor(root, pointer);
  reveal(best);
  best.focus();
  if (best.dataset.pointer !== pointer && best.getAttribute('aria-expanded') === 'false') {
    // What is wanted is inside something closed: it is there once that has opened and rendered.
    best.click();
    requestAnimationFrame(() => requestAnimationFrame(() => focusPlace(root, pointer)));
  }
  best.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * What no control edits can still be edited as text.
 * @param {ParentNode} root
 * @param {string} pointer
 * @returns {boolean} false if the scenario is not open as text
 */
function showInEditor(root, pointer) {
  for (const element of allElements(root)) {
    if (element.localName !== 'scenario-editor' || !element.checkVisibility()) continue;
    /** @type {import('../editor/scenario-editor.js').ScenarioEditor} */ (element).goTo({ place: pointer });
    return true;
  }
  return false;
}

/**
 * Whether a control for `here` edits `pointer`: the same place or one around it.
 * @param {string} here
 * @param {string} pointer
 * @returns {boolean}
 */
export function covers(here, pointer) {
  return pointer === here || pointer.startsWith(`${here}/`);
}

/**
 * The diagnostics about a place or anything inside it.
 * @template {{ place?: string }} T
 * @param {readonly T[] | undefined} diagnostics
 * @param {string} pointer
 * @returns {T[]}
 */
export function diagnosticsAt(diagnostics, pointer) {
  return (diagnostics ?? []).filter((one) => one.place !== undefined && covers(pointer, one.place));
}

/**
 * All elements under a root, shadow trees included.
 * @param {ParentNode} root
 * @returns {Generator<Element>}
 */
function* allElements(root) {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* allElements(element.shadowRoot);
  }
}

/**
 * Opens every closed disclosure around an element.
 * @param {Element} element
 */
function reveal(element) {
  /** @type {Node | null} */
  let here = element;
  while (here) {
    if (here instanceof HTMLDetailsElement) here.open = true;
    here = here instanceof ShadowRoot ? here.host : here.parentNode;
  }
}
