/** @file `<gantt-minimap>`: the whole run in a strip, with the window on screen; drag moves the window, hits of a search stay lit. */

import { css, html } from 'lit';
import { PageElement } from '../elements/part.js';
import { engineFrame, fit, setView } from '../commands.js';
import { StoreController } from '../state/store.js';
import { styled } from '../elements/styled.js';
import { effectiveTheme } from '../elements/theme.js';
import { formatTime } from '../text/time.js';
import { clamp, shownNow, wholeWindow } from '../state/view.js';
import { isAsking } from '../scenario/asking.js';
import { PictureLoop, pictureSize } from './picture.js';

/** The overview above the charts. */
export class GanttMinimap extends PageElement {
  static styles = css`
    :host {
      display: block;
      position: relative;
      height: 26px;
      margin-left: var(--gutter);
      overflow: hidden;
      background: var(--surface);
      touch-action: pan-y;
      cursor: grab;
    }
    canvas {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
    }
    .window {
      position: absolute;
      inset-block: 0;
      min-width: 6px;
      border: 1.5px solid var(--accent);
      border-radius: 2px;
      box-shadow: 0 0 0 2000px color-mix(in srgb, var(--paper) 62%, transparent);
    }
    .window.whole {
      border-color: transparent;
    }
    .window:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: -3px;
    }
    .now {
      position: absolute;
      inset-block: 0;
      width: 2px;
      margin-left: -1px;
      background: var(--accent);
      box-shadow: 0 0 0 1px var(--paper);
      pointer-events: none;
    }
  `;

  constructor() {
    super();
    this.size = { width: 0, height: 0, scale: 1 };
    this.grip = NaN;
    this.drawn = 0;
    this.seen = new StoreController(this, (state) => ({ view: state.view, now_s: shownNow(state).now_s }));
    this.loop = new PictureLoop(
      (request) => engineFrame(this.page, 0, request),
      () => {
        const { variants, folded, colour, theme, query } = this.page.store.get();
        const [variant] = variants;
        if (!variant?.layout || !variant.progress || variant.status === 'loading' || this.size.width < 2) return null;
        const { width, height, scale } = this.size;
        const now_s = isAsking(this.page.store.get().lesson) ? shownNow(this.page.store.get()).now_s : wholeWindow(variants).to_s;
        const view = { ...wholeWindow(variants), folded, width, height, scale, now_s, colour: colour || null, theme: effectiveTheme(theme), selected: -1, query };
        return { view, outlines: [], labels: false };
      },
      ({ pixels, view }) => {
        const canvas = /** @type {HTMLCanvasElement|null} */ (this.renderRoot.querySelector('canvas'));
        if (!canvas) return;
        canvas.width = view.width;
        canvas.height = view.height;
        canvas.getContext('2d', { alpha: false })?.putImageData(new ImageData(new Uint8ClampedArray(pixels), view.width, view.height), 0, 0);
      },
    );
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer = new ResizeObserver(() => {
      this.size = pictureSize(this.clientWidth, this.clientHeight);
      this.loop.touch();
    });
    this.observer.observe(this);
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      const [now, old] = [state.variants[0], before.variants[0]];
      if (now?.progress !== old?.progress || now?.status !== old?.status || state.query !== before.query) this.loop.touch();
      if (state.colour !== before.colour || state.theme !== before.theme || state.lesson !== before.lesson || state.folded !== before.folded) this.loop.touch();
      if (isAsking(state.lesson) && state.shown !== before.shown) this.loop.touch();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.unsubscribe?.();
    this.loop.stop();
  }

  /** @param {PointerEvent} event */
  time(event) {
    const box = this.getBoundingClientRect();
    const whole = wholeWindow(this.page.store.get().variants);
    return whole.from_s + ((event.clientX - box.left) / box.width) * (whole.to_s - whole.from_s);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    const { from_s, to_s } = this.page.store.get().view;
    const time = this.time(event);
    this.grip = time >= from_s && time <= to_s ? time - from_s : (to_s - from_s) / 2;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.move(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { view } = this.page.store.get();
    if (Number.isNaN(this.grip) || view.fitted) return;
    const from_s = this.time(event) - this.grip;
    setView(this.page, { from_s, to_s: from_s + (view.to_s - view.from_s) });
  }

  release() {
    this.grip = NaN;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { view } = this.page.store.get();
    const span = view.to_s - view.from_s;
    const by = { ArrowLeft: -0.1, ArrowRight: 0.1, PageUp: -1, PageDown: 1 }[event.code];
    if (by !== undefined) setView(this.page, { from_s: view.from_s + span * by, to_s: view.to_s + span * by });
    else if (event.code === 'Home') fit(this.page);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    const { view, now_s } = this.seen.value;
    const whole = wholeWindow(this.page.store.get().variants);
    const span = whole.to_s - whole.from_s;
    const place = (/** @type {number} */ time) => clamp((time - whole.from_s) / span, 0, 1) * 100;
    const left = place(view.from_s);
    const share = Math.round(clamp((view.to_s - view.from_s) / span, 0, 1) * 100);
    return html`
      <div @pointerdown=${this.down} @pointermove=${this.move} @pointerup=${this.release} @pointercancel=${this.release} @dblclick=${() => fit(this.page)}>
        <canvas></canvas>
        <div
          class="window ${view.fitted ? 'whole' : ''}"
          ${styled({ left: `${left}%`, width: `${place(view.to_s) - left}%` })}
          role="slider"
          tabindex="0"
          aria-label="Window of time"
          aria-orientation="horizontal"
          aria-valuemin="0"
          aria-valuemax="100"
          aria-valuenow=${Math.round(left)}
          aria-valuetext="from ${formatTime(view.from_s)} to ${formatTime(view.to_s)}, ${share} % of the run"
          @keydown=${this.key}
        ></div>
        <div class="now" ${styled({ left: `${place(now_s)}%` })}></div>
      </div>
    `;
  }
}

customElements.define('gantt-minimap', GanttMinimap);
