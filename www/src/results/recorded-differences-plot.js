/** @file `<recorded-differences>`: the difference of each job between its start and the recorded one, over its submission. */

import { css, html } from 'lit';
import { askRun } from '../commands.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { RunFollower } from '../elements/run-follower.js';
import { lineStyle } from '../elements/theme.js';
import { formatNumber } from '../text/numbers.js';
import { differencePlot, reduceDifferences, SINGLE_JOBS, tableParts } from './recorded-differences.js';
import '../plot/plot-area.js';

/** @import { Differences } from './recorded-differences.js' */
/** @import { Plot } from '../plot/plot-layout.js' */

/** Minimum interval between two queries, ms. */
const WAIT_MS = 1000;
/** Maximum number of jobs read from a run, and from one query. */
const MOST_ROWS = 20_000;
const BLOCK_ROWS = 500;

/** All variants in one plot. */
export class RecordedDifferences extends StateElement {
  static properties = { read: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['variants', 'theme'];

  static styles = [
    panelStyle,
    css`
      plot-area {
        height: 240px;
        min-width: 120px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly ({total: number, differences: Differences}|undefined)[]} one per variant */
    this.read = [];
    this.pulse = new RunFollower(this, () => this.loadDifferences(), WAIT_MS);
  }

  /** Removes the differences of another scenario. */
  clearAnswers() {
    this.read = [];
  }

  /** Reads the jobs of all complete runs. */
  async loadDifferences() {
    const { variants } = this.state;
    const before = this.read;
    this.read = await Promise.all(
      variants.map(({ status }, at) => (status === 'done' ? this.readVariant(at).catch(() => before[at]) : before[at])),
    );
  }

  /** @param {number} variant */
  async readVariant(variant) {
    const part = (/** @type {number} */ first, /** @type {number} */ count) =>
      askRun(this.page, variant, 'table', first, count, 'submit_s', false);
    const { total } = await part(0, 1);
    const rows = [];
    for (const { first, count } of tableParts(total, MOST_ROWS, BLOCK_ROWS)) rows.push(...(await part(first, count)).rows);
    return { total, differences: reduceDifferences(/** @type {any} */ (rows)) };
  }

  /** The plot of the differences. @returns {Plot|null} */
  get plot() {
    const shown = this.state.variants.flatMap(({ name }, at) => {
      const differences = this.read[at]?.differences;
      return differences && differences.jobs > 0 ? [{ name, ...lineStyle(at), differences }] : [];
    });
    return shown.length > 0 ? differencePlot(shown) : null;
  }

  /** @override */
  render() {
    const { plot } = this;
    if (!plot) return html`<p class="soft">The differences appear as soon as the runs are complete.</p>`;
    const known = this.read.filter((one) => one !== undefined);
    const total = Math.max(...known.map((one) => one.total));
    const jobs = Math.max(...known.map(({ differences }) => differences.jobs));
    const what =
      jobs > SINGLE_JOBS
        ? 'Median of 100 groups of jobs in order of submission; the band is from the 10th to the 90th percentile'
        : 'Each point is a job';
    const part =
      total > MOST_ROWS ? ` ${formatNumber(MOST_ROWS)} of ${formatNumber(total)} jobs are read, in blocks at equal distances.` : '';
    return html`<div class="stack">
      <plot-area role="img" aria-label="Start minus recorded start of the jobs, over their submission" .plot=${plot}></plot-area>
      <p class="soft">${what}. Above 0, jobs start later than recorded.${part}</p>
    </div>`;
  }
}

customElements.define('recorded-differences', RecordedDifferences);
