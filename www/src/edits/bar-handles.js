/** @file `<bar-handles>`: the handles of bars over one chart, and what an edit changes there. */

import { css, html, nothing } from 'lit';
import { jobEdits } from '../commands/job-edits.js';
import { askRun, prefersReducedMotion } from '../commands.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { changeLabel, limitParts, spokenValue, waitText } from '../scenario/edit-sentences.js';
import { StoreController } from '../state/store.js';
import { formatMoment, formatTime } from '../text/time.js';
import { drawEnds, drawGlide, drawHeldBar, drawHeldLine, drawTrails } from './bar-drawing.js';
import { BarGestures, findZone } from './bar-gestures.js';
import { ease, movedBars, namedBars, positionsBetween, trailsOf } from './bar-positions.js';
import { handleBox, offeredHandles, REACH, timeStep } from './bar-zones.js';
import './edit-effect.js';

/** @import { Box } from '../engine/types.js' */
/** @import { Change, Property } from '../scenario/job-edits.js' */
/** @import { GanttChart } from '../gantt/chart.js' */
/** @import { Bar, Move } from './bar-positions.js' */

/** Duration of a glide, and of the fading of trails after an edit, ms. */
const GLIDE_MS = 160;
const FADE_MS = 600;

/** @typedef {{property: Property, job: number, boxes: readonly Box[], cluster?: number}} Zone */

/** The names of handles. */
const NAMES = { run_s: 'Runtime', nodes: 'Nodes', submit_s: 'Submit time', estimate_s: 'Requested time', cluster: 'Nodes' };
const CURSORS = { run_s: 'ew-resize', nodes: 'ns-resize', submit_s: 'grab', estimate_s: '', cluster: 'ns-resize' };

/** The layer over a chart. */
export class BarHandles extends PageElement {
  static properties = { zone: { state: true }, limit: { state: true }, coarse: { state: true }, prepared: { state: true } };

  static styles = css`
    :host {
      grid-area: 3 / 3;
      position: relative;
      z-index: 2;
      min-width: 0;
      pointer-events: none;
    }
    canvas {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
    }
    .handle {
      position: absolute;
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
    /* A finger needs more than what it sees. */
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
    /** The handle under the pointer. @type {Zone|null} */
    this.zone = null;
    /** Why a value goes no further. @type {{text: string, more: string}|null} */
    this.limit = null;
    /** Whether fingers are used. */
    this.coarse = false;
    /** Whether the values of jobs are known. */
    this.prepared = false;
    /** The bar under the pointer, kept while the pointer is in the zone of its edge. @type {{subject: number, boxes: readonly Box[]}|null} */
    this.near = null;
    /** Named bars of the last frame, and its window. @type {{bars: ReadonlyMap<string, Bar>, key: string}} */
    this.last = { bars: new Map(), key: '' };
    /** @type {{moves: readonly Move[], since: number, picture: OffscreenCanvas}|undefined} */
    this.glide = undefined;
    /** The height of a row and the lower edge of a cluster when its edge was pressed. */
    this.clusterRow = 0;
    this.clusterEdge = 0;
    /** When the edit ended whose trails fade, ms. */
    this.ended = 0;
    this.drawing = 0;
    this.seen = new StoreController(this, ({ touch, selected, hovered, pane, variants, theme }) => ({
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
    this.gestures = new BarGestures(this, this.edits);
    this.gestures.attach(this.surface);
    this.onShown = () => this.readFrame();
    this.chart.addEventListener('shown', this.onShown);
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (before.touch?.held && !state.touch?.held) this.ended = performance.now();
      if (state.selected !== before.selected || state.hovered !== before.hovered || state.variants !== before.variants) void this.prepare();
    });
    void this.prepare();
    this.readFrame();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.gestures?.detach();
    this.unsubscribe?.();
    if (this.onShown) this.chart.removeEventListener('shown', this.onShown);
    cancelAnimationFrame(this.drawing);
    this.drawing = 0;
  }

  get surface() {
    return this.chart.surface;
  }

  get variant() {
    return this.chart.variant;
  }

  async prepare() {
    if (this.edits?.isHeld) return;
    this.prepared = (await this.edits?.prepare()) === true;
    this.requestUpdate();
  }

  /** The boxes of the selected and of the hovered bar in the last frame, CSS pixels. @param {0|1} which */
  boxesOf(which) {
    return this.scaled(this.chart.frame?.outlines[which] ?? []);
  }

  /** Boxes in CSS pixels. @param {readonly Box[]} boxes */
  scaled(boxes) {
    const { scale } = this.chart.size;
    return boxes.map(({ x, y, w, h }) => ({ x: x / scale, y: y / scale, w: w / scale, h: h / scale }));
  }

  /** The number of the selected job, or 0. */
  get selectedJob() {
    const { selected } = this.page.store.get();
    return selected >= 0 && this.prepared ? (this.edits?.numberOf(selected, this.variant) ?? 0) : 0;
  }

  /** The bar that has handles: the held one, the one under the pointer, or the selected one. */
  get target() {
    const { touch, selected } = this.page.store.get();
    const { edits, near } = this;
    if (!this.prepared || !edits) return null;
    const own = { subject: selected, boxes: this.boxesOf(0) };
    const focused = this.shadowRoot?.activeElement !== null;
    const bar = touch?.held || focused || !near || near.subject < 0 ? own : near;
    const box = handleBox(bar.boxes);
    const job = bar.subject >= 0 ? edits.numberOf(bar.subject, this.variant) : 0;
    return box && job > 0 ? { job, boxes: bar.boxes, box, selected: bar.subject === selected } : null;
  }

  /** The handle at a point of the chart. @param {number} x @param {number} y @returns {Zone|null} */
  zoneAt(x, y) {
    if (!this.prepared || !this.edits?.isOffered || !this.edits.isLive || this.chart.folded) return null;
    const { selected } = this.page.store.get();
    const bars = [{ subject: selected, boxes: this.boxesOf(0) }, ...(this.near ? [this.near] : [])].flatMap(({ subject, boxes }) => {
      const box = handleBox(boxes);
      return box && subject >= 0
        ? [{ job: this.edits?.numberOf(subject, this.variant) ?? 0, boxes, box, selected: subject === selected }]
        : [];
    });
    const zone = findZone(bars, x, y);
    if (zone) return zone;
    const cluster = this.clusterAt(y);
    return cluster < 0 ? null : { property: 'cluster', job: 0, boxes: [], cluster };
  }

  /** The cluster whose lower edge is at a height, or -1. @param {number} y */
  clusterAt(y) {
    const { scale } = this.chart.size;
    const place = this.chart.places.find(
      (one) => one.first === one.last && one.shown > 0 && y > (one.y + one.h) / scale - REACH && y <= (one.y + one.h) / scale,
    );
    return place && this.edits?.clusterPlace(place.first) ? place.first : -1;
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

  /**
   * What a pixel of a handle is worth.
   * @param {Property} property
   * @param {number} job
   * @param {readonly Box[]} boxes
   * @param {number} cluster
   * @returns {{value: number, perPixel: number, step: number}|null}
   */
  unitOf(property, job, boxes, cluster) {
    const { page, chart } = this;
    const values = job > 0 ? this.edits?.valuesOf(job) : null;
    const pixel_s = this.pixel_s;
    const rowPx = this.rowHeight(boxes[0]?.y ?? 0, cluster);
    if (property === 'cluster') {
      const nodes = page.store.get().platform?.clusters[cluster]?.nodes;
      return nodes === undefined || rowPx === 0 ? null : { value: nodes, perPixel: 1 / rowPx, step: 1 };
    }
    if (!values || chart.size.width < 2) return null;
    if (property === 'nodes') return rowPx === 0 ? null : { value: values.nodes, perPixel: 1 / rowPx, step: 1 };
    const speed = property === 'run_s' ? (this.edits?.speedOf(job, this.variant) ?? 1) : 1;
    const perPixel = pixel_s * speed;
    return { value: values[property] ?? 0, perPixel, step: timeStep(perPixel, false) };
  }

  /** Seconds a pixel. */
  get pixel_s() {
    const { from_s, to_s } = this.page.store.get().view;
    return (to_s - from_s) / Math.max(1, this.clientWidth);
  }

  /** The height of a row at a height, or of a cluster. @param {number} y @param {number} cluster */
  rowHeight(y, cluster) {
    const { places, size } = this.chart;
    const at = (y + 1) * size.scale;
    const place =
      places.find((one) => at >= one.y && at < one.y + one.h && one.shown > 0) ??
      places.find((one) => one.first === cluster && one.shown > 0);
    return place ? place.h / place.shown / size.scale : 0;
  }

  /** @param {number} time_s */
  xOf(time_s) {
    return (time_s - this.page.store.get().view.from_s) / this.pixel_s;
  }

  /** Selects the bar under a finger, without opening its details. @param {number} x @param {number} y @param {number} least its smallest width and height */
  async selectBar(x, y, least) {
    if (!this.edits?.isOffered || !this.edits.isLive || !(await this.edits.prepare())) return null;
    this.prepared = true;
    const subject = await this.chart.subjectAt(x, y);
    const job = this.edits.numberOf(subject, this.variant);
    if (subject < 0 || job === 0) return null;
    const boxes = this.scaled(await askRun(this.page, this.variant, 'boxes', this.chart.currentView(), subject));
    const box = handleBox(boxes);
    if (!box || box.w < least || box.h < least) return null;
    this.coarse = true;
    this.edits.select(subject);
    return { job, boxes };
  }

  /** The chart shows no card while a bar is dragged. */
  beginDrag() {
    this.chart.endHover();
  }

  /** Reads the bars of a new frame. */
  readFrame() {
    const { frame, size } = this.chart;
    if (!frame) return;
    this.readHovered();
    const { touch } = this.page.store.get();
    const key = [frame.view.from_s, frame.view.to_s, frame.view.first_row, frame.view.rows, frame.view.width, frame.view.height].join();
    const bars = namedBars(frame.labels, size.scale);
    if (touch?.change && key === this.last.key && !prefersReducedMotion()) this.startGlide(bars, touch.change);
    else this.glide = undefined;
    this.last = { bars, key };
    this.requestUpdate();
  }

  readHovered() {
    const { hovered } = this.page.store.get();
    // Beyond its edge the pointer is on another bar.
    if (this.zone && this.zone.property !== 'cluster') return;
    const boxes = hovered < 0 ? [] : this.boxesOf(1);
    this.near = boxes.length > 0 ? { subject: hovered, boxes } : null;
  }

  /** @param {ReadonlyMap<string, Bar>} bars @param {Change} change */
  startGlide(bars, change) {
    const now = performance.now();
    const before = new Map([...this.last.bars, ...this.glidePositions(now)]);
    const moves = movedBars(before, bars, String(change.job));
    if (moves.length === 0) return;
    const canvases = /** @type {HTMLCanvasElement[]} */ ([...this.chart.renderRoot.querySelectorAll('.surface canvas')]).slice(0, 2);
    const [first] = canvases;
    if (!first?.width) return;
    const picture = this.glide?.picture ?? new OffscreenCanvas(first.width, first.height);
    if (picture.width !== first.width || picture.height !== first.height) [picture.width, picture.height] = [first.width, first.height];
    const context = picture.getContext('2d');
    for (const canvas of canvases) context?.drawImage(canvas, 0, 0);
    this.glide = { moves, since: now, picture };
  }

  /** Where gliding bars are. @param {number} now @returns {ReadonlyMap<string, {x: number, y: number}>} */
  glidePositions(now) {
    return this.glide ? positionsBetween(this.glide.moves, ease((now - this.glide.since) / GLIDE_MS)) : new Map();
  }

  updated() {
    this.draw();
    this.placeLabel();
  }

  /** Draws what the edit changes, again at each refresh while something moves. */
  draw() {
    const canvas = /** @type {HTMLCanvasElement|null} */ (this.renderRoot.querySelector('canvas'));
    const { touch } = this.page.store.get();
    const now = performance.now();
    const fading = this.ended > 0 && !touch?.held;
    if (!canvas || (!touch?.change && !this.glide)) {
      if (canvas?.width) canvas.width = 0;
      this.ended = 0;
      return;
    }
    const { width, height, scale } = this.chart.size;
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(scale, scale);
    const colours = /** @type {import('./bar-drawing.js').Colours} */ (this.chart.colours);
    if (this.glide) {
      if (now - this.glide.since >= GLIDE_MS) this.glide = undefined;
      else drawGlide(context, this.glide.picture, this.glide.moves, this.glidePositions(now), scale, colours);
    }
    if (touch?.change) this.drawChange(context, touch.change, touch.held, colours);
    context.globalAlpha = 1;
    if ((this.glide || fading) && !this.drawing) {
      this.drawing = requestAnimationFrame(() => {
        this.drawing = 0;
        this.draw();
      });
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Change} change
   * @param {boolean} held
   * @param {import('./bar-drawing.js').Colours} colours
   */
  drawChange(context, change, held, colours) {
    const { touch, theme } = this.page.store.get();
    const weight = theme === 'projector' ? 1.6 : 1;
    const jobs = this.edits?.jobsOf(this.variant);
    const starts = (/** @type {readonly import('../scenario/edit-effects.js').RunJob[]} */ list) =>
      new Map(list.flatMap(({ number, start_s }) => (start_s === null ? [] : [[number, start_s]])));
    // Trails stay for two seconds after the edit, then fade with it.
    const age = held || this.ended === 0 ? 0 : performance.now() - this.ended;
    context.globalAlpha = Math.max(0, Math.min(1, (2000 - age) / FADE_MS));
    const effect = touch?.effects[this.variant];
    if (jobs && effect) {
      const trails = trailsOf(this.last.bars.values(), { before: starts(jobs.before), now: starts(jobs.now), held: change.job }, (time_s) =>
        this.xOf(time_s),
      );
      drawTrails(context, trails, colours, weight);
    }
    if (!held) return;
    context.globalAlpha = 1;
    const [ended, ends] = effect?.end_s ?? [null, null];
    if (ended !== null && ends !== null && Math.abs(ends - ended) >= 1) {
      const text = `${formatTime(Math.abs(ends - ended))} ${ends > ended ? 'later' : 'earlier'}`;
      drawEnds(
        context,
        { before: this.xOf(ended), now: this.xOf(ends), text },
        { width: this.clientWidth, height: this.clientHeight, size: 11 * weight },
        colours,
      );
    }
    const box = this.heldBox(change);
    if (box) drawHeldBar(context, box.box, box.marks, colours);
    if (change.property === 'submit_s') {
      const [from, to] = [this.xOf(change.from), this.xOf(change.to)];
      drawHeldLine(context, { from: [from, 0, from, this.clientHeight], to: [to, 0, to, this.clientHeight] }, colours);
    }
    if (change.property === 'cluster') {
      const line = this.clusterLine(change);
      if (line)
        drawHeldLine(context, { from: [0, line.from, this.clientWidth, line.from], to: [0, line.to, this.clientWidth, line.to] }, colours);
    }
  }

  /** Old and new lower edge of a cluster. @param {Change} change */
  clusterLine({ from, to }) {
    const { scale } = this.chart.size;
    const place = this.chart.places.find(({ first }) => first === (this.zone?.cluster ?? 0));
    if (!place || place.shown === 0) return null;
    const row = this.clusterRow || place.h / place.shown / scale;
    this.clusterRow = row;
    const edge = this.clusterEdge || (place.y + place.h) / scale;
    this.clusterEdge = edge;
    return { from: edge - 0.5, to: Math.min(this.clientHeight - 1, edge + (to - from) * row - 1) };
  }

  /** The held bar with its value, and its old edges. @param {Change} change */
  heldBox(change) {
    const box = handleBox(this.boxesOf(0));
    if (!box || change.job === 0) return null;
    const marks = {
      x: /** @type {number|null} */ (null),
      y: /** @type {number|null} */ (null),
      requested: /** @type {number|null} */ (null),
    };
    const pixels = 1 / (this.pixel_s * (this.edits?.speedOf(change.job, this.variant) ?? 1));
    if (change.property === 'run_s') {
      if (change.to !== change.from) marks.x = box.x + change.from * pixels;
      if (change.estimate_from_s !== null && change.to > change.estimate_from_s) marks.requested = box.x + change.estimate_from_s * pixels;
      return { box: { ...box, w: Math.max(1, change.to * pixels) }, marks };
    }
    if (change.property === 'nodes') {
      const row = this.rowHeight(box.y, 0);
      const others = this.boxesOf(0).reduce((sum, { h }) => sum + h, 0) - box.h;
      if (change.to !== change.from) marks.y = box.y + change.from * row - others;
      return { box: { ...box, h: Math.max(1, change.to * row - others) }, marks };
    }
    return { box, marks };
  }

  /** Places the label beside the handle, at the left where there is no room. */
  placeLabel() {
    const label = /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('.label'));
    const at = this.labelPlace();
    if (!label || !at) return;
    const coarse = this.gestures?.drag?.coarse === true;
    const { offsetWidth, offsetHeight } = label;
    const right = at.x + 16 + offsetWidth <= this.clientWidth;
    const left = right ? at.x + 16 : Math.max(4, at.x - 16 - offsetWidth);
    const lift = coarse ? 56 + offsetHeight : 76;
    label.style.left = `${coarse ? Math.min(Math.max(4, at.x - offsetWidth / 2), this.clientWidth - offsetWidth - 4) : left}px`;
    label.style.top = `${at.y - lift}px`;
  }

  /** The middle of the held edge. @returns {{x: number, y: number}|null} */
  labelPlace() {
    const { touch } = this.page.store.get();
    if (!touch?.change || !touch.held) return null;
    const { property } = touch.change;
    if (property === 'cluster') {
      const line = this.clusterLine(touch.change);
      return line && { x: this.clientWidth / 2, y: line.to };
    }
    const held = this.heldBox(touch.change)?.box;
    if (!held) return null;
    if (property === 'nodes') return { x: held.x + held.w / 2, y: held.y + held.h };
    if (property === 'submit_s') return { x: this.xOf(touch.change.to), y: held.y + held.h / 2 };
    return { x: held.x + held.w, y: held.y + held.h / 2 };
  }

  render() {
    const { touch, pane } = this.seen.value;
    if (!touch?.held) this.clusterRow = this.clusterEdge = 0;
    const { target } = this;
    const active = pane === this.variant;
    const offered = this.prepared && this.edits?.isOffered && this.edits.isLive && !this.chart.folded;
    return html`<canvas></canvas>
      ${offered && target ? this.renderBarHandles(target, active) : nothing}
      ${offered && active ? this.renderClusterHandle() : nothing}
      ${touch?.change && touch.held && active ? this.renderLabel(touch.change, touch.effects, touch.preview) : nothing}`;
  }

  /**
   * @param {NonNullable<BarHandles['target']>} target
   * @param {boolean} active whether this chart is in use
   */
  renderBarHandles({ job, box: own }, active) {
    const { touch } = this.page.store.get();
    const change = touch?.held && touch.change?.job === job ? touch.change : null;
    const box = (change && this.heldBox(change)?.box) ?? own;
    const has = offeredHandles(box);
    const values = this.edits?.valuesOf(job);
    if (!values) return nothing;
    const handle = (/** @type {'run_s'|'nodes'} */ property, /** @type {number} */ x, /** @type {number} */ y) => {
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
    return html`${has.run_s ? handle('run_s', box.x + box.w, box.y + box.h / 2) : nothing}${has.nodes ? handle('nodes', box.x + box.w / 2, box.y + box.h) : nothing}`;
  }

  /** The handle of the lower edge of the cluster. */
  renderClusterHandle() {
    const { touch, variants } = this.seen.value;
    const [place] = this.chart.places;
    const zone = this.zone?.property === 'cluster' ? this.zone : null;
    const cluster = zone?.cluster ?? place?.first ?? 0;
    const nodes = this.page.store.get().platform?.clusters[cluster]?.nodes;
    if (nodes === undefined || !this.edits?.clusterPlace(cluster)) return nothing;
    const change = touch?.held && touch.change?.property === 'cluster' ? touch.change : null;
    const at = this.chart.places.find(({ first }) => first === cluster);
    const edge = at ? (at.y + at.h) / this.chart.size.scale : this.clientHeight;
    const y = (change && this.clusterLine(change)?.to) ?? edge - 3;
    const name = variants[this.variant]?.layout?.bands[cluster]?.name ?? 'the cluster';
    return this.renderHandle('cluster', {
      job: 0,
      x: this.coarse ? 24 : this.clientWidth / 2,
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
   * @param {'run_s'|'nodes'|'cluster'} property
   * @param {{job: number, x: number, y: number, held: boolean, active: boolean, value: number, from: number, name?: string, near?: boolean}} at
   */
  renderHandle(property, { job, x, y, held, active, value, from, name = `job ${job}`, near = false }) {
    const { low, high } = this.edits?.limitsOf(property) ?? { low: 0, high: 0 };
    const kind = `handle ${property} ${held ? (active ? 'held' : 'other') : ''} ${this.coarse && active ? 'coarse' : ''} ${near ? 'near' : ''}`;
    const place = inlineStyle({ left: `${x}px`, top: `${y}px` });
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
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.gestures?.onHandleKey(event, property, job)}
      @blur=${() => this.gestures?.keepKeys()}
      @pointerdown=${(/** @type {PointerEvent} */ event) => this.gestures?.pressHandle(event, property)}
    ></div>`;
  }

  /**
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
    return html`<div class="label" aria-hidden="true">
      ${this.limit ? html`<span class="limit">${this.limit.text}</span><div>${this.limit.more}</div>` : html`${before} \u2192 <b>${after}</b><div>${second}${preview ? ' \u00b7 preview' : ''}</div>`}
    </div>`;
  }

  /** When a job starts before and after the edit. @param {number} job */
  startText(job) {
    const jobs = this.edits?.jobsOf(this.variant);
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
