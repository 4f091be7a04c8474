/** @file `<file-strip>`: thin lines above the charts with comments of the run on settings of files, and buttons that switch them. */

import { html } from 'lit';
import { patchScenario } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { fileQuestions } from '../scenario/file-questions.js';
import { StoreController } from '../state/store.js';
import { stripStyle } from './status-strips.js';

/** @import { FileQuestion } from '../scenario/file-questions.js' */

/** The questions about files. */
export class FileStrip extends PageElement {
  static properties = { closed: { state: true } };

  static styles = [controlStyle, stripStyle];

  constructor() {
    super();
    /** What the reader does not want to see again: the questions as they were said. @type {ReadonlySet<string>} */
    this.closed = new Set();
    this.seen = new StoreController(this, ({ scenario, catalog, variants }) => ({
      scenario,
      catalog,
      told: variants[0]?.layout?.diagnostics,
    }));
  }

  render() {
    const { scenario, catalog, told } = this.seen.value;
    const questions = fileQuestions(scenario, told ?? [], catalog);
    return questions.filter((one) => !this.closed.has(questionKey(one))).map((one) => this.renderQuestion(one));
  }

  /** @param {FileQuestion} question */
  renderQuestion(question) {
    const { place, file, text, on, name } = question;
    const close = () => (this.closed = new Set([...this.closed, questionKey(question)]));
    return html`<div class="strip" role="status">
      ${icon('info')}
      <span class="text"><b>${file}</b>: ${text}.</span>
      <button @click=${() => patchScenario(this.page, place, !on)}>Turn ${on ? 'off' : 'on'} ${name.charAt(0).toLowerCase()}${name.slice(1)}</button>
      <button class="icon-only quiet" aria-label="Close" @click=${close}>${icon('close')}</button>
    </div>`;
  }
}

/** @param {FileQuestion} question */
function questionKey({ file, place, text }) {
  return `${file} ${place} ${text}`;
}

customElements.define('file-strip', FileStrip);
