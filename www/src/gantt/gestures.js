/**
 * @file Pointer and wheel on a chart, as in common timelines: Ctrl+wheel zooms in time at the pointer, the wheel moves rows (or the page if
 * all rows are visible), Shift+wheel moves time, drag moves both, two fingers pinch. Shift+drag or a long press selects a region.
 */

import { fitWindow, panCharts, setWindow, zoomInRows, zoomInTime } from '../commands.js';
import { fullWindow } from '../state/chart-window.js';

/** @import { Page } from '../commands/page.js' */

/** Maximum movement of a click, CSS pixels. */
const CLICK_PX = 4;
/** Two clicks within this time are a double click, ms. */
const DOUBLE_CLICK_MS = 320;
/** Duration of a long press, ms. */
const REST_MS = 500;
/** While the wheel turns or a pointer drags, the position of the chart is measured at this interval, ms. */
const MEASURE_INTERVAL_MS = 250;

/** @typedef {{x: number, y: number}} Place */

/**
 * Attaches the gestures of a chart; returns the function that detaches them.
 * @param {Page} page
 * @param {HTMLElement} element with the box of the frame
 * @param {{choose: (from: Place, to: Place, done: boolean) => void, click: (x: number, y: number) => void, move: (x: number, y: number) => void, leave: () => void, doubleClick: (x: number, y: number) => void}} on CSS pixels inside the element
 * @returns {() => void} detaches the gestures
 */
export function attachGestures(page, element, on) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let travelled = 0;
  let pinch = 0;
  let touched = 0;
  /** The last click that selected something, and its time. @type {Place & {time: number}} */
  let clicked = { x: 0, y: 0, time: -Infinity };
  /** The start corner of the region being selected. @type {Place|undefined} */
  let corner;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let rest;

  let box = new DOMRect();
  let measured = -Infinity;
  /**
   * Measuring causes a layout of the page, which is repeated after the following changes: with `holds` the last
   * measurement is used.
   */
  const pointerPlace = (/** @type {MouseEvent} */ event, holds = false) => {
    if (!holds || event.timeStamp - measured > MEASURE_INTERVAL_MS) [box, measured] = [element.getBoundingClientRect(), event.timeStamp];
    return { x: event.clientX - box.left, y: event.clientY - box.top, width: box.width, height: box.height };
  };
  const timeAt = (/** @type {{x: number, width: number}} */ { x, width }) => {
    const { from_s, to_s } = page.store.get().view;
    return from_s + (x / width) * (to_s - from_s);
  };
  const rowAt = (/** @type {{y: number, height: number}} */ { y, height }) => {
    const { first_row, rows } = page.store.get().view;
    return first_row + (y / height) * rows;
  };

  /** Zooms with the Control key, otherwise scrolls: by rows vertically, by time horizontally. */
  const onWheel = (/** @type {WheelEvent} */ event) => {
    const at = pointerPlace(event, true);
    // Some mice report lines or pages; 16 and 400 px are their usual sizes.
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const dx = event.deltaX * unit;
    const dy = event.deltaY * unit;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const factor = Math.exp(-Math.max(-60, Math.min(60, dy)) / 180);
      if (event.shiftKey || event.altKey) zoomInRows(page, factor, rowAt(at));
      else zoomInTime(page, factor, timeAt(at));
      return;
    }
    const across = event.shiftKey && dx === 0 ? dy : dx;
    const down = event.shiftKey ? 0 : dy;
    const { view, variants } = page.store.get();
    const hidden = view.rows < fullWindow(variants).rows - 1e-6;
    if (Math.abs(across) > Math.abs(down)) {
      event.preventDefault();
      if (!view.fitted) panCharts(page, across / at.width, 0);
    } else if (hidden) {
      event.preventDefault();
      panCharts(page, 0, down / at.height);
    }
  };

  /** Begins a drag, a pinch or the selection of a region. */
  const onPointerDown = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    const { x, y } = pointerPlace(event);
    pointers.set(event.pointerId, { x, y });
    if (pointers.size === 1) travelled = 0;
    pinch = fingerDistance();
    element.setPointerCapture(event.pointerId);
    clearTimeout(rest);
    const { choosing, embedded } = page.store.get();
    // A second finger pinches.
    corner = !embedded && pointers.size === 1 && (event.shiftKey || choosing) ? { x, y } : undefined;
    if (!embedded && !corner && pointers.size === 1 && event.pointerType === 'touch') {
      rest = setTimeout(() => {
        if (travelled >= CLICK_PX) return;
        corner = { x, y };
        on.choose(corner, { x: x + 1, y: y + 1 }, false);
      }, REST_MS);
    }
  };

  const fingerDistance = () => {
    const [a, b] = [...pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  /** Scrolls, pinches or extends the region; without a pressed button, reports the place of the pointer. */
  const onPointerMove = (/** @type {PointerEvent} */ event) => {
    const before = pointers.get(event.pointerId);
    const at = pointerPlace(event, before !== undefined);
    if (!before) {
      if (event.pointerType !== 'touch') on.move(at.x, at.y);
      return;
    }
    pointers.set(event.pointerId, { x: at.x, y: at.y });
    travelled += Math.hypot(at.x - before.x, at.y - before.y);
    if (corner) {
      on.leave();
      return on.choose(corner, at, false);
    }
    if (pointers.size === 2) {
      const now = fingerDistance();
      const [a, b] = [...pointers.values()];
      if (pinch > 10 && now > 10 && a && b) zoomInTime(page, now / pinch, timeAt({ x: (a.x + b.x) / 2, width: at.width }));
      pinch = now;
      return;
    }
    if (travelled < CLICK_PX) return;
    on.leave();
    const { view } = page.store.get();
    // Everything is on screen already, and dragging must not unset the fitted state.
    if (view.fitted) return;
    panCharts(page, -(at.x - before.x) / at.width, -(at.y - before.y) / at.height);
  };

  /** Ends the drag or the region; a press without movement is a click or a double click. */
  const onPointerUp = (/** @type {PointerEvent} */ event) => {
    if (!pointers.delete(event.pointerId)) return;
    const { x, y } = pointerPlace(event);
    pinch = fingerDistance();
    clearTimeout(rest);
    if (corner) {
      const from = corner;
      corner = undefined;
      return on.choose(from, { x, y }, true);
    }
    if (pointers.size > 0 || travelled >= CLICK_PX || event.type === 'pointercancel') return;
    if (event.pointerType === 'touch') {
      if (event.timeStamp - touched < 320) on.doubleClick(x, y);
      touched = event.timeStamp;
      return on.click(x, y);
    }
    // The details that the first click opens move the bars: the second click of two does not select another bar.
    const near = Math.abs(x - clicked.x) <= CLICK_PX && Math.abs(y - clicked.y) <= CLICK_PX;
    if (near && event.timeStamp - clicked.time < DOUBLE_CLICK_MS) return;
    clicked = { x, y, time: event.timeStamp };
    on.click(x, y);
  };

  const onDoubleClick = (/** @type {MouseEvent} */ event) => {
    const { x, y } = pointerPlace(event);
    on.doubleClick(x, y);
  };

  // During the selection of a region there is no scrolling and no context menu.
  const preventScroll = (/** @type {Event} */ event) => corner && event.preventDefault();
  const ended = new AbortController();
  const { signal } = ended;
  element.addEventListener('wheel', onWheel, { passive: false, signal });
  element.addEventListener('touchmove', preventScroll, { passive: false, signal });
  element.addEventListener('contextmenu', preventScroll, { signal });
  element.addEventListener('pointerdown', onPointerDown, { signal });
  element.addEventListener('pointermove', onPointerMove, { signal });
  element.addEventListener('pointerup', onPointerUp, { signal });
  element.addEventListener('pointercancel', onPointerUp, { signal });
  element.addEventListener('pointerleave', on.leave, { signal });
  element.addEventListener('dblclick', onDoubleClick, { signal });
  return () => {
    clearTimeout(rest);
    ended.abort();
  };
}

/**
 * Lets drags on the ruler select a span of time; returns a function that detaches it.
 * @param {Page} page
 * @param {HTMLElement} element
 * @param {(from: number, to: number) => void} choosing shares of the width; equal if nothing is selected
 * @returns {() => void}
 */
export function attachSpanSelection(page, element, choosing) {
  let start = NaN;
  const pointerShare = (/** @type {PointerEvent} */ event) => {
    const box = element.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
  };
  const onPointerDown = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    start = pointerShare(event);
    element.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (/** @type {PointerEvent} */ event) => {
    if (Number.isNaN(start)) return;
    const now = pointerShare(event);
    choosing(Math.min(start, now), Math.max(start, now));
  };
  const onPointerUp = (/** @type {PointerEvent} */ event) => {
    if (Number.isNaN(start)) return;
    const now = pointerShare(event);
    const [low, high] = [Math.min(start, now), Math.max(start, now)];
    start = NaN;
    choosing(0, 0);
    const { from_s, to_s } = page.store.get().view;
    const span = to_s - from_s;
    if (high - low > 0.01) setWindow(page, { from_s: from_s + low * span, to_s: from_s + high * span });
  };
  const ended = new AbortController();
  const { signal } = ended;
  element.addEventListener('pointerdown', onPointerDown, { signal });
  element.addEventListener('pointermove', onPointerMove, { signal });
  element.addEventListener('pointerup', onPointerUp, { signal });
  element.addEventListener('dblclick', () => fitWindow(page), { signal });
  return () => ended.abort();
}
