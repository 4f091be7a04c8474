/**
 * @file Focus and keys of `<play-dialog>`: the next action has the focus, and keys act on the board with any focus
 * inside the dialog.
 */

/** @import { ReactiveController } from 'lit' */
/** @import { PlayDialog } from './play-dialog.js' */

/** The initial focus: in the list of boards, at a decision, and at the end. */
const FIRST = ['.boards button', '.tray ~ .buttons .primary:enabled', '.tray [aria-selected="true"]', '.decision[tabindex]'];

/**
 * Moves the focus when a board, the list or a result appears, or when the focused element disappears. @implements
 * {ReactiveController}
 */
export class BoardFocus {
  /** @param {PlayDialog} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    /** The content for which the focus was placed. */
    this.placed = '';
    this.onKey = (/** @type {KeyboardEvent} */ event) => {
      const [target] = event.composedPath();
      // A click outside all controls leaves the document without a focus.
      if (dialog.opened && (target === document.body || event.composedPath().includes(dialog))) dialog.press(event);
    };
    dialog.addController(this);
  }

  hostConnected() {
    window.addEventListener('keydown', this.onKey);
  }

  hostDisconnected() {
    window.removeEventListener('keydown', this.onKey);
  }

  /** Moves the focus to the first useful control when the board or the list changes. */
  hostUpdated() {
    const { dialog } = this;
    const { shownPlace: shown, renderRoot } = dialog;
    // Opened dialogs place the focus themselves first.
    if (!dialog.dialog?.open) {
      this.placed = '';
      return;
    }
    const [target] = FIRST.flatMap((place) => /** @type {HTMLElement[]} */ ([...renderRoot.querySelectorAll(place)]));
    const active = /** @type {ShadowRoot} */ (renderRoot).activeElement;
    if (!target || (shown === this.placed && active)) return;
    this.placed = shown;
    target.focus();
  }
}
