/** @file `<predictions-panel>`: predicted against actual values of jobs, as of the playhead. */

import { css, html, nothing } from 'lit';
import { askRun } from '../../commands.js';
import { helpMark } from '../../elements/help-mark.js';
import { lineStyle } from '../../elements/theme.js';
import { formatCount, formatNumber, formatShare } from '../../text/numbers.js';
import { formatTime, sentenceCase } from '../../text/time.js';
import { createPlotLine, createTimePlot, renderLineList, renderSection } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';
import {
  accuracyDistribution,
  accuracyOverTime,
  largestErrors,
  meanOfKnown,
  meanWaitsText,
  predictionAccuracy,
  predictionsAt,
  waitsOverTime,
} from './prediction-stats.js';
import '../../plot/line-plot.js';

/** @import { TableRows } from '../../engine/types.js' */
/** @import { Variant } from '../../types.js' */
/** @import { JobPrediction, PredictionKind } from './prediction-stats.js' */

/** Maximum number of jobs listed. */
const MOST_JOBS = 10;
const SOURCE = 'Sonmez 2010, chapter 7';
const ACCURACY_HELP = `Accuracy is the smaller of predicted and actual value divided by the larger: 1 is exact; half and twice the
actual value both give 0.5. For predicted wait times, jobs that did not wait are excluded.`;
const WAITS_HELP = `Means over short intervals of the submit time. The band spans the shortest to the longest predicted wait time
in each interval.`;

/** @type {readonly {id: PredictionKind, name: string, of: string}[]} */
const KINDS = [
  { id: 'run', name: 'Runtimes', of: 'predicted runtimes' },
  { id: 'wait', name: 'Wait times', of: 'predicted wait times' },
  { id: 'bound', name: 'Wait-time bounds', of: 'wait-time bounds' },
];

/** One system with predictions. @typedef {{name: string, at: number, jobs: JobPrediction[]}} SystemPredictions */

/** The predictions of a run. */
export class PredictionsPanel extends VariantPanel {
  static view = 'predictions';

  static interval_ms = { least: 300, most: Infinity };

  static styles = [
    ...VariantPanel.styles,
    css`
      line-plot {
        --plot-height: 150px;
      }
      li button {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto auto;
        gap: 0 12px;
      }
    `,
  ];

  readingText = 'Reading the predictions \u2026';
  emptyText = 'These runs have no predictions. Choose a runtime predictor or a wait-time bound for the system Batch queues.';

  constructor() {
    super();
    /** The predicted quantity of the accuracy; empty for the first available one. @type {PredictionKind|''} */
    this.sort = '';
    /** @type {(TableRows|undefined)[]} one of each system */
    this.tables = [];
    /** The moment of the last query. */
    this.now_s = 0;
    /** The layouts of the runs whose tables are complete: these are read once. @type {unknown[]} */
    this.known = [];
  }

  /** Reads the predictions of all variants from the engine. @override */
  async readRuns() {
    const { variants, playhead_s } = this.state;
    this.tables = await this.queryEach(this.tables, async (at) => {
      const variant = /** @type {Variant} */ (variants[at]);
      const { layout, status } = variant;
      if (!this.hasData(variant)) return undefined;
      if (this.known[at] === layout) return this.tables[at];
      const rows = await askRun(this.page, at, 'table_rows', 'predictions');
      this.known[at] = status === 'done' ? layout : undefined;
      return rows;
    });
    this.now_s = playhead_s;
  }

  /** The systems with predictions. @returns {SystemPredictions[]} */
  get systems() {
    return this.state.variants.flatMap(({ name }, at) => {
      const rows = this.tables[at];
      return rows ? [{ name, at, jobs: predictionsAt(rows, this.now_s) }] : [];
    });
  }

  /** Renders predicted and actual values, their accuracy and the largest errors. @override */
  renderContent() {
    const { systems: seen } = this;
    const chosen = seen.find(({ at }) => at === this.variant) ?? seen[0];
    if (!chosen) return undefined;
    const sorts = KINDS.filter(({ id }) => seen.some(({ jobs }) => jobs.some(({ predicted }) => !Number.isNaN(predicted[id]))));
    const kind = sorts.find(({ id }) => id === this.sort) ?? sorts[0];
    return html`<div class="stack">
      <p class="soft">Predicted and actual values of the jobs submitted up to the playhead.</p>
      <div class="sections">${this.renderWaits(chosen)} ${kind ? this.renderAccuracy(seen, sorts, kind) : nothing} ${kind ? this.renderLargestErrors(chosen, kind) : nothing}</div>
      ${this.renderDownloads([{ id: 'predictions', name: 'predictions' }])}
    </div>`;
  }

  /** The wait times of a system, with predictions and bounds. @param {SystemPredictions} chosen */
  renderWaits(chosen) {
    const { x, low, high, ...waits } = waitsOverTime(chosen.jobs);
    const { token } = lineStyle(chosen.at);
    const lines = [
      createPlotLine('actual', waits.actual, token),
      createPlotLine('predicted', waits.predicted, 'ink', [6, 3]),
      createPlotLine('bound', waits.bound, 'ink-soft', [2, 3]),
    ].filter(({ values }) => values.some((value) => value !== null));
    const words = meanWaitsText(this.state.variants.length > 1 ? chosen.name : '', chosen.jobs);
    const look = { label: 'Wait times', unit: 'by submit time', left: formatTime, times: true, words: words || 'no data yet' };
    const content = html`
      ${this.renderVariantChooser()}
      ${x.length > 1 ? this.renderTimePlot(createTimePlot({ x, lines, shade: { low, high } }, look)) : html`<p class="soft">No jobs submitted yet.</p>`}
      ${words === '' ? nothing : html`<p>${sentenceCase(words)}.</p>`}
    `;
    return renderSection('Wait times', content, helpMark('help-waits', 'Wait times', WAITS_HELP, SOURCE));
  }

  /**
   * The accuracy over time, and its distribution over jobs.
   * @param {readonly SystemPredictions[]} seen
   * @param {typeof KINDS} sorts
   * @param {typeof KINDS[number]} sort
   */
  renderAccuracy(seen, sorts, sort) {
    const of = (/** @type {SystemPredictions} */ { name, at }, /** @type {(number|null)[]} */ values) => {
      const { token, dash } = lineStyle(at);
      return createPlotLine(seen.length > 1 ? name : '', values, token, dash);
    };
    // All share the time axis of the first, because they received the same jobs.
    const over = seen.map((one) => ({ one, ...accuracyOverTime(one.jobs, sort.id) }));
    const shares = seen.map((one) => ({ one, values: accuracyDistribution(one.jobs, sort.id) })).filter(({ values }) => values.length > 0);
    const means = seen.flatMap(({ name, jobs }) => {
      const accuracies = jobs.map((job) => predictionAccuracy(job, sort.id)).filter((accuracy) => !Number.isNaN(accuracy));
      const mean = meanOfKnown(accuracies);
      return mean === null ? [] : [`${seen.length > 1 ? `${name} ` : ''}${formatNumber(mean)} (${formatCount(accuracies.length, 'jobs')})`];
    });
    const look = { share: true, words: `mean ${means.join(', ')}` };
    const x = over[0]?.x ?? [];
    const overTime = createTimePlot(
      { x, lines: over.map(({ one, values }) => of(one, values)) },
      { ...look, label: 'Over time', unit: `of ${sort.of}`, left: formatNumber },
    );
    const overJobs = createTimePlot(
      { x: Array.from({ length: 101 }, (_, at) => at), lines: shares.map(({ one, values }) => of(one, values)) },
      { ...look, label: 'Cumulative share of jobs', unit: 'by accuracy, %', left: formatShare, overTime: false },
    );
    const content = html`
      ${
        sorts.length > 1
          ? this.renderChooser(
              'Of',
              sorts.map(({ name }, value) => ({ value, name })),
              sorts.indexOf(sort),
              (at) => this.setChoice({ sort: sorts[at]?.id ?? '' }),
            )
          : nothing
      }
      ${x.length > 1 ? html`<line-plot .data=${overTime.data} .look=${overTime.look}></line-plot>` : nothing}
      ${
        shares.length > 0
          ? html`<line-plot .data=${overJobs.data} .look=${overJobs.look}></line-plot>`
          : html`<p class="soft">No prediction can be compared with an actual value yet.</p>`
      }
      ${means.length > 0 ? html`<p>Mean accuracy of ${sort.of}: ${means.join(', ')}.</p>` : nothing}
    `;
    return renderSection('Accuracy', content, helpMark('help-accuracy', 'Accuracy', ACCURACY_HELP, SOURCE));
  }

  /**
   * The jobs with the largest errors.
   * @param {SystemPredictions} chosen
   * @param {typeof KINDS[number]} sort
   */
  renderLargestErrors(chosen, sort) {
    const worst = largestErrors(chosen.jobs, sort.id, MOST_JOBS);
    const name = this.tables[chosen.at]?.names.id ?? [];
    const place = new Map(Array.from(this.tables[chosen.at]?.columns.id ?? [], (id, at) => [id, at]));
    const lines = worst.map(({ id, predicted, actual }) =>
      this.createSubjectLine(
        id,
        html`<b>${name[place.get(id) ?? -1] ?? id}</b><span class="soft">${sort.id === 'bound' ? 'bound' : 'predicted'} ${formatTime(predicted[sort.id])}</span><span>${formatTime(actual[sort.id])}</span>`,
      ),
    );
    return renderSection('Largest errors', worst.length === 0 ? html`<p class="soft">No errors so far.</p>` : renderLineList(lines));
  }
}

customElements.define('predictions-panel', PredictionsPanel);
