/** @file `<entry-advice>`: when to use a policy, and its pseudo-code, fetched when its help opens. */

import { css, html, LitElement, nothing } from 'lit';
import { fetchAdvice } from '../services/advice.js';

/** @import { Advice } from '../services/advice.js' */

/** The advice on an entry of the catalog; empty without advice. */
export class EntryAdvice extends LitElement {
  static properties = { entry: {}, advice: { state: true } };

  static styles = css`
    p,
    pre {
      margin: 6px 0 0;
    }
    pre {
      padding: 6px 8px;
      white-space: pre-wrap;
      background: var(--sunken);
      font: var(--text-small) / 1.4 var(--mono);
    }
  `;

  constructor() {
    super();
    /** Family and id. */
    this.entry = '';
    this.advice = /** @type {Advice|undefined} */ (undefined);
  }

  /** Fetches the advice; if that fails, the help shows the rest of its text. */
  async loadAdvice() {
    try {
      this.advice = (await fetchAdvice())[this.entry];
    } catch {
      // The next opening of the help tries again.
    }
    await this.updateComplete;
  }

  /** @override */
  render() {
    const { advice } = this;
    if (!advice) return nothing;
    return html`${advice.when_to_use ? html`<p><b>When to use it.</b> ${advice.when_to_use}</p>` : nothing}
    ${advice.pseudocode ? html`<pre role="group" aria-label="Pseudo-code">${advice.pseudocode}</pre>` : nothing}`;
  }
}

customElements.define('entry-advice', EntryAdvice);
