/** @file `<chart-title>`: the label of a chart: the name of its system, its line in the plots, and its numbers. */

import { css, html, nothing } from 'lit';
import { prefersReducedMotion } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { lineSample } from '../elements/line-sample.js';
import { PageElement } from '../elements/page-element.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { haveSameWork } from '../state/chart-window.js';
import { StoreController } from '../state/store.js';
import { changeText, deltaText, formatBesideName, formatMeasure, improvementClass } from '../text/measure-values.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { formatMoment, formatTime, workNoun } from '../text/time.js';

/** @import { Moment, Report } from '../engine/types.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */
/** @import { State, Variant } from '../types.js' */

/** @typedef {{report: Report, authored: State['authored'], source: string}} TitledResult a result, and of what: as what it was opened, and what its work is made of */

/** The results shown beside a chart, if the report has them. */
const RESULTS = [
  'application-time',
  'bag-makespan',
  'bag-nsl',
  'efficiency',
  'execution-efficiency-ratio',
  'average-workers',
  'wait',
  'wait-by-theory',
  'bounded-slowdown',
  'nsl',
  'utilisation',
  'makespan',
  'idle-while-waiting',
];

/** Shorter names of results beside a chart. @type {Record<string, string>} */
const SHORT_NAMES = {
  'bag-makespan': 'mean bag makespan',
  'bag-nsl': 'mean bag NSL',
  'manager-activity': 'grow/shrink operations',
  wait: 'mean wait',
  'wait-by-theory': 'M/G/1 mean wait',
  makespan: 'end of last job',
};
/** @param {{id: string, name: string}} row */
const shortName = ({ id, name }) => SHORT_NAMES[id] ?? name.toLowerCase();
/** Duration for which the effect of a change is shown, ms. */
const CHANGE_MS = 2000;
/** Maximum number of results beside a chart. */
const MOST_RESULTS = 5;

/** The column beside a chart or, in narrow windows, the line above it. */
export class ChartTitle extends PageElement {
  static properties = { variant: { type: Number }, moment: { attribute: false }, shown: { attribute: false }, former: { state: true } };

  static styles = [
    controlStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 4px;
        min-height: 0;
        padding: 6px 0 4px 16px;
        overflow: hidden;
      }
      header {
        display: flex;
        align-items: baseline;
        gap: 8px;
        flex: none;
      }
      h2 {
        font-size: 0.875rem;
        font-weight: 650;
        line-height: 1.25;
        margin: 0;
        min-width: 0;
        overflow-wrap: anywhere;
        /* However long somebody made a name, numbers stand below it. */
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 3;
        overflow: hidden;
      }
      svg.line {
        width: 26px;
        height: 8px;
        flex: none;
        align-self: center;
      }
      .stale {
        opacity: 0.45;
      }
      .spread {
        flex: 0 0 100%;
        margin: 0;
        font-weight: 400;
        white-space: normal;
      }
      /* The space of a strip before its code is loaded. */
      spread-strip:not(:defined) {
        display: block;
        padding-top: 10px;
        font-size: var(--text-note);
        line-height: 1.27;
      }
      spread-strip {
        font-size: var(--text-note);
        line-height: 1.27;
      }
      spread-strip[lined] {
        min-height: 1.5rem;
        box-sizing: border-box;
      }
      .started,
      .change {
        font-size: var(--text-note);
        line-height: 1.27;
      }
      /* What does not fit stands in a second column, out of sight: nothing is ever cut in half. */
      dl,
      .feet {
        flex: 0 1 auto;
        min-height: 0;
        display: flex;
        flex-flow: column wrap;
        gap: 0 16px;
        margin: 0;
        overflow: hidden;
        font-size: var(--text-small);
        line-height: calc(var(--text-small) * 1.17);
      }
      /* Below the results, where there is room for whole lines. */
      .feet {
        flex: 1 0 0;
      }
      .feet i {
        width: 100%;
        height: 0;
      }
      dl div {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 6px;
        width: 100%;
        flex: none;
        /* The first one has no column to go to: of its lines those are shown that fit. */
        max-height: max(1lh, round(down, 100% + 1px, 1lh));
        overflow: hidden;
      }
      dt {
        color: var(--ink-soft);
      }
      .hole::before {
        content: '';
        display: inline-block;
        width: 10px;
        height: 10px;
        margin-right: 4px;
        border-radius: 1px;
        background: var(--hole);
      }
      dd {
        margin: 0 0 0 auto;
        font-weight: 600;
        white-space: nowrap;
      }
      .short {
        display: none;
      }
      .delta {
        flex-basis: 100%;
        text-align: right;
        font-size: var(--text-note);
        line-height: 1.27;
        font-weight: 400;
        color: var(--ink-soft);
      }
      .better {
        color: var(--good);
      }
      .foot {
        flex: none;
        width: 100%;
        margin: 0 0 2px;
        font-size: var(--text-note);
        line-height: 1.27;
        color: var(--ink-soft);
      }
      @media (width < 900px) {
        :host {
          flex-direction: row;
          align-items: center;
          gap: 8px;
          min-height: 24px;
          padding: 2px 12px;
          white-space: nowrap;
        }
        header {
          flex: 0 1 auto;
          min-width: 0;
        }
        h2 {
          font-size: inherit;
          display: block;
          text-overflow: ellipsis;
        }
        dl {
          flex: 1 0 0;
          flex-flow: row wrap;
          justify-content: flex-end;
          height: 1rem;
          min-width: 9.5rem;
          container-type: inline-size;
        }
        /* A name without its number says nothing: it is cut before that has no room. */
        dt {
          max-width: calc(100cqw - 5.25rem);
          overflow: hidden;
          white-space: nowrap;
          text-overflow: ellipsis;
        }
        @container (width < 15rem) {
          .long {
            display: none;
          }
          .short {
            display: inline;
          }
        }
        /* What has no room goes to a second line, out of sight: a difference, then the value after the first. */
        dl div {
          width: auto;
          max-width: 100%;
          height: 1rem;
          max-height: none;
          overflow: hidden;
          justify-content: flex-end;
        }
        .delta {
          flex-basis: auto;
          line-height: 1rem;
        }
        .feet {
          display: none;
        }
        .range {
          font-size: var(--text-note);
          color: var(--ink-soft);
        }
        .wide {
          flex: 0 0 100%;
          min-height: 1.5rem;
        }
        :host {
          flex-wrap: wrap;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.variant = 0;
    /** @type {Moment|null} */
    this.moment = null;
    /** How many rows of its first cluster are drawn; null while that is not known. @type {number|null} */
    this.shown = null;
    /** The results before the last change, while it is shown what that has done. @type {Report|null} */
    this.former = null;
    /** Those seen last. @type {TitledResult|null} */
    this.last = null;
    this.narrow = matchMedia('(width < 900px)');
    this.narrow.addEventListener('change', () => this.requestUpdate());
    this.low = matchMedia('(height < 800px)');
    this.low.addEventListener('change', () => this.requestUpdate());
    this.seen = new StoreController(
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
          // Embeds have replications only where their lesson asks for them; a prediction comes before its result.
          spreads: (!embedded || replicated !== null) && !isPredictionPending(lesson),
          // A low projector has room for the names and values alone.
          brief: theme === 'projector' && this.low.matches,
          values: spread?.values,
          early: !embedded && !isPredictionPending(lesson),
          // A baseline has no differences; what the dots are is in its foot.
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
    const { report, scenario, authored, before, layout } = this.seen.value;
    if (!layout) this.last = null;
    if (!report || report === this.last?.report) return;
    clearTimeout(this.timer);
    const source = workSource(scenario, this.variant);
    // What was opened since, or has other work or another platform, has no before. Whoever asked for less motion sees what it has come to at once.
    this.former = this.last?.authored === authored && this.last.source === source && !prefersReducedMotion() ? this.last.report : null;
    if (before) this.former = before;
    this.last = { report, authored, source };
    this.timer = setTimeout(() => (this.former = this.seen.value.before ?? null), CHANGE_MS);
  }

  render() {
    const { name, status, report, ended, early, spreads } = this.seen.value;
    const { matches: narrow } = this.narrow;
    // The results of the run before stay in their places until there are new ones.
    const shown = report ?? (early && !narrow && (status === 'loading' || status === 'running') ? this.last?.report : undefined);
    const whole = shown && (ended || (early && !narrow));
    return html`
      <header>
        ${lineSample(this.variant)}
        <h2 title=${name ?? ''}>${name ?? 'System'}</h2>
      </header>
      ${whole ? this.renderResults(shown, !report) : this.renderMoment()}
      ${
        spreads && narrow
          ? html`<div class="wide">${selectResults(report?.rows ?? [])
              .slice(0, 1)
              .map(
                (row) =>
                  html`<span class="range">${rangeText(row, this.seen.value.values?.[row.id]?.[this.variant] ?? [])}</span>${this.renderSpread(row)}`,
              )}</div>`
          : nothing
      }
      ${this.renderFoot(status)}
    `;
  }

  /**
   * The results of the whole run, below the mean wait at the playhead.
   * @param {Report} report
   * @param {boolean} stale whether they are those of the run before
   */
  renderResults({ rows, last_end_s }, stale) {
    const { base, before, catalog, things, early, brief, spreads } = this.seen.value;
    const { matches: narrow } = this.narrow;
    // The end of the last job can be seen in the chart.
    const shown = selectResults(rows).filter(({ id }) => !brief || id !== 'makespan');
    return html`<dl class=${stale ? 'stale' : ''}>
      ${early && !narrow && !brief && shown.some(({ id }) => id === 'wait') ? html`<div title=${this.moment ? waitHelp(this.moment, things) : nothing}><dt class="started">mean wait (started ${things})</dt><dd>${formatTime(this.moment?.mean_wait_s)}</dd></div>` : nothing}
      ${shown.map((row) => {
        const { id, name, unit } = row;
        // When it ends can be seen on the ruler; how long it took is the same but for the time before the first arrival.
        const moment = id === 'makespan' && last_end_s !== undefined;
        const value = moment ? last_end_s : row.value;
        const first = moment ? base?.last_end_s : base?.rows.find((row) => row.id === id)?.value;
        // Results that stay until there are new ones have not changed.
        const earlier = moment ? before?.last_end_s : this.former?.rows.find((row) => row.id === id)?.value;
        const was = stale ? undefined : earlier;
        const change = moment ? was && deltaText(value, was, unit, true) : changeText(value, was, unit);
        const delta = change || (before ? '' : deltaText(value, first, unit, moment));
        const better = catalog?.entries.find((entry) => entry.family === 'metric' && entry.id === id)?.better;
        const sense = improvementClass(value, change ? was : first, unit, better);
        return html`<div title="${moment ? `End time of the last of the ${things}; the makespan, ${formatTime(row.value)}, begins with the first submission` : `${name} of the whole run`}">
          <dt class=${id === 'idle-while-waiting' ? 'hole' : ''}>${brief && id === 'idle-while-waiting' ? 'idle, jobs wait' : shortName(row)}</dt>
          <dd>${moment ? formatMoment(value) : formatBesideName(name, value, unit)}</dd>
          ${
            spreads && !narrow && !brief
              ? html`<dd class="spread">${change ? this.renderChangedSpread(row, change, sense) : this.renderSpread(row, delta && html`<span class=${sense}>${delta}</span>`)}</dd>`
              : delta && !brief
                ? html`<dd class="delta ${sense}">${delta}</dd>`
                : nothing
          }
        </div>`;
      })}
    </dl>`;
  }

  /**
   * The values of replications of a result.
   * @param {Report['rows'][number]} row
   * @param {unknown} [delta] the difference of this run to the baseline
   */
  renderSpread(row, delta) {
    return html`<spread-strip .row=${row} .variant=${this.variant} .name=${shortName(row)} ?lined=${this.seen.value.lined || this.seen.value.before}>${delta}</spread-strip>`;
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
    const { things } = this.seen.value;
    return html`<dl>
      ${wait === undefined || wait === null ? nothing : html`<div title=${waitHelp(moment, things)}><dt><span class="long">mean wait (started ${things})</span><span class="short">wait (started)</span></dt><dd>${formatTime(wait)}</dd></div>`}
      <div title="Share of the nodes in use at the playhead"><dt>busy</dt><dd>${formatPercent(moment.busy, moment.nodes)}</dd></div>
      <div title="Number of waiting ${things} at the playhead"><dt>queue</dt><dd>${formatNumber(moment.queued)}</dd></div>
      <div title="Number of running ${things} at the playhead"><dt>running</dt><dd>${formatNumber(moment.running)}</dd></div>
    </dl>`;
  }

  /** The baseline of the differences, and the platform. @param {string|undefined} status */
  renderFoot(status) {
    const { layout, base, ended, against, which, spreads } = this.seen.value;
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
 * The results beside a chart: well-known ones first, then the others in the order of the scenario.
 * @template {{id: string, value?: unknown}} Row
 *
 * @param {readonly Row[]} rows
 *
 * @returns {Row[]}
 */
export function selectResults(rows) {
  const known = rows.filter(({ value }) => typeof value === 'number');
  const others = known.filter(({ id }) => !RESULTS.includes(id));
  return [...RESULTS.flatMap((id) => known.filter((row) => row.id === id)), ...others].slice(0, MOST_RESULTS);
}

/**
 * The work and platform of a variant as a text: a scenario without its policies and metrics. Runs with other texts are not compared.
 * @param {ScenarioDocument|null} scenario
 * @param {number} [variant]
 */
export function workSource(scenario, variant = 0) {
  const { system, compare, measures: _, name: _name, ...work } = scenario ?? /** @type {Partial<ScenarioDocument>} */ ({});
  const { platform, set } = /** @type {{platform?: unknown, set?: unknown}} */ ([system, ...(compare ?? [])][variant] ?? {});
  return JSON.stringify([work, platform, set]);
}

/**
 * What the dots of a strip are, with the smallest and the largest value.
 * @param {{id: string, name: string, unit: string}} row
 *
 * @param {readonly (number|null)[]} values of replications
 */
export function rangeText(row, values) {
  const known = values.filter((value) => value !== null);
  const end = (/** @type {number} */ value) => formatMeasure(value, row.unit);
  return `${shortName(row)}${known.length > 1 ? `: ${end(Math.min(...known))} to ${end(Math.max(...known))}` : ''}`;
}

/** The kinds of systems that make random decisions. */
const BY_CHANCE = ['koala', 'opportunistic', 'hierarchy'];

/**
 * The sample to which the numbers apply: one seed if work or decisions are random, one log if it is read from a file.
 * @param {Pick<ScenarioDocument, 'workload'|'background'|'system'|'compare'>|null} scenario
 *
 * @param {string} things
 */
export function sampleText(scenario, things) {
  const parts = [...(scenario?.workload ?? []), ...(scenario?.background ?? [])];
  const files = parts.filter((part) => 'file' in part).length;
  if (files === 0) return ' (this seed only)';
  const systems = [scenario?.system, ...(scenario?.compare ?? [])];
  const chance =
    files < parts.length || /"random/u.test(JSON.stringify(systems)) || systems.some((system) => BY_CHANCE.includes(system?.kind ?? ''));
  const read = things === 'jobs' ? 'log' : 'file';
  return ` (${files > 1 ? `these ${read}s` : `this ${read}`}${chance ? ' and this seed' : ''} only)`;
}

/**
 * A note on the differences to the baseline; for a variant with other work, only that it has.
 * @param {readonly Pick<Variant, 'system'|'compared'|'otherWork'>[]} variants
 *
 * @param {number} at
 *
 * @param {string} things
 *
 * @param {string} which of which of many possible runs they are
 */
export function baselineNote(variants, at, things, which) {
  const { compared, otherWork } = variants[at] ?? {};
  if (otherWork) return ` (which runs other ${things})`;
  return compared || haveSameWork(variants) ? which : '';
}

/**
 * The jobs whose mean wait is shown: while many wait, the started ones say little about it.
 * @param {Pick<Moment, 'queued'>} moment
 *
 * @param {string} things
 */
export function waitHelp({ queued }, things) {
  const left = queued === 0 ? '' : `; the ${formatNumber(queued)} still waiting ${queued === 1 ? 'is' : 'are'} not included`;
  return `Mean wait time of the ${things} started so far${left}`;
}

/**
 * @param {number} part
 * @param {number} whole
 */
function formatPercent(part, whole) {
  return whole > 0 ? `${Math.round((part / whole) * 100)} %` : '\u2013';
}

customElements.define('chart-title', ChartTitle);
