/** @file `<gantt-player>`: plays, steps and moves the playhead. */

import { css, html, nothing } from 'lit';
import { restart, setFollow, setSpeed, stepPlayhead, togglePlayback } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { StoreController } from '../state/store.js';
import { formatClock } from '../text/time.js';
import '../gantt/minimap.js';
import { computedExtent, displayedSpan, effectiveSpeed } from '../state/chart-window.js';
import { formatSpeed, shareOfSpeed, speedAtShare, speedRange } from './speed-scale.js';

/** The transport bar. */
export class GanttPlayer extends PageElement {
  static properties = { overview: { type: Boolean } };

  static styles = [
    controlStyle,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 4px;
        padding: 6px 16px 6px 12px;
        min-height: 64px;
        border-top: 1px solid var(--line);
        background: var(--sunken);
      }
      .play {
        width: 40px;
        height: 40px;
        border-radius: 50%;
        background: var(--ink);
        color: var(--paper);
      }
      .play:hover:enabled {
        background: var(--ink-soft);
      }
      .play svg {
        fill: currentcolor;
      }
      .next {
        margin-left: 4px;
        background: var(--surface);
      }
      .clock {
        min-width: 9ch;
        text-align: right;
        font-weight: 600;
      }
      gantt-minimap {
        flex: 1;
        margin: 0 12px;
      }
      .room {
        flex: 1;
      }
      .speed {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .speed input {
        width: 80px;
      }
      .speed output {
        min-width: 7ch;
        white-space: nowrap;
        font-weight: 600;
      }
      @media (width < 1200px) {
        .clock {
          display: none;
        }
      }
      @media (width < 900px) {
        .speed label,
        .speed output {
          display: none;
        }
      }
      @media (width < 700px) {
        :host {
          justify-content: space-between;
          min-height: 56px;
          padding: 4px 8px;
        }
        .play {
          width: 48px;
          height: 48px;
        }
        .room,
        .speed {
          display: none;
        }
      }
      /** In a small frame, and for six buttons on the width of a phone. */
      @media (width < 350px) {
        .next span {
          display: none;
        }
      }
      @media (width < 400px) {
        .next:has(~ .follow) span {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Whether it contains the overview of all runs. */
    this.overview = false;
    this.fromStore = new StoreController(this, (state) => {
      const { from_s, end_s, complete } = computedExtent(state.variants);
      return {
        playing: state.playing,
        playhead_s: state.playhead_s,
        now_s: displayedSpan(state).now_s,
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
  changeSpeed(event) {
    const { from_s, end_s } = this.fromStore.value;
    setSpeed(this.page, speedAtShare(Number(/** @type {HTMLInputElement} */ (event.target).value), speedRange(end_s - from_s)));
  }

  render() {
    const { playing, playhead_s, now_s, from_s, end_s, complete, speed, follow, effective, ready } = this.fromStore.value;
    const range = speedRange(end_s - from_s);
    const atEnd = complete && playhead_s >= end_s;
    return html`
      <button class="icon-only" aria-label="Back to the start" title="Back to the start (Home)" ?disabled=${!ready} @click=${() => restart(this.page)}>${icon('restart')}</button>
      <button class="icon-only decisions" aria-label="Previous event" title="Previous event (,)" ?disabled=${!ready} @click=${() => stepPlayhead(this.page, 'previous_event')}>
        ${icon('previous')}
      </button>
      <button class="icon-only play" aria-label=${playing ? 'Pause' : atEnd ? 'Play again' : 'Play'} title="${playing ? 'Pause' : 'Play'} (Space)" ?disabled=${!ready} @click=${() => togglePlayback(this.page)}>
        ${icon(playing ? 'pause' : 'play')}
      </button>
      <button class="icon-only" aria-label="Next event" title="Next event (.)" ?disabled=${!ready} @click=${() => stepPlayhead(this.page, 'next_event')}>${icon('next')}</button>
      <button class="next" aria-label="Next decision" title="Next decision of a policy (N)" ?disabled=${!ready} @click=${() => stepPlayhead(this.page, 'next_decision')}>${icon('decision')}<span>Next decision</span></button>
      <span class="clock number" ${inlineStyle({ 'min-width': `${formatClock(end_s, end_s).length}ch` })}>${formatClock(now_s, end_s)}</span>
      ${this.overview ? html`<gantt-minimap></gantt-minimap>` : html`<span class="room"></span>`}
      ${
        follow
          ? nothing
          : html`<button class="icon-only follow" aria-label="Follow the playhead" title="Follow the playhead during playback" @click=${() => setFollow(this.page, true)}>${icon('follow')}</button>`
      }
      <span class="speed">
        <label class="soft" for="speed">speed</label>
        <input
          id="speed"
          aria-label="Speed"
          type="range"
          min="0"
          max="1"
          step="0.01"
          .value=${String(shareOfSpeed(effective, range))}
          aria-valuetext=${formatSpeed(effective)}
          @input=${this.changeSpeed}
        />
        <output class="number soft" for="speed">${formatSpeed(effective)}</output>
        <button class="quiet" aria-pressed=${speed === 0} title="Automatic speed: shows the whole run in about 20 s" @click=${() => setSpeed(this.page, this.page.store.get().speed === 0 ? effective : 0)}>auto</button>
      </span>
    `;
  }
}

customElements.define('gantt-player', GanttPlayer);
