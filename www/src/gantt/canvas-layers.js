/**
 * @file The last frames of a chart, moved and stretched to the current window until its own frame arrives. The last frame covers the widest
 * one, which fills the edges.
 */

/** @import { View } from '../engine/types.js' */
/** @import { Window } from '../types.js' */

/** Maximum factor by which a frame is stretched. */
const MAX_STRETCH = 64;

/** The canvases of a chart: the widest frame, the last one, and the overlay. */
export class CanvasLayers {
  /** @type {View|undefined} */
  #last;
  /** @type {View|undefined} */
  #widest;
  /** Whether the widest frame shows the same run and settings as the last one. */
  #widestMatches = false;

  /** @param {{under: HTMLCanvasElement, picture: HTMLCanvasElement, overlay: HTMLCanvasElement}} canvases */
  constructor({ under, picture, overlay }) {
    this.under = under;
    this.picture = picture;
    this.overlay = overlay;
  }

  /** Discards all frames. */
  clear() {
    this.#last = undefined;
    this.#widest = undefined;
  }

  /** Prepares for the frame of a view. The last frame is kept as the widest if it shows more of the same. @param {View} view */
  replaceFrame(view) {
    const last = this.#last;
    if (
      last &&
      differOnlyInTime(last, view) &&
      timeSpan(last) > timeSpan(view) &&
      !(this.#widest && differOnlyInTime(this.#widest, last) && timeSpan(this.#widest) >= timeSpan(last))
    ) {
      this.#widest = last;
      [this.under.width, this.under.height] = [last.width, last.height];
      this.under.getContext('2d', { alpha: false })?.drawImage(this.picture, 0, 0);
    }
    this.#last = view;
    this.#widestMatches = this.#widest !== undefined && differOnlyInTime(this.#widest, view);
    for (const canvas of [this.under, this.picture, this.overlay]) canvas.style.transform = '';
    this.under.style.visibility = 'hidden';
  }

  /** Moves all frames to their place in a window; false if there are none. @param {Window} window */
  moveToWindow(window) {
    const last = this.#last;
    if (!last) return false;
    const place = windowTransform(window, last);
    for (const canvas of [this.picture, this.overlay]) canvas.style.transform = place;
    const widest = this.#widestMatches ? this.#widest : undefined;
    const useful = widest && timeSpan(widest) / timeSpan(window) <= MAX_STRETCH;
    this.under.style.visibility = useful ? 'visible' : 'hidden';
    if (useful) this.under.style.transform = windowTransform(window, widest);
    return true;
  }
}

/** @param {Pick<Window, 'from_s'|'to_s'>} window */
function timeSpan({ from_s, to_s }) {
  return to_s - from_s;
}

/**
 * Whether two views are equal except for their window of time.
 * @param {View} one
 * @param {View} other
 */
function differOnlyInTime(one, other) {
  return JSON.stringify({ ...one, from_s: 0, to_s: 0 }) === JSON.stringify({ ...other, from_s: 0, to_s: 0 });
}

/**
 * The CSS transform that puts the frame of a view at its place in a window.
 * @param {Window} window
 * @param {View} view
 */
export function windowTransform(window, view) {
  const [across, down] = [timeSpan(window), window.rows];
  if (view.from_s === window.from_s && view.to_s === window.to_s && view.first_row === window.first_row && view.rows === window.rows)
    return '';
  const x = (view.from_s - window.from_s) / across;
  const y = (view.first_row - window.first_row) / down;
  return `translate(${x * 100}%, ${y * 100}%) scale(${timeSpan(view) / across}, ${view.rows / down})`;
}
