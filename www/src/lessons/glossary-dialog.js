/** @file `<glossary-dialog>`: the terms of the page, with a search; each has an address. */

import { css, html, nothing } from 'lit';
import { referenceAddress, termAddress } from '../address/glossary.js';
import { closeGlossary } from '../commands/glossary.js';
import { Dialog } from '../elements/dialog.js';
import { createGlossary } from '../scenario/glossary.js';
import { StoreController } from '../state/store.js';
import { sentenceCase } from '../text/time.js';

/** @import { Glossary, Term } from '../scenario/glossary.js' */

/** The glossary. */
export class GlossaryDialog extends Dialog {
  static properties = { ...Dialog.properties, query: { state: true } };

  static styles = [
    ...Dialog.styles,
    css`
      .top {
        position: sticky;
        top: calc(var(--control) + 21px);
        z-index: 1;
        padding-block: 4px;
        background: var(--paper);
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
      }
      input {
        flex: 1 1 200px;
      }
      h3 {
        margin: 16px 0 0;
        font-size: 0.9375rem;
      }
      h3 + p,
      dd p {
        margin: 0;
      }
      dl {
        margin: 4px 0 0;
      }
      dt {
        margin-top: 8px;
        font-weight: 600;
      }
      dd {
        margin: 0;
        max-width: 78ch;
        line-height: 1.45;
        overflow-wrap: anywhere;
      }
      dt a {
        color: inherit;
        text-decoration: none;
      }
      dt a:hover {
        text-decoration: underline;
      }
      div[aria-current] {
        padding-left: 9px;
        margin-left: -12px;
        border-left: 3px solid var(--accent);
      }
    `,
  ];

  constructor() {
    super();
    this.query = '';
    /** The sources of the list. */
    this.of = /** @type {import('../engine/types.js').Catalog|null} */ (null);
    this.terms = /** @type {readonly import('../scenario/glossary.js').GlossaryTerm[]} */ ([]);
    this.glossary = /** @type {Glossary|undefined} */ (undefined);
    this.fromStore = new StoreController(this, ({ catalog, glossary, terms }) => ({ catalog, term: glossary, terms }));
    /** The last term that was scrolled to. */
    this.gone = /** @type {Term|undefined} */ (undefined);
  }

  get heading() {
    return 'Glossary';
  }

  /** The term in the address. */
  get currentTerm() {
    const { term } = this.fromStore.value;
    return term ? this.glossary?.find(term) : undefined;
  }

  willUpdate() {
    const { catalog, term, terms } = this.fromStore.value;
    if (catalog && (catalog !== this.of || terms !== this.terms)) {
      this.of = catalog;
      this.terms = terms;
      this.glossary = createGlossary(catalog, terms);
    }
    // A link to a term clears an earlier search.
    if (this.currentTerm !== this.gone) this.query = '';
    if (term !== null && !this.opened) void this.open();
    if (term === null && this.opened) this.close();
  }

  updated() {
    const { currentTerm: current } = this;
    if (!this.opened || current === this.gone) return;
    this.gone = current;
    const place = /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('[aria-current] a'));
    // The scrolling box exists only after the dialog has opened.
    requestAnimationFrame(() => {
      place?.scrollIntoView({ block: 'center' });
      place?.focus({ preventScroll: true });
    });
  }

  /** @override */
  onClosed() {
    super.onClosed();
    this.query = '';
    this.gone = undefined;
    if (this.fromStore.value.term !== null) closeGlossary(this.page);
  }

  /** The terms that contain all words of the query. */
  get matchingTerms() {
    const words = this.query.toLowerCase().split(/\s+/u).filter(Boolean);
    return (this.glossary?.terms ?? []).filter(({ name, sentence, source, words: called }) => {
      const all = `${name} ${called.join(' ')} ${sentence} ${source}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
  }

  /** Renders the search field and the terms that match, by group. */
  renderContent() {
    const { matchingTerms: found, glossary } = this;
    if (!glossary) return html`<p>Loading the glossary …</p>`;
    const unknown = this.fromStore.value.term && !this.currentTerm;
    return html`<div class="top">
        <input
          type="text"
          aria-label="Find a term"
          placeholder="slowdown, EASY, lost work …"
          autocomplete="off"
          spellcheck="false"
          .value=${this.query}
          @input=${(/** @type {Event} */ event) => (this.query = /** @type {HTMLInputElement} */ (event.target).value)}
        />
        <span class="soft" role="status">${found.length} of ${glossary.terms.length} terms</span>
        <a href=${referenceAddress()} target="_blank" rel="noopener">Reference page</a>
      </div>
      ${unknown ? html`<p role="alert">There is no term ${this.fromStore.value.term} in the glossary.</p>` : nothing}
      ${glossary.groups.map((group) =>
        this.renderGroup(
          group,
          found.filter((term) => term.group === group.id),
        ),
      )}`;
  }

  /**
   * Renders the terms of one group with their formulas and sources.
   * @param {import('../scenario/glossary.js').Group} group
   * @param {Term[]} terms
   */
  renderGroup({ title, about }, terms) {
    if (terms.length === 0) return nothing;
    const { currentTerm: current } = this;
    return html`<h3>${title}</h3>
      <p class="soft">${about}</p>
      <dl>
        ${terms.map(
          (term) => html`<div aria-current=${term === current ? 'true' : nothing}>
            <dt><a href=${termAddress(term.id)} title="Link to this term">${sentenceCase(term.name)}</a></dt>
            <dd>
              ${term.sentence}${term.formula ? html`<p>= ${term.formula}</p>` : nothing}${term.source ? html`<p class="soft">${term.source}</p>` : nothing}
            </dd>
          </div>`,
        )}
      </dl>`;
  }
}

customElements.define('glossary-dialog', GlossaryDialog);
