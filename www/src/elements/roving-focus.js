/** @file Arrow keys in a list of buttons with one tab stop. */

/**
 * Moves the focus to the previous, next, first or last button. For `@keydown` of the list.
 * @param {KeyboardEvent} event
 */
export function roveFocus(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('button')]);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.code];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, to))]?.focus();
}
