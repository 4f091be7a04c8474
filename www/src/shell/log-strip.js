/** @file `<log-strip>`: above the charts after logs were opened: their content, and the part that the charts show. */

import { css, html, nothing } from 'lit';
import { closeLog, fitWindow } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { registerElements } from '../elements/element-registry.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { platformNodes } from '../scenario/clusters.js';
import { openedFile, showsBusyPeriod, summarisedFiles } from '../state/busy-period.js';
import { StoreController } from '../state/store.js';
import { formatCount, formatShare } from '../text/numbers.js';
import { formatMoment } from '../text/time.js';
import { LogSummary } from '../workload/log-summary.js';
import { stripStyle } from './status-strips.js';

/** Minimum width of screens with the strip, CSS pixels; on narrower ones the charts need the space. */
const WIDE_PX = 700;

/** The log that was opened last, and the others in the same scenario. */
export class LogStrip extends PageElement {
  static styles = [
    controlStyle,
    stripStyle,
    css`
      details {
        max-height: 45vh;
        overflow: auto;
      }
      summary {
        cursor: pointer;
      }
      log-summary {
        padding-top: 8px;
      }
      .part {
        margin: 4px 0 0;
      }
    `,
  ];

  constructor() {
    super();
    this.fromStore = new StoreController(this, (state) => ({
      file: openedFile(state),
      files: summarisedFiles(state),
      nodes: platformNodes(state.platform),
      part: showsBusyPeriod(state),
    }));
  }

  render() {
    const { file, files, nodes, part } = this.fromStore.value;
    const busiest = file?.report.summary?.busiest;
    if (files.length === 0) return nothing;
    return html`<div class="strip" role="region" aria-label="Opened file${files.length > 1 ? 's' : ''}">
      ${icon('info')}
      <div class="text">
        ${files.map(
          ({ name, report }) =>
            html`<details ?open=${innerWidth >= WIDE_PX && files.length === 1}>
              <summary><b>${name}</b>: ${formatCount(report.summary?.count ?? 0, 'jobs')}</summary>
              <log-summary .report=${report} .nodes=${nodes} .listed=${true}></log-summary>
            </details>`,
        )}
        ${
          part && busiest
            ? html`<p class="part" role="status">
                The charts show the busiest tenth of ${files.length > 1 ? file?.name : 'the log'}, ${formatMoment(busiest.from_s)} to ${formatMoment(busiest.to_s)}, in which ${formatShare(busiest.work_share)} of
                the work is submitted; the run covers ${files.length > 1 ? 'all of the logs' : 'the whole log'}. <button @click=${() => fitWindow(this.page)}>Show all</button>
              </p>`
            : nothing
        }
      </div>
      <button class="icon-only quiet" aria-label="Close the summary" @click=${() => closeLog(this.page)}>${icon('close')}</button>
    </div>`;
  }
}

registerElements({ 'log-strip': LogStrip, 'log-summary': LogSummary });
