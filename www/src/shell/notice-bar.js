/** @file `<notice-bar>`: notices, and running tasks. */

import { css, html, nothing } from 'lit';
import { dismissNotice } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { severityStyle } from '../elements/severity-style.js';
import { StoreController } from '../state/store.js';

/** @import { Notice, Task } from '../types.js' */

/** Time after which a success notice disappears, ms. */
const STAY_MS = 7000;

const ICONS = /** @type {const} */ ({ info: 'info', good: 'good', warning: 'warning', error: 'error' });

/** Notices and tasks, in a corner of the page. */
export class NoticeBar extends PageElement {
  static styles = [
    controlStyle,
    severityStyle,
    css`
      :host {
        position: fixed;
        right: 12px;
        bottom: calc(var(--bar) + 12px);
        z-index: 50;
        display: grid;
        gap: 8px;
        width: min(420px, calc(100vw - 24px));
        pointer-events: none;
      }
      .item {
        pointer-events: auto;
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 6px 6px 6px 12px;
        overflow-wrap: anywhere;
      }
      .item > span {
        flex: 1;
        min-width: 0;
      }
      .good svg.mark {
        color: var(--good);
      }
      progress {
        width: 90px;
        accent-color: var(--accent);
      }
      @media (width < 700px) {
        :host {
          bottom: 112px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The notice with a running timer. */
    this.timed = 0;
    this.fromStore = new StoreController(this, ({ notice, busy }) => ({ notice, busy }));
  }

  updated() {
    const { notice } = this.fromStore.value;
    if (!notice || notice.id === this.timed) return;
    this.timed = notice.id;
    if (notice.kind === 'good') setTimeout(() => dismissNotice(this.page, notice.id), STAY_MS);
  }

  render() {
    const { notice, busy } = this.fromStore.value;
    return html`
      ${busy.map((task) => this.renderTask(task))}
      <div role="status" aria-live="polite">${notice ? this.renderNotice(notice) : nothing}</div>
    `;
  }

  /** @param {Task} task */
  renderTask({ label, fraction, cancel }) {
    return html`<div class="raised item">
      <span>${label}</span>
      <progress max="1" value=${fraction ?? nothing} aria-label=${label}></progress>
      ${cancel ? html`<button @click=${cancel}>Cancel</button>` : nothing}
    </div>`;
  }

  /** Renders a notice, its action and the button that dismisses it. @param {Notice} notice */
  renderNotice({ id, text, kind, action }) {
    const act = () => {
      dismissNotice(this.page, id);
      action?.run();
    };
    return html`<div class="raised item ${kind}">
      ${icon(ICONS[kind])}
      <span>${text}</span>
      ${action ? html`<button @click=${act}>${action.label}</button>` : nothing}
      <button class="icon-only" aria-label="Dismiss" @click=${() => dismissNotice(this.page, id)}>${icon('close')}</button>
    </div>`;
  }
}

customElements.define('notice-bar', NoticeBar);
