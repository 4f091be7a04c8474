/** @file Popovers of buttons: their style and their position beside the button. */

import { css } from 'lit';

/** The style of popovers. */
export const popoverStyle = css`
  [popover][role='note'] {
    position: fixed;
    inset: auto;
    margin: 0;
    box-sizing: border-box;
    padding: 10px 12px;
    width: max-content;
    max-width: min(var(--note, 320px), calc(100vw - 16px));
    max-height: calc(100vh - 16px);
    overflow: auto;
    color: var(--ink);
    background: var(--surface);
    border: 1px solid var(--edge);
    border-radius: 6px;
    box-shadow: var(--shadow);
    overflow-wrap: anywhere;
  }
`;

/** Pixels kept free between a popover and the edge of the window. */
const EDGE = 8;

/**
 * Positions a newly opened popover beside its button, and again when its advice has loaded.
 * @param {Event & { newState?: string }} event
 */
export function positionPopover({ newState, target }) {
  if (newState !== 'open') return;
  const popover = /** @type {HTMLElement} */ (target);
  const advice = /** @type {import('./entry-advice.js').EntryAdvice|null} */ (popover.querySelector('entry-advice'));
  placeBesideButton(popover);
  void advice?.loadAdvice().then(() => placeBesideButton(popover));
}

/** Positions an open popover beside the element before it, inside the window. @param {HTMLElement} popover */
function placeBesideButton(popover) {
  const button = popover.previousElementSibling;
  if (!button) return;
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const left = Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE));
  const below = at.bottom + 4;
  const top = below + height + EDGE <= innerHeight ? below : Math.max(EDGE, at.top - height - 4);
  popover.style.left = `${left}px`;
  popover.style.top = `${top}px`;
}
