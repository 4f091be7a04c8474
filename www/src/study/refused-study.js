/** @file `<refused-study>`: the reasons why a study cannot run, the missing parts, and its text for correction. */

import { css, html, nothing } from 'lit';
import { parseStudyFragment } from '../address/study.js';
import { reopenStudy } from '../commands/study.js';
import { chooseFile, openStudy } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { fetchStudy } from './study-library.js';
import { unpackText } from './text-packing.js';

/** @import { Refused } from './study-states.js' */

/** The reasons of the rejection of a study, with the remedies. */
export class RefusedStudy extends PageElement {
  static properties = { refused: { attribute: false }, editable: { type: Boolean }, text: { state: true } };

  static styles = [
    controlStyle,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
        margin: 8px 0;
      }
      p {
        margin: 0;
      }
      .trouble {
        color: var(--bad);
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      textarea {
        width: 100%;
        height: min(60vh, 480px);
        box-sizing: border-box;
        font: var(--text-small) var(--mono);
        white-space: pre;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Refused|undefined} */
    this.refused = undefined;
    /** Whether its text is shown because there are no settings to correct. */
    this.editable = false;
    /** The rejected text; undefined while it is fetched, or if there is none. @type {string|undefined} */
    this.text = undefined;
  }

  /** @override @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (!changed.has('refused') && !changed.has('editable')) return;
    this.text = undefined;
    const { refused } = this;
    if (!this.editable || !refused) return;
    refusedText(this.page.store.get().study).then(
      (text) => {
        if (this.refused === refused) this.text = text;
      },
      // A damaged link has no text.
      () => undefined,
    );
  }

  render() {
    const { refused, text } = this;
    if (!refused) return nothing;
    return html`<div class="trouble" role="alert">${refused.reasons.map((sentence) => html`<p>${sentence}</p>`)}</div>
      ${this.renderRemedy(refused)}
      ${
        text
          ? html`<label for="text">The study as text. Correct it here, then open it again.</label>
            <textarea id="text" spellcheck="false" autocomplete="off" .value=${text}></textarea>
            <p class="row"><button class="primary" @click=${this.correct}>${icon('open')} Open the corrected study</button></p>`
          : nothing
      }`;
  }

  /** Buttons for the missing parts of a study. @param {Refused} refused */
  renderRemedy({ remedy, fetches }) {
    if (remedy === 'none') return nothing;
    if (remedy === 'retry') return html`<p class="row"><button @click=${() => reopenStudy(this.page)}>Try again</button></p>`;
    return html`<p class="row">${fetches.map(({ label, run }) => html`<button @click=${run}>${label}</button>`)}<button @click=${() => chooseFile(this.page)}>${icon('upload')} Choose the file …</button></p>`;
  }

  /** Opens the corrected text. */
  correct() {
    const area = /** @type {HTMLTextAreaElement|null} */ (this.renderRoot.querySelector('textarea'));
    if (area) openStudy(this.page, { text: area.value });
  }
}

/**
 * The text of a rejected study, formatted.
 * @param {Pick<import('../types.js').State['study'], 'text'|'fragment'>} study
 */
async function refusedText({ text, fragment }) {
  const { packed = '', name = '' } = parseStudyFragment(fragment) ?? {};
  const found = text || (packed ? await unpackText(packed) : name ? await fetchStudy(name) : '');
  try {
    return JSON.stringify(JSON.parse(found), null, 2);
  } catch {
    // Invalid JSON is corrected unformatted.
    return found;
  }
}

customElements.define('refused-study', RefusedStudy);
