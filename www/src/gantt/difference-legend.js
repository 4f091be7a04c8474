/** @file `<difference-legend>`: shows or hides the difference from the baseline, and explains its marks. */

import { css, html, nothing } from 'lit';
import { setDifference } from '../commands/baseline-difference.js';
import { PageElement } from '../elements/page-element.js';
import { StoreController } from '../state/store.js';
import { differenceSigns } from '../text/difference-signs.js';
import { workNoun } from '../text/time.js';
import { legendStyle } from './legend-style.js';

/** @import { Difference } from '../engine/types.js' */

/** The shapes of the marks. */
const SIGNS = {
  ghost: html`<i></i>`,
  earlier: html`<svg viewBox="0 0 8 10" aria-hidden="true"><path d="M7 1v8L1 5z" /></svg>`,
  note: nothing,
  later: html`<svg class="later" viewBox="0 0 8 10" aria-hidden="true"><path d="M1 1v8L7 5z" /></svg>`,
};

/** A part of the legend of the charts. */
export class DifferenceLegend extends PageElement {
  static properties = { differences: { attribute: false }, plain: { type: Boolean } };

  static styles = [
    legendStyle,
    css`
    /** Names of many variants may need several lines. */
    li {
      white-space: normal;
    }
    input {
      margin: 0;
      accent-color: var(--ink);
    }
    i {
      width: 18px;
      height: 10px;
      box-sizing: border-box;
      border: 1px dashed var(--edge);
    }
    svg {
      flex: none;
      width: 8px;
      height: 10px;
      fill: var(--ink);
      stroke: var(--ink);
      stroke-linejoin: round;
    }
    svg.later {
      fill: var(--paper);
    }
    @media (pointer: coarse) {
      label {
        min-height: var(--control);
      }
    }
  `,
  ];

  constructor() {
    super();
    /** The difference of each variant from the first one. @type {readonly (Difference|null)[]} */
    this.differences = [];
    /** Without the control. */
    this.plain = false;
    this.fromStore = new StoreController(this, ({ difference, variants, work }) => ({
      difference,
      others: variants
        .filter(({ otherWork }) => otherWork)
        .map(({ name }) => name)
        .join(', '),
      names: variants.map(({ name }) => name).join('\n'),
      things: workNoun(work),
    }));
  }

  render() {
    const { difference, others, names: joined, things } = this.fromStore.value;
    const names = joined.split('\n');
    const entries = difference ? differenceSigns(this.differences, names, things) : [];
    return html`${
      this.plain
        ? nothing
        : html`<label><input type="checkbox" .checked=${difference} @change=${(/** @type {Event} */ event) => setDifference(this.page, /** @type {HTMLInputElement} */ (event.target).checked)} />Difference from ${names[0]}</label>`
    }
    ${others ? html`<span class="soft">not for ${others} (other ${things})</span>` : nothing}
    ${entries.length > 0 ? html`<ul aria-label="Differences from the baseline">${entries.map(({ kind, words, names: each }) => html`<li title=${each || nothing}>${SIGNS[kind]}${words}</li>`)}</ul>` : nothing}`;
  }
}

customElements.define('difference-legend', DifferenceLegend);
