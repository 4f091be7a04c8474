/** @file `<gallery-dialog>`: ready-made scenarios, each with the question it answers. */

import { css, html, nothing } from 'lit';
import { openExample, openUrl } from '../commands.js';
import { galleryList } from '../scenario/gallery.js';
import { icon } from '../icons.js';
import { ShellDialog } from './dialog.js';

/** The list of examples; the list of lessons is made from it. */
export class GalleryDialog extends ShellDialog {
  static properties = { ...ShellDialog.properties, list: { state: true }, failed: { state: true } };

  static styles = [
    ...ShellDialog.styles,
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
        border-radius: 0;
        border-top: 1px solid var(--line);
      }
      li b {
        display: block;
        color: var(--accent);
      }
      form {
        display: flex;
        gap: 8px;
        margin-top: 16px;
        align-items: end;
      }
      label {
        flex: 1;
        display: grid;
        gap: 4px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import('../scenario/gallery.js').Example[]} */
    this.list = [];
    this.failed = '';
  }

  get heading() {
    return 'Examples';
  }

  async open() {
    await super.open();
    await this.fill();
  }

  /** What is listed. @returns {Promise<import('../scenario/gallery.js').Example[]>} */
  entries() {
    return galleryList();
  }

  async fill() {
    try {
      this.failed = '';
      this.list = await this.entries();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const url = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('url') ?? '').trim();
    if (url === '') return;
    this.close();
    void openUrl(url);
  }

  /** @param {string} id */
  choose(id) {
    this.close();
    void openExample(id);
  }

  /** What stands under the list. @returns {unknown} */
  foot() {
    return html`<form @submit=${this.submit}>
      <label
        >Or open a scenario, trace or workflow by its address
        <input type="url" name="url" placeholder="https://example.org/trace.swf" autocomplete="off" />
      </label>
      <button class="bordered">${icon('open')} Open</button>
    </form>`;
  }

  content() {
    return html`
      ${this.failed
        ? html`<p role="alert">The list could not be fetched: ${this.failed}</p>
            <button class="bordered" @click=${this.fill}>Try again</button>`
        : nothing}
      <ul>
        ${this.list.map(
          ({ id, name, summary }) => html`<li>
            <button @click=${() => this.choose(id)}><b>${name}</b><span class="soft">${summary}</span></button>
          </li>`,
        )}
      </ul>
      ${this.foot()}
    `;
  }
}

customElements.define('gallery-dialog', GalleryDialog);
