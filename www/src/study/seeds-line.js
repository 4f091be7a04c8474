/** @file `<seeds-line>`: the result of the seeds that a lesson requests, in a sentence above the charts. */

import { css, html, nothing } from 'lit';
import { openStudy, setSeedResults } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { StoreController } from '../state/store.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { seedsIn } from './axis-grid.js';
import { seedRunsOf } from './seed-runs.js';
import { displayUnit, measureTitle, resultSentence, runsText } from './study-texts.js';
import './spread-strip.js';

/** One line. */
export class SeedsLine extends PageElement {
  static styles = [
    controlStyle,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 12px;
        padding: 2px 8px 4px 12px;
        line-height: 1.3;
      }
      p {
        margin: 0;
        flex: 1 1 40ch;
        min-width: 0;
      }
      progress {
        width: 120px;
        accent-color: var(--accent);
      }
      .trouble {
        color: var(--bad);
      }
    `,
  ];

  constructor() {
    super();
    this.fromStore = new StoreController(this, ({ replicated, catalog, embedded }) => ({
      text: replicated?.text ?? '',
      catalog,
      embedded,
    }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.runs = seedRunsOf(this.page);
    this.end = this.runs.subscribe(() => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end?.();
  }

  /** @type {import('./open-study.js').OpenStudy|undefined} */
  get study() {
    return this.runs?.study;
  }

  render() {
    const { state, ready, shown } = this.study ?? {};
    // An embed would have no way back.
    const ways = this.fromStore.value.embedded
      ? nothing
      : html`<button class="quiet" @click=${() => openStudy(this.page, { text: this.fromStore.value.text })}>${icon('study')} Box plots with all seeds</button>
      <button class="icon-only" aria-label="Hide the seeds" title="Hide the seeds" @click=${() => setSeedResults(this.page, null)}>${icon('close')}</button>`;
    if (state?.kind === 'refused') return html`<p class="trouble" role="alert">${state.reasons.join(' ')}</p>${ways}`;
    if (!ready || !shown) return html`<p role="status">Preparing the seeds …</p>${ways}`;
    const {
      work,
      trial,
      opened: { count },
    } = ready;
    const going = work.status === 'running' || work.status === 'waiting';
    const seeds = seedsIn(shown, work.outcomes);
    const over = seeds < shown.seeds ? `Over the first ${formatCount(seeds, 'seeds')}` : `Over ${formatCount(shown.seeds, 'seeds')}`;
    const said = work.findings && seeds > 0 ? `${over}: ${this.answer()}` : '';
    return html`<p role="status">${said || (going ? 'Running other seeds …' : `Other seeds: ${runsText(count, trial.seconds)}.`)}${work.status === 'failed' ? html` <span class="trouble">${work.error}</span>` : nothing}</p>
      ${going ? html`<progress max=${count} value=${work.ended} aria-label="Runs with other seeds"></progress><span class="soft">${formatNumber(work.ended)} of ${formatCount(count, 'runs')}</span><button @click=${() => this.study?.stop(true)}>${icon('pause')} Pause</button>` : nothing}
      ${going || work.status === 'done' ? nothing : html`<button class="primary" @click=${() => this.study?.start()}>${icon('play')} ${work.ended > 1 ? 'Continue' : 'Run'}</button>`}
      ${ways}`;
  }

  /** The answer on the requested measure. */
  answer() {
    const { shown, differences = [], baseline = 0 } = this.study ?? {};
    const [measured] = shown?.measures ?? [];
    if (!measured) return '';
    const names = shown?.axes[0]?.labels ?? [''];
    return resultSentence(
      names.map((name, point) => ({ name, measured: measured.points[point], difference: differences[0]?.[point] })),
      {
        title: measureTitle(this.fromStore.value.catalog, measured),
        reading: displayUnit(measured),
        better: measured.better,
        base: names.length > 1 ? (names[baseline] ?? '') : '',
      },
    );
  }
}

customElements.define('seeds-line', SeedsLine);
