/** @file `<verdict-map>`: one square for each published target of all experiments, by publication; totals above it filter by verdict. */

import { css, html } from 'lit';
import { FIRST_SEED, papersFragment } from '../address/papers.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { formatNumber } from '../text/numbers.js';
import { sheetStyle } from './findings-style.js';
import { heldText } from './findings-texts.js';
import { groupByPublication, reportFragment } from './publications.js';
import { publishedStudy } from './study-library.js';
import { cardStyle, targetCard } from './target-card.js';
import { classWords, countByVerdict, nextSquare, publishedClasses, VERDICT_CLASSES } from './verdict-layout.js';
import { barStyle, markStyle, verdictMark } from './verdict-marks.js';

/** @import { VerdictClass } from './verdict-layout.js' */
/** @import { Experiment } from '../engine/types.js' */
/** @import { PublishedStudy } from './study-library.js' */

/** @typedef {{id: string, at: number}} Square a published target: its experiment, and its number among the published ones */

/** Totals and squares. The event `filter` has the chosen verdicts in `detail`. */
export class VerdictMap extends PageElement {
  static properties = {
    experiments: { attribute: false },
    chosen: { attribute: false },
    current: { state: true },
    known: { state: true },
  };

  static styles = [
    ...sheetStyle,
    markStyle,
    barStyle,
    cardStyle,
    css`
      :host {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 12px;
      }
      .bar .off,
      a.off {
        opacity: 0.18;
      }
      .counts {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 8px;
      }
      .counts button {
        gap: 7px;
      }
      .counts button[aria-pressed='true'] {
        background: var(--hover);
        border-color: var(--edge);
      }
      .map {
        display: grid;
        grid-template-columns: minmax(0, 1fr) 384px;
        gap: 24px;
        align-items: start;
        padding: 14px 16px;
        margin: 0 -16px;
        background: var(--sunken);
      }
      .work {
        display: grid;
        grid-template-columns: 172px minmax(0, 1fr);
        gap: 4px 12px;
      }
      .work + .work {
        margin-top: 14px;
      }
      .work h3 {
        margin: 0;
        font-size: var(--text);
        font-weight: 600;
        line-height: 1.2;
        color: var(--ink);
      }
      .work p {
        font-size: var(--text-small);
        color: var(--ink-soft);
      }
      .squares {
        display: flex;
        flex-wrap: wrap;
        gap: 5px 6px;
        align-content: start;
        padding-top: 1px;
      }
      .squares span {
        display: inline-flex;
        flex-wrap: wrap;
        row-gap: 5px;
        border-radius: 1px;
      }
      .squares span:has(a.current) {
        outline: 1px solid var(--edge);
        outline-offset: 1px;
      }
      .squares a {
        padding: 0 1px;
        outline: none;
      }
      .squares a.current .mark {
        outline: 2px solid var(--accent);
        outline-offset: 0;
      }
      @media (width < 1100px) {
        .map {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (width < 700px) {
        .work {
          grid-template-columns: minmax(0, 1fr);
        }
        .map {
          margin: 0 -14px;
          padding: 12px 14px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly Experiment[]} */
    this.experiments = [];
    /** The shown verdicts; all if empty. @type {ReadonlySet<VerdictClass>} */
    this.chosen = new Set();
    /** The square under the pointer or with the focus. @type {Square|undefined} */
    this.current = undefined;
    /** The fetched experiments; undefined during a download. @type {ReadonlyMap<string, PublishedStudy|undefined>} */
    this.known = new Map();
  }

  render() {
    const counts = countByVerdict(this.experiments.flatMap(publishedClasses));
    return html`
      <div class="bar" aria-hidden="true">${counts.map(({ id, count }) => html`<i class="${id} ${this.isOff(id) ? 'off' : ''}" ${inlineStyle({ flex: `${count} 1 0` })}></i>`)}</div>
      <div class="counts" role="group" aria-label="Show targets by verdict">
        ${counts.map(
          ({ id, count }) =>
            html`<button class="quiet" aria-pressed=${this.chosen.has(id)} title=${classWords(id).meaning} @click=${() => this.toggle(id)}>${verdictMark(id)}<span><b>${formatNumber(count)}</b> ${classWords(id).name.toLowerCase()}</span></button>`,
        )}
      </div>
      <div class="map">
        <div @keydown=${this.move} @pointerleave=${this.leave}>${groupByPublication(this.experiments, false).map((work) => this.work(work))}</div>
        ${this.card()}
      </div>`;
  }

  /** The squares of a publication. @param {{name: string, experiments: Experiment[]}} work */
  work({ name, experiments }) {
    const targets = experiments.flatMap((/** @type {Experiment & {fitted?: readonly number[]}} */ { verdicts, fitted = [] }) =>
      verdicts.map((verdict, place) => ({ verdict, fitted: fitted.includes(place) })),
    );
    return html`<section class="work">
      <div><h3>${name}</h3><p>${heldText(targets)}</p><p><a href=${reportFragment(name)} aria-label="Report on ${name}">Report</a></p></div>
      <div class="squares">${experiments.filter((one) => one.verdicts.length > 0).map((one) => this.squares(one))}</div>
    </section>`;
  }

  /** The squares of an experiment, one for each claim. @param {Experiment} experiment */
  squares(experiment) {
    const { id, title } = experiment;
    const { current } = this;
    const verdicts = publishedClasses(experiment);
    const first = this.experiments.find((one) => one.verdicts.length > 0)?.id;
    return html`<span role="group" aria-label="${id} ${title}">${verdicts.map((verdict, at) => {
      const chosen = current?.id === id && current.at === at;
      // Tab reaches a single square: the last one that had its card open.
      const reached = current ? chosen : id === first && at === 0;
      return html`<a href=${papersFragment({ id, seed: FIRST_SEED })} class="${chosen ? 'current' : ''} ${this.isOff(verdict) ? 'off' : ''}" tabindex=${reached ? 0 : -1} data-id=${id} data-at=${at}
        aria-label="${id}, target ${at + 1} of ${verdicts.length}: ${classWords(verdict).name.toLowerCase()}"
        @pointerenter=${(/** @type {PointerEvent} */ event) => event.pointerType !== 'touch' && this.look({ id, at })}
        @focus=${() => this.look({ id, at })} @click=${(/** @type {PointerEvent} */ event) => this.press(event, { id, at })}>${verdictMark(verdict)}</a>`;
    })}</span>`;
  }

  /** The card of the square under the pointer. */
  card() {
    const { current } = this;
    const experiment = this.experiments.find(({ id }) => id === current?.id);
    if (!current || !experiment)
      return html`<div class="target-card">
        <p><b>Each square is a published number or statement.</b> Point at a square to see it beside our result; click to open its experiment.</p>
        <dl class="meanings">${VERDICT_CLASSES.map(({ id, name, meaning }) => html`<dt>${verdictMark(id)} ${name}</dt><dd>${meaning}</dd>`)}</dl>
      </div>`;
    return html`<div class="target-card found" role="status">${targetCard(experiment, this.known.get(current.id), current.at, this.known.has(current.id))}</div>`;
  }

  /** @param {VerdictClass} verdict */
  isOff(verdict) {
    return this.chosen.size > 0 && !this.chosen.has(verdict);
  }

  /** Adds a verdict to the filter, or removes it. @param {VerdictClass} verdict */
  toggle(verdict) {
    const next = new Set(this.chosen);
    if (!next.delete(verdict)) next.add(verdict);
    this.dispatchEvent(new CustomEvent('filter', { detail: next }));
  }

  /** Shows the card of a square. @param {Square} square */
  look(square) {
    this.current = square;
    const { id } = square;
    if (this.known.has(id)) return;
    const keep = (/** @type {PublishedStudy|undefined} */ found) => (this.known = new Map(this.known).set(id, found));
    this.loading = publishedStudy(id).then(keep, () => keep(undefined));
  }

  /** When the pointer leaves the map, the square with the focus stays current. */
  leave() {
    const focused = /** @type {HTMLElement|null|undefined} */ (this.shadowRoot?.activeElement);
    const { id, at } = focused?.dataset ?? {};
    if (id !== undefined && at !== undefined) this.current = { id, at: Number(at) };
  }

  /** The first touch shows a square, the second opens it. @param {PointerEvent} event @param {Square} square */
  press(event, square) {
    if (event.pointerType !== 'touch' || this.touched === `${square.id} ${square.at}`) return;
    event.preventDefault();
    this.touched = `${square.id} ${square.at}`;
    this.look(square);
  }

  /** Moves the focus between squares by arrow keys. @param {KeyboardEvent} event */
  move(event) {
    const squares = /** @type {HTMLElement[]} */ ([...this.renderRoot.querySelectorAll('.squares a')]);
    const from = squares.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = nextSquare(
      squares.map((square) => square.getBoundingClientRect()),
      from,
      event.key,
    );
    if (to === undefined) return;
    event.preventDefault();
    squares[to]?.focus();
  }
}

customElements.define('verdict-map', VerdictMap);
