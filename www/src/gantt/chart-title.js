/** @file `<chart-title>`: the label of a chart: the name of its system, its line in the plots, and its numbers. */

import { html, nothing } from 'lit';
import { prefersReducedMotion } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { lineSample } from '../elements/line-sample.js';
import { PageElement } from '../elements/page-element.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { StoreController } from '../state/store.js';
import { changeText, deltaText, formatBesideName, improvementClass } from '../text/measure-values.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { formatMoment, formatTime, workNoun } from '../text/time.js';
import { baselineNote, rangeText, sampleText, selectResults, shortName, waitHelp, workSource } from './chart-results.js';
import { chartTitleStyle } from './chart-title-style.js';
import { isSameVariant } from './variant-rows.js';

/** @import { Moment, Report } from '../engine/types.js' */
/** @import { State } from '../types.js' */

/**
 * @typedef {{report: Report, authored: State['authored'], source: string, systems: readonly string[]}} TitledResult a
 *   result with its context: the opened scenario, its work, and all variants
 */

/** Duration for which the effect of a change is shown, ms. */
const CHANGE_MS = 2000;
/** The column beside a chart or, in narrow windows, the line above it. */
export class ChartTitle extends PageElement {
  static properties = { variant: { type: Number }, moment: { attribute: false }, shown: { attribute: false }, former: { state: true } };

  static styles = [controlStyle, chartTitleStyle];

  constructor() {
    super();
    this.variant = 0;
    /** @type {Moment|null} */
    this.moment = null;
    /** The number of drawn rows of its first cluster; null if unknown. @type {number|null} */
    this.shown = null;
    /** The results before the last change, while its effect is shown. @type {Report|null} */
    this.former = null;
    /** The results shown last. @type {TitledResult|null} */
    this.last = null;
    this.narrow = matchMedia('(width < 900px)');
    this.narrow.addEventListener('change', () => this.requestUpdate());
    this.low = matchMedia('(height < 800px)');
    this.low.addEventListener('change', () => this.requestUpdate());
    this.fromStore = new StoreController(
      this,
      ({ variants, playhead_s, work, catalog, scenario, authored, embedded, replicated, lesson, theme, spread }) => {
        const { name, status, report, progress, layout } = variants[this.variant] ?? {};
        const [base] = variants;
        const { touch } = this.page.store.get();
        return {
          name,
          status,
          report,
          catalog,
          layout,
          scenario,
          authored,
          base: this.variant > 0 ? base?.report : null,
          which: baselineNote(variants, this.variant, workNoun(work), sampleText(scenario, workNoun(work))),
          against: base?.name ?? '',
          things: workNoun(work),
          before: touch?.held ? touch.reports[this.variant] : null,
          ended: status === 'done' && progress !== null && progress !== undefined && playhead_s >= progress.end_s,
          // Embeds have replications only if their lesson requests them; a prediction precedes its result.
          spreads: (!embedded || replicated !== null) && !isPredictionPending(lesson),
          // A low projector has space only for names and values.
          brief: theme === 'projector' && this.low.matches,
          projected: theme === 'projector',
          values: spread?.values,
          early: !embedded && !isPredictionPending(lesson),
          pending: isPredictionPending(lesson),
          // A baseline has no differences; its foot describes the dots.
          lined: this.variant > 0 || variants.length === 1 || scenario?.workload?.some((part) => 'file' in part),
        };
      },
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.former = this.last = null;
  }

  willUpdate() {
    const { report, scenario, authored, before, layout } = this.fromStore.value;
    if (!layout) this.last = null;
    if (!report || report === this.last?.report) return;
    clearTimeout(this.timer);
    const source = workSource(scenario, this.variant);
    // Another scenario, other work or another platform has no former results. With reduced motion only the new ones are shown.
    this.former = this.last?.authored === authored && this.last.source === source && !prefersReducedMotion() ? this.lastReport : null;
    if (before) this.former = before;
    this.last = { report, authored, source, systems: this.systems };
    this.timer = setTimeout(() => (this.former = this.fromStore.value.before ?? null), CHANGE_MS);
  }

  get systems() {
    return this.page.store.get().variants.map(({ system }) => JSON.stringify(system));
  }

  /** The last results, unless another variant was in this row. */
  get lastReport() {
    return this.last && isSameVariant(this.last.systems, this.systems, this.variant) ? this.last.report : null;
  }

  render() {
    const { name, status, report, ended, early, spreads, pending } = this.fromStore.value;
    const { matches: narrow } = this.narrow;
    // The results of the previous run stay until there are new ones.
    const shown = report ?? (early && !narrow && (status === 'loading' || status === 'running') ? this.lastReport : undefined);
    const whole = shown && (ended || (early && !narrow));
    return html`
      <header>
        ${lineSample(this.variant)}
        <h2 title=${name ?? ''}>${name ?? 'System'}</h2>
      </header>
      ${pending ? nothing : whole ? this.renderResults(shown, !report) : this.renderMoment()}
      ${
        spreads && narrow
          ? html`<div class="wide">${selectResults(report?.rows ?? [])
              .slice(0, 1)
              .map(
                (row) =>
                  html`<span class="range">${rangeText(row, this.fromStore.value.values?.[row.id]?.[this.variant] ?? [])}</span>${this.renderSpread(row, ended ? this.renderDelta(row) : nothing)}`,
              )}</div>`
          : nothing
      }
      ${this.renderFoot(status)}
    `;
  }

  /**
   * The results of the whole run; before its end the mean wait is that at the playhead, because the final one would
   * reveal the outcome.
   * @param {Report} report
   * @param {boolean} stale whether they belong to the previous run
   */
  renderResults({ rows, last_end_s }, stale) {
    const { base, before, catalog, things, brief, projected, spreads, ended } = this.fromStore.value;
    const { matches: narrow } = this.narrow;
    const shown = selectResults(rows, projected);
    return html`<dl class=${stale ? 'stale' : ''}>
      ${shown.map((row, at) => {
        const { id, name, unit } = row;
        // The effect of an edit is that on the whole run.
        if (id === 'wait' && !ended && !before && !this.former) return this.renderStarted(row);
        const { value } = row;
        const first = base?.rows.find((row) => row.id === id)?.value;
        // Results kept from the previous run have not changed.
        const was = stale ? undefined : (before ?? this.former)?.rows.find((row) => row.id === id)?.value;
        const change = changeText(value, was, unit);
        const delta = change || (before ? '' : deltaText(value, first, unit, false));
        const better = catalog?.entries.find((entry) => entry.family === 'metric' && entry.id === id)?.better;
        const sense = improvementClass(value, change ? was : first, unit, better);
        return html`<div title="${name} of the whole run${id === 'makespan' && last_end_s !== undefined ? `, from the first submission to the end of the last of the ${things}, at ${formatMoment(last_end_s)}` : ''}">
          <dt class=${id === 'idle-while-waiting' ? 'hole' : ''}>${brief && id === 'idle-while-waiting' ? 'idle, jobs wait' : shortName(row)}</dt>
          <dd>${formatBesideName(name, value, unit)}</dd>
          ${
            spreads && !narrow && !brief
              ? html`<dd class="spread">${change ? this.renderChangedSpread(row, change, sense) : this.renderSpread(row, delta && html`<span class=${sense}>${delta}</span>`)}</dd>`
              : delta && !brief && !(spreads && at === 0 && !change)
                ? html`<dd class="delta ${sense}">${delta}</dd>`
                : nothing
          }
        </div>`;
      })}
    </dl>`;
  }

  /**
   * The difference of a result from the baseline; in narrow windows it is below the replications.
   * @param {Report['rows'][number]} row
   */
  renderDelta({ id, value, unit }) {
    const { base, before, catalog } = this.fromStore.value;
    if (before) return nothing;
    const first = base?.rows.find((row) => row.id === id)?.value;
    const delta = deltaText(value, first, unit, false);
    const better = catalog?.entries.find((entry) => entry.family === 'metric' && entry.id === id)?.better;
    return delta ? html`<span class=${improvementClass(value, first, unit, better)}>${delta}</span>` : nothing;
  }

  /**
   * The mean wait at the playhead, in the place of the final one with its replications, so that nothing moves at the end.
   * @param {Report['rows'][number]} row
   */
  renderStarted(row) {
    const { moment } = this;
    const { things, brief, spreads } = this.fromStore.value;
    return html`<div title=${moment ? waitHelp(moment, things) : nothing}>
      <dt class="started">mean wait (started${brief ? '' : ` ${things}`})</dt>
      <dd>${formatTime(moment?.mean_wait_s)}</dd>
      ${spreads && !this.narrow.matches && !brief ? html`<dd class="spread later">${this.renderSpread(row)}</dd>` : nothing}
    </div>`;
  }

  /**
   * The values of replications of a result.
   * @param {Report['rows'][number]} row
   * @param {unknown} [delta] the difference of this run from the baseline
   */
  renderSpread(row, delta) {
    return html`<spread-strip .row=${row} .variant=${this.variant} .name=${shortName(row)} ?lined=${this.fromStore.value.lined || this.fromStore.value.before}>${delta}</spread-strip>`;
  }

  /** A change below its replications, without counts of another comparison. @param {Report['rows'][number]} row @param {string} change @param {string} sense */
  renderChangedSpread(row, change, sense) {
    return html`<spread-strip .row=${row} .variant=${this.variant} .name=${shortName(row)}></spread-strip><div class="change ${sense}">${change}</div>`;
  }

  /** The state of the system at the playhead. */
  renderMoment() {
    const { moment } = this;
    if (!moment) return html`<dl></dl>`;
    const wait = moment.mean_wait_s;
    const { things } = this.fromStore.value;
    return html`<dl>
      ${wait === undefined || wait === null ? nothing : html`<div title=${waitHelp(moment, things)}><dt><span class="long">mean wait (started ${things})</span><span class="short">wait (started)</span></dt><dd>${formatTime(wait)}</dd></div>`}
      <div title="Share of the nodes in use at the playhead"><dt>busy</dt><dd>${formatPercent(moment.busy, moment.nodes)}</dd></div>
      <div title="Number of waiting ${things} at the playhead"><dt>queue</dt><dd>${formatNumber(moment.queued)}</dd></div>
      <div title="Number of running ${things} at the playhead"><dt>running</dt><dd>${formatNumber(moment.running)}</dd></div>
    </dl>`;
  }

  /** The baseline of the differences, and the platform. @param {string|undefined} status */
  renderFoot(status) {
    const { layout, base, ended, against, which, spreads } = this.fromStore.value;
    const [only, ...others] = layout?.bands ?? [];
    const where =
      only && others.length === 0
        ? `${only.name}, ${this.shown !== null && this.shown < only.rows ? `${formatNumber(this.shown)} used of ` : ''}${formatCount(only.rows, 'nodes')}${only.speed === 1 || only.speeds ? '' : ` \u00d7${Number(only.speed.toPrecision(3))}`}`
        : '';
    return html`<div class="feet">
      <i></i>
      ${where && !only?.names ? html`<p class="foot">${where}</p>` : nothing}
      ${status === 'running' ? html`<p class="foot">computing\u2026</p>` : ended && base ? html`<p class="foot">Differences from ${against}${which}.</p>` : nothing}
      ${this.variant === 0 && spreads ? html`<p class="foot"><spread-note></spread-note></p>` : nothing}
    </div>`;
  }
}

/**
 * @param {number} part
 * @param {number} whole
 */
function formatPercent(part, whole) {
  return whole > 0 ? `${Math.round((part / whole) * 100)} %` : '\u2013';
}

customElements.define('chart-title', ChartTitle);
