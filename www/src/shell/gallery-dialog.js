/** @file `<gallery-dialog>`: ready-made scenarios, each with the question it answers. */

import { css, html } from 'lit';
import { openExample, openUrl } from '../commands.js';
import { ListDialog } from '../elements/list-dialog.js';
import { icon } from '../elements/icons.js';
import { galleryList } from '../scenario/gallery.js';

/** The list of examples, and a field for the address of anything else. */
export class GalleryDialog extends ListDialog {
  static styles = [
    ...ListDialog.styles,
    css`
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

  get heading() {
    return 'Examples';
  }

  /** @override */
  entries() {
    return galleryList();
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const url = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('url') ?? '').trim();
    if (url === '') return;
    this.close();
    void openUrl(this.page, url);
  }

  /** @override @param {string} id */
  choose(id) {
    this.close();
    void openExample(this.page, id);
  }

  content() {
    return html`${super.content()}
      <form @submit=${this.submit}>
        <label
          >Or open a scenario, trace or workflow by its address
          <input type="url" name="url" placeholder="https://example.org/trace.swf" autocomplete="off" />
        </label>
        <button>${icon('open')} Open</button>
      </form>`;
  }
}

customElements.define('gallery-dialog', GalleryDialog);
