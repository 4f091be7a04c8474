/** @file The ways to add a file: drop, choose, paste, fetch, or click an example. No data leaves the browser. */
import { css, html, nothing } from 'lit';
import { addFiles, mergeWork, openUrl, pasteText } from '../commands.js';
import { icon } from '../elements/icons.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { familyEntries } from '../scenario/catalog-choices.js';
import { exampleAddress, fetchExamples } from '../scenario/example-files.js';

/** @import { ExampleFile } from '../scenario/example-files.js' */

/** Number of examples with a button; the rest are in a list. */
const FEW_EXAMPLES = 4;

/** Accepts files and passes them to the page. */
export class FileIntake extends StateElement {
  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['catalog'];

  static properties = {
    over: { state: true },
    open: { state: true },
    keep: { state: true },
    examples: { state: true },
    working: { state: true },
  };

  static styles = [
    panelStyle,
    css`
      .zone {
        border: 1px dashed var(--edge);
        border-radius: 6px;
        padding: 10px;
        text-align: center;
      }
      .zone.over {
        border-color: var(--accent);
        border-style: solid;
        background: var(--hover);
      }
      .zone .row {
        justify-content: center;
        margin-top: 6px;
      }
      .keep {
        margin-top: 8px;
      }
      textarea {
        min-height: 96px;
      }
      form {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 6px;
      }
    `,
  ];

  constructor() {
    super();
    /** Whether something is being dragged over the zone. */
    this.over = false;
    /** The open box. @type {'paste' | 'url' | undefined} */
    this.open = undefined;
    /** @type {readonly ExampleFile[]} */
    this.examples = [];
    this.working = false;
    /** Whether new files are added to the current work instead of replacing it. */
    this.keep = false;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    if (this.examples.length === 0) void fetchExamples('work').then((examples) => (this.examples = examples));
  }

  /** The names of the formats that can be read. */
  get formats() {
    const formats = familyEntries(this.state.catalog, 'format');
    // Formats that read the same files as another kind of work are listed once.
    return formats.filter(({ id }, at) => !formats.slice(0, at).some(({ other }) => other === id)).map(({ name }) => name);
  }

  /** @override */
  render() {
    return html`<div class="stack">
      <div
        class="zone ${this.over ? 'over' : ''}"
        @dragover=${this.dragOver}
        @dragleave=${() => (this.over = false)}
        @drop=${this.drop}
      >
        <p>Drop a log, a workflow or measured times here</p>
        <details class="soft">
          <summary>${this.formats.length} formats, plain or packed (gzip, zstd, zip)</summary>
          ${this.formats.join(', ')}; also platform files, and archives (zip, tar) of several files
        </details>
        <p class="soft">The file stays in your browser.</p>
        <div class="row">
          <button type="button" ?disabled=${this.working} @click=${this.choose}>${icon('upload')} Choose files</button>
          ${this.box('paste', 'Paste')} ${this.box('url', 'From an address')}
        </div>
        <label class="check keep"
          ><input
            type="checkbox"
            .checked=${this.keep}
            @change=${(/** @type {Event} */ event) => (this.keep = /** @type {HTMLInputElement} */ (event.target).checked)}
          />Add to the current workload</label
        >
        <input type="file" multiple hidden aria-label="Files" @change=${this.onFileChosen} />
      </div>
      ${this.open === 'paste' ? this.pasteBox() : nothing} ${this.open === 'url' ? this.urlBox() : nothing}
      ${
        this.examples.length > 0
          ? html`<div class="chips" role="group" aria-label="Examples">
            ${this.examples
              .slice(0, FEW_EXAMPLES)
              .map(
                (one) =>
                  html`<button type="button" title=${one.about ?? ''} ?disabled=${this.working} @click=${() => this.openExample(one)}>${one.name}</button>`,
              )}
            ${this.examples.length > FEW_EXAMPLES ? this.moreExamples() : nothing}
          </div>`
          : nothing
      }
      <public-files
        ?disabled=${this.working}
        @fetch-public-file=${(/** @type {CustomEvent<{ url: string, sha256: string }>} */ { detail }) => this.takeIn(() => openUrl(this.page, detail.url, detail.sha256))}
      ></public-files>
      <kept-files></kept-files>
    </div>`;
  }

  /** The examples of other formats: too many for individual buttons. */
  moreExamples() {
    const rest = this.examples.slice(FEW_EXAMPLES);
    return html`<select
      aria-label="Examples of other formats"
      ?disabled=${this.working}
      @change=${(/** @type {Event} */ event) => {
        const select = /** @type {HTMLSelectElement} */ (event.target);
        const chosen = rest[select.selectedIndex - 1];
        select.selectedIndex = 0;
        if (chosen) this.openExample(chosen);
      }}
    >
      <option>Other formats</option>
      ${rest.map(({ name, about = '' }) => html`<option title=${about}>${name}</option>`)}
    </select>`;
  }

  /** @param {ExampleFile} example */
  openExample(example) {
    void this.takeIn(() => openUrl(this.page, exampleAddress(example)));
  }

  /**
   * The button of a box that adds work.
   * @param {'paste' | 'url'} which
   * @param {string} label
   */
  box(which, label) {
    const open = this.open === which;
    return html`<button type="button" aria-expanded=${open ? 'true' : 'false'} @click=${() => (this.open = open ? undefined : which)}>
      ${label}
    </button>`;
  }

  pasteBox() {
    return html`<form @submit=${this.paste}>
      <label for="text">Text of a log, a workflow or a scenario</label>
      <textarea id="text" name="text" required spellcheck="false" autocomplete="off"></textarea>
      <div><button type="submit" class="primary">Open</button></div>
    </form>`;
  }

  urlBox() {
    return html`<form @submit=${this.fetchUrl}>
      <label for="url">Address of a file</label>
      <input id="url" name="url" type="url" required placeholder="https://" autocomplete="off" />
      <p class="soft">The server must allow cross-origin requests (CORS).</p>
      <div><button type="submit" class="primary">Fetch</button></div>
    </form>`;
  }

  /** @param {DragEvent} event */
  dragOver(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.over = true;
  }

  /** Opens dropped files. @param {DragEvent} event */
  drop(event) {
    this.over = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    // The page has its own drop zone around this one, and must not accept the file a second time.
    event.preventDefault();
    event.stopPropagation();
    this.takeFiles(files);
  }

  /** Opens the browser's file dialog. */
  choose() {
    /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector('input[type="file"]'))?.click();
  }

  /** @param {Event} event */
  onFileChosen(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    this.takeFiles([...(field.files ?? [])]);
    field.value = '';
  }

  /** @param {readonly File[]} files */
  takeFiles(files) {
    return this.work(() => addFiles(this.page, files, { keep: this.keep }));
  }

  /** Opens pasted text. @param {SubmitEvent} event */
  paste(event) {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('text') ?? '');
    this.takeIn(() => pasteText(this.page, text));
  }

  /** @param {SubmitEvent} event */
  fetchUrl(event) {
    event.preventDefault();
    const url = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('url') ?? '').trim();
    this.takeIn(() => openUrl(this.page, url));
  }

  /**
   * Accepts the files of an action, in addition to the current work if requested.
   * @param {() => Promise<boolean>} action
   */
  takeIn(action) {
    return this.work(() => mergeWork(this.page, [action], this.keep));
  }

  /** Closes the box after a success; commands report their own errors. @param {() => Promise<boolean>} action */
  async work(action) {
    this.working = true;
    try {
      if (await action()) this.open = undefined;
    } finally {
      this.working = false;
    }
  }
}
