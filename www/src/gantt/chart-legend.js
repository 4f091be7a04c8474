/** @file `<chart-legend>`: the meaning of colours and patterns in the charts, and the choice of colours. */

import { css, html, nothing } from 'lit';
import { loadPart } from '../commands/part-loading.js';
import { askRun, setColour, setFolded } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { viewColours } from '../elements/theme.js';
import { StoreController } from '../state/store.js';
import { COLOURS, colourLabel, mergeLegends } from '../text/colours.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { workNoun } from '../text/time.js';
import { legendStyle } from './legend-style.js';

/** @import { Colour, Difference, Legend, Sign } from '../engine/types.js' */
/** @import { State } from '../types.js' */

/** The entry of colours that only distinguish neighbours. @type {Partial<Record<Colour, string>>} */
const NAMELESS = { job: 'ten colours, repeated', user: 'ten colours, repeated' };

/** The reason why a chart has no bars. */
const DENSE = 'Height shows the share of nodes in use. Zoom in to see bars.';

/** One strip below all charts. */
export class ChartLegend extends PageElement {
  static properties = {
    legends: { state: true },
    unused: { state: true },
    cut: { state: true },
    open: { state: true },
    plain: { type: Boolean },
    differences: { attribute: false },
    dense: { attribute: false },
  };

  static styles = [
    controlStyle,
    legendStyle,
    css`
      :host {
        display: flex;
        align-items: flex-start;
        position: relative;
        min-height: 24px;
        border-top: 1px solid var(--line);
        background: var(--sunken);
        font-size: var(--text-small);
      }
      /** Always one line, even beside a panel, because a second one would move the charts. */
      .all {
        flex: 1;
        min-width: 0;
        height: 24px;
        overflow: clip;
        background: var(--sunken);
      }
      .lines {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 14px;
        padding: 0 12px 0 8px;
      }
      .all.open {
        position: absolute;
        inset: 0 0 auto 0;
        height: auto;
        z-index: 7;
        padding-right: 160px;
        box-shadow: var(--shadow);
      }
      .beside {
        flex: none;
        margin-left: auto;
        display: flex;
        position: relative;
        z-index: 8;
      }
      .beside button {
        min-height: 24px;
        padding: 0 8px;
        border: 0;
        border-radius: 0;
        background: none;
        color: var(--ink-soft);
      }
      .beside button:hover {
        background: var(--hover);
      }
      .beside .more {
        color: var(--accent);
        text-decoration: underline dotted 1px;
        text-underline-offset: 3px;
      }
      select {
        min-height: 22px;
        padding: 0 2px;
        border: 0;
        background: none;
        font-weight: 600;
      }
      select:hover {
        background: var(--hover);
      }
      ul.scale {
        display: flex;
        flex: none;
      }
      .scale li {
        display: block;
        padding-right: 8px;
        line-height: 12px;
      }
      .scale i {
        display: block;
        width: calc(100% + 8px);
        min-width: 44px;
        height: 7px;
        border-right-width: 0;
      }
      .scale li:last-child {
        padding-right: 0;
      }
      .scale li:last-child i {
        width: 100%;
        border-right-width: 1px;
      }
      i {
        flex: none;
        width: 18px;
        height: 10px;
        border: 1px solid var(--c);
        background: var(--f);
      }
      i.hatch {
        background: repeating-linear-gradient(135deg, var(--c) 0 1.5px, var(--f) 1.5px 4px);
      }
      i.stripes {
        background: repeating-linear-gradient(90deg, var(--c) 0 1.5px, var(--f) 1.5px 4px);
      }
      .dense {
        order: 1;
        color: var(--ink-soft);
      }
      i.dotted {
        border-block-style: dotted;
      }
      @media (pointer: coarse) {
        .beside button,
        select {
          min-height: var(--control);
        }
        .all {
          height: var(--control);
        }
      }
      /** On a phone, no panel opens beside the charts. */
      @media (width < 700px) {
        :host {
          flex-wrap: wrap;
        }
        .all {
          flex-basis: 100%;
          height: auto;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Without the control. */
    this.plain = false;
    /** The difference of each variant from the first one. @type {readonly (Difference|null)[]} */
    this.differences = [];
    /** Whether a chart is too dense for bars. */
    this.dense = false;
    /** @type {Legend[]} */
    this.legends = [];
    /** Number of hidden unused rows, in the chart that has most of them. */
    this.unused = 0;
    /** Whether it does not fit on its line, and whether the rest is expanded over the content below. */
    this.cut = false;
    this.open = false;
    this.sizes = new ResizeObserver(() => this.measureLines());
    this.fromStore = new StoreController(this, ({ colour, folded, variants, work, scenario }) => ({
      colour,
      folded,
      things: workNoun(work),
      work,
      edited: (scenario?.edits ?? []).length > 0,
      several: variants.length > 1 && variants.every(({ status }) => status === 'done'),
    }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (state.colour !== before.colour || state.theme !== before.theme || state.dark !== before.dark || !haveSameRuns(state, before))
        void this.loadLegends();
    });
    void this.loadLegends();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unsubscribe?.();
    this.sizes.disconnect();
  }

  /** Checks whether all entries fit on one line. */
  measureLines() {
    const [all, lines] = ['.all', '.lines'].map((part) => /** @type {HTMLElement|null} */ (this.renderRoot.querySelector(part)));
    if (!all || !lines) return;
    // While it is expanded, its neighbour gives the height of one line.
    const one = this.open ? /** @type {HTMLElement} */ (this.renderRoot.querySelector('.beside')).offsetHeight : all.clientHeight;
    this.cut = lines.offsetHeight > one + 2;
    this.open &&= this.cut;
  }

  /** Opens the legend if the focused entry is hidden. @param {FocusEvent} event */
  revealFocused({ target, currentTarget }) {
    const [part, all] = /** @type {HTMLElement[]} */ ([target, currentTarget]).map((part) => part.getBoundingClientRect());
    if (part && all && part.bottom > all.bottom + 2) this.open = true;
  }

  /** Queries every run for its legend. */
  async loadLegends() {
    const asked = this.page.store.get();
    const { colour, theme, view, variants } = asked;
    const plain = {
      ...view,
      width: 1,
      height: 1,
      now_s: view.to_s,
      ...viewColours({ ...asked, selected: -1, query: '' }),
    };
    const legends = await Promise.all(
      variants.map((variant, i) => (variant.layout ? askRun(this.page, i, 'legend', plain).catch(() => null) : null)),
    );
    const now = this.page.store.get();
    const known = legends.filter((legend) => legend !== null);
    const unused = await Promise.all(variants.map((variant, i) => (variant.layout ? this.countUnusedRows(i, variant.layout.rows) : 0)));
    if (now.colour === colour && now.theme === theme && now.dark === asked.dark && haveSameRuns(now, asked) && known.length > 0) {
      this.legends = known;
      this.unused = Math.max(0, ...unused);
    }
  }

  /**
   * The number of rows that a folded chart hides.
   * @param {number} variant
   * @param {number} rows all of them
   */
  async countUnusedRows(variant, rows) {
    // High enough to show each row.
    const view = {
      from_s: 0,
      to_s: 1,
      first_row: 0,
      rows,
      folded: true,
      width: 1,
      height: rows,
      now_s: 0,
      colour: null,
      theme: /** @type {const} */ ('light'),
      selected: -1,
      query: '',
    };
    const places = await askRun(this.page, variant, 'places', view).catch(() => []);
    return places.length > 0 ? rows - places.reduce((sum, { shown }) => sum + shown, 0) : 0;
  }

  updated() {
    const lines = this.renderRoot.querySelector('.lines');
    if (lines) this.sizes.observe(lines);
    if (this.fromStore.value.several) void loadPart(this.page, 'The comparison of charts', () => import('./difference-legend.js'));
  }

  /** @param {Colour} chosen */
  chooseColour(chosen) {
    setColour(this.page, this.legends[0]?.usual === chosen ? '' : chosen);
  }

  render() {
    const legends = mergeLegends(this.legends);
    const [first] = legends;
    if (!first) return nothing;
    const words = (/** @type {Colour} */ colour) => colourLabel(colour, this.fromStore.value.work);
    return html`<div class="all ${this.open ? 'open' : ''}" @focusin=${this.revealFocused}><div class="lines">
      ${
        this.plain
          ? html`<b>Colour by ${words(first.colour)}</b>`
          : html`<label
            >Colour by
            <select aria-label="Colour bars by" .value=${first.colour} @change=${(/** @type {Event} */ event) => this.chooseColour(/** @type {Colour} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
              ${/** @type {Colour[]} */ (Object.keys(COLOURS)).map((id) => html`<option value=${id} ?selected=${id === first.colour}>${words(id)}</option>`)}
            </select>
          </label>`
      }
      ${this.dense ? html`<span class="dense" title=${DENSE}>Too dense for bars<span class="unseen">. ${DENSE}</span></span>` : nothing}
      ${legends.map((legend, at) => html`${at > 0 ? html`<b>and by ${words(legend.colour)}</b>` : nothing}${renderLegend(legend)}`)}
      ${this.fromStore.value.edited ? html`<span class="soft">○— from the start before the edit; +0:08: starts 8 min later</span>` : nothing}
      ${this.fromStore.value.several ? html`<difference-legend .differences=${this.differences} .plain=${this.plain}></difference-legend>` : nothing}
      </div></div>
      <div class="beside">
        ${this.cut ? html`<button class="more" aria-expanded=${this.open} aria-label="Legend: ${this.open ? 'less' : 'more'}" @click=${() => (this.open = !this.open)}>${this.open ? 'less' : 'more'}</button>` : nothing}
        ${this.unused > 0 && !this.plain ? this.renderFoldButton() : nothing}
      </div>`;
  }

  /** The button that hides or shows unused rows. */
  renderFoldButton() {
    const { folded } = this.fromStore.value;
    const rows = formatCount(this.unused, 'unused rows');
    return html`<button title="${folded ? 'Show' : 'Fold'} rows that are never used (U)" @click=${() => setFolded(this.page, !folded)}>
      ${folded ? `Show ${rows}` : `Fold ${rows}`}
    </button>`;
  }
}

/** @param {Legend} legend */
function renderLegend({ colour, ordered, signs, looks }) {
  return html`${signs.length > 0 ? html`<ul class=${ordered ? 'scale' : ''} aria-label="Meaning of the colours">${signs.map(renderSign)}</ul>` : html`<span class="soft">${NAMELESS[colour] ?? ''}</span>`}
  ${looks.length > 0 ? html`<ul aria-label="Meaning of the patterns">${looks.map(renderSign)}</ul>` : nothing}`;
}

/** @param {Sign} sign */
function renderSign({ name, fill, ink, pattern, dotted, count }) {
  return html`<li><i class="${pattern} ${dotted ? 'dotted' : ''}" ${inlineStyle({ '--f': fill, '--c': ink })}></i>${name}${count === null ? '' : `: ${formatNumber(count)}`}</li>`;
}

/**
 * Whether two states have the same runs, with respect to legends.
 * @param {Pick<State, 'variants'>} one
 * @param {Pick<State, 'variants'>} other
 */
function haveSameRuns({ variants }, other) {
  const same = (/** @type {State['variants'][number]} */ { layout, status }, /** @type {number} */ i) =>
    layout === other.variants[i]?.layout && (status === 'done') === (other.variants[i]?.status === 'done');
  return variants.length === other.variants.length && variants.every(same);
}

customElements.define('chart-legend', ChartLegend);
