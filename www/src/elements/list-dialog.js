/** @file A dialog that lists ready-made things, each with the question it answers. */

import { css, html, nothing } from 'lit';
import { Dialog } from './dialog.js';

/** @typedef {{id: string, name: string, summary: string}} Choice */

/** A dialog to choose one of a list, which is fetched each time it opens. */
export class ListDialog extends Dialog {
  static properties = { ...Dialog.properties, list: { state: true }, failed: { state: true } };

  static styles = [
    ...Dialog.styles,
    css`
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr));
        gap: 0 24px;
      }
      li button {
        display: flex;
        flex-direction: column;
        align-items: flex-start;
        justify-content: flex-start;
        gap: 0;
        width: 100%;
        height: 100%;
        text-align: left;
        white-space: normal;
        padding: 10px 8px;
        border: 0;
        border-radius: 0;
        background: none;
        border-top: 1px solid var(--line);
      }
      li b {
        display: block;
        color: var(--accent);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Choice[]} */
    this.list = [];
    this.failed = '';
  }

  async open() {
    await super.open();
    await this.fill();
  }

  /** What is listed. @returns {Promise<Choice[]>} */
  async entries() {
    return [];
  }

  async fill() {
    try {
      this.failed = '';
      this.list = await this.entries();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {string} _id what was chosen */
  choose(_id) {
    this.close();
  }

  content() {
    return html`
      ${this.failed
        ? html`<p role="alert">The list could not be fetched: ${this.failed}</p>
            <button @click=${this.fill}>Try again</button>`
        : nothing}
      <ul>
        ${this.list.map(
          ({ id, name, summary }) => html`<li>
            <button @click=${() => this.choose(id)}><b>${name}</b><span class="soft">${summary}</span></button>
          </li>`,
        )}
      </ul>
    `;
  }
}
