/**
 * @file What is seen of a window whose picture is on its way: the pictures there are, moved to where they belong in it. The
 * last one lies above the widest one, which fills what comes in at the edges.
 */

/** @import { View } from '../engine/types.js' */
/** @import { Window } from '../types.js' */

/** A picture is stretched so many times at most: it says nothing any more then. */
const MOST_STRETCHED = 64;

/** The canvases of a chart: the widest picture, the last one, and what is drawn over that. */
export class KeptPictures {
  /** @type {View|undefined} */
  #last;
  /** @type {View|undefined} */
  #widest;
  /** Whether the widest one shows the same as the last one. */
  #lies = false;

  /** @param {{under: HTMLCanvasElement, picture: HTMLCanvasElement, overlay: HTMLCanvasElement}} canvases */
  constructor({ under, picture, overlay }) {
    this.under = under;
    this.picture = picture;
    this.overlay = overlay;
  }

  /** Nothing of what was drawn is true any more. */
  forget() {
    this.#last = undefined;
    this.#widest = undefined;
  }

  /**
   * A picture of this view is about to be drawn in place of the last one, which is kept if it shows more of the same.
   * @param {View} view
   */
  next(view) {
    const last = this.#last;
    if (
      last &&
      alike(last, view) &&
      spanOf(last) > spanOf(view) &&
      !(this.#widest && alike(this.#widest, last) && spanOf(this.#widest) >= spanOf(last))
    ) {
      this.#widest = last;
      [this.under.width, this.under.height] = [last.width, last.height];
      this.under.getContext('2d', { alpha: false })?.drawImage(this.picture, 0, 0);
    }
    this.#last = view;
    this.#lies = this.#widest !== undefined && alike(this.#widest, view);
    for (const canvas of [this.under, this.picture, this.overlay]) canvas.style.transform = '';
    this.under.style.visibility = 'hidden';
  }

  /** Moves all pictures to where they belong in a window; false if there are none. @param {Window} window */
  move(window) {
    const last = this.#last;
    if (!last) return false;
    const place = placeIn(window, last);
    for (const canvas of [this.picture, this.overlay]) canvas.style.transform = place;
    const widest = this.#lies ? this.#widest : undefined;
    const useful = widest && spanOf(widest) / spanOf(window) <= MOST_STRETCHED;
    this.under.style.visibility = useful ? 'visible' : 'hidden';
    if (useful) this.under.style.transform = placeIn(window, widest);
    return true;
  }
}

/** @param {Pick<Window, 'from_s'|'to_s'>} window */
function spanOf({ from_s, to_s }) {
  return to_s - from_s;
}

/**
 * Whether two pictures show the same, but for the window of time.
 * @param {View} one
 * @param {View} other
 */
function alike(one, other) {
  return JSON.stringify({ ...one, from_s: 0, to_s: 0 }) === JSON.stringify({ ...other, from_s: 0, to_s: 0 });
}

/**
 * How what fills a box as the picture of a view is moved and stretched in the picture of a window.
 * @param {Window} window
 * @param {View} view
 */
export function placeIn(window, view) {
  const [across, down] = [spanOf(window), window.rows];
  if (view.from_s === window.from_s && view.to_s === window.to_s && view.first_row === window.first_row && view.rows === window.rows)
    return '';
  const x = (view.from_s - window.from_s) / across;
  const y = (view.first_row - window.first_row) / down;
  return `translate(${x * 100}%, ${y * 100}%) scale(${spanOf(view) / across}, ${view.rows / down})`;
}
