/** @file `<gantt-chart variant="0">`: the schedule of one system, rendered by its run, explored by pointer and keys. */

import { html, nothing } from 'lit';
import { loadPart } from '../commands/part-loading.js';
import { focusPane, requestFrame, selectSubject, swapFoldedPane, toggleFoldedPane } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { RunFollower } from '../elements/run-follower.js';
import { tokenColours, viewColours } from '../elements/theme.js';
import { pauseAfter } from '../run/time-budget.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { StoreController } from '../state/store.js';
import { BarNavigator } from './bar-navigation.js';
import { drawOverlay } from './chart-overlay.js';
import { ChartPointer } from './chart-pointer.js';
import { chartStyle } from './chart-style.js';
import { cardText, renderMessage } from './chart-texts.js';
import { clusterLabelStyle, joinClusterNames, renderClusterLabels } from './cluster-labels.js';
import { FrameLoop, frameSize } from './frame-loop.js';
import { attachGestures } from './gestures.js';
import { renderRowNumbers, rowNumbersStyle } from './row-numbers.js';
import './chart-title.js';

/** @import { Frame } from '../run/run-protocol.js' */
/** @import { Card, ClusterPlace, FrameRequest } from '../engine/types.js' */
/** @import { State } from '../types.js' */

/** Minimum interval between two queries for the bars around the selected one, ms. */
const READ_MS = 300;

/** A chart over one variant of the scenario. */
export class GanttChart extends PageElement {
  static properties = {
    variant: { type: Number },
    folded: { type: Boolean, reflect: true },
    foldable: { type: Boolean },
    moment: { state: true },
    card: { state: true },
    walked: { state: true },
    places: { state: true },
    before_s: { state: true },
  };

  static styles = [controlStyle, clusterLabelStyle, rowNumbersStyle, chartStyle];

  constructor() {
    super();
    this.variant = 0;
    /** Whether it is folded to a strip, and whether folding is possible. */
    this.folded = false;
    this.foldable = false;
    /** @type {import('../engine/types.js').Moment|null} */
    this.moment = null;
    /** @type {{x: number, y: number, card: Card}|null} */
    this.card = null;
    /** @type {Card[]} */
    this.walked = [];
    /** The positions of clusters in the last frame. @type {readonly ClusterPlace[]} */
    this.places = [];
    /** The playhead, if the whole window is after it. @type {number|null} */
    this.before_s = null;
    /** @type {Frame|undefined} */
    this.frame = undefined;
    /** The window on screen; the frame may be of another one, moved and scaled. @type {import('../engine/types.js').View|undefined} */
    this.onScreen = undefined;
    /** The existing frames, moved until those of the current window arrive. @type {import('./canvas-layers.js').CanvasLayers|undefined} */
    this.layers = undefined;
    this.size = { width: 0, height: 0, scale: 1 };
    /** @type {Record<string, string>} */
    this.colours = {};
    this.pointer = new ChartPointer(this);
    /** The parts requested so far that are loaded on first use. @type {Set<string>} */
    this.asked = new Set();
    /**
     * Draws the difference from the first variant, after it is loaded.
     * @type {typeof import('./difference-overlay.js')|undefined}
     */
    this.differenceOverlay = undefined;
    /**
     * Marks the jobs of the decision at the playhead, after it is loaded.
     * @type {typeof import('./decision-marks.js')|undefined}
     */
    this.decisionMarks = undefined;
    /**
     * Selects and draws a region of the charts, after it is loaded.
     * @type {import('./region-selection.js').RegionSelector|undefined}
     */
    this.regionSelector = undefined;
    /**
     * Draws file transfers between tasks, after it is loaded. @type {typeof import('./workflow-overlay.js')|undefined}
     */
    this.workflowOverlay = undefined;
    /**
     * Draws ties of co-allocated jobs, if there are several clusters.
     * @type {import('./cluster-ties.js').ClusterTies|undefined}
     */
    this.clusterTies = undefined;
    /**
     * Synchronises the frames of this chart and the others. @type {import('./frame-barrier.js').FrameBarrier|undefined}
     */
    this.barrier = undefined;
    /** @type {import('./frame-barrier.js').Member} */
    this.member = {
      ready: () => this.canDraw(),
      draw: (frame) => {
        // A frame of another scenario may have waited for those of other charts.
        if (this.fromStore.value.layout) this.showFrame(frame);
      },
      move: () => this.moveFrame(),
      touch: () => this.loop.markDirty(),
    };
    this.loop = new FrameLoop(
      (request) => requestFrame(this.page, this.variant, request),
      () => this.nextRequest(),
      (frame) => this.barrier?.addFrame(this.member, frame),
      (frame) => this.pauseAfterFrame(frame),
    );
    this.navigator = new BarNavigator(
      () => this.page,
      () => this.variant,
      () => this.currentView(),
    );
    this.pulse = new RunFollower(this, () => this.updateNeighbours(), READ_MS, ['selected', 'playhead_s', 'variants']);
    this.fromStore = new StoreController(this, (state) => {
      const variant = state.variants[this.variant];
      return {
        status: variant?.status,
        layout: variant?.layout,
        error: variant?.error,
        fitted: state.view.fitted,
        selected: state.selected,
        views: variant?.views,
        opening: state.opening?.window,
      };
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.unsubscribe = this.page.store.subscribe((state, before) => this.onStateChange(state, before));
    this.barrier?.addMember(this.member);
    this.loop.markDirty();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.barrier?.removeMember(this.member);
    this.unsubscribe?.();
    this.endGestures?.();
    this.observer?.disconnect();
    this.loop.stop();
  }

  firstUpdated() {
    const surface = this.surface;
    void loadPart(this.page, 'The animation of charts', () => import('./canvas-layers.js')).then((part) => {
      const [picture, overlay, under] = /** @type {HTMLCanvasElement[]} */ ([...this.renderRoot.querySelectorAll('.surface canvas')]);
      this.layers = part && new part.CanvasLayers({ under, picture, overlay });
    });
    this.endGestures = attachGestures(this.page, surface, {
      choose: (from, to, done) => void this.loadRegionSelector().then((regions) => regions?.selectDragged(from, to, done)),
      click: (x, y) => (this.folded ? swapFoldedPane(this.page, this.variant) : void this.pointer.selectAt(x, y)),
      move: (x, y) => void this.pointer.hoverAt(x, y),
      leave: () => this.pointer.endHover(),
      doubleClick: (x, y) => void this.pointer.zoomToSubject(x, y),
    });
    this.observer = new ResizeObserver(() => {
      this.size = frameSize(surface.clientWidth, surface.clientHeight);
      this.loop.markDirty();
    });
    this.observer.observe(surface);
    this.updateColours();
  }

  /** Moves the focus to the bars. */
  focusBars() {
    this.surface.focus();
  }

  /** Reads the colours of the theme again. */
  updateColours() {
    this.colours = tokenColours(this, ['paper', 'surface', 'ink', 'ink-soft', 'accent', 'hole-ink', 'edge', 'good']);
    this.loop.markDirty();
  }

  /** The element that contains the canvases and listens to the pointer. */
  get surface() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector('.surface'));
  }

  /**
   * Requests a frame, and code that is loaded on demand, after a change of the state.
   * @param {State} state
   * @param {State} before
   */
  onStateChange(state, before) {
    if (state.theme !== before.theme || state.dark !== before.dark) this.updateColours();
    const keys = /** @type {const} */ ([
      'view',
      'playhead_s',
      'colour',
      'theme',
      'selected',
      'followed',
      'hovered',
      'decision',
      'query',
      'hits',
      'choices',
      'folded',
      'region',
      'inView',
    ]);
    const variant = state.variants[this.variant];
    const old = before.variants[this.variant];
    // Frames of another run are outdated.
    if (variant?.layout !== old?.layout) this.layers?.clear();
    if (old?.layout && !variant?.layout) this.clearFrame();
    else if (state.view !== before.view) this.barrier?.scheduleMove();
    if (
      keys.some((key) => state[key] !== before[key]) ||
      variant?.progress !== old?.progress ||
      variant?.status !== old?.status ||
      variant?.compared !== old?.compared ||
      variant?.views !== old?.views
    )
      this.loop.markDirty();
    if (variant?.compared && this.isFirstRequest('difference')) {
      void loadPart(this.page, 'The comparison of charts', () => import('./difference-overlay.js')).then((drawing) => {
        this.differenceOverlay = drawing;
        this.loop.markDirty();
      });
    }
    if (state.decision.length > 0 && this.isFirstRequest('decision')) {
      void loadPart(this.page, 'The marks of decisions', () => import('./decision-marks.js')).then((marking) => {
        this.decisionMarks = marking;
        this.loop.markDirty();
      });
    }
    if (variant?.status === 'done' && (variant.layout?.bands.length ?? 0) > 1 && this.isFirstRequest('ties')) {
      void loadPart(this.page, 'The ties of co-allocated jobs', () => import('./cluster-ties.js')).then((part) => {
        this.clusterTies = part && new part.ClusterTies(this);
      });
    }
    if (state.opening?.window && this.isFirstRequest('later'))
      void loadPart(this.page, 'The note on later jobs', () => import('./later-note.js'));
    // Fingers do not hover before a long press on a bar.
    const handled = Math.max(state.selected, state.hovered) >= 0 || (navigator.maxTouchPoints > 0 && variant?.status === 'done');
    const { scenario, embedded } = state;
    if (scenario?.system.kind === 'batch' && !embedded && (handled || scenario.edits?.length) && this.isFirstRequest('edits'))
      void loadPart(this.page, 'The handles of bars', () => import('../edits/bar-handles.js')).then((part) => part?.addHandles(this));
    if (state.region && !this.regionSelector) void this.loadRegionSelector();
    if (variant?.status === 'loading' && old?.status !== 'loading') this.walked = [];
  }

  /**
   * Whether a part is requested for the first time: a part that cannot be loaded is reported once, not at every change.
   * @param {string} what
   */
  isFirstRequest(what) {
    return !this.asked.has(what) && this.asked.add(what).size > 0;
  }

  /** Loads the selection of regions. */
  async loadRegionSelector() {
    const part = this.regionSelector
      ? undefined
      : await loadPart(this.page, 'The selection of regions', () => import('./region-selection.js'));
    if (part) this.regionSelector ??= new part.RegionSelector(this);
    this.loop.markDirty();
    return this.regionSelector;
  }

  /** The view of the chart in the current state, in the format of the engine. */
  currentView() {
    const state = this.page.store.get();
    const { view, folded, playhead_s } = state;
    const { width, height, scale } = this.size;
    const { from_s, to_s, first_row, rows } = view;
    return {
      from_s,
      to_s,
      first_row,
      rows,
      folded,
      shares: true,
      width,
      height,
      scale,
      now_s: playhead_s,
      ...viewColours(state),
    };
  }

  /** Whether there is a run to draw and a visible place for it. */
  canDraw() {
    const variant = this.page.store.get().variants[this.variant];
    if (!variant?.layout || variant.status === 'loading' || variant.status === 'failed' || variant.status === 'cancelled') return false;
    // Invisible charts keep their frame.
    const seen = document.visibilityState !== 'hidden' && (this.page.store.get().inView || !this.frame);
    return seen && this.size.width >= 2 && this.size.height >= 2;
  }

  /** The next frame to request; null if there is nothing to draw. @returns {FrameRequest|null} */
  nextRequest() {
    const requestedParts = this.barrier?.requestMoment(this.member);
    if (!requestedParts) return null;
    const { selected, hovered, decision, region, variants, lesson, followed } = this.page.store.get();
    const marked = decision[this.variant];
    // Later events are hidden during the prediction in a lesson.
    const ahead = variants[this.variant]?.status === 'done' && !isPredictionPending(lesson);
    return {
      view: { ...this.currentView(), ...requestedParts },
      followed,
      outlines: [...(this.page.forks?.outlined(this.variant) ?? []), selected, hovered === selected ? -1 : hovered],
      labels: true,
      decision: marked ? { decided: marked.decided, behind: marked.behind?.id ?? -1, ahead } : null,
      region,
    };
  }

  /**
   * Time to wait after a frame, ms: a completed run leaves the processor to the running ones, and a moving window
   * leaves half of it to the page, which moves the existing frames.
   * @param {Frame} frame
   */
  pauseAfterFrame({ cost_ms, view: drawn }) {
    const { variants, view } = this.page.store.get();
    if (variants.some(({ status }) => status === 'running')) return pauseAfter(cost_ms);
    return drawn.from_s === view.from_s && drawn.to_s === view.to_s ? 0 : cost_ms;
  }

  /** Draws a frame and its overlay. @param {Frame} frame */
  showFrame(frame) {
    this.frame = frame;
    this.moment = frame.moment;
    // A frame with the same places causes no other rendering.
    if (JSON.stringify(this.places) !== JSON.stringify(frame.places)) this.places = frame.places;
    const [picture, overlay] = /** @type {HTMLCanvasElement[]} */ ([...this.renderRoot.querySelectorAll('.surface canvas')]);
    if (!picture || !overlay) return;
    this.layers?.replaceFrame(frame.view);
    this.onScreen = frame.view;
    this.checkFuture(frame.view);
    const { width, height } = frame.view;
    for (const canvas of [picture, overlay]) {
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
    }
    const image = new ImageData(frame.pixels, width, height);
    picture.getContext('2d', { alpha: false })?.putImageData(image, 0, 0);
    const context = overlay.getContext('2d');
    if (context) {
      const size = this.page.store.get().theme === 'projector' ? 16 : 11;
      const strips = /** @type {import('../views/types.js').Strip[]} */ ([...this.renderRoot.querySelectorAll('.strip')]);
      const below = strips.map((strip) => strip.showFrame(frame.view, { scale: this.size.scale, size, colours: this.colours }, frame));
      const under = () => {
        below.forEach((draw) => draw?.(context, height));
        this.page.forks?.draw(context, frame, this.variant, { scale: this.size.scale, colours: this.colours });
      };
      drawOverlay(context, frame, this.size.scale, this.colours, {
        font: 'system-ui, sans-serif',
        size,
        playhead: true,
        under,
        difference: this.differenceOverlay,
        decision: this.decisionMarks,
        unused: (place) => joinClusterNames(this.fromStore.value.layout?.bands.slice(place.first, place.last + 1) ?? []),
        behind: this.page.store.get().decision[this.variant]?.behind?.title ?? '',
        flow: this.workflowOverlay,
        ties: this.clusterTies,
      });
      if (frame.region) this.regionSelector?.drawRegion(context, frame.region);
    }
    if (frame.flow && this.isFirstRequest('flow')) {
      void loadPart(this.page, 'The display of file transfers', () => import('./workflow-overlay.js')).then((flowing) => {
        this.workflowOverlay = flowing;
        this.loop.markDirty();
      });
    }
    this.dispatchEvent(new CustomEvent('shown'));
  }

  /** Removes the frame of another scenario. */
  clearFrame() {
    this.frame = this.onScreen = undefined;
    this.before_s = this.moment = null;
    this.places = [];
    for (const canvas of this.renderRoot.querySelectorAll('canvas')) canvas.width = 1;
  }

  /** Checks whether everything in the window is later than the playhead. @param {{from_s: number, now_s: number}} view */
  checkFuture({ from_s, now_s }) {
    this.before_s = now_s < from_s ? now_s : null;
  }

  /** Moves the existing frames to the current window until its own frame arrives; false if there are none. */
  moveFrame() {
    const { view } = this.page.store.get();
    if (!this.frame || !this.layers?.moveToWindow(view)) return false;
    const { from_s, to_s, first_row, rows } = view;
    this.onScreen = { ...this.frame.view, from_s, to_s, first_row, rows };
    this.checkFuture(this.onScreen);
    this.dispatchEvent(new CustomEvent('moved'));
    return true;
  }

  /** Moves the selection with the arrow keys; Enter opens the details or swaps a folded chart. @param {KeyboardEvent} event */
  async onKey(event) {
    const way = { ArrowLeft: 'previous', ArrowRight: 'next', ArrowUp: 'above', ArrowDown: 'below' }[event.code];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.code === 'Enter' && this.folded) {
      event.preventDefault();
      swapFoldedPane(this.page, this.variant);
      return;
    }
    if (event.code === 'Enter' && this.page.store.get().selected >= 0) {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent('inspect', { bubbles: true, composed: true }));
      return;
    }
    if (way === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = await this.navigator.findNeighbour(
      /** @type {import('./bar-navigation.js').Direction} */ (way),
      this.page.store.get().selected,
    );
    if (next >= 0) selectSubject(this.page, next);
  }

  onFocus() {
    focusPane(this.page, this.variant);
    this.pulse.scheduleAction();
  }

  /** Fetches the details of the bars around the selected one, for screen readers. */
  async updateNeighbours() {
    const { selected, variants } = this.page.store.get();
    const { layout, status, progress } = variants[this.variant] ?? {};
    // A newly started run does not know its jobs yet.
    const known = status !== 'loading' && selected < (progress?.subjects ?? 0);
    const cards = selected < 0 || !layout || !known ? [] : await this.navigator.cardsAround(selected);
    if (this.page.store.get().variants[this.variant]?.layout === layout) this.walked = cards;
  }

  render() {
    const { layout, status, error, fitted, selected, views = {}, opening } = this.fromStore.value;
    const name = this.page.store.get().variants[this.variant]?.name ?? 'the system';
    return html`
      <chart-title .variant=${this.variant} .moment=${this.moment} .shown=${this.places[0]?.shown ?? null}></chart-title>
      <div class="strips" aria-hidden="true">
        ${this.page.views.map(({ id, strip }) => (strip && views[id] ? html`${strip.name ? html`<div class="strip-name">${strip.name}</div>` : nothing}${strip.part(this.variant)}` : nothing))}
      </div>
      <div class="gutter" aria-hidden="true">${layout ? this.renderRowLabels(layout) : nothing}</div>
      <div
        class="surface ${fitted ? 'fitted' : ''}"
        role="listbox"
        tabindex="0"
        aria-label="Schedule of ${name}${this.folded ? ', folded. Enter unfolds it.' : '. Arrow keys move between bars, Enter opens the details.'}"
        aria-activedescendant=${selected >= 0 && this.walked.some(({ id }) => id === selected) ? `bar-${selected}` : nothing}
        @keydown=${this.onKey}
        @focus=${this.onFocus}
        @pointerenter=${() => focusPane(this.page, this.variant)}
      >
        <canvas></canvas><canvas></canvas><canvas></canvas>
        ${this.walked.map(
          (card) =>
            html`<div class="unseen" role="option" id="bar-${card.id}" aria-selected=${card.id === selected}>${cardText(card)}</div>`,
        )}
        ${this.walked.length === 0 ? html`<div class="unseen" role="option" aria-selected="false">No bar is selected. Press an arrow key to select the first.</div>` : nothing}
        ${opening && !this.folded ? html`<later-note .variant=${this.variant}></later-note>` : nothing}
      </div>
      ${this.foldable ? this.renderFoldButton(name) : nothing}
      ${renderMessage(this.page, { status, error: error ?? null, drawn: this.frame !== undefined, before_s: this.before_s })}
      ${this.card ? html`<hover-card .card=${this.card.card} .x=${this.card.x} .y=${this.card.y} .box=${this.surface}></hover-card>` : nothing}
    `;
  }

  /** The button that folds or unfolds the chart. @param {string} name */
  renderFoldButton(name) {
    const title = this.folded
      ? 'Unfold this chart (Shift U). A click on it folds another in its place.'
      : 'Fold this chart to a strip (Shift U)';
    return html`<button class="fold icon-only quiet" aria-label="Chart of ${name}" aria-expanded=${!this.folded} title=${title} @click=${() => toggleFoldedPane(this.page, this.variant)}>${icon(this.folded ? 'right' : 'down')}</button>`;
  }

  /**
   * The labels beside the rows: row numbers if there is a single cluster with all rows visible, otherwise cluster
   * names.
   * @param {import('../engine/types.js').Layout} layout
   */
  renderRowLabels({ bands }) {
    const [only, ...others] = bands;
    if (!only || others.length > 0 || only.names) return renderClusterLabels(bands, this.places, this.size);
    return this.frame && this.places[0]?.shown === only.rows ? renderRowNumbers(this.frame.view, only.rows) : nothing;
  }
}

customElements.define('gantt-chart', GanttChart);
