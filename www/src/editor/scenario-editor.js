/** @file The scenario as text, synchronised with the forms. */
import { css, html, nothing } from 'lit';
import { loadPart, RELOAD } from '../commands/part-loading.js';
import { addFile, setScenario, showNotice } from '../commands.js';
import { icon } from '../elements/icons.js';
import { debounce, StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { readBundle } from '../scenario/scenario-bundle.js';
import { saveBundle } from '../share/bundle-download.js';
import { createPlainEditor, diagnosticPosition, fitsCodeEditor, formatText } from './editor-text.js';

/** @import { Diagnostic } from '../types.js' */
/** @import { Editor, EditorNeeds } from './editor-text.js' */

/** Pause in typing before the text is applied, ms. */
const PAUSE_MS = 400;

/** The scenario as JSON. */
export class ScenarioEditor extends StateElement {
  static properties = { loading: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['text', 'diagnostics', 'scenario'];

  static styles = [
    panelStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 8px;
        min-height: 240px;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .code {
        flex: 1 1 auto;
        min-height: 200px;
        height: max(280px, calc(100dvh - 300px));
        border: 1px solid var(--edge);
        border-radius: 4px;
        overflow: hidden;
      }
      .code textarea {
        width: 100%;
        height: 100%;
        border: 0;
        resize: none;
        font-family: var(--mono, ui-monospace, monospace);
      }
    `,
  ];

  constructor() {
    super();
    this.loading = false;
    /** Whether the code editor is used instead of the plain field. */
    this.code = true;
    /** @type {Editor | undefined} */
    this.editor = undefined;
    /** @type {readonly Diagnostic[] | undefined} the current marks of the editor */
    this.marked = undefined;
    /** @type {Pick<Diagnostic, 'place' | 'line'> | undefined} the position to show after the editor has loaded */
    this.wanted = undefined;
    this.sight = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void this.loadEditor();
    });
    this.take = debounce((/** @type {string} */ text) => void this.applyText(text), PAUSE_MS);
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.sight.observe(this);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.sight.disconnect();
    this.take.flush();
    this.editor?.close();
    this.editor = undefined;
    this.marked = undefined;
  }

  /** Loads the code editor when it becomes visible, or a plain text field if that fails. */
  async loadEditor() {
    if (this.editor || this.loading) return;
    this.loading = true;
    await this.updateComplete;
    /** @type {(needs: EditorNeeds) => Editor} */
    let make = createPlainEditor;
    this.code = fitsCodeEditor(this.state.text);
    if (this.code) {
      const tell = (/** @type {string} */ sentence) =>
        showNotice(this.page, `${sentence} A plain text field is used instead.`, 'warning', RELOAD);
      make = (await loadPart(this.page, 'The code editor', () => import('./editor-code.js'), tell))?.createEditor ?? createPlainEditor;
    }
    this.loading = false;
    const parent = this.renderRoot.querySelector('.code');
    if (!(parent instanceof HTMLElement) || !this.isConnected) return;
    // The text may have become too large for it meanwhile.
    if (this.code && !fitsCodeEditor(this.state.text)) return void this.loadEditor();
    this.editor = make({
      parent,
      root: /** @type {ShadowRoot} */ (this.renderRoot),
      text: this.state.text,
      changed: (text) => this.take(text),
      left: () => this.take.flush(),
    });
    if (this.wanted) this.goToDiagnostic(this.wanted);
    this.wanted = undefined;
    this.requestUpdate();
  }

  /** @override */
  render() {
    const { diagnostics } = this.state;
    const here = diagnostics.filter((one) => !one.file);
    return html`<div class="bar">
        <button type="button" @click=${this.formatScenario}>Format</button>
        <button type="button" @click=${() => saveBundle(this.page)} ?disabled=${!this.state.scenario}>${icon('export')} Download</button>
        <button type="button" @click=${this.chooseFile}>${icon('upload')} Open</button>
        <input type="file" accept=".json,application/json" hidden aria-label="Scenario file" @change=${this.openFile} />
        ${this.loading ? html`<span class="soft" role="status">Loading the editor…</span>` : nothing}
      </div>
      <div class="code"></div>
      <diagnostic-list
        .diagnostics=${here}
        @focus-place=${(/** @type {CustomEvent<{ diagnostic: Diagnostic }>} */ event) => {
          event.preventDefault();
          event.stopPropagation();
          this.goToDiagnostic(event.detail.diagnostic);
        }}
      ></diagnostic-list>`;
  }

  /** @override */
  updated() {
    if (!this.editor) return;
    const { text, diagnostics } = this.state;
    // Typed text is newer than the state of the page.
    if (this.take.waiting()) return;
    if (this.editor.text() !== text) {
      if (fitsCodeEditor(text) !== this.code) {
        this.editor.close();
        this.editor = undefined;
        this.marked = undefined;
        void this.loadEditor();
        return;
      }
      this.editor.setText(text);
    }
    if (this.marked === diagnostics) return;
    this.marked = diagnostics;
    this.editor.setDiagnostics(diagnostics);
  }

  /** Shows the place of a diagnostic. @param {Pick<Diagnostic, 'place' | 'line'>} diagnostic */
  goToDiagnostic(diagnostic) {
    if (!this.editor) {
      this.wanted = diagnostic;
      return;
    }
    const { from, to } = diagnosticPosition(this.editor.text(), diagnostic);
    this.editor.select(from, to);
  }

  /** @param {string} text */
  async applyText(text) {
    if (text === this.state.text) return;
    // A scenario file pasted over the scenario may contain files.
    if (readBundle(text)) await addFile(this.page, { name: 'pasted.json', bytes: new TextEncoder().encode(text) });
    else await setScenario(this.page, text);
  }

  /** Applies the standard layout. */
  formatScenario() {
    const text = formatText(this.editor?.text() ?? this.state.text);
    if (text === undefined) {
      showNotice(this.page, 'The text is not valid JSON; the list below shows where.', 'warning');
      return;
    }
    this.take.cancel();
    this.editor?.setText(text);
    void setScenario(this.page, text);
  }

  /** Opens the file dialog. */
  chooseFile() {
    /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector('input[type="file"]'))?.click();
  }

  /** @param {Event} event */
  async openFile(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const file = field.files?.[0];
    field.value = '';
    if (file) await addFile(this.page, file);
  }
}
