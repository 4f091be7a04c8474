/**
 * @file `<log-summary>`: the summary of a file of jobs: numbers and small histograms. `ganttlet inspect` prints the
 * same numbers.
 */

import { css, html, LitElement, nothing } from 'lit';
import { formatCount, formatFixed, formatNumber, formatShare } from '../text/numbers.js';
import { formatTime, sentenceCase } from '../text/time.js';
import { histogram } from './histogram.js';

/** @import { FileDistribution, FileReport, FileSubmissions, FileSummary } from '../engine/types.js' */

/** Decimals of an offered load. */
const LOAD_DIGITS = 3;

/** The summary of a file. */
export class LogSummary extends LitElement {
  static properties = {
    report: { attribute: false },
    nodes: { type: Number },
    things: { type: String },
    listed: { type: Boolean },
  };

  static styles = css`
    :host {
      display: block;
      line-height: 1.45;
      container-type: inline-size;
    }
    .card {
      display: grid;
      gap: 8px 24px;
    }
    dl {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
      gap: 2px 16px;
      margin: 0;
    }
    dl > div {
      display: flex;
      gap: 0 6px;
      min-width: 0;
    }
    dt {
      color: var(--ink-soft);
      white-space: nowrap;
    }
    dd {
      margin: 0;
      min-width: 0;
      overflow-wrap: anywhere;
    }
    .notes summary {
      cursor: pointer;
      color: var(--accent);
    }
    .notes ul {
      margin: 0;
      padding-left: 18px;
    }
    .histograms {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 140px), 1fr));
      gap: 8px 16px;
    }
    @container (min-width: 900px) {
      .card {
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      }
    }
    figure {
      margin: 0;
      min-width: 0;
    }
    figcaption,
    .ends {
      color: var(--ink-soft);
      font-size: 0.8125rem;
    }
    .ends {
      display: flex;
      justify-content: space-between;
      gap: 8px;
      border-top: 1px solid var(--line);
    }
    svg {
      display: block;
      width: 100%;
      height: 44px;
      fill: var(--accent);
    }
  `;

  constructor() {
    super();
    /** @type {FileReport | undefined} */
    this.report = undefined;
    /** Nodes of the platform on screen; 0 for those that fit the file. */
    this.nodes = 0;
    /** The items in the file, in the plural. */
    this.things = 'jobs';
    /** Whether the summary lists the notes on the file; the report of a file lists them itself. */
    this.listed = false;
  }

  /** @override */
  render() {
    const { report } = this;
    const summary = report?.summary;
    if (!report || !summary) return nothing;
    const facts = summaryFacts(report, summary, { nodes: this.nodes, things: this.things }).filter(([, value]) => value !== '');
    return html`<div class="card">
      <div>
        <dl>${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
        ${
          this.listed && report.diagnostics.length > 0
            ? html`<details class="notes">
              <summary>${formatCount(report.diagnostics.length, 'notes')} on the file</summary>
              <ul>
                ${report.diagnostics.map(({ message, hint }) => html`<li>${sentenceCase(message)}${hint ? `. ${hint}` : ''}</li>`)}
              </ul>
            </details>`
            : nothing
        }
      </div>
      <div class="histograms">
        ${summary.distributions.map((one) => distributionHistogram(one, this.things))}
        ${summary.submissions ? arrivalHistograms(summary.submissions) : nothing}
      </div>
    </div>`;
  }
}

/**
 * The parts of a file that are not among its jobs: skipped lines, jobs cancelled in the queue, and unfinished jobs.
 * With them, all numbers add up.
 * @param {FileReport} report
 * @returns {string} empty for nothing
 */
function leftOutText({ jobs, skipped, cancelled, facts, diagnostics }) {
  const isOmitted = diagnostics.some(({ place, message }) => place?.endsWith('cancelled') && message.includes('left out'));
  const others = facts.find(({ label }) => label === 'Other records')?.value ?? '';
  const unfinished = Number(/(?<count>\d[^a-z,]*) unfinished/u.exec(others)?.groups?.count?.replaceAll(/\D/gu, '') ?? 0);
  const parts = /** @type {[number, string][]} */ ([
    [skipped, 'skipped'],
    [isOmitted ? cancelled : 0, 'cancelled in the queue'],
    [unfinished, 'unfinished'],
  ]).filter(([count]) => count > 0);
  const left = parts.reduce((sum, [count]) => sum + count, 0);
  if (left === 0) return '';
  return `${formatNumber(left)} of ${formatNumber(jobs + left)} in the file: ${parts.map(([count, what]) => `${formatNumber(count)} ${what}`).join(', ')}`;
}

/**
 * The numbers of a summary: labels and values; empty values for missing data.
 * @param {FileReport} report
 * @param {FileSummary} summary
 * @param {{nodes: number, things: string}} on the nodes of the platform, and the noun of counted items
 * @returns {[string, string][]}
 */
export function summaryFacts(report, { count, submissions, load, distributions, users }, { nodes, things }) {
  const { skipped, repaired, processors, diagnostics } = report;
  const spread = (/** @type {string} */ id) => distributions.find((one) => one.id === id);
  const period = submissions && submissions.count > 1 ? submissions.last_s - submissions.first_s : 0;
  const size = nodes || (processors ?? 0);
  const gap = submissions?.longest_gap;
  const doubtful = [
    skipped > 0 ? `${formatNumber(skipped)} skipped` : '',
    repaired > 0 ? `${formatNumber(repaired)} values repaired` : '',
    diagnostics.length > 0 ? formatCount(diagnostics.length, 'notes') : '',
  ].filter(Boolean);
  return [
    [`Number of ${things}`, formatNumber(count)],
    ['Left out', leftOutText(report)],
    ['Submission period', period > 0 ? formatTime(period) : ''],
    [
      'Offered load',
      load && period > 0 && size > 0 ? `${formatFixed(load.work_s / (period * size), LOAD_DIGITS)} on ${formatNumber(size)} nodes` : '',
    ],
    ['Job sizes', distributionText(spread('nodes'))],
    ['Runtimes', distributionText(spread('runtime'))],
    ['Users', users ? `${formatNumber(users.count)}; most active: ${formatShare(users.largest_share)} of the jobs` : ''],
    ['Longest gap', gap ? `${formatTime(gap.to_s - gap.from_s)} without submission` : ''],
    ['Doubtful lines', doubtful.length > 0 ? doubtful.join(', ') : 'none'],
  ];
}

/** Median, 90th percentile and maximum of a distribution. @param {FileDistribution | undefined} found */
function distributionText(found) {
  if (!found) return '';
  const text = valueText(found);
  return `median ${text(found.median)}, 90 % up to ${text(found.percentile_90)}, at most ${text(found.maximum)}`;
}

/** Formats the values of a distribution. @param {FileDistribution} found */
function valueText({ unit }) {
  return unit === 's' ? formatTime : formatNumber;
}

/**
 * @param {FileDistribution} found
 * @param {string} things
 */
function distributionHistogram(found, things) {
  const text = valueText(found);
  const bars = found.bins.map(({ from, to, count }) => ({ label: binText(found, from, to ?? Infinity), count }));
  return histogram(found.name, bars, things, [text(found.minimum), text(found.maximum)]);
}

/**
 * The values of a bin: whole numbers by the first and the last, durations by their limits.
 * @param {FileDistribution} found
 * @param {number} from
 * @param {number} to
 */
function binText(found, from, to) {
  const text = valueText(found);
  // Times below a millisecond are 0 in every log.
  if (found.unit === 's' && from === 0 && to < 0.001) return text(0);
  if (found.unit === 's') return to === Infinity ? `${text(from)} or more` : `${text(from)} to ${text(to)}`;
  return to - from <= 1 ? text(from) : `${text(from)} to ${text(to - 1)}`;
}

/** Arrivals over the period and, if the file has dates, over the day. @param {FileSubmissions} submissions */
function arrivalHistograms({ over_time, by_hour, first_s, last_s }) {
  const part = (last_s - first_s) / Math.max(over_time.length, 1);
  const times = over_time.map((count, at) => ({ label: `from ${formatTime(at * part)}`, count }));
  const hours = (by_hour ?? []).map((count, hour) => ({ label: `${hour}:00`, count }));
  return html`${over_time.length > 0 ? histogram('Submissions over the period', times, 'submissions', ['start', formatTime(last_s - first_s)]) : nothing}
    ${hours.length > 0 ? histogram('Submissions by hour of the day (UTC)', hours, 'submissions', ['0:00', '23:00']) : nothing}`;
}
