/**
 * @file Finds the control that edits a JSON pointer. Every control has `data-pointer`; the one whose pointer is the
 * longest prefix of the wanted one gets the focus.
 */

/**
 * Moves the focus to the control that edits `pointer`.
 * @param {ParentNode} root
 * @param {string} pointer
 * @returns {boolean} false if no control edits it or anything around it
 */
export function focusField(root, pointer) {
  /** @type {HTMLElement | undefined} */
  let best;
  for (const element of allElements(root)) {
    const here = element instanceof HTMLElement ? element.dataset.pointer : undefined;
    if (!here || !coversPointer(here, pointer)) continue;
    if (!best || here.length > (best.dataset.pointer ?? '').length) best = /** @type {HTMLElement} */ (element);
  }
  if (!best) return showInEditor(root, pointer);
  openDisclosures(best);
  best.focus();
  if (best.dataset.pointer !== pointer && best.getAttribute('aria-expanded') === 'false') {
    // The control is inside a closed element and exists after that has opened and rendered.
    best.click();
    requestAnimationFrame(() => requestAnimationFrame(() => focusField(root, pointer)));
  }
  best.scrollIntoView({ block: 'nearest' });
  return true;
}

/**
 * Shows a place without a control in the scenario editor, if the editor is open.
 * @param {ParentNode} root
 * @param {string} pointer
 * @returns {boolean} false if the scenario is not open as text
 */
function showInEditor(root, pointer) {
  for (const element of allElements(root)) {
    if (element.localName !== 'scenario-editor' || !element.checkVisibility()) continue;
    /** @type {import('../editor/scenario-editor.js').ScenarioEditor} */ (element).goToDiagnostic({ place: pointer });
    return true;
  }
  return false;
}

/**
 * True if a control for `here` edits `pointer`: the same place or one inside it.
 * @param {string} here
 * @param {string} pointer
 * @returns {boolean}
 */
export function coversPointer(here, pointer) {
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
  return (diagnostics ?? []).filter((one) => one.place !== undefined && coversPointer(pointer, one.place));
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

/** Opens all closed `<details>` around an element. @param {Element} element */
function openDisclosures(element) {
  /** @type {Node | null} */
  let here = element;
  while (here) {
    if (here instanceof HTMLDetailsElement) here.open = true;
    here = here instanceof ShadowRoot ? here.host : here.parentNode;
  }
}
