/** @file The base of all dialogs: a modal with a title, a close button and focus handling. */

import { css, html } from 'lit';
import { controlStyle } from './control-style.js';
import { icon } from './icons.js';
import { PageElement } from './page-element.js';

/** A modal dialog with a title and a close button; subclasses render its content. */
export class Dialog extends PageElement {
  static properties = { opened: { state: true } };

  static styles = [
    controlStyle,
    css`
      dialog {
        width: min(760px, calc(100vw - 24px));
        max-height: calc(100dvh - 48px);
        padding: 0;
        background: var(--paper);
      }
      .head {
        position: sticky;
        top: 0;
        display: flex;
        align-items: center;
        padding: 10px 10px 10px 20px;
        border-bottom: 1px solid var(--line);
        background: var(--paper);
        z-index: 1;
      }
      h2 {
        flex: 1;
        margin: 0;
        font-size: 1.05rem;
      }
      .body {
        padding: 12px 20px 20px;
      }
    `,
  ];

  constructor() {
    super();
    this.opened = false;
  }

  /** The title of the dialog; subclasses replace it. */
  get heading() {
    return '';
  }

  /** Opens the dialog. */
  async open() {
    this.opened = true;
    await this.updateComplete;
    if (!this.dialog?.open) this.dialog?.showModal();
  }

  /**
   * Whether the dialog is open, or about to open: `opened` is still true between its closing and the event of the
   * browser.
   */
  get isShown() {
    return this.opened && this.dialog?.open !== false;
  }

  /** Closes the dialog. */
  close() {
    this.dialog?.close();
  }

  /** Called after the dialog was closed in any way. */
  onClosed() {
    this.opened = false;
  }

  /** The event may arrive after the dialog was opened again. */
  handleClose() {
    if (!this.dialog?.open) this.onClosed();
  }

  get dialog() {
    return /** @type {HTMLDialogElement|null} */ (this.renderRoot.querySelector('dialog'));
  }

  /** The content of the dialog. @returns {unknown} */
  renderContent() {
    return html``;
  }

  /** Closes the dialog on a click beside it; space below its content is part of the dialog. */
  closeOnBackdrop(/** @type {MouseEvent} */ { target, clientX, clientY }) {
    if (!this.dialog || target !== this.dialog) return;
    const { left, top, right, bottom } = this.dialog.getBoundingClientRect();
    if (clientX < left || clientX > right || clientY < top || clientY > bottom) this.close();
  }

  render() {
    if (!this.opened) return html``;
    return html`<dialog aria-label=${this.heading} @close=${this.handleClose} @click=${this.closeOnBackdrop}>
      <div class="head">
        <h2>${this.heading}</h2>
        <button class="icon-only" aria-label="Close" @click=${this.close}>${icon('close')}</button>
      </div>
      <div class="body">${this.renderContent()}</div>
    </dialog>`;
  }
}
