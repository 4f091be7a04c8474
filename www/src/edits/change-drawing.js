/** @file Draws the changes of an edit over one chart, and lets bars glide to their new places. */

import { prefersReducedMotion } from '../commands.js';
import { formatTime } from '../text/time.js';
import { drawEnds, drawGlide, drawHeldBar, drawHeldLine, drawTrails } from './bar-drawing.js';
import { ease, movedBars, namedBars, positionsBetween, trailsOf } from './bar-positions.js';

/** @import { RunJob } from '../scenario/edit-effects.js' */
/** @import { Change } from '../scenario/job-edits.js' */
/** @import { BarGeometry } from './bar-geometry.js' */
/** @import { Bar, Move } from './bar-positions.js' */

/** Duration of a glide, of the trails after an edit, and of their fading, ms. */
const GLIDE_MS = 160;
const TRAILS_MS = 2000;
const FADE_MS = 600;

/** The drawing over one chart. */
export class ChangeDrawing {
  /** Named bars of the last frame, and its window. @type {{bars: ReadonlyMap<string, Bar>, key: string}} */
  #last = { bars: new Map(), key: '' };
  /** The last two frames with their names. @type {{before: OffscreenCanvas|null, now: OffscreenCanvas|null}} */
  #pictures = { before: null, now: null };
  /** @type {{moves: readonly Move[], since: number}|undefined} */
  #glide;
  /** The end of the edit whose trails fade, ms. */
  ended = 0;
  #scheduled = 0;

  /**
   * @param {BarGeometry} geometry
   * @param {() => HTMLCanvasElement|null} canvas
   */
  constructor(geometry, canvas) {
    this.geometry = geometry;
    this.canvas = canvas;
  }

  /** Reads the bars of a new frame. */
  readFrame() {
    const { chart, page } = this.geometry;
    const { frame, size } = chart;
    if (!frame) return;
    const { touch } = page.store.get();
    const { from_s, to_s, first_row, rows, width, height } = frame.view;
    const key = [from_s, to_s, first_row, rows, width, height].join();
    const bars = namedBars(frame.labels, size.scale);
    const moving = touch?.change && !prefersReducedMotion();
    if (!moving || key !== this.#last.key) this.#pictures = { before: null, now: null };
    if (moving) this.#copyFrame();
    if (touch?.change && moving && key === this.#last.key) this.#startGlide(bars, touch.change);
    else this.#glide = undefined;
    this.#last = { bars, key };
  }

  /** Copies the frame with its names; the copy before the last one is used again. */
  #copyFrame() {
    const canvases = /** @type {HTMLCanvasElement[]} */ ([...this.geometry.chart.renderRoot.querySelectorAll('.surface canvas')]).slice(
      0,
      2,
    );
    const [first] = canvases;
    if (!first?.width) return;
    const { before, now } = this.#pictures;
    const picture = before ?? new OffscreenCanvas(first.width, first.height);
    const context = picture.getContext('2d');
    for (const canvas of canvases) context?.drawImage(canvas, 0, 0);
    this.#pictures = { before: now, now: picture };
  }

  /** Stops the animation. */
  stop() {
    cancelAnimationFrame(this.#scheduled);
    this.#scheduled = 0;
  }

  /** @param {ReadonlyMap<string, Bar>} bars @param {Change} change */
  #startGlide(bars, change) {
    const now = performance.now();
    const before = new Map([...this.#last.bars, ...this.#glidePositions(now)]);
    const moves = movedBars(before, bars, String(change.job));
    if (moves.length === 0) return;
    this.#glide = { moves, since: now };
  }

  /** The positions of gliding bars. @param {number} now @returns {ReadonlyMap<string, {x: number, y: number}>} */
  #glidePositions(now) {
    return this.#glide ? positionsBetween(this.#glide.moves, ease((now - this.#glide.since) / GLIDE_MS)) : new Map();
  }

  /** Draws at the next refresh, once for all changes before it. */
  drawLater() {
    this.#scheduled ||= requestAnimationFrame(() => {
      this.#scheduled = 0;
      this.draw();
    });
  }

  /** Draws the changes of the edit, at each refresh while something moves. */
  draw() {
    const canvas = this.canvas();
    const { chart, page } = this.geometry;
    const { touch } = page.store.get();
    const now = performance.now();
    const fading = this.ended > 0 && !touch?.held;
    if (!canvas || (!touch?.change && !this.#glide)) {
      if (canvas?.width) canvas.width = 0;
      this.ended = 0;
      return;
    }
    const { width, height, scale } = chart.size;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d');
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const colours = /** @type {import('./bar-drawing.js').Colours} */ (chart.colours);
    if (this.#glide) {
      if (now - this.#glide.since >= GLIDE_MS) this.#glide = undefined;
      else if (this.#pictures.now) this.#drawGlide(context, this.#pictures.now, now);
    }
    if (touch?.change) this.#drawChange(context, touch.change, touch.held, colours);
    context.globalAlpha = 1;
    if (this.#glide || fading) this.drawLater();
  }

  /**
   * Draws the bars between the previous schedule and the new one.
   * @param {CanvasRenderingContext2D} context
   * @param {OffscreenCanvas} picture
   * @param {number} now ms
   */
  #drawGlide(context, picture, now) {
    if (!this.#glide) return;
    const share = ease((now - this.#glide.since) / GLIDE_MS);
    const frame = { ...this.geometry.box, scale: this.geometry.chart.size.scale };
    drawGlide(
      context,
      { before: this.#pictures.before, now: picture },
      this.#glide.moves,
      { positions: this.#glidePositions(now), share },
      frame,
    );
  }

  /**
   * Draws the changed value, and the previous position of the bar.
   * @param {CanvasRenderingContext2D} context
   * @param {Change} change
   * @param {boolean} held
   * @param {import('./bar-drawing.js').Colours} colours
   */
  #drawChange(context, change, held, colours) {
    const { page, edits, variant, box } = this.geometry;
    const { touch, theme } = page.store.get();
    const weight = theme === 'projector' ? 1.6 : 1;
    const jobs = edits.jobsOf(variant);
    const startTimes = (/** @type {readonly RunJob[]} */ list) =>
      new Map(list.flatMap(({ number, start_s }) => (start_s === null ? [] : [[number, start_s]])));
    // Trails stay for two seconds after the edit, then fade with it.
    const age = held || this.ended === 0 ? 0 : performance.now() - this.ended;
    context.globalAlpha = Math.max(0, Math.min(1, (TRAILS_MS - age) / FADE_MS));
    const effect = touch?.effects[variant];
    if (jobs && effect) {
      const trails = trailsOf(
        this.#last.bars.values(),
        { before: startTimes(jobs.before), now: startTimes(jobs.now), held: change.job },
        (time_s) => this.geometry.xOf(time_s),
      );
      drawTrails(context, trails, colours, weight);
    }
    if (!held) return;
    context.globalAlpha = 1;
    const [ended, ends] = effect?.end_s ?? [null, null];
    if (ended !== null && ends !== null && Math.abs(ends - ended) >= 1) {
      const text = `${formatTime(Math.abs(ends - ended))} ${ends > ended ? 'later' : 'earlier'}`;
      drawEnds(
        context,
        { before: this.geometry.xOf(ended), now: this.geometry.xOf(ends), text },
        { width: box.width, height: box.height, size: 11 * weight },
        colours,
      );
    }
    const bar = this.geometry.heldBox(change);
    if (bar) drawHeldBar(context, bar.box, bar.marks, colours);
    if (change.property === 'submit_s') {
      const [from, to] = [this.geometry.xOf(change.from), this.geometry.xOf(change.to)];
      drawHeldLine(context, { from: [from, 0, from, box.height], to: [to, 0, to, box.height] }, colours);
    }
    if (change.property === 'cluster') {
      const line = this.geometry.clusterLine(change);
      if (line) drawHeldLine(context, { from: [0, line.from, box.width, line.from], to: [0, line.to, box.width, line.to] }, colours);
    }
  }
}
