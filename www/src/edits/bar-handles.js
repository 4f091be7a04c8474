/** @file `<bar-handles>`: the handles of bars over one chart, and the display of an edit. */

import { css, html, nothing } from 'lit';
import { jobEdits } from '../commands/job-edits.js';
import { askRun } from '../commands.js';
import { canvasStyle } from '../elements/canvas-style.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { changeLabel, limitParts, spokenValue, waitText } from '../scenario/edit-sentences.js';
import { StoreController } from '../state/store.js';
import { formatMoment } from '../text/time.js';
import { BarGeometry } from './bar-geometry.js';
import { BarGestures, findZone } from './bar-gestures.js';
import { handleBox, offeredHandles } from './bar-zones.js';
import { ChangeDrawing } from './change-drawing.js';
import './edit-effect.js';
import './edit-strip.js';
import './job-edit-form.js';

/** @import { Box } from '../engine/types.js' */
/** @import { Change, Property } from '../scenario/job-edits.js' */
/** @import { GanttChart } from '../gantt/chart.js' */

/** The width of a letter of the label, and of its padding, CSS pixels. */
const LETTER_PX = 7;
const LABEL_PX = 24;

/** @typedef {{property: Property, job: number, boxes: readonly Box[], cluster?: number}} Zone */

/** The names of handles. */
const NAMES = { run_s: 'Runtime', nodes: 'Nodes', submit_s: 'Submit time', estimate_s: 'Requested time', cluster: 'Nodes' };
const CURSORS = { run_s: 'ew-resize', nodes: 'ns-resize', submit_s: 'grab', estimate_s: '', cluster: 'ns-resize' };

/** The layer over a chart. */
export class BarHandles extends PageElement {
  static properties = { zone: { state: true }, limit: { state: true }, coarse: { state: true }, prepared: { state: true } };

  static styles = css`
    ${canvasStyle}
    :host {
      grid-area: 3 / 3;
      position: relative;
      z-index: 2;
      min-width: 0;
      pointer-events: none;
    }
    /** The label may cover the ruler. */
    :host([held]) {
      z-index: 4;
    }
    .handle {
      position: absolute;
      left: 0;
      top: 0;
      box-sizing: border-box;
      translate: -50% -50%;
      border: 1.5px solid var(--accent);
      border-radius: 3px;
      background: var(--paper);
    }
    .run_s {
      width: 6px;
      height: 24px;
    }
    :is(.nodes, .cluster) {
      width: 24px;
      height: 6px;
    }
    .held {
      background: var(--accent);
    }
    .run_s.held {
      width: 8px;
      height: 36px;
    }
    :is(.nodes, .cluster).held {
      width: 32px;
      height: 8px;
    }
    .other {
      background: none;
      border-color: var(--ink-soft);
    }
    .handle:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
    .cluster:not(.held, :focus-visible, .near) {
      opacity: 0;
    }
    /** Touch targets are larger than the visible handles. */
    .coarse {
      pointer-events: auto;
      touch-action: none;
    }
    .coarse::before {
      content: '';
      position: absolute;
      left: 50%;
      top: 50%;
      width: 44px;
      height: 44px;
      translate: -50% -50%;
    }
    .cluster.coarse {
      opacity: 1;
    }
    .label {
      position: absolute;
      left: 0;
      top: 0;
      box-sizing: border-box;
      z-index: 4;
      padding: 6px 10px;
      color: var(--ink);
      background: var(--surface);
      border: 1px solid var(--edge);
      border-radius: 6px;
      box-shadow: var(--shadow);
      font-size: var(--text);
      line-height: 16px;
      white-space: nowrap;
    }
    .label b {
      color: var(--accent);
      font-size: 1.077em;
      font-weight: 600;
    }
    .label div {
      color: var(--ink-soft);
      font-size: 0.6875rem;
    }
    .label .limit {
      color: var(--ink);
      font-size: var(--text);
      font-weight: 600;
    }
  `;

  constructor() {
    super();
    /** @type {GanttChart} */
    this.chart = /** @type {any} */ (undefined);
    /** Set on connection. @type {import('../commands/job-edits.js').JobEdits} */
    this.edits = /** @type {any} */ (undefined);
    /** @type {BarGeometry} */
    this.geometry = /** @type {any} */ (undefined);
    /** @type {ChangeDrawing} */
    this.drawing = /** @type {any} */ (undefined);
    /** @type {BarGestures} */
    this.gestures = /** @type {any} */ (undefined);
    /** The handle under the pointer. @type {Zone|null} */
    this.zone = null;
    /** The reason why a value is limited. @type {{text: string, more: string}|null} */
    this.limit = null;
    /** Whether the pointer is a finger. */
    this.coarse = false;
    /** Whether the values of jobs are known. */
    this.prepared = false;
    /** The bar under the pointer, kept while the pointer is in the zone of its edge. @type {{subject: number, boxes: readonly Box[]}|null} */
    this.near = null;
    this.fromStore = new StoreController(this, ({ touch, selected, hovered, pane, variants, theme }) => ({
      touch,
      selected,
      hovered,
      pane,
      variants,
      theme,
    }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.edits = jobEdits(this.page);
    this.geometry = new BarGeometry(this.chart, this.edits);
    this.drawing = new ChangeDrawing(this.geometry, () => this.renderRoot.querySelector('canvas'));
    this.gestures = new BarGestures(this, this.edits);
    this.gestures.attach(this.surface);
    this.onShown = () => this.readFrame();
    this.chart.addEventListener('shown', this.onShown);
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (before.touch?.held && !state.touch?.held) this.drawing.ended = performance.now();
      if (state.selected !== before.selected || state.hovered !== before.hovered || state.variants !== before.variants) void this.prepare();
    });
    void this.prepare();
    this.readFrame();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.gestures.detach();
    this.unsubscribe?.();
    if (this.onShown) this.chart.removeEventListener('shown', this.onShown);
    this.drawing.stop();
  }

  /** The element of the chart that contains the bars. */
  get surface() {
    return this.chart.surface;
  }

  get variant() {
    return this.chart.variant;
  }

  async prepare() {
    if (this.edits.isHeld) return;
    this.prepared = await this.edits.prepare();
    this.requestUpdate();
  }

  /** The number of the selected job, or 0. */
  get selectedJob() {
    const { selected } = this.page.store.get();
    return selected >= 0 && this.prepared ? this.edits.numberOf(selected, this.variant) : 0;
  }

  /** The bar with handles: the dragged one, the one under the pointer, or the selected one. */
  get target() {
    const { touch, selected } = this.page.store.get();
    const { edits, near } = this;
    if (!this.prepared || !edits) return null;
    const own = { subject: selected, boxes: this.geometry.boxesOf(0) };
    const focused = this.shadowRoot?.activeElement !== null;
    const bar = touch?.held || focused || !near || near.subject < 0 ? own : near;
    const box = handleBox(bar.boxes);
    const job = bar.subject >= 0 ? edits.numberOf(bar.subject, this.variant) : 0;
    return box && job > 0 ? { job, boxes: bar.boxes, box, selected: bar.subject === selected } : null;
  }

  /** The handle at a point of the chart. @param {number} x @param {number} y @returns {Zone|null} */
  zoneAt(x, y) {
    if (!this.prepared || !this.edits.isOffered || !this.edits.isLive || this.chart.folded) return null;
    const { selected } = this.page.store.get();
    const bars = [{ subject: selected, boxes: this.geometry.boxesOf(0) }, ...(this.near ? [this.near] : [])].flatMap(
      ({ subject, boxes }) => {
        const box = handleBox(boxes);
        return box && subject >= 0
          ? [{ job: this.edits.numberOf(subject, this.variant) ?? 0, boxes, box, selected: subject === selected }]
          : [];
      },
    );
    const zone = findZone(bars, x, y);
    if (zone) return zone;
    const cluster = this.geometry.clusterAt(y);
    return cluster < 0 ? null : { property: 'cluster', job: 0, boxes: [], cluster };
  }

  /** @param {Zone|null} zone */
  setZone(zone) {
    const key = (/** @type {Zone|null} */ one) => one && `${one.property} ${one.job} ${one.cluster}`;
    if (key(zone) === key(this.zone)) return;
    this.zone = zone;
    this.surface.style.cursor = zone ? CURSORS[zone.property] : '';
    if (!zone) this.readHovered();
  }

  /** @param {Property} property @param {number|null} high the limit that was reached */
  setLimit(property, high) {
    this.limit = high === null || property !== 'nodes' ? null : limitParts(high);
  }

  /** Selects the bar under a finger, without opening its details. @param {number} x @param {number} y @param {number} least its smallest width and height */
  async selectBar(x, y, least) {
    if (!this.edits.isOffered || !this.edits.isLive || !(await this.edits.prepare())) return null;
    this.prepared = true;
    const subject = await this.chart.pointer.subjectAt(x, y);
    const job = this.edits.numberOf(subject, this.variant);
    if (subject < 0 || job === 0) return null;
    const boxes = this.geometry.scaled(await askRun(this.page, this.variant, 'boxes', this.chart.currentView(), subject));
    const box = handleBox(boxes);
    if (!box || box.w < least || box.h < least) return null;
    this.coarse = true;
    this.edits.select(subject);
    return { job, boxes };
  }

  /** The chart shows no card while a bar is dragged. */
  beginDrag() {
    this.chart.pointer.endHover();
  }

  /** Reads the bars of a new frame. */
  readFrame() {
    if (!this.chart.frame) return;
    this.readHovered();
    this.drawing.readFrame();
    this.requestUpdate();
  }

  readHovered() {
    const { hovered } = this.page.store.get();
    // Beyond the edge of its bar, the pointer is on another bar.
    if (this.zone && this.zone.property !== 'cluster') return;
    const boxes = hovered < 0 ? [] : this.geometry.boxesOf(1);
    this.near = boxes.length > 0 ? { subject: hovered, boxes } : null;
  }

  updated() {
    this.drawing.drawLater();
  }

  /**
   * The position of the label: beside the handle, at the left without space, above a finger. Its size is computed from
   * its text, because measuring it would cause a layout at each movement.
   * @param {readonly string[]} lines
   */
  labelTransform(lines) {
    const at = this.geometry.labelPlace() ?? { x: 0, y: 0 };
    const width = Math.max(...lines.map((line) => line.length)) * LETTER_PX + LABEL_PX;
    if (this.gestures.drag?.coarse) {
      const left = Math.min(Math.max(4, at.x - width / 2), Math.max(4, this.geometry.box.width - width - 4));
      return `translate(${left}px, ${at.y - 56}px) translateY(-100%)`;
    }
    const left = at.x + 16 + width <= this.geometry.box.width ? at.x + 16 : Math.max(4, at.x - 16 - width);
    return `translate(${left}px, ${at.y - 76}px)`;
  }

  render() {
    const { touch, pane } = this.fromStore.value;
    this.toggleAttribute('held', touch?.held === true);
    if (!touch?.held) this.geometry.release();
    const { target } = this;
    const active = pane === this.variant;
    const offered = this.prepared && this.edits.isOffered && this.edits.isLive && !this.chart.folded;
    return html`<canvas></canvas>
      ${offered && target ? this.renderBarHandles(target, active) : nothing}
      ${offered && active ? this.renderClusterHandle() : nothing}
      ${touch?.change && touch.held && active ? this.renderLabel(touch.change, touch.effects, touch.preview) : nothing}`;
  }

  /**
   * Renders the handles of runtime and nodes at the edges of the selected bar.
   * @param {NonNullable<BarHandles['target']>} target
   * @param {boolean} active whether this chart is in use
   */
  renderBarHandles({ job, box: own }, active) {
    const { touch } = this.page.store.get();
    const change = touch?.held && touch.change?.job === job ? touch.change : null;
    const box = (change && this.geometry.heldBox(change)?.box) ?? own;
    const has = offeredHandles(box);
    const values = this.edits.valuesOf(job);
    if (!values) return nothing;
    /** Renders the handle of one property at a place in CSS pixels. */
    const propertyHandle = (/** @type {'run_s'|'nodes'} */ property, /** @type {number} */ x, /** @type {number} */ y) => {
      const held = change?.property === property;
      return this.renderHandle(property, {
        job,
        x,
        y,
        held,
        active,
        value: held ? change.to : values[property],
        from: held ? change.from : values[property],
      });
    };
    return html`${has.run_s ? propertyHandle('run_s', box.x + box.w, box.y + box.h / 2) : nothing}${has.nodes ? propertyHandle('nodes', box.x + box.w / 2, box.y + box.h) : nothing}`;
  }

  /** The handle of the lower edge of the cluster. */
  renderClusterHandle() {
    const { touch, variants } = this.fromStore.value;
    const [place] = this.chart.places;
    const zone = this.zone?.property === 'cluster' ? this.zone : null;
    const cluster = zone?.cluster ?? place?.first ?? 0;
    const nodes = this.page.store.get().platform?.clusters[cluster]?.nodes;
    if (nodes === undefined || !this.edits.clusterPlace(cluster)) return nothing;
    const change = touch?.held && touch.change?.property === 'cluster' ? touch.change : null;
    const at = this.chart.places.find(({ first }) => first === cluster);
    const edge = at ? (at.y + at.h) / this.chart.size.scale : this.geometry.box.height;
    const y = (change && this.geometry.clusterLine(change)?.to) ?? edge - 3;
    const name = variants[this.variant]?.layout?.bands[cluster]?.name ?? 'the cluster';
    return this.renderHandle('cluster', {
      job: 0,
      x: this.coarse ? 24 : this.geometry.box.width / 2,
      y,
      held: change !== null,
      active: true,
      value: change?.to ?? nodes,
      from: change?.from ?? nodes,
      name,
      near: zone !== null,
    });
  }

  /**
   * Renders a handle as a slider for keys and screen readers; in a chart not in use it is decoration.
   * @param {'run_s'|'nodes'|'cluster'} property
   * @param {{job: number, x: number, y: number, held: boolean, active: boolean, value: number, from: number, name?: string, near?: boolean}} at
   */
  renderHandle(property, { job, x, y, held, active, value, from, name = `job ${job}`, near = false }) {
    const { low, high } = this.edits.limitsOf(property) ?? { low: 0, high: 0 };
    const kind = `handle ${property} ${held ? (active ? 'held' : 'other') : ''} ${this.coarse && active ? 'coarse' : ''} ${near ? 'near' : ''}`;
    const place = inlineStyle({ transform: `translate(${x}px, ${y}px)` });
    if (!active) return html`<div class=${kind} aria-hidden="true" ${place}></div>`;
    return html`<div
      class=${kind}
      role="slider"
      tabindex="0"
      aria-label="${NAMES[property]} of ${name}"
      aria-orientation=${property === 'run_s' ? 'horizontal' : 'vertical'}
      aria-valuemin=${low}
      aria-valuemax=${Number.isFinite(high) ? high : Math.max(86_400, value)}
      aria-valuenow=${value}
      aria-valuetext=${spokenValue(property, value, from)}
      ${place}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.gestures.onHandleKey(event, property, job)}
      @blur=${() => this.gestures.keepKeys()}
      @pointerdown=${(/** @type {PointerEvent} */ event) => this.gestures.pressHandle(event, property)}
    ></div>`;
  }

  /**
   * Renders the label of a change: the values before and after it, and its first effect or the limit that was reached.
   * @param {Change} change
   * @param {readonly import('../scenario/edit-effects.js').Effect[]} effects
   * @param {boolean} preview
   */
  renderLabel(change, effects, preview) {
    const { before, after, more } = changeLabel(change);
    const first = effects[0];
    const name = this.page.store.get().variants[0]?.name ?? '';
    const start = change.property === 'submit_s' ? this.startText(change.job) : '';
    const second = start || (change.property === 'run_s' || !first ? more : waitText(first, name));
    const lines = this.limit
      ? [this.limit.text, this.limit.more]
      : [`${before} \u2192 ${after}`, `${second}${preview ? ' \u00b7 preview' : ''}`];
    return html`<div class="label" aria-hidden="true" ${inlineStyle({ transform: this.labelTransform(lines) })}>
      ${this.limit ? html`<span class="limit">${this.limit.text}</span><div>${this.limit.more}</div>` : html`${before} \u2192 <b>${after}</b><div>${lines[1]}</div>`}
    </div>`;
  }

  /** The start of a job before and after the edit, as text. @param {number} job */
  startText(job) {
    const jobs = this.edits.jobsOf(this.variant);
    const startIn = (/** @type {readonly import('../scenario/edit-effects.js').RunJob[]|undefined} */ list) =>
      list?.find(({ number }) => number === job)?.start_s ?? null;
    const [was, is] = [startIn(jobs?.before), startIn(jobs?.now)];
    return was === null || is === null ? '' : `starts ${formatMoment(was)} \u2192 ${formatMoment(is)}`;
  }
}

customElements.define('bar-handles', BarHandles);

/** Adds the handles to a chart. @param {GanttChart} chart */
export function addHandles(chart) {
  const handles = /** @type {BarHandles} */ (document.createElement('bar-handles'));
  handles.chart = chart;
  chart.renderRoot.append(handles);
}
