/** @file `<gantt-stack>`: all systems of the scenario under one ruler, so that they read like a diff. */

import { css, html, nothing } from 'lit';
import { PageElement } from '../elements/part.js';
import { repeat } from 'lit/directives/repeat.js';
import { tellShown } from '../commands.js';
import { StoreController } from '../state/store.js';
import './axis.js';
import './chart.js';
import './legend.js';
import './minimap.js';
import { Wave } from './wave.js';

/** Minimap, ruler, one chart for each system, and what their colours mean. */
export class GanttStack extends PageElement {
  static properties = { plain: { type: Boolean } };

  static styles = css`
    :host {
      display: flex;
      flex-direction: column;
    }
    .head {
      position: sticky;
      top: 0;
      z-index: 3;
      background: var(--paper);
      border-bottom: 1px solid var(--line);
    }
    .of {
      position: absolute;
      width: calc(var(--gutter) - 8px);
      padding-left: 8px;
      box-sizing: border-box;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      color: var(--ink-soft);
      font-size: var(--text-small);
      line-height: 26px;
    }
    .charts {
      flex: 1 0 auto;
      display: flex;
      flex-direction: column;
    }
    gantt-chart {
      flex: 1 1 0;
      min-height: 110px;
    }
  `;

  constructor() {
    super();
    /** Without controls. */
    this.plain = false;
    this.wave = new Wave(() => {
      const { playhead_s, view } = this.page.store.get();
      return { now_s: playhead_s, from_s: view.from_s, to_s: view.to_s };
    }, (shown) => tellShown(this.page, shown));
    this.seen = new StoreController(this, ({ variants }) => ({ count: variants.length, first: variants[0]?.name ?? '' }));
  }

  render() {
    const { count, first } = this.seen.value;
    const indexes = Array.from({ length: count }, (_, index) => index);
    return html`
      <div class="head">
        ${count > 1 ? html`<span class="of" title="The strip shows the whole run of ${first}">${first}</span>` : nothing}<gantt-minimap></gantt-minimap><time-axis></time-axis>
      </div>
      <div class="charts">${repeat(indexes, (index) => index, (index) => html`<gantt-chart .variant=${index} .wave=${this.wave}></gantt-chart>${index === 0 ? html`<slot></slot>` : nothing}`)}</div>
      <chart-legend .plain=${this.plain}></chart-legend>
    `;
  }
}

customElements.define('gantt-stack', GanttStack);
