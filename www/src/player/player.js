/** @file `<gantt-player>`: plays, steps and scrubs the playhead through what is computed. */

import { css, html, nothing } from 'lit';
import { PageElement } from '../elements/part.js';
import { restart, seek, setFollow, setSpeed, step, toggle } from '../commands.js';
import { icon } from '../elements/icons.js';
import { StoreController } from '../state/store.js';
import { controls } from '../elements/controls.js';
import { formatClock, formatTime } from '../text/time.js';
import { effectiveSpeed, extent, shownNow } from '../state/view.js';
import { fromShare, speedRange, speedText, toShare } from './speed.js';

/** The scrubber has this many places. */
const PLACES = 2000;

/** The transport bar. */
export class GanttPlayer extends PageElement {
  static styles = [
    controls,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 4px;
        padding: 0 8px;
        min-height: var(--bar);
        border-top: 1px solid var(--line);
        background: var(--paper);
      }
      .play {
        width: calc(var(--control) + 8px);
        background: var(--ink);
        color: var(--paper);
      }
      .play:hover {
        background: var(--ink-soft);
      }
      .play svg {
        fill: currentcolor;
      }
      .clock {
        min-width: 9ch;
        text-align: right;
        font-weight: 600;
      }
      .end {
        min-width: 7ch;
        margin-right: 12px;
      }
      .scrub {
        flex: 1;
        min-width: 60px;
        position: relative;
        display: flex;
      }
      .scrub input {
        width: 100%;
      }
      .speed {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .speed input {
        width: 96px;
      }
      .speed output {
        min-width: 10ch;
        white-space: nowrap;
      }
      @media (width < 900px) {
        .speed output,
        .end {
          display: none;
        }
      }
      @media (width < 700px) {
        :host {
          flex-wrap: wrap;
          padding: 4px 8px;
        }
        .scrub {
          order: -1;
          flex-basis: 100%;
        }
        .clock,
        .decisions,
        .speed label {
          display: none;
        }
        .speed,
        .speed input {
          flex: 1;
          min-width: 0;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.seen = new StoreController(this, (state) => {
      const { from_s, end_s, complete } = extent(state.variants);
      return {
        playing: state.playing,
        playhead_s: state.playhead_s,
        now_s: shownNow(state).now_s,
        from_s,
        end_s,
        complete,
        speed: state.speed,
        follow: state.follow,
        effective: effectiveSpeed(state),
        ready: state.variants.some(({ progress }) => progress !== null),
      };
    });
  }

  /** @param {Event} event */
  scrub(event) {
    const { from_s, end_s } = this.seen.value;
    const share = Number(/** @type {HTMLInputElement} */ (event.target).value) / PLACES;
    seek(this.page, from_s + share * (end_s - from_s));
  }

  /** @param {Event} event */
  hasten(event) {
    const { from_s, end_s } = this.seen.value;
    setSpeed(this.page, fromShare(Number(/** @type {HTMLInputElement} */ (event.target).value), speedRange(end_s - from_s)));
  }

  render() {
    const { playing, playhead_s, now_s, from_s, end_s, complete, speed, follow, effective, ready } = this.seen.value;
    const share = end_s > from_s ? (playhead_s - from_s) / (end_s - from_s) : 0;
    const range = speedRange(end_s - from_s);
    const atEnd = complete && playhead_s >= end_s;
    return html`
      <button class="icon-only" aria-label="Back to the start" title="Back to the start (Home)" ?disabled=${!ready} @click=${() => restart(this.page)}>${icon('restart')}</button>
      <button class="icon-only decisions" aria-label="Previous event" title="Previous event (,)" ?disabled=${!ready} @click=${() => step(this.page, 'previous_event')}>
        ${icon('previous')}
      </button>
      <button class="icon-only play" aria-label=${playing ? 'Pause' : atEnd ? 'Play again' : 'Play'} title="${playing ? 'Pause' : 'Play'} (Space)" ?disabled=${!ready} @click=${() => toggle(this.page)}>
        ${icon(playing ? 'pause' : 'play')}
      </button>
      <button class="icon-only" aria-label="Next event" title="Next event (.)" ?disabled=${!ready} @click=${() => step(this.page, 'next_event')}>${icon('next')}</button>
      <button class="icon-only" aria-label="Next decision" title="Next decision of a policy (n)" ?disabled=${!ready} @click=${() => step(this.page, 'next_decision')}>
        ${icon('decision')}
      </button>
      <span class="clock number">${formatClock(now_s, end_s)}</span>
      <span class="scrub">
        <input
          type="range"
          min="0"
          max=${PLACES}
          .value=${String(Math.round(share * PLACES))}
          aria-label="Playhead"
          aria-valuetext=${formatTime(Math.round(playhead_s))}
          ?disabled=${!ready}
          @input=${this.scrub}
        />
      </span>
      ${follow
        ? nothing
        : html`<button class="icon-only" aria-label="Follow the playhead" title="Let the window follow the playhead" @click=${() => setFollow(this.page, true)}>${icon('follow')}</button>`}
      <span class="end number soft" title="The end of the run">${formatClock(end_s, end_s)}</span>
      <span class="speed">
        <label class="soft" for="speed">speed</label>
        <input
          id="speed"
          aria-label="Speed"
          type="range"
          min="0"
          max="1"
          step="0.01"
          .value=${String(toShare(effective, range))}
          aria-valuetext=${speedText(effective)}
          @input=${this.hasten}
        />
        <output class="number soft" for="speed">${speedText(effective)}</output>
        <button class="quiet" aria-pressed=${speed === 0} title="Choose the speed that shows the whole run in about 20 s" @click=${() => setSpeed(this.page, this.page.store.get().speed === 0 ? effective : 0)}>auto</button>
      </span>
    `;
  }
}

customElements.define('gantt-player', GanttPlayer);
