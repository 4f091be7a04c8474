/** @file `<time-axis>`: the ruler of all charts and plots, with the time of the playhead. A drag on it selects a span of time. */

import { css, html, nothing } from 'lit';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { computedExtent, displayedSpan } from '../state/chart-window.js';
import { StoreController } from '../state/store.js';
import { formatClock, formatTime, timeTicks } from '../text/time.js';
import { attachSpanSelection } from './gestures.js';

/** Width of the text of a tick, CSS pixels. */
const TICK_PX = 84;
/** Width of an em of the clock, and of a letter of a tick, CSS pixels. */
const CLOCK_EM_PX = 12;
const TICK_LETTER_PX = 8;

/** The time axis. */
export class TimeAxis extends PageElement {
  static properties = { width: { state: true }, chosen: { state: true } };

  static styles = css`
    :host {
      display: block;
      position: relative;
      height: 24px;
      margin-left: var(--gutter);
      overflow: hidden;
      cursor: col-resize;
      touch-action: pan-y;
      user-select: none;
      -webkit-user-select: none;
      font-size: var(--text-small);
      color: var(--ink-soft);
    }
    .tick {
      position: absolute;
      bottom: 0;
      height: 100%;
      padding: 3px 0 0 4px;
      border-left: 1px solid var(--line);
      white-space: nowrap;
    }
    .tick.major {
      color: var(--ink);
      border-left-color: var(--edge);
    }
    .clock {
      position: absolute;
      top: 2px;
      transform: translateX(-50%);
      padding: 0 6px;
      line-height: 20px;
      border-radius: 3px;
      background: var(--accent);
      color: var(--accent-ink);
      font-weight: 600;
      white-space: nowrap;
      pointer-events: none;
    }
    .chosen {
      position: absolute;
      inset-block: 0;
      background: var(--accent-soft);
      border-inline: 1px solid var(--accent);
      color: var(--accent);
      text-align: center;
      line-height: 24px;
      overflow: hidden;
      pointer-events: none;
    }
    :host([projector]) {
      height: 28px;
    }
  `;

  constructor() {
    super();
    this.width = 0;
    /** @type {[number, number]|null} */
    this.chosen = null;
    this.fromStore = new StoreController(this, (state) => ({ ...displayedSpan(state), end_s: computedExtent(state.variants).end_s }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer = new ResizeObserver(() => (this.width = this.clientWidth));
    this.observer.observe(this);
    this.end = attachSpanSelection(this.page, this, (from, to) => (this.chosen = to > from ? [from, to] : null));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.end?.();
  }

  render() {
    const { from_s, to_s, now_s, end_s } = this.fromStore.value;
    const span = to_s - from_s;
    const place = (/** @type {number} */ time) => ((time - from_s) / span) * 100;
    const at = place(now_s);
    const clock = formatClock(now_s, end_s);
    // Half the width of the clock, so that it is not clipped at either end.
    const half = 0.7 + 0.33 * clock.length;
    // The same in pixels, for ticks that it would cover.
    const room = half * CLOCK_EM_PX;
    const middle = Math.min(Math.max((at / 100) * this.width, room), this.width - room);
    const covered = (/** @type {number} */ time_s, /** @type {string} */ text) => {
      const left = (place(time_s) / 100) * this.width;
      return at >= 0 && at <= 100 && left < middle + room && left + 8 + text.length * TICK_LETTER_PX > middle - room;
    };
    return html`
      ${timeTicks(from_s, to_s, Math.max(2, this.width / TICK_PX), end_s).map(
        ({ time_s, text, major }) =>
          html`<span class="tick ${major ? 'major' : ''}" ${inlineStyle({ left: `${place(time_s)}%` })}>${covered(time_s, text) ? nothing : text}</span>`,
      )}
      ${
        this.chosen
          ? html`<span class="chosen" ${inlineStyle({ left: `${this.chosen[0] * 100}%`, width: `${(this.chosen[1] - this.chosen[0]) * 100}%` })}
            >${formatTime((this.chosen[1] - this.chosen[0]) * span)}</span
          >`
          : nothing
      }
      ${
        at >= 0 && at <= 100
          ? html`<span class="clock" ${inlineStyle({ left: `clamp(${half}em, ${at}%, 100% - ${half}em)` })}>${clock}</span>`
          : nothing
      }
    `;
  }
}

customElements.define('time-axis', TimeAxis);
