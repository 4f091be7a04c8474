/** @file `<launcher-view>`: under the charts, on their time axis, what a launcher sees of each cluster at the playhead, with what it asks for in the hole that takes. */

import { css, html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { controls } from '../../elements/controls.js';
import { Part } from '../../elements/part.js';
import { Pulse } from '../../elements/pulse.js';
import { styled } from '../../elements/styled.js';
import { effectiveTheme } from '../../elements/theme.js';
import { WidthController } from '../../elements/width.js';
import { themed } from '../../plot/plot-drawing.js';
import { StoreController } from '../../state/store.js';
import { shownNow } from '../../state/view.js';
import { counted, formatNumber } from '../../text/numbers.js';
import { formatMoment } from '../../text/time.js';
import { keys } from '../parts-of-panels.js';
import { clustersOf, plannedOf, readSeen, takeSelected } from './known.js';
import { keyStyle } from './panel-style.js';
import { clusterName, clustersThatMatter, ghostsIn, sightText, stepsText } from './seen.js';
import { drawLane, hostsText } from './steps-drawing.js';

/** @import { Seen } from './known.js' */
/** @import { Cluster, Sight } from './seen.js' */
/** @import { Planned } from './steps-drawing.js' */

/** Milliseconds between two looks while the playhead moves; and however long a look takes, the next one comes after so many. */
const WAIT = 120;
const MOST_MS = 1000;
/** Of more clusters only those that matter are shown, until all are asked for. */
const FEW = 3;
/** CSS pixels: of a cluster with few and with more beside it, above each. */
const HIGH = { few: 48, many: 36, until: 2 };
const GAP = 8;
/** Text is so much larger on a projector. */
const PROJECTED = 1.2;
/** Nothing is drawn further outside of what is seen, CSS pixels: a path takes no endless numbers. */
const BEYOND = 40;

/** What the launcher that is shown sees, in the chart that is looked at. */
export class LauncherView extends Part {
  static properties = { variant: { state: true }, seen: { state: true }, all: { state: true } };

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static watches = ['variants', 'choices', 'pane', 'theme', 'dark'];

  static styles = [
    controls,
    keys,
    keyStyle,
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
      .said {
        flex: 1 1 24em;
        /* It is longer and shorter as the playhead moves: what stands below stays where it is. */
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
        .said {
          min-height: 1lh;
        }
      }
      @media (width < 480px) {
        .said {
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
    this.variant = 0;
    this.selected = -1;
    /** @type {Seen|null} */
    this.seen = null;
    /** Whether all clusters are shown. */
    this.all = false;
    this.size = new WidthController(this);
    // The playhead and the window are those of the charts' last pictures.
    this.shown = new StoreController(this, shownNow);
    this.pulse = new Pulse(this, () => this.look(), WAIT, ['variants', 'playhead_s', 'choices', 'pane', 'selected'], MOST_MS);
  }

  /** The clusters as the launchers of the system are shown them. */
  get clusters() {
    return clustersOf(this.state.variants[this.variant]);
  }

  async look() {
    const { variants, pane } = this.state;
    this.selected = takeSelected(this.page, this.selected);
    // Where lists are said there are no views: those of another system are shown.
    const sends = variants.map(({ tables }) => tables.some(({ id, rows }) => id === 'views' && rows > 0));
    this.variant = sends[pane] ? pane : Math.max(0, sends.indexOf(true));
    try {
      this.seen = await readSeen(this.page, { variant: this.variant, clusters: this.clusters });
    } catch {
      // A run that is replaced while it is asked keeps what it said last.
    }
  }

  /** @override */
  render() {
    const { seen, clusters } = this;
    if (!seen) return nothing;
    const { variants } = this.state;
    const { launcher, sights, ghosts, request, before, now_s } = seen;
    const known = { ...seen, clusters };
    const name = launcher?.name ?? 'the application';
    const sent = Math.max(...sights.map(({ time_s }) => time_s));
    const planned = plannedOf(seen, clusters);
    const wanted = clustersThatMatter(clusters, [request, before], this.all ? Infinity : FEW);
    const lanes = variants[this.variant]?.tables.some(({ id, rows }) => id === 'views' && rows > 0) ? wanted : [];
    const has = (/** @type {Planned['look']} */ look) => planned.some((box) => box.look === look);
    const more = clusters.length - wanted.length;
    return html`<section aria-label="View of ${name}">
      <div class="side">
        <b>View of ${name}</b>
        ${sights.length > 0 ? html`<span>sent at ${formatMoment(sent)}; its own request is not included${variants.length > 1 ? html`. ${variants[this.variant]?.name}` : nothing}</span>` : nothing}
      </div>
      <div class="head">
        <p class="said">${sightText(known, now_s)}</p>
        ${
          sights.length === 0
            ? nothing
            : html`<p class="keys" aria-hidden="true">
              <span><i class="busy"></i>busy</span>
              ${sights.some((sight) => ghostsIn(sight, ghosts).length > 0) ? html`<span><i class="busy ghost"></i>ghost</span>` : nothing}
              ${has('asked') ? html`<span><i class="asked"></i>requested</span>` : nothing} ${has('before') ? html`<span><i class="before"></i>previous request</span>` : nothing}
            </p>`
        }
        ${lanes.length > 0 && (more > 0 || this.all) ? html`<button class="quiet" aria-expanded=${this.all} @click=${() => (this.all = !this.all)}>${this.all ? 'Fewer' : `${counted(more, 'more clusters')}`}</button>` : nothing}
      </div>
      ${this.lanes(known, planned, lanes)}
    </section>`;
  }

  /**
   * A cluster below the other, on the time axis of the charts.
   * @param {Seen & {clusters: readonly Cluster[]}} known
   * @param {readonly Planned[]} planned
   * @param {readonly number[]} lanes
   */
  lanes({ launcher, sights, ghosts, clusters }, planned, lanes) {
    const { now_s, from_s, to_s } = this.shown.value;
    const scale = effectiveTheme(this.state.theme) === 'projector' ? PROJECTED : 1;
    const width = (this.size.width - Number.parseFloat(getComputedStyle(this).getPropertyValue('--gutter'))) / scale;
    if (lanes.length === 0 || !(width > 1)) return nothing;
    const high = lanes.length > HIGH.until ? HIGH.many : HIGH.few;
    const height = lanes.length * (high + GAP) + 2;
    const x = (/** @type {number} */ time_s) => Math.max(-BEYOND, Math.min(width + BEYOND, ((time_s - from_s) / (to_s - from_s)) * width));
    const top = (/** @type {number} */ at) => GAP + at * (high + GAP);
    const at = (now_s - from_s) / (to_s - from_s);
    const shown = lanes.map(
      (cluster) => sights.find((sight) => sight.cluster === cluster) ?? /** @type {Sight} */ ({ id: -1, cluster, time_s: NaN, steps: [] }),
    );
    const words = shown.map(
      ({ cluster, steps }) =>
        `${clusterName(clusters, cluster)}: ${steps.length > 0 ? stepsText(steps, clusters[cluster]?.hosts ?? 0) : 'nothing'}`,
    );
    return html`<div class="names" aria-hidden="true">
        ${lanes.map((cluster, place) => {
          const { name = '', hosts = 0, speed = 1 } = clusters[cluster] ?? {};
          return html`<div class="name" ${styled({ top: `${top(place) * scale}px` })} title="${name}: ${hostsText(hosts, speed)}"><b>${name}</b><span>${formatNumber(hosts)}${speed === 1 ? '' : ` \u00d7${formatNumber(speed)}`}</span></div>`;
        })}
      </div>
      <div class="surface">
        ${guard(
          [this.seen, from_s, to_s, width, scale, lanes.join()],
          () => html`<svg width=${width * scale} height=${height * scale} viewBox="0 0 ${width} ${height}" role="img" aria-label="Last view sent to ${launcher?.name ?? 'the application'}. ${words.join('; ')}.">
          ${shown.map((sight, place) => drawLane({ clusters, planned, ghosts }, sight, { top: top(place), high, left: 0, right: width, x, colour: themed }))}
        </svg>`,
        )}
        ${at >= 0 && at <= 1 ? html`<i class="now" ${styled({ left: `${at * 100}%` })}></i>` : nothing}
      </div>`;
  }
}

customElements.define('launcher-view', LauncherView);
