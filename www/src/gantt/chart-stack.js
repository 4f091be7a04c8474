/** @file `<gantt-stack>`: the charts of all systems under one ruler. */

import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { loadPart } from '../commands/part-loading.js';
import { fitWindow, openPlay, setDisplayedSpan, setRegion, zoomInTime } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { existingFolds } from '../state/folded-panes.js';
import { StoreController } from '../state/store.js';
import './time-axis.js';
import './chart.js';
import { FrameBarrier } from './frame-barrier.js';

/** @import { Difference } from '../engine/types.js' */

/** The ruler, a chart for each system, and the legend. */
export class GanttStack extends PageElement {
  static properties = { plain: { type: Boolean }, differences: { state: true }, dense: { state: true } };

  static styles = [
    controlStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      .head {
        position: sticky;
        top: 0;
        z-index: 3;
        background: var(--paper);
        border-bottom: 1px solid var(--line);
      }
      .of {
        position: absolute;
        inset: 0 auto auto 0;
        width: var(--side);
        height: 24px;
        display: flex;
        align-items: center;
        gap: 2px;
        padding-left: 16px;
        overflow: hidden;
        white-space: nowrap;
        color: var(--ink-soft);
        font-size: var(--text-small);
      }
      .of span {
        flex: 1;
      }
      .of button {
        --control: 22px;
      }
      @media (width < 900px) {
        .of {
          display: none;
        }
      }
      .charts {
        flex: 1 0 auto;
        display: flex;
        flex-direction: column;
      }
      chart-legend:not(:defined) {
        display: block;
        min-height: 25px;
      }
      gantt-chart {
        flex: 1 0 auto;
        min-height: var(--chart-low, 110px);
      }
      @media (width < 700px) {
        gantt-chart {
          flex-grow: var(--chart-grow, 1);
          min-height: var(--least-chart, 128px);
        }
      }
      gantt-chart[folded] {
        flex: none;
        min-height: 0;
      }
    `,
  ];

  constructor() {
    super();
    /** Without controls. */
    this.plain = false;
    /** The difference of each variant from the first one, as in its frame. @type {readonly (Difference|null)[]} */
    this.differences = [];
    /** Whether a chart that is not folded is too dense for bars. */
    this.dense = false;
    this.barrier = new FrameBarrier(
      () => {
        const { playhead_s, view } = this.page.store.get();
        return { now_s: playhead_s, from_s: view.from_s, to_s: view.to_s };
      },
      (shown) => setDisplayedSpan(this.page, shown),
    );
    this.fromStore = new StoreController(this, ({ variants, view, choosing, foldedPanes }) => ({
      count: variants.length,
      fitted: view.fitted,
      choosing,
      foldedPanes: existingFolds(foldedPanes, variants.length),
      compared: variants.map(({ compared }) => (compared ? '1' : '0')).join(''),
      under: this.page.views.find(({ id, under }) => under && variants.some(({ views }) => views[id])),
    }));
  }

  willUpdate() {
    // Differences of previous runs are outdated.
    const { compared } = this.fromStore.value;
    if (this.differences.some((difference, at) => difference && compared[at] !== '1'))
      this.differences = this.differences.map((difference, at) => (compared[at] === '1' ? difference : null));
  }

  connectedCallback() {
    super.connectedCallback();
    // The legend queries started runs, so it is loaded after their start.
    void loadPart(this.page, 'The legend', () => import('./chart-legend.js'));
  }

  /**
   * Updates the difference of a variant from the baseline, as in its chart.
   * @param {number} index
   * @param {Difference|null} difference
   */
  updateDifference(index, difference) {
    const words = (/** @type {Difference|null|undefined} */ difference) =>
      difference &&
      [difference.least, difference.earlier, difference.later, difference.ghosts.length > 0, difference.moved.length > 0].join();
    if (words(difference) === words(this.differences[index] ?? null)) return;
    const { length } = this.page.store.get().variants;
    this.differences = Array.from({ length }, (_, at) => (at === index ? difference : (this.differences[at] ?? null)));
  }

  /** Stores the drawn frame of a chart. @param {import('./chart.js').GanttChart} chart */
  readFrame(chart) {
    this.updateDifference(chart.variant, chart.frame?.difference ?? null);
    const charts = /** @type {import('./chart.js').GanttChart[]} */ ([...this.renderRoot.querySelectorAll('gantt-chart')]);
    this.dense = charts.some(({ folded, places }) => !folded && places.some(({ shares }) => shares));
  }

  render() {
    const { count, fitted, choosing, under, foldedPanes } = this.fromStore.value;
    const indexes = Array.from({ length: count }, (_, index) => index);
    return html`
      <div class="head">
        ${
          this.plain
            ? nothing
            : html`<div class="of">
              <span>time</span>
              <button class="icon-only" aria-label="Select a region" title="Drag over the charts to select a region and see its statistics (Shift and drag, or R)" aria-pressed=${choosing} @click=${() => setRegion(this.page, this.page.store.get().region, !choosing)}>${icon('region')}</button>
              <button class="icon-only" aria-label="Zoom out" title="Zoom out (S)" @click=${() => zoomInTime(this.page, 1 / 1.6)}>${icon('minus')}</button>
              <button class="icon-only" aria-label="Zoom in" title="Zoom in (W)" @click=${() => zoomInTime(this.page, 1.6)}>${icon('plus')}</button>
              <button class="icon-only" aria-label="Fit everything" title="Fit everything (0)" ?disabled=${fitted} @click=${() => fitWindow(this.page)}>${icon('fit')}</button>
              ${count > 1 ? html`<button class="icon-only" aria-label="Morph" title="Morph: slide the bars from one schedule to the next (X)" @click=${() => this.dispatchEvent(new Event('morph', { bubbles: true, composed: true }))}>${icon('morph')}</button>` : nothing}
              <button class="icon-only" aria-label="Schedule it yourself" aria-haspopup="dialog" title="Schedule it yourself: place the jobs of a board by hand" @click=${() => openPlay(this.page)}>${icon('board')}</button>
            </div>`
        }
        <time-axis></time-axis>
      </div>
      <div class="charts">${repeat(
        indexes,
        (index) => index,
        (index) =>
          html`<gantt-chart .variant=${index} .folded=${foldedPanes.includes(index)} .foldable=${!this.plain && count > 1} .barrier=${this.barrier} @shown=${(/** @type {Event} */ { target }) => this.readFrame(/** @type {import('./chart.js').GanttChart} */ (target))}></gantt-chart>${index === 0 ? html`<slot></slot>` : nothing}`,
      )}</div>
      ${this.plain ? nothing : under?.under?.()}
      <chart-legend .plain=${this.plain} .differences=${this.differences} .dense=${this.dense}></chart-legend>
    `;
  }
}

customElements.define('gantt-stack', GanttStack);
