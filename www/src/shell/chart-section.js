/** @file `<chart-section>`: the question and the answer, the quick controls, and the charts. */

import { css, html, nothing } from 'lit';
import { loadPart } from '../commands/part-loading.js';
import { openExample } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { FittedSentences } from '../elements/fitted-sentences.js';
import { moreButton, moreButtonStyle } from '../elements/more-button.js';
import { PageElement } from '../elements/page-element.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { StoreController } from '../state/store.js';
import { pieceText } from '../text/sentence-pieces.js';
import { splitSentences } from '../text/sentence-split.js';
import { createSummary } from './summary-texts.js';
import '../gantt/minimap.js';
import '../gantt/chart-stack.js';

/** The charts and their question and answer. */
export class ChartSection extends PageElement {
  static properties = { plain: { type: Boolean }, asks: { type: Boolean }, overview: { type: Boolean } };

  static styles = [
    controlStyle,
    moreButtonStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 24px;
        flex: none;
        min-height: 48px;
        padding: 0 8px 0 16px;
        border-bottom: 1px solid var(--line);
      }
      .story {
        --height: 3.7rem;
        /** The controls are below the text with little space. */
        flex: 1 0 min(100%, 64ch);
        width: 0;
        position: relative;
        display: flex;
        align-items: end;
      }
      /** A line for the question and one for the answer, so that later texts move nothing. */
      .text {
        flex: 1;
        display: grid;
        align-content: safe center;
        height: var(--height);
        box-sizing: border-box;
        padding-right: 44px;
        overflow: hidden;
        font-size: 1.077rem;
        line-height: 1.54rem;
      }
      .text.dense {
        font-size: 1rem;
        line-height: 1.17rem;
      }
      .story p {
        margin: 0;
      }
      /** In a margin of the text, excluded from its measurement. */
      .rest {
        position: absolute;
        right: 0;
        bottom: 4px;
      }
      .question {
        font-weight: 600;
      }
      .story span {
        color: var(--ink-soft);
      }
      /** No line break inside a time. */
      .story b {
        font-weight: 600;
        color: var(--ink);
        white-space: nowrap;
      }
      gantt-minimap {
        flex: none;
        margin: 8px 16px;
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
        .tools {
          padding: 8px 16px 0;
          border: 0;
        }
        /** Seven dense lines, in which nearly all answers fit. */
        .story {
          --height: 8.22rem;
        }
        quick-controls {
          padding: 4px 16px;
        }
        /** The decision bar stays visible with charts of any height. */
        decision-bar {
          position: sticky;
          bottom: 0;
          z-index: 5;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Whether it has no tools. */
    this.plain = false;
    /** Whether the question and the answer are above the charts. */
    this.asks = true;
    /** Whether the overview of all runs is above the charts. */
    this.overview = false;
    this.phone = matchMedia('(width < 700px)');
    this.phone.addEventListener('change', () => this.requestUpdate());
    this.texts = new FittedSentences(this, { text: '.text', sentence: '.sentence' });
    this.fromStore = new StoreController(this, (state) => ({
      story: createSummary(state),
      empty: state.variants.length === 0,
      waiting: state.diagnostics.every(({ severity }) => severity !== 'error'),
      unopened: state.unopened,
      asked: state.replicated?.asked === true,
      pending: isPredictionPending(state.lesson),
      edited: !state.embedded && (state.touch || state.scenario?.edits?.length),
    }));
  }

  firstUpdated() {
    // The charts do not wait for it.
    if (!this.plain) void loadPart(this.page, 'The decision bar', () => import('../decision/decision-bar.js'));
  }

  /** Moves the focus to the first chart. */
  focusCharts() {
    const stack = /** @type {import('../gantt/chart-stack.js').GanttStack|null} */ (this.renderRoot.querySelector('gantt-stack'));
    /** @type {import('../gantt/chart.js').GanttChart|null|undefined} */ (stack?.renderRoot.querySelector('gantt-chart'))?.focusBars();
  }

  /**
   * The text before the first frame.
   * @param {boolean} waiting whether content is loading
   * @param {string} unopened the reason why the content of the address is missing
   */
  renderEmpty(waiting, unopened) {
    if (unopened) {
      return html`<div class="nothing">
        <p role="alert">${unopened}</p>
        ${this.plain ? nothing : html`<p class="soft">The text of the link is under Scenario; the address is unchanged.</p>`}
      </div>`;
    }
    return html`<div class="nothing">
      ${
        waiting
          ? html`<span class="soft">Loading the engine\u2026</span>`
          : this.plain
            ? html`<p>There is nothing to draw. The message above says what is missing.</p>`
            : html`<p>There is nothing to draw yet.</p>
            <p class="soft">Drop a log (SWF, GWF, Slurm, PBS ..), a workflow (DAX, WfFormat ..) or a scenario on the page, or start from an example.</p>
            <button class="primary" @click=${() => openExample(this.page, 'fcfs-vs-easy')}>Open an example</button>`
      }
    </div>`;
  }

  render() {
    const { story, empty, waiting, unopened, asked, pending, edited } = this.fromStore.value;
    // On a phone the charts are below the question of a lesson, without space for anything else.
    const full = this.overview && pending;
    if (empty) return this.renderEmpty(waiting, unopened);
    const decision = this.plain ? nothing : html`<fork-strip></fork-strip><decision-bar></decision-bar>`;
    return html`
      ${this.asks && !full ? html`<div class="tools">${edited ? html`<edit-strip></edit-strip>` : story ? this.renderSummary(story) : nothing}${this.phone.matches || this.plain ? nothing : html`<quick-controls></quick-controls>`}</div>` : nothing}
      ${asked ? html`<seeds-line></seeds-line>` : nothing}
      ${this.overview ? html`<gantt-minimap></gantt-minimap>` : nothing}
      <gantt-stack .plain=${this.plain}>${this.phone.matches ? nothing : decision}</gantt-stack>
      ${this.phone.matches && !this.plain && !full ? html`${decision}<quick-controls></quick-controls>` : nothing}
    `;
  }

  /**
   * The question and the comparison; the answer replaces the latter, because charts have their names beside them.
   * @param {import('./summary-texts.js').Summary} story
   */
  renderSummary({ question, what, answer, leads = false }) {
    const asked =
      question.length > 0
        ? html`<p class="question">${question.map((piece) => (piece.value === null ? piece.text : html`<b>${pieceText(piece)}</b>`))}</p>`
        : nothing;
    const came = splitSentences(answer).map(
      (sentence) =>
        html`<span class="sentence">${sentence.map((piece) => (piece.value === null ? piece.text : html`<b>${pieceText(piece)}</b>`))}</span>`,
    );
    return html`<div class="story">
      <div class="text">
        ${asked}
        <p>
          <span class=${answer.length > 0 && (leads || question.length > 0) ? 'unseen' : ''}>${what}</span>
          ${answer.length > 0 ? html`<span class="answer">${came}</span>` : nothing}
        </p>
      </div>
      ${this.texts.cut ? moreButton('all', answer.length > 0 ? 'Answer' : 'Question', html`${asked}<p>${answer.length > 0 ? came : what}</p>`) : nothing}
    </div>`;
  }
}

customElements.define('chart-section', ChartSection);
