/** @file Ways to share the scenario: a link, an embed, or a file. */
import { css, html, nothing } from 'lit';
import { LONG_LINK, lessonFragment, pageAddress } from '../address/links.js';
import { tryAction } from '../commands/try-action.js';
import { createShareLink, showNotice } from '../commands.js';
import { copyText } from '../elements/clipboard.js';
import { icon } from '../elements/icons.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { renderTabs } from '../elements/tabs.js';
import { formatNumber } from '../text/numbers.js';
import { scenarioTitle } from '../text/scenario-title.js';
import { bundleName, saveBundle } from './bundle-download.js';
import { bibtexEntry, commandLine } from './citation.js';

/** @typedef {Awaited<ReturnType<typeof createShareLink>>} Shared */

/** A dialog; open it by `open()`. */
export class ShareDialog extends StateElement {
  static properties = { tab: { state: true }, shared: { state: true }, opened: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['scenario', 'title', 'variants', 'files', 'catalog', 'lesson'];

  static styles = [
    panelStyle,
    renderTabs.styles,
    css`
      dialog {
        width: min(560px, calc(100vw - 24px));
        max-height: calc(100vh - 24px);
        padding: 16px;
      }
      dialog.roomy {
        width: min(860px, calc(100vw - 24px));
      }
      .head {
        justify-content: space-between;
        margin-bottom: 8px;
      }
      h2 {
        font-size: 1.15em;
      }
      .warn {
        border-left: 3px solid var(--warn);
        padding-left: 10px;
      }
    `,
  ];

  constructor() {
    super();
    this.tab = 'link';
    /** @type {Shared | undefined} */
    this.shared = undefined;
    /** Whether it is open. */
    this.opened = false;
    this.made = 0;
    /** The source of the link. */
    this.key = '';
  }

  /** Opens the dialog with a fresh link. */
  open() {
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog?.open) dialog?.showModal();
    this.opened = true;
    this.key = '';
    void this.refreshLink();
  }

  /** Creates the link. It includes the results if all runs are complete. */
  async createLink() {
    this.made += 1;
    const mine = this.made;
    const shared = await tryAction(this.page, 'The link could not be created', () => createShareLink(this.page));
    if (mine === this.made && shared) this.shared = shared;
  }

  /**
   * @override
   * @param {import('lit').PropertyValues} changed
   */
  updated(changed) {
    // The element is unchanged, so the state has changed.
    if (changed.size === 0 && this.renderRoot.querySelector('dialog')?.open) void this.refreshLink();
  }

  /** Creates the link again if the state has changed. */
  async refreshLink() {
    const { scenario, variants } = this.state;
    const key = JSON.stringify([scenario, variants.map(({ digest }) => digest?.whole)]);
    if (key === this.key) return;
    this.key = key;
    await this.createLink();
  }

  /** @override */
  render() {
    return html`<dialog class=${this.tab === 'embed' ? 'roomy' : ''} aria-labelledby="title" @close=${() => (this.opened = false)}>
      <div class="head">
        <h2 id="title">Share</h2>
        <form method="dialog"><button class="quiet" aria-label="Close">${icon('close')}</button></form>
      </div>
      ${renderTabs(
        'Ways to share',
        [
          { id: 'link', name: 'Link' },
          { id: 'embed', name: 'Embed' },
          { id: 'file', name: 'File' },
        ],
        this.tab,
        (id) => (this.tab = id),
      )}
      <div role="tabpanel" id="panel-link" aria-labelledby="tab-link" ?hidden=${this.tab !== 'link'}>${this.renderLink()}</div>
      <div role="tabpanel" id="panel-embed" aria-labelledby="tab-embed" ?hidden=${this.tab !== 'embed'}>${this.renderEmbed()}</div>
      <div role="tabpanel" id="panel-file" aria-labelledby="tab-file" ?hidden=${this.tab !== 'file'}>${this.renderFile()}</div>
    </dialog>`;
  }

  /** The digests of the completed runs. */
  renderDigests() {
    return this.state.variants.flatMap(({ name, digest }) => (digest ? [{ name, whole: digest.whole }] : []));
  }

  /** Renders the link to the scenario and what it contains. */
  renderLink() {
    const { shared } = this;
    if (!shared) return html`<p class="soft">Creating the link …</p>`;
    const digests = this.renderDigests();
    return html`<div class="stack">
      ${this.renderLessonLink()}${this.renderField('link', 'Link to this scenario', shared.url)}
      <p class="soft">
        ${formatNumber(shared.length)} characters.
        ${
          shared.complete
            ? 'It carries the digests of the results: opening the link reruns it and checks that the results are identical.'
            : 'The runs have not finished. Once they have, the link also carries the digests of their results.'
        }
      </p>
      ${
        digests.length > 0
          ? html`<details>
            <summary>Digests in the link</summary>
            ${digests.map(({ name, whole }) => html`<p>${name}: <code>${whole}</code></p>`)}
          </details>`
          : nothing
      }
      ${shared.length > LONG_LINK ? this.renderLengthWarning(shared.length) : nothing} ${this.renderMissingFiles(shared)} ${this.renderShortLink(shared)}
    </div>`;
  }

  /** The link to the open lesson, unless it is from a file, which has no address. */
  renderLessonLink() {
    const { lesson } = this.state;
    if (!lesson || lesson.id === '') return nothing;
    return html`${this.renderField('lesson', 'Link to this lesson', pageAddress(location, lessonFragment(lesson)), 2)}
      <p class="soft">Opens the lesson at step ${lesson.step + 1}, with its questions. The link below opens only the scenario.</p>`;
  }

  /** Renders the alternatives to a link that is too long. @param {number} length */
  renderLengthWarning(length) {
    return html`<div class="warn stack">
      <p>
        Browsers accept ${formatNumber(length)} characters, but chat programs, forums and link shorteners truncate links above
        ${formatNumber(LONG_LINK)}. Instead:
      </p>
      <div class="row">
        <button type="button" @click=${() => saveBundle(this.page)}>${icon('export')} Download the scenario file</button>
        <span class="soft">and send it, or put it on a server and open it by its address.</span>
      </div>
    </div>`;
  }

  /** The files that a link cannot include, because they exist only in this browser. @param {Shared} shared */
  renderMissingFiles({ files, length }) {
    const local = files.filter(({ url }) => url === null);
    if (local.length === 0) return nothing;
    return html`<div class="warn stack">
      <p>
        The link identifies ${local.map(({ name }) => name).join(', ')} by content, but does not contain the data. Anyone who opens the link
        is asked for the file. To include the data, send the scenario file instead. Or put the file on a server with https (a link contains no
        http addresses), open it here by its address, and share again: the link then contains the address and the SHA-256.
      </p>
      ${
        length > LONG_LINK
          ? nothing
          : html`<div><button type="button" @click=${() => saveBundle(this.page)}>${icon('export')} Download the scenario file</button></div>`
      }
    </div>`;
  }

  /** @param {Shared} shared */
  renderShortLink(shared) {
    if (!shared.example) return nothing;
    const url = `${shared.url.slice(0, shared.url.indexOf('#'))}#ex=${shared.example}`;
    return html`${this.renderField('short', 'Short link, to edit by hand', url, 2)}
      <p class="soft">
        Add <code>&amp;seed=7</code>, or a workload parameter such as <code>&amp;jobs=500</code>, to change the scenario.
      </p>`;
  }

  renderEmbed() {
    // The preview is a separate page and runs only while it is visible.
    return this.opened && this.tab === 'embed' ? html`<embed-form .shared=${this.shared}></embed-form>` : nothing;
  }

  /** Renders the download of the scenario file and the command that reproduces it. */
  renderFile() {
    const named = this.shared?.files.length ?? 0;
    return html`<div class="stack">
      <p>
        The scenario file contains everything${named > 0 ? `, the ${named === 1 ? 'file' : 'files'} you opened included` : ''}. Drop it
        on this page to open it again, or run it on the command line.
      </p>
      <div>
        <button type="button" class="primary" @click=${() => saveBundle(this.page)}>${icon('export')} Download the scenario file</button>
      </div>
      ${this.renderField('command', 'Reproduce on the command line', commandLine(bundleName(this.page)), 1)}
      ${this.shared ? this.renderField('cite', 'Citation (BibTeX)', bibtexEntry({ title: scenarioTitle(this.page.store.get()), engine: this.state.catalog?.engine ?? '', url: this.shared.url, results: this.renderDigests() }), 6) : nothing}
    </div>`;
  }

  /**
   * A text to copy.
   * @param {string} id
   * @param {string} label
   * @param {string} text
   * @param {number} [rows]
   */
  renderField(id, label, text, rows = 4) {
    return html`<div class="stack">
      <label for=${id}>${label}</label>
      <textarea
        id=${id}
        readonly
        rows=${rows}
        spellcheck="false"
        .value=${text}
        @focus=${(/** @type {Event} */ event) => /** @type {HTMLTextAreaElement} */ (event.target).select()}
      ></textarea>
      <div><button type="button" class="primary" @click=${() => this.copyField(id, text)}>${icon('copy')} Copy</button></div>
    </div>`;
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  async copyField(id, text) {
    const field = this.renderRoot.querySelector(`#${id}`);
    const done = await copyText(text, field instanceof HTMLTextAreaElement ? field : null);
    showNotice(
      this.page,
      done ? 'Copied.' : 'The browser does not allow access to the clipboard here; the text is selected, copy it by hand.',
      done ? 'good' : 'warning',
    );
  }
}
