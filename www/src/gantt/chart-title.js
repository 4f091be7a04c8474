/** @file `<chart-title>`: the name of a system, its line in the plots, and what is true of it at the playhead. */

import { LitElement, css, html, nothing, svg } from 'lit';
import { StoreController } from '../store.js';
import { controls } from '../styles/controls.js';
import { lineStyle } from '../theme.js';
import { formatNumber, formatTime } from '../time.js';

/** The line above a chart. */
export class ChartTitle extends LitElement {
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
        gap: 16px;
        margin: 0 0 0 auto;
        font-variant-numeric: tabular-nums;
      }
      dl div {
        display: flex;
        gap: 5px;
      }
      dt {
        color: var(--ink-soft);
      }
      dd {
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
    /** @type {import('../types.js').Moment|null} */
    this.moment = null;
    this.seen = new StoreController(this, ({ variants }) => {
      const { name, status } = variants[this.variant] ?? {};
      return { name, status, alone: variants.length < 2 };
    });
  }

  render() {
    const { name, status } = this.seen.value;
    const { token, dash } = lineStyle(this.variant);
    return html`
      ${svg`<svg class="line" viewBox="0 0 26 8" aria-hidden="true"><path d="M0 4h26" style="stroke:var(--${token});stroke-width:2.5;stroke-dasharray:${dash.join(' ')}"></path></svg>`}
      <h2>${name ?? 'System'}</h2>
      ${status === 'running' ? html`<span class="soft optional">computing\u2026</span>` : nothing}
      ${this.numbers()}
    `;
  }

  numbers() {
    const { moment } = this;
    if (!moment) return nothing;
    const wait = moment.mean_wait_s;
    return html`<dl>
      ${wait === undefined || wait === null ? nothing : html`<div title="Mean wait of the jobs that have started"><dt>wait</dt><dd class="wide">${formatTime(wait)}</dd></div>`}
      <div title="Share of the nodes that are busy now"><dt>busy</dt><dd>${percent(moment.busy, moment.nodes)}</dd></div>
      <div title="Jobs that wait now"><dt>queue</dt><dd>${formatNumber(moment.queued)}</dd></div>
      <div class="optional" title="Jobs that run now"><dt>running</dt><dd>${formatNumber(moment.running)}</dd></div>
    </dl>`;
  }
}

/**
 * @param {number} part
 * @param {number} whole
 */
function percent(part, whole) {
  return whole > 0 ? `${Math.round((part / whole) * 100)}%` : '\u2013';
}

customElements.define('chart-title', ChartTitle);
