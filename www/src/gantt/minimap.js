/** @file `<gantt-minimap>`: an overview of all runs, one strip each, with sliders for the playhead and the window. */

import { css, html, nothing } from 'lit';
import { askRun, fitWindow, requestFrame, seek, setWindow } from '../commands.js';
import { canvasStyle } from '../elements/canvas-style.js';
import { lineSample } from '../elements/line-sample.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { tokenColours, viewColours } from '../elements/theme.js';
import { isPredictionPending } from '../scenario/pending-prediction.js';
import { clamp, computedExtent, displayedSpan, fullWindow } from '../state/chart-window.js';
import { StoreController } from '../state/store.js';
import { formatTime } from '../text/time.js';
import { frameSize } from './frame-loop.js';

/** @import { Series } from '../engine/types.js' */
/** @import { Frame } from '../run/run-protocol.js' */

/** Minimum interval between two updates, ms. */
const REFRESH_MS = 250;
/** Number of steps of the slider. */
const STEPS = 2000;
/** Distance within which an edge of the window is grabbed, CSS pixels. */
const EDGE_PX = 8;
/** Maximum movement of a click, CSS pixels. */
const CLICK_PX = 4;
/** Maximum number of variants with names; longer names are replaced by line samples. */
const MOST_NAMED = 3;
const LONGEST_NAME = 16;

/** @typedef {{series: Series}|Frame} Strip of one variant: its use over time, or during a search, its picture */

/** The overview. */
export class GanttMinimap extends PageElement {
  static styles = css`
    ${canvasStyle}
    :host {
      display: flex;
      gap: 6px;
      height: 44px;
      min-width: 0;
    }
    .names {
      display: flex;
      flex-direction: column;
      justify-content: space-around;
      padding-block: 2px;
      color: var(--ink-soft);
      font-size: var(--text-note);
      line-height: 1.1;
      text-align: right;
    }
    .names span {
      white-space: nowrap;
    }
    .line {
      width: 26px;
      height: 8px;
    }
    .map {
      flex: 1;
      min-width: 0;
      position: relative;
      touch-action: pan-y;
      cursor: pointer;
      border: 1px solid var(--line);
      border-radius: 3px;
    }
    .strips {
      position: absolute;
      inset: 0;
      overflow: hidden;
    }
    .window {
      position: absolute;
      inset-block: 0;
      min-width: 6px;
      border: 1.5px solid var(--ink);
      border-radius: 3px;
      box-shadow: 0 0 0 2000px color-mix(in srgb, var(--paper) 62%, transparent);
      cursor: grab;
    }
    .window::before,
    .window::after {
      content: '';
      position: absolute;
      inset-block: 25%;
      width: 5px;
      border-radius: 3px;
      background: var(--ink);
      cursor: ew-resize;
    }
    .window::before {
      left: -3px;
    }
    .window::after {
      right: -3px;
    }
    .window.whole {
      cursor: inherit;
    }
    .window.whole::before,
    .window.whole::after {
      content: none;
    }
    .window:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 1px;
    }
    .now {
      position: absolute;
      inset-block: -3px;
      width: 2px;
      margin-left: -1px;
      background: var(--accent);
      box-shadow: 0 0 0 1px var(--paper);
      pointer-events: none;
    }
    /* The grip of the playhead; the line is drawn. */
    input {
      position: absolute;
      inset: -6px -7px auto;
      width: calc(100% + 14px);
      height: 14px;
      margin: 0;
      appearance: none;
      background: none;
      pointer-events: none;
    }
    input::-webkit-slider-thumb {
      appearance: none;
      pointer-events: auto;
      width: 14px;
      height: 14px;
      border: 2px solid var(--paper);
      border-radius: 50%;
      background: var(--accent);
      cursor: ew-resize;
      outline: var(--ring, none);
      outline-offset: 1px;
    }
    input::-moz-range-thumb {
      pointer-events: auto;
      width: 10px;
      height: 10px;
      border: 2px solid var(--paper);
      border-radius: 50%;
      background: var(--accent);
      cursor: ew-resize;
      outline: var(--ring, none);
      outline-offset: 1px;
    }
    input:focus-visible {
      outline: none;
      --ring: 2px solid var(--accent);
    }
  `;

  constructor() {
    super();
    /**
     * The dragged part.
     * @type {{what: 'playhead'|'window'|'start'|'end', at_s: number, x: number, from_s: number, to_s: number}|null}
     */
    this.held = null;
    this.busy = false;
    this.stale = false;
    /** The size of the overview, CSS pixels. */
    this.size = { width: 0, height: 0 };
    this.fromStore = new StoreController(this, (state) => {
      const { from_s, end_s } = computedExtent(state.variants);
      return {
        view: state.view,
        now_s: displayedSpan(state).now_s,
        playhead_s: state.playhead_s,
        from_s,
        end_s,
        ready: state.variants.some(({ progress }) => progress !== null),
        names: state.variants.map(({ name }) => name).join('\n'),
      };
    });
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer = new ResizeObserver(() => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = this.map ?? {};
      this.size = { width, height };
      void this.loadStrips();
    });
    this.observer.observe(this);
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      const keys = /** @type {const} */ (['query', 'theme', 'dark', 'lesson', 'colour', 'folded']);
      const moved =
        state.variants.length !== before.variants.length ||
        state.variants.some(
          ({ progress, status }, at) => progress !== before.variants[at]?.progress || status !== before.variants[at]?.status,
        );
      if (moved || keys.some((key) => state[key] !== before[key]) || (isPredictionPending(state.lesson) && state.shown !== before.shown))
        void this.loadStrips();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.unsubscribe?.();
  }

  /** The element of the overview. */
  get map() {
    return /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('.map'));
  }

  /** Queries every run for its strip, and draws them. */
  async loadStrips() {
    this.stale = true;
    const { width, height } = this.size;
    if (this.busy || width < 2) return;
    this.busy = true;
    this.stale = false;
    const state = this.page.store.get();
    const { variants, query, folded } = state;
    const size = frameSize(width, height);
    const whole = fullWindow(variants);
    // While a prediction is pending, the future is also hidden here.
    const now_s = isPredictionPending(state.lesson) ? displayedSpan(state).now_s : whole.to_s;
    const view = {
      ...whole,
      ...size,
      folded,
      shares: true,
      height: Math.max(1, Math.floor(size.height / Math.max(variants.length, 1))),
      now_s,
      ...viewColours({ ...state, selected: -1 }),
    };
    const strips = await Promise.all(
      variants.map(async ({ layout, progress, status }, at) => {
        if (!layout || !progress || status === 'loading' || status === 'failed') return null;
        if (query) return requestFrame(this.page, at, { view, outlines: [], labels: false }).catch(() => null);
        const series = await askRun(this.page, at, 'series', whole.from_s, whole.to_s, Math.max(16, Math.floor(width)), now_s).catch(
          () => null,
        );
        return series && { series };
      }),
    );
    this.drawStrips(strips, size);
    setTimeout(() => {
      this.busy = false;
      if (this.stale) void this.loadStrips();
    }, REFRESH_MS);
  }

  /**
   * Draws the utilisation of each variant over the whole time, one strip below the other.
   * @param {readonly (Strip|null)[]} strips
   * @param {{width: number, height: number, scale: number}} size device pixels
   */
  drawStrips(strips, { width, height, scale }) {
    const canvas = this.renderRoot.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    [canvas.width, canvas.height] = [width, height];
    const colours = tokenColours(this, ['work', 'hole']);
    const tall = height / Math.max(strips.length, 1);
    strips.forEach((strip, at) => {
      if (!strip) return;
      const top = at * tall;
      if ('pixels' in strip) {
        context.putImageData(new ImageData(strip.pixels, strip.view.width, strip.view.height), 0, Math.round(top));
        return;
      }
      // A gap above each strip separates it from the previous one.
      const most = tall - 2 * scale;
      const { busy, holes } = strip.series;
      busy.forEach((share, point) => {
        if (!(share >= 0)) return;
        const [left, right] = [Math.round((point / busy.length) * width), Math.round(((point + 1) / busy.length) * width)];
        const used = Math.ceil(share * most);
        // The height of nodes that are idle while jobs wait.
        const free = Math.min(Math.round((holes[point] ?? 0) * most), Math.round(most) - used);
        context.fillStyle = colours.hole ?? '';
        if (free > 0) context.fillRect(left, Math.round(top + tall) - used - free, right - left, free);
        context.fillStyle = colours.work ?? '';
        context.fillRect(left, Math.round(top + tall) - used, right - left, used);
      });
    });
  }

  /** @param {{clientX: number}} event */
  timeAt({ clientX }) {
    const { left = 0, width = 1 } = this.map?.getBoundingClientRect() ?? {};
    const whole = fullWindow(this.page.store.get().variants);
    return whole.from_s + ((clientX - left) / width) * (whole.to_s - whole.from_s);
  }

  /**
   * The part of the overview under the pointer.
   * @param {PointerEvent} event
   * @returns {'playhead'|'window'|'start'|'end'}
   */
  grabTarget(event) {
    const { view, variants } = this.page.store.get();
    const whole = fullWindow(variants);
    const px = (this.map?.clientWidth ?? 1) / (whole.to_s - whole.from_s);
    const at = this.timeAt(event);
    if (view.fitted) return 'playhead';
    const near = EDGE_PX * (event.pointerType === 'touch' ? 2 : 1);
    if (Math.abs(at - view.from_s) * px < near) return 'start';
    if (Math.abs(at - view.to_s) * px < near) return 'end';
    return at > view.from_s && at < view.to_s ? 'window' : 'playhead';
  }

  /** @param {PointerEvent} event */
  onPointerDown(event) {
    if (event.button !== 0) return;
    const { from_s, to_s } = this.page.store.get().view;
    const at_s = this.timeAt(event);
    this.held = { what: this.grabTarget(event), at_s, x: event.clientX, from_s, to_s };
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    if (this.held.what === 'playhead') seek(this.page, at_s);
  }

  /** @param {PointerEvent} event */
  onPointerMove(event) {
    if (!this.held) return;
    const { what, at_s, x, from_s, to_s } = this.held;
    const now_s = this.timeAt(event);
    if (what === 'playhead') seek(this.page, now_s);
    else if (Math.abs(event.clientX - x) < CLICK_PX) return;
    else if (what === 'start') setWindow(this.page, { from_s: Math.min(now_s, to_s) });
    else if (what === 'end') setWindow(this.page, { to_s: Math.max(now_s, from_s) });
    else setWindow(this.page, { from_s: from_s + now_s - at_s, to_s: to_s + now_s - at_s });
  }

  /** @param {PointerEvent} event */
  onPointerUp(event) {
    // A press on the window without movement is a click at a time.
    if (this.held && this.held.what !== 'playhead' && Math.abs(event.clientX - this.held.x) < CLICK_PX) seek(this.page, this.timeAt(event));
    this.held = null;
  }

  /** @param {Event} event */
  seekToSlider(event) {
    const { from_s, end_s } = this.fromStore.value;
    seek(this.page, from_s + (Number(/** @type {HTMLInputElement} */ (event.target).value) / STEPS) * (end_s - from_s));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { view } = this.page.store.get();
    const span = view.to_s - view.from_s;
    const by = { ArrowLeft: -0.1, ArrowRight: 0.1, PageUp: -1, PageDown: 1 }[event.code];
    if (by !== undefined) setWindow(this.page, { from_s: view.from_s + span * by, to_s: view.to_s + span * by });
    else if (event.code === 'Home') fitWindow(this.page);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    const { view, now_s, playhead_s, from_s, end_s, ready, names } = this.fromStore.value;
    const whole = fullWindow(this.page.store.get().variants);
    const span = whole.to_s - whole.from_s;
    const place = (/** @type {number} */ time) => clamp((time - whole.from_s) / span, 0, 1) * 100;
    const left = place(view.from_s);
    const share = Math.round(clamp((view.to_s - view.from_s) / span, 0, 1) * 100);
    const named = names.split('\n');
    // The slider ends at the end of the runs, slightly before the end of the overview.
    const reach = place(end_s);
    return html`
      ${
        named.length > 1 && named.length <= MOST_NAMED
          ? html`<div class="names" aria-hidden="true">${named.map((name, at) => html`<span title=${name}>${named.every(({ length }) => length <= LONGEST_NAME) ? name : lineSample(at)}</span>`)}</div>`
          : nothing
      }
      <div class="map" @pointerdown=${this.onPointerDown} @pointermove=${this.onPointerMove} @pointerup=${this.onPointerUp} @pointercancel=${() => (this.held = null)} @dblclick=${() => fitWindow(this.page)}>
        <div class="strips">
          <canvas></canvas>
          <div
            class="window ${view.fitted ? 'whole' : ''}"
            ${inlineStyle({ left: `${left}%`, width: `${place(view.to_s) - left}%` })}
            role="slider"
            tabindex="0"
            aria-label="Window of time"
            aria-orientation="horizontal"
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow=${Math.round(left)}
            aria-valuetext="from ${formatTime(view.from_s)} to ${formatTime(view.to_s)}, ${share} % of the run"
            @keydown=${this.onKey}
          ></div>
        </div>
        <div class="now" ${inlineStyle({ left: `${place(now_s)}%` })}></div>
        <input
          type="range"
          min="0"
          max=${STEPS}
          .value=${String(Math.round((end_s > from_s ? (playhead_s - from_s) / (end_s - from_s) : 0) * STEPS))}
          aria-label="Playhead"
          aria-valuetext=${formatTime(Math.round(playhead_s))}
          ?disabled=${!ready}
          ${inlineStyle({ width: `calc(${reach}% + 14px)` })}
          @pointerdown=${(/** @type {Event} */ event) => event.stopPropagation()}
          @dblclick=${(/** @type {Event} */ event) => event.stopPropagation()}
          @input=${this.seekToSlider}
        />
      </div>
    `;
  }
}

customElements.define('gantt-minimap', GanttMinimap);
