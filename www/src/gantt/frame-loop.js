/** @file Requests frames of a chart from its run: one at a time, always for the latest state. */

/** @import { FrameRequest } from '../engine/types.js' */
/** @import { Frame } from '../run/run-protocol.js' */

/** Maximum number of pixels of a frame; some devices refuse larger canvases. */
const MOST_PIXELS = 6_000_000;
/** Minimum time between two requests, ms: the refresh interval of most screens. */
const REFRESH_MS = 16;

/** Requests frames as long as there are changes, at most one per screen refresh. */
export class FrameLoop {
  /**
   * @param {(request: FrameRequest) => Promise<Frame>} ask
   * @param {() => FrameRequest|null} wish the next request; null if there is nothing to draw
   * @param {(frame: Frame) => void} show
   * @param {(frame: Frame) => number} [rest] delay between a frame and the next request, ms
   */
  constructor(ask, wish, show, rest = () => 0) {
    this.ask = ask;
    this.wish = wish;
    this.show = show;
    this.rest = rest;
    this.dirty = false;
    this.asked = false;
    this.scheduled = 0;
    /** The time of the last request, ms. */
    this.begun = -Infinity;
  }

  /** Requests a frame after a change. */
  markDirty() {
    this.dirty = true;
    this.#schedule();
  }

  /** Stops requesting frames until `markDirty` is called. */
  stop() {
    cancelAnimationFrame(this.scheduled);
    this.scheduled = 0;
    this.dirty = false;
  }

  /** Requests the next frame before the next repaint. */
  #schedule() {
    if (this.scheduled || this.asked || !this.dirty) return;
    this.scheduled = requestAnimationFrame(() => {
      this.scheduled = 0;
      void this.#requestFrame();
    });
  }

  /** Requests the frame of the window from the engine, and draws it. */
  async #requestFrame() {
    const request = this.wish();
    this.dirty = false;
    if (!request) return;
    this.asked = true;
    this.begun = performance.now();
    let rest = 0;
    try {
      const frame = await this.ask(request);
      this.show(frame);
      rest = this.rest(frame);
    } catch {
      // The run was replaced or has ended; the next change marks the loop dirty again.
    }
    const again = () => {
      this.asked = false;
      // After a frame that took longer than a refresh, the next one is requested at once.
      if (this.dirty && !this.scheduled && performance.now() - this.begun >= REFRESH_MS) void this.#requestFrame();
      else this.#schedule();
    };
    if (rest > 0) setTimeout(again, rest);
    else again();
  }
}

/**
 * The size of a box in device pixels, limited in area.
 * @param {number} width
 * @param {number} height
 * @param {number} [ratio]
 * @returns {{width: number, height: number, scale: number}}
 */
export function frameSize(width, height, ratio = globalThis.devicePixelRatio || 1) {
  const most = Math.sqrt(MOST_PIXELS / Math.max(width * height, 1));
  const scale = Math.min(ratio, most);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), scale };
}
