/** @file `<chart-title>`: the name of a system, its line in the plots, and what is true of it at the playhead. */

import { css, html, nothing, svg } from 'lit';
import { PageElement } from '../elements/part.js';
import { StoreController } from '../state/store.js';
import { controls } from '../elements/controls.js';
import { styled } from '../elements/styled.js';
import { lineStyle } from '../elements/theme.js';
import { formatNamed } from '../text/measures.js';
import { formatNumber } from '../text/numbers.js';
import { formatTime, thingsOf } from '../text/time.js';

/** The results shown in the title, those of them that a report has. */
const RESULTS = [
  'application-time', 'efficiency', 'execution-efficiency-ratio', 'average-workers', 'wait', 'bounded-slowdown', 'nsl', 'utilisation', 'makespan', 'idle-while-waiting',
];

/** What a result is called in the title, where its name is longer. @type {Record<string, string>} */
const SHORT = { 'idle-while-waiting': 'in holes' };
/** Results in the title at most. */
const MOST = 5;

/** The line above a chart. */
export class ChartTitle extends PageElement {
  static properties = { variant: { type: Number }, moment: { attribute: false } };

  static styles = [
    controls,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 26px;
        padding: 0 8px;
        overflow: hidden;
        white-space: nowrap;
      }
      h2 {
        font-size: inherit;
        font-weight: 600;
        margin: 0;
        min-width: min(16ch, 45%);
        overflow: hidden;
        text-overflow: ellipsis;
      }
      svg.line {
        width: 26px;
        height: 8px;
        flex: none;
      }
      dl {
        display: flex;
        flex: 0 1 auto;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: 0 16px;
        height: 1.45em;
        overflow: hidden;
        min-width: 0;
        margin: 0 0 0 auto;
        font-variant-numeric: tabular-nums;
      }
      dl div {
        display: flex;
        gap: 5px;
        min-width: 0;
      }
      dt {
        overflow: hidden;
        text-overflow: ellipsis;
        color: var(--ink-soft);
      }
      dd {
        flex: none;
        margin: 0;
        font-weight: 600;
        min-width: 2.2em;
      }
      dd.wide {
        min-width: 5.5em;
      }
      @media (width < 700px) {
        .optional {
          display: none;
        }
        dl {
          gap: 8px;
        }
        dd.wide {
          min-width: 0;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.variant = 0;
    /** @type {import('../engine/types.js').Moment|null} */
    this.moment = null;
    this.seen = new StoreController(this, ({ variants, playhead_s, work }) => {
      const { name, status, report, progress } = variants[this.variant] ?? {};
      return { name, status, report, things: thingsOf(work), ended: status === 'done' && progress !== null && progress !== undefined && playhead_s >= progress.end_s };
    });
  }

  render() {
    const { name, status } = this.seen.value;
    const { token, dash } = lineStyle(this.variant);
    return html`
      ${svg`<svg class="line" viewBox="0 0 26 8" aria-hidden="true"><path d="M0 4h26" ${styled({ stroke: `var(--${token})`, 'stroke-width': '2.5', 'stroke-dasharray': dash.join(' ') || 'none' })}></path></svg>`}
      <h2>${name ?? 'System'}</h2>
      ${status === 'running' ? html`<span class="soft optional">computing\u2026</span>` : nothing}
      ${this.numbers()}
    `;
  }

  /**
   * At the end nothing waits and nothing runs any more: then the results of the whole run say more.
   * @param {import('../engine/types.js').Report} report
   */
  results({ rows }) {
    const shown = RESULTS.flatMap((id) => rows.filter((row) => row.id === id)).slice(0, MOST);
    return html`<dl>
      ${shown.map(
        ({ id, name, unit, value }, i) => html`<div class=${i > 0 ? 'optional' : ''} title="${name} of the whole run">
          <dt>${SHORT[id] ?? name.toLowerCase()}</dt>
          <dd>${formatNamed(name, value, unit)}</dd>
        </div>`,
      )}
    </dl>`;
  }

  numbers() {
    const { moment } = this;
    const { report, ended } = this.seen.value;
    if (report && ended) return this.results(report);
    if (!moment) return nothing;
    const wait = moment.mean_wait_s;
    const { things } = this.seen.value;
    return html`<dl>
      ${wait === undefined || wait === null ? nothing : html`<div title=${waitWords(moment, things)}><dt>wait<span class="optional"> of ${things} started</span></dt><dd class="wide">${formatTime(wait)}</dd></div>`}
      <div title="Share of the nodes that are busy now"><dt>busy</dt><dd>${percent(moment.busy, moment.nodes)}</dd></div>
      <div title="Jobs that wait now"><dt>queue</dt><dd>${formatNumber(moment.queued)}</dd></div>
      <div class="optional" title="Jobs that run now"><dt>running</dt><dd>${formatNumber(moment.running)}</dd></div>
    </dl>`;
  }
}

/**
 * Of whom the wait over a chart is the mean: while many wait for long, those that have started say little of it.
 * @param {Pick<import('../engine/types.js').Moment, 'queued'>} moment
 * @param {string} things
 */
export function waitWords({ queued }, things) {
  const left = queued === 0 ? '' : queued === 1 ? '; the one that waits now is not in it' : `; the ${formatNumber(queued)} that wait now are not in it`;
  return `Mean wait of the ${things} that have started${left}`;
}

/**
 * @param {number} part
 * @param {number} whole
 */
function percent(part, whole) {
  return whole > 0 ? `${Math.round((part / whole) * 100)} %` : '\u2013';
}

customElements.define('chart-title', ChartTitle);
