/** @file `<live-summary>`: describes the moment for screen readers, at most once per second. */

import { css, html } from 'lit';
import { askRun } from '../commands.js';
import { PageElement } from '../elements/page-element.js';
import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/** Pause between two sentences, ms; longer during playback, so that speech can end. */
const REST_MS = 1000;
const PLAYING_MS = 5000;

/** A polite live region. */
export class LiveSummary extends PageElement {
  static properties = { text: { state: true } };

  static styles = css`
    :host {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  `;

  constructor() {
    super();
    this.text = '';
    this.spokenAt = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (state.playhead_s === before.playhead_s && state.playing === before.playing && state.variants === before.variants) return;
      if (state.touch?.held) return;
      const pause = state.playing ? PLAYING_MS : REST_MS;
      this.timer ??= setTimeout(
        () => {
          this.timer = undefined;
          void this.updateText();
        },
        Math.max(REST_MS, this.spokenAt + pause - performance.now()),
      );
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unsubscribe?.();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Updates the text for screen readers: waiting and running jobs and busy nodes of each variant. */
  async updateText() {
    const { variants, playhead_s } = this.page.store.get();
    try {
      const moments = await Promise.all(variants.map((_, i) => askRun(this.page, i, 'state', playhead_s)));
      const parts = moments.map(
        ({ queued, running, busy, nodes }, i) =>
          `${variants[i]?.name}: ${formatNumber(queued)} waiting, ${formatNumber(running)} running, ${nodes > 0 ? Math.round((busy / nodes) * 100) : 0} percent busy`,
      );
      this.text = `At ${formatTime(Math.round(playhead_s))}. ${parts.join('. ')}.`;
      this.spokenAt = performance.now();
    } catch {
      // The run was replaced.
    }
  }

  render() {
    return html`<div role="status" aria-live="polite">${this.text}</div>`;
  }
}

customElements.define('live-summary', LiveSummary);
