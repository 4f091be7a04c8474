/** @file `<launcher-view>`: below the charts, on their time axis, the view of a launcher at the playhead, with its requests. */

import { css, html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { controlStyle } from '../../elements/control-style.js';
import { inlineStyle } from '../../elements/style-directive.js';
import { effectiveTheme } from '../../elements/theme.js';
import { WidthController } from '../../elements/width-controller.js';
import { tokenColour } from '../../plot/svg-plot.js';
import { displayedSpan } from '../../state/chart-window.js';
import { StoreController } from '../../state/store.js';
import { formatCount, formatNumber } from '../../text/numbers.js';
import { formatMoment } from '../../text/time.js';
import { colourKeyStyle, VariantPanel } from '../variant-panel.js';
import { followSelection, readLauncher } from './launcher-queries.js';
import { clusterName, hostsText, stepsText, viewText } from './launcher-texts.js';
import { selectClusters } from './launchers.js';
import { drawLane, plannedBoxes, profileKeyStyle, renderProfileKey } from './profile-drawing.js';

/** @import { Variant } from '../../types.js' */
/** @import { ClusterView } from './launchers.js' */
/** @import { Planned } from './profile-drawing.js' */
/** @import { Shown } from './launcher-queries.js' */

/** With more clusters, only the relevant ones are shown until all are requested. */
const FEW_CLUSTERS = 3;
/** Heights, CSS pixels: of a cluster among few and among many, and the gap above each. */
const LANE_HEIGHTS = { few: 48, many: 36, until: 2 };
const GAP = 8;
/** Scale of text on a projector. */
const PROJECTOR_SCALE = 1.2;
/** The maximum distance of drawings from the visible area, since paths need finite numbers, CSS pixels. */
const OVERDRAW_PX = 40;

/** The view of the shown launcher, for the chart that was used last. */
export class LauncherView extends VariantPanel {
  static interval_ms = { least: 120, most: 1000 };

  static styles = [
    controlStyle,
    colourKeyStyle,
    profileKeyStyle,
    css`
      section {
        display: grid;
        grid-template-columns: var(--side) var(--bands) minmax(0, 1fr);
        border-top: 1px solid var(--line);
      }
      .side {
        grid-row: 1 / 3;
        padding: 6px 8px 6px 16px;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .side b,
      .side span {
        display: block;
      }
      .side b {
        font-weight: 600;
      }
      .side span {
        color: var(--ink-soft);
        font-size: var(--text-small);
        line-height: 1.35;
      }
      .head {
        grid-column: 2 / 4;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 16px;
        min-height: var(--control);
        padding: 2px 8px;
      }
      p {
        margin: 0;
      }
      .summary {
        flex: 1 1 24em;
        /** The text changes its length with the playhead, and the parts below keep their place. */
        min-height: 2lh;
        align-content: center;
      }
      .names {
        grid-column: 2;
        position: relative;
        border-right: 1px solid var(--line);
        font-size: var(--text-small);
        line-height: 1.25;
        color: var(--ink-soft);
      }
      .name {
        position: absolute;
        inset-inline: 0;
        padding: 0 4px 0 8px;
        overflow: hidden;
        white-space: nowrap;
      }
      .name b {
        display: block;
        overflow: hidden;
        text-overflow: ellipsis;
        font-weight: 600;
        color: var(--ink);
      }
      .surface {
        grid-column: 3;
        position: relative;
        overflow: hidden;
      }
      svg {
        display: block;
      }
      .now {
        position: absolute;
        inset-block: 0;
        width: 1.5px;
        margin-left: -0.75px;
        background: var(--accent);
        pointer-events: none;
      }
      @media (width < 900px) {
        .side {
          grid-row: auto;
          grid-column: 1 / 4;
          padding: 4px 8px 0;
        }
        .side b,
        .side span {
          display: inline;
        }
      }
      @media (width >= 1600px) {
        .summary {
          min-height: 1lh;
        }
      }
      @media (width < 480px) {
        .summary {
          min-height: 3lh;
        }
        .name {
          padding-inline: 2px;
        }
        .name span {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.selected = -1;
    /** @type {Shown|null} */
    this.known = null;
    /** Whether all clusters are shown. */
    this.all = false;
    this.size = new WidthController(this);
    // The playhead and the window are those of the charts' last pictures.
    this.shown = new StoreController(this, displayedSpan);
  }

  /** Launchers that send lists receive no views. @override @param {Variant|undefined} variant */
  hasData(variant) {
    return variant?.tables.some(({ id, rows }) => id === 'views' && rows > 0) ?? false;
  }

  /** @override */
  async readRuns() {
    this.selected = followSelection(this.page, this.selected);
    this.known = await readLauncher(this.page, this.variant);
  }

  /** @override */
  render() {
    const { known } = this;
    if (!known) return nothing;
    const { variants } = this.state;
    const { launcher, views, request, previous, clusters } = known;
    const name = launcher?.name ?? 'the application';
    const sent = Math.max(...views.map(({ time_s }) => time_s));
    const planned = plannedBoxes(known);
    const wanted = selectClusters(clusters, [request, previous], this.all ? Infinity : FEW_CLUSTERS);
    const lanes = this.hasData(variants[this.variant]) ? wanted : [];
    const more = clusters.length - wanted.length;
    return html`<section aria-label="View of ${name}">
      <div class="side">
        <b>View of ${name}</b>
        ${views.length > 0 ? html`<span>sent at ${formatMoment(sent)}; its own request is not included${variants.length > 1 ? html`. ${variants[this.variant]?.name}` : nothing}</span>` : nothing}
      </div>
      <div class="head">
        <p class="summary">${viewText(known)}</p>
        ${views.length > 0 ? renderProfileKey({ ...known, planned }, 'busy') : nothing}
        ${lanes.length > 0 && (more > 0 || this.all) ? html`<button class="quiet" aria-expanded=${this.all} @click=${() => this.setChoice({ all: !this.all })}>${this.all ? 'Fewer' : `${formatCount(more, 'more clusters')}`}</button>` : nothing}
      </div>
      ${this.renderLanes(known, planned, lanes)}
    </section>`;
  }

  /**
   * The clusters below each other, on the time axis of the charts.
   * @param {Shown} known
   * @param {readonly Planned[]} planned
   * @param {readonly number[]} lanes
   */
  renderLanes({ launcher, views, ghosts, clusters }, planned, lanes) {
    const { now_s, from_s, to_s } = this.shown.value;
    const scale = effectiveTheme(this.state.theme) === 'projector' ? PROJECTOR_SCALE : 1;
    const width = (this.size.width - Number.parseFloat(getComputedStyle(this).getPropertyValue('--gutter'))) / scale;
    if (lanes.length === 0 || !(width > 1)) return nothing;
    const high = lanes.length > LANE_HEIGHTS.until ? LANE_HEIGHTS.many : LANE_HEIGHTS.few;
    const height = lanes.length * (high + GAP) + 2;
    const x = (/** @type {number} */ time_s) =>
      Math.max(-OVERDRAW_PX, Math.min(width + OVERDRAW_PX, ((time_s - from_s) / (to_s - from_s)) * width));
    const top = (/** @type {number} */ at) => GAP + at * (high + GAP);
    const at = (now_s - from_s) / (to_s - from_s);
    const shown = lanes.map(
      (cluster) =>
        views.find((view) => view.cluster === cluster) ?? /** @type {ClusterView} */ ({ id: -1, cluster, time_s: NaN, steps: [] }),
    );
    const words = shown.map(
      ({ cluster, steps }) =>
        `${clusterName(clusters, cluster)}: ${steps.length > 0 ? stepsText(steps, clusters[cluster]?.hosts ?? 0) : 'nothing'}`,
    );
    return html`<div class="names" aria-hidden="true">
        ${lanes.map((cluster, place) => {
          const { name = '', hosts = 0, speed = 1 } = clusters[cluster] ?? {};
          return html`<div class="name" ${inlineStyle({ top: `${top(place) * scale}px` })} title="${name}: ${hostsText(hosts, speed)}"><b>${name}</b><span>${formatNumber(hosts)}${speed === 1 ? '' : ` \u00d7${formatNumber(speed)}`}</span></div>`;
        })}
      </div>
      <div class="surface">
        ${guard(
          [this.known, from_s, to_s, width, scale, lanes.join()],
          () => html`<svg width=${width * scale} height=${height * scale} viewBox="0 0 ${width} ${height}" role="img" aria-label="Last view sent to ${launcher?.name ?? 'the application'}. ${words.join('; ')}.">
          ${shown.map((view, place) => drawLane({ clusters, planned, ghosts }, view, { top: top(place), high, left: 0, right: width, x, colour: tokenColour }))}
        </svg>`,
        )}
        ${at >= 0 && at <= 1 ? html`<i class="now" ${inlineStyle({ left: `${at * 100}%` })}></i>` : nothing}
      </div>`;
  }
}

customElements.define('launcher-view', LauncherView);
