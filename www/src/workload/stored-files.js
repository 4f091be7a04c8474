/** @file The files that this browser keeps for the next visit, and a way to delete them. */
import { css, html, nothing } from 'lit';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { formatBytes } from '../text/numbers.js';

/** @import { StoredFile } from '../state/database.js' */

/** Names and sizes of kept files. */
export class KeptFiles extends StateElement {
  static properties = { kept: { state: true } };

  static styles = [
    panelStyle,
    css`
      ul {
        margin: 6px 0;
      }
      li {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 2px 0;
      }
      .name {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {StoredFile[]} */
    this.kept = [];
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.end = this.page.storage.watchFiles(() => void this.loadFiles());
    void this.loadFiles();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.end?.();
  }

  async loadFiles() {
    this.kept = (await this.page.storage.listFiles()).reverse();
  }

  /** @override */
  render() {
    const { kept } = this;
    if (kept.length === 0) return nothing;
    const sum = kept.reduce((sum, { size }) => sum + size, 0);
    return html`<details>
      <summary>Files kept in this browser: ${kept.length}, ${formatBytes(sum)}</summary>
      <ul>
        ${kept.map(
          ({ sha256, name, size }) => html`<li>
            <span class="name" title="SHA-256 ${sha256}">${name}</span><span class="soft">${formatBytes(size)}</span>
            <button type="button" aria-label="Delete ${name}" @click=${() => this.page.storage.deleteFiles([sha256])}>Delete</button>
          </li>`,
        )}
      </ul>
      <p class="soft">Links and drafts that name these files find them here. The files have not been sent anywhere. Deleting them does not affect current runs.</p>
      ${kept.length > 1 ? html`<button type="button" @click=${() => this.page.storage.deleteFiles(kept.map(({ sha256 }) => sha256))}>Delete all</button>` : nothing}
    </details>`;
  }
}
