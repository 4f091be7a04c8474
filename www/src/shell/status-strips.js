/**
 * @file `<verdict-strip>` and `<diagnostic-strip>`: thin lines above the charts: whether the result of a link was reproduced, and problems
 * of the scenario.
 */

import { css, html, nothing } from 'lit';
import { chooseFile, clearFileErrors, openExample, revert } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { severityStyle } from '../elements/severity-style.js';
import { StoreController } from '../state/store.js';
import { sentenceCase } from '../text/time.js';

/** @import { Diagnostic } from '../types.js' */

/** Maximum length of an unfolded hint; longer ones, such as all formats, would move the charts. */
const LONG_HINT = 240;

/** The style of thin lines above the charts. */
export const stripStyle = css`
  ${severityStyle}
  :host {
    display: block;
  }
  .strip {
    display: flex;
    align-items: flex-start;
    gap: 8px;
    padding: 6px 12px;
    border-bottom: 1px solid var(--line);
    background: var(--surface);
  }
  .strip > svg {
    margin-top: 1px;
  }
  .text {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  code {
    font: var(--text-small) var(--mono);
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
    max-height: 180px;
    overflow: auto;
  }
  .place {
    display: inline;
    min-height: 0;
    padding: 0;
    text-decoration: underline;
  }
  li + li {
    margin-top: 4px;
  }
  /** On a phone a button beside the text would leave a narrow column for it. */
  @media (width < 700px) {
    .strip:has(> button:not(.icon-only)) {
      flex-wrap: wrap;
    }
    .strip:has(> button:not(.icon-only)) > .text {
      flex-basis: calc(100% - 32px);
    }
  }
`;

/** Whether the results are those stored in the opened link. */
export class VerdictStrip extends PageElement {
  static styles = [controlStyle, stripStyle];

  constructor() {
    super();
    this.fromStore = new StoreController(this, ({ link, catalog, embedded }) => ({ link, engine: catalog?.engine ?? '', embedded }));
  }

  render() {
    const { link, engine, embedded } = this.fromStore.value;
    const good = link.verdicts.every(({ same }) => same);
    // Embeds do not show whether the result is reproduced.
    if (link.verdicts.length === 0 || (good && embedded)) return nothing;
    const versions =
      link.engine === '' || engine === ''
        ? ''
        : link.engine === engine
          ? ` Both were made with engine ${engine}.`
          : ` The link was made with engine ${link.engine}, this page has ${engine}.`;
    return html`<div class="strip ${good ? 'good' : 'warning'}" role="status">
      ${icon(good ? 'good' : 'warning')}
      <span class="text">
        ${
          good
            ? html`<b>Reproduced, identical.</b> The results in this browser are exactly those stored in the link.`
            : html`<details>
                <summary><b>The result differs from that in the link.</b></summary>
                ${link.verdicts.map(({ name, text }) => html`${name}: ${text} `)}${versions}
              </details>`
        }
      </span>
    </div>`;
  }
}

/** Problems of the scenario, with their places and hints. */
export class DiagnosticStrip extends PageElement {
  static styles = [controlStyle, stripStyle];

  constructor() {
    super();
    this.fromStore = new StoreController(this, ({ diagnostics, failure, scenario }) => ({
      diagnostics,
      failure,
      known: scenario !== null,
    }));
  }

  render() {
    const { diagnostics, failure, known } = this.fromStore.value;
    if (failure) {
      return html`<div class="strip error" role="alert">
        ${icon('error')}
        <span class="text"><b>The engine could not start.</b> ${sentenceCase(failure)}</span>
        <button @click=${() => location.reload()}>Reload the page</button>
      </div>`;
    }
    // Skipped records of a file are reported when it is read; the workload panel lists them.
    const listed = diagnostics.filter(({ severity, file }) => severity === 'error' || (severity === 'warning' && !file));
    if (listed.length === 0) return nothing;
    const worst = listed.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
    return html`<div class="strip ${worst}" role="alert">
      ${icon(worst)}
      <ul class="text" aria-label="Problems of the scenario">
        ${listed.map((diagnostic) => html`<li>${this.renderDiagnostic(diagnostic)}</li>`)}
      </ul>
      ${worst === 'error' ? this.renderRemedy(known, diagnostics) : nothing}
    </div>`;
  }

  /**
   * The button with the remedy.
   * @param {boolean} known whether there is a valid scenario to return to
   * @param {readonly Diagnostic[]} diagnostics
   */
  renderRemedy(known, diagnostics) {
    if (diagnostics.some(({ place }) => place?.endsWith('/file')))
      return html`<button @click=${() => chooseFile(this.page)}>Choose file</button>`;
    if (!known && this.page.store.get().embedded) return nothing;
    if (!known) return html`<button @click=${() => openExample(this.page, 'fcfs-vs-easy')}>Open an example</button>`;
    // A rejected file has changed nothing, so there is nothing to revert.
    if (diagnostics.every(({ severity, file }) => severity !== 'error' || file))
      return html`<button title="The charts show the previous scenario" @click=${() => clearFileErrors(this.page)}>Close</button>`;
    return html`<button title="Charts and metrics still show the last valid scenario" @click=${() => revert(this.page)}>Restore the last valid scenario</button>`;
  }

  /** Renders a diagnostic: message, hint, and its place, which can be shown in the scenario. @param {Diagnostic} diagnostic */
  renderDiagnostic({ message, hint, file, line, place, action }) {
    const where = [file, line === undefined ? '' : `line ${line}`, place].filter(Boolean).join(', ');
    const go = () => {
      const detail = { diagnostic: { message, hint, file, line, place } };
      this.dispatchEvent(new CustomEvent('focus-place', { detail, bubbles: true, composed: true, cancelable: true }));
    };
    const reachable = !this.page.store.get().embedded && !file && place?.startsWith('/');
    const shown = reachable
      ? html`<button class="quiet place" title="Show in the scenario" @click=${go}><code>${where}</code></button>`
      : html`<code>${where}</code>`;
    const words = sentenceCase(hint ?? '');
    const soft =
      words.length > LONG_HINT && words.includes(': ')
        ? html`<details class="soft"><summary>${words.slice(0, words.indexOf(': ') + 1)}</summary>${words.slice(words.indexOf(': ') + 2)}</details>`
        : html`<span class="soft">${words}</span>`;
    return html`${sentenceCase(message)}${hint && !/[.!?]$/u.test(message) ? '.' : ''} ${hint ? soft : nothing} ${where ? shown : nothing}
    ${action ? html`<button @click=${action.run}>${action.label}</button>` : nothing}`;
  }
}

customElements.define('verdict-strip', VerdictStrip);
customElements.define('diagnostic-strip', DiagnosticStrip);
