/** @file `<seeds-line>`: the scenario on screen repeated with other seeds: what they say together, above its charts and beside its numbers. */

import { css, html, nothing } from 'lit';
import { openStudy, setSeedResults } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { StoreController } from '../state/store.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { seedsIn } from './axis-grid.js';
import { OpenStudy } from './open-study.js';
import { certainty, displayUnit, meanText, measureTitle, resultSentence, runsText, seedFacts } from './study-texts.js';

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
    /** @type {OpenStudy|undefined} */
    this.study = undefined;
    /** The study that is open, as text. */
    this.text = '';
    /** What was told last. @type {{findings: unknown, differences: unknown, status: string}} */
    this.told = { findings: undefined, differences: undefined, status: '' };
    this.seen = new StoreController(this, ({ replicated, catalog, embedded }) => ({ text: replicated?.text ?? '', catalog, embedded }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.study = new OpenStudy(this.page, () => this.updateResults());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.study?.stop(false);
    this.study?.close();
    this.text = '';
  }

  willUpdate() {
    const { text } = this.seen.value;
    if (text === this.text || !text) return;
    this.text = text;
    void this.study?.open({ text, fragment: '' });
  }

  /** Something has come in. */
  updateResults() {
    this.requestUpdate();
    const { work, differences = [], shown } = this.study ?? {};
    // The differences come a little later than what they are differences of.
    if (
      !work?.findings ||
      !shown ||
      work.counted <= 1 ||
      (this.told.findings === work.findings && this.told.differences === differences && this.told.status === work.status)
    )
      return;
    this.told = { findings: work.findings, differences, status: work.status };
    const means = shown.measures.map((measured, at) => {
      const reading = displayUnit(measured);
      return [
        measured.metric,
        measured.points.map(({ interval }, point) =>
          [meanText(interval, reading), certainty(differences[at]?.[point])].filter(Boolean).join(', '),
        ),
      ];
    });
    const facts = work.status === 'done' && (shown.axes.length === 0 || differences.length > 0) ? seedFacts(shown, differences) : [];
    setSeedResults(this.page, { means: Object.fromEntries(means), facts });
  }

  render() {
    const { state, ready, shown } = this.study ?? {};
    // In somebody else's page nothing would lead back.
    const ways = this.seen.value.embedded
      ? nothing
      : html`<button class="quiet" @click=${() => openStudy(this.page, { text: this.text })}>${icon('study')} Box plots with all seeds</button>
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

  /** What they say of the measure that is asked about. */
  answer() {
    const { shown, differences = [], baseline = 0 } = this.study ?? {};
    const [measured] = shown?.measures ?? [];
    if (!measured) return '';
    const names = shown?.axes[0]?.labels ?? [''];
    return resultSentence(
      names.map((name, point) => ({ name, measured: measured.points[point], difference: differences[0]?.[point] })),
      {
        title: measureTitle(this.seen.value.catalog, measured),
        reading: displayUnit(measured),
        better: measured.better,
        base: names.length > 1 ? (names[baseline] ?? '') : '',
      },
    );
  }
}

customElements.define('seeds-line', SeedsLine);
