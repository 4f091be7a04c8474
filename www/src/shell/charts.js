/** @file `<chart-section>`: the hero. One sentence that says what is seen, the tools of the charts, and the charts. */

import { css, html, nothing } from 'lit';
import { PageElement } from '../elements/part.js';
import { fit, openExample, zoom } from '../commands.js';
import { fetchPart } from '../commands/lazy.js';
import { icon } from '../elements/icons.js';
import { StoreController } from '../state/store.js';
import { controls } from '../elements/controls.js';
import { pieceText, plainText } from '../text/pieces.js';
import { storyOf } from './story.js';
import '../gantt/search.js';
import '../gantt/stack.js';

/** The charts with their tools. */
export class ChartSection extends PageElement {
  static properties = { plain: { type: Boolean } };

  static styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        padding: 4px 8px 4px 12px;
        min-height: 38px;
      }
      .story {
        /* Beside two panels the tools go below it. */
        flex: 1 0 min(100%, 40ch);
        width: 0;
        margin: 0;
        line-height: 1.4;
      }
      .story p {
        margin: 0;
      }
      .question {
        font-weight: 600;
      }
      .story span {
        color: var(--ink-soft);
      }
      .story b {
        font-weight: 600;
        color: var(--ink);
      }
      .group {
        display: flex;
        align-items: center;
        gap: 2px;
      }
      gantt-stack {
        flex: 1 0 auto;
      }
      .nothing {
        flex: 1;
        display: grid;
        place-content: center;
        justify-items: center;
        gap: 8px;
        padding: 16px;
        text-align: center;
      }
      .nothing p {
        margin: 0;
      }
      @media (width < 1000px) {
        .story {
          flex-basis: 100%;
        }
      }
      @media (width < 700px) {
        .zoom {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Without tools. */
    this.plain = false;
    this.seen = new StoreController(this, (state) => ({ story: storyOf(state), fitted: state.view.fitted, empty: state.variants.length === 0, waiting: state.text === '' || (state.scenario !== null && state.diagnostics.every(({ severity }) => severity !== 'error')), unopened: state.unopened, replicated: state.replicated !== null }));
  }

  firstUpdated() {
    // The charts do not wait for it.
    if (!this.plain) void fetchPart(this.page, 'What is decided', () => import('../decision/decision-bar.js'));
  }

  /** Puts the cursor into the search box. */
  search() {
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('gantt-search'))?.focus();
  }

  /** Puts the focus on the first chart. */
  takeFocus() {
    const stack = /** @type {import('../gantt/stack.js').GanttStack|null} */ (this.renderRoot.querySelector('gantt-stack'));
    /** @type {import('../gantt/chart.js').GanttChart|null|undefined} */ (stack?.renderRoot.querySelector('gantt-chart'))?.takeFocus();
  }

  /**
   * What is said before there is anything to draw.
   * @param {boolean} waiting whether it is on its way
   * @param {string} unopened why what the address asks for is not there
   */
  nothingYet(waiting, unopened) {
    if (unopened) {
      return html`<div class="nothing">
        <p role="alert">${unopened}</p>
        ${this.plain
          ? nothing
          : html`<p class="soft">Its text is under Scenario, as it came; the address is as you opened it.</p>`}
      </div>`;
    }
    return html`<div class="nothing">
      ${waiting
        ? html`<span class="soft">The engine is on its way\u2026</span>`
        : this.plain
          ? html`<p>There is nothing to draw: what is missing stands above.</p>`
          : html`<p>There is nothing to draw yet.</p>
            <p class="soft">Drop a trace (SWF), a workflow (DAX) or a scenario on the page, or start from an example.</p>
            <button class="primary" @click=${() => openExample(this.page, 'fcfs-vs-easy')}>Open an example</button>`}
    </div>`;
  }

  render() {
    const { story, fitted, empty, waiting, unopened, replicated } = this.seen.value;
    if (empty) return this.nothingYet(waiting, unopened);
    return html`
      ${this.plain
        ? nothing
        : html`<div class="tools">
            ${story
              ? html`<div class="story">
                  ${story.question.length > 0 ? html`<p class="question">${plainText(story.question)}</p>` : nothing}
                  <p><span>${story.what}</span>${story.answer.length > 0 ? html` <span class="answer">${story.answer.map((piece) => (piece.value === null ? piece.text : html`<b>${pieceText(piece)}</b>`))}</span>` : nothing}</p>
                </div>`
              : nothing}
            <gantt-search></gantt-search>
            <span class="group zoom">
              <button class="icon-only" aria-label="Zoom out" title="Zoom out (S)" @click=${() => zoom(this.page, 1 / 1.6)}>${icon('minus')}</button>
              <button class="icon-only" aria-label="Zoom in" title="Zoom in (W)" @click=${() => zoom(this.page, 1.6)}>${icon('plus')}</button>
              <button class="icon-only" aria-label="Fit everything" title="Fit everything (0)" ?disabled=${fitted} @click=${() => fit(this.page)}>${icon('fit')}</button>
            </span>
          </div>`}
      ${this.plain ? nothing : html`<quick-controls></quick-controls>`} ${replicated ? html`<seeds-line></seeds-line>` : nothing}
      <gantt-stack .plain=${this.plain}>${this.plain ? nothing : html`<decision-bar></decision-bar>`}</gantt-stack>
    `;
  }
}

customElements.define('chart-section', ChartSection);
