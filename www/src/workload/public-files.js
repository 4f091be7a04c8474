/** @file Files of public repositories that one click fetches, and links to archives with more files. */
import { css, html, nothing } from 'lit';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { formatBytes } from '../text/numbers.js';

/** @typedef {{name: string, about: string, bytes: number, licence: string, repository: string, url: string, sha256: string}} PublicFile */
/** @typedef {{name: string, about: string, url: string}} Archive */

/** The path of the list of files, relative to the page. */
const LIST = 'public-files.json';

/** A list that is fetched when it is unfolded; a chosen file is dispatched as `fetch-public-file`. */
export class PublicFiles extends StateElement {
  static properties = { files: { state: true }, archives: { state: true }, failed: { state: true }, disabled: { type: Boolean } };

  static styles = [
    panelStyle,
    css`
      ul {
        margin: 6px 0;
      }
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 8px;
        align-items: start;
        padding: 4px 0;
        border-bottom: 1px solid var(--line);
      }
      p {
        grid-column: 1 / -1;
        font-size: var(--text-small);
      }
      strong {
        font-weight: 600;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly PublicFile[]} */
    this.files = [];
    /** @type {readonly Archive[]} */
    this.archives = [];
    this.failed = false;
    /** Whether a file is being fetched. */
    this.disabled = false;
  }

  /** @param {Event} event */
  async loadList(event) {
    if (!(/** @type {HTMLDetailsElement} */ (event.target).open) || this.files.length > 0) return;
    try {
      const response = await fetch(new URL(LIST, document.baseURI));
      ({ files: this.files, archives: this.archives } = await response.json());
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  /** Reports that a public file is requested. @param {PublicFile} file */
  request({ url, sha256 }) {
    this.dispatchEvent(new CustomEvent('fetch-public-file', { detail: { url, sha256 } }));
  }

  /** @override */
  render() {
    return html`<details @toggle=${this.loadList}>
      <summary>Public logs and workflows</summary>
      ${this.failed ? html`<p role="alert">The list could not be fetched. Fold it and unfold it to try again.</p>` : nothing}
      ${this.files.length > 0 ? this.renderFiles() : nothing}
    </details>`;
  }

  /** Renders the list of public files, each with a button that fetches it. */
  renderFiles() {
    return html`<p class="soft">
        Nothing is fetched until you ask for it. The server of the file then sees your IP address, but nothing of your scenarios. The content is
        checked.
      </p>
      <ul>
        ${this.files.map(
          (file) => html`<li>
            <strong>${file.name}</strong>
            <button type="button" ?disabled=${this.disabled} aria-label="Fetch ${file.name}" @click=${() => this.request(file)}>Fetch</button>
            <p>${file.about}</p>
            <p class="soft">
              ${formatBytes(file.bytes)}; licence: ${file.licence};
              <a href="https://github.com/${file.repository}" target="_blank" rel="noopener noreferrer">${file.repository}</a>
            </p>
          </li>`,
        )}
      </ul>
      <p>Archives with more files, to download and drop here:</p>
      <ul>
        ${this.archives.map(
          ({ name, about, url }) => html`<li>
            <a href=${url} target="_blank" rel="noopener noreferrer">${name}</a>
            <p class="soft">${about}</p>
          </li>`,
        )}
      </ul>`;
  }
}
