/**
 * @file Pointer and keys on the handles of bars. They precede the gestures of the chart: pressing an edge does not move
 * the window, and a press without movement is a click.
 */

import { prefersReducedMotion } from '../commands.js';
import { handleAt, snapValue, stepValue, timeStep } from './bar-zones.js';

/** @import { Box } from '../engine/types.js' */
/** @import { JobEdits } from '../commands/job-edits.js' */
/** @import { Property } from '../scenario/job-edits.js' */
/** @import { BarHandles } from './bar-handles.js' */

/** Maximum movement of a click, CSS pixels. */
const CLICK_PX = 3;
/** Duration of a long press on a bar, ms. */
const HOLD_MS = 300;
/** Minimum size of bars for a long press, CSS pixels. */
const LEAST_HOLD = 16;
/** A change by keys ends after this time without a key press, ms. */
const KEYS_MS = 1500;
/** Steps of keys, s. */
const KEY_STEP_S = 60;

/** @typedef {{property: Property, job: number, cluster: number, x: number, y: number, value: number, perPixel: number, step: number, started: boolean, pointer: number, coarse: boolean}} Drag */

/** The change by a key: property, sign and number of steps. @typedef {{property: Property, by: number}} KeyChange */

/**
 * The change of a key with Alt on a bar; null for none.
 * @param {Pick<KeyboardEvent, 'code'|'altKey'|'shiftKey'|'ctrlKey'|'metaKey'>} event
 * @returns {KeyChange|null}
 */
export function altKeyChange({ code, altKey, shiftKey, ctrlKey, metaKey }) {
  if (!altKey || ctrlKey || metaKey) return null;
  const time = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10 }[code];
  const nodes = { ArrowUp: -1, ArrowDown: 1 }[code];
  if (nodes !== undefined && !shiftKey) return { property: 'nodes', by: nodes };
  return time === undefined ? null : { property: shiftKey ? 'submit_s' : 'run_s', by: time * KEY_STEP_S };
}

/**
 * The change of a key on a handle; null for none.
 * @param {Property} property
 * @param {Pick<KeyboardEvent, 'code'|'altKey'|'ctrlKey'|'metaKey'>} event
 */
export function handleKeyChange(property, { code, ctrlKey, metaKey }) {
  if (ctrlKey || metaKey) return null;
  const isCount = property === 'nodes' || property === 'cluster';
  // A lower edge moves down for more nodes; arrows of a slider raise its value upwards as well.
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: isCount ? -1 : 1, ArrowDown: isCount ? 1 : -1, PageUp: 10, PageDown: -10 }[code];
  return steps === undefined ? null : steps * (isCount ? 1 : KEY_STEP_S);
}

/** The gestures of one chart. */
export class BarGestures {
  /** The pressed handle. @type {Drag|undefined} */
  drag;
  /** Whether keys change a value. */
  #keys = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #keysEnd;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #hold;
  /** The position of a resting finger. @type {{x: number, y: number, id: number}|undefined} */
  #finger;
  /** @type {AbortController|undefined} */
  #ends;

  /**
   * @param {BarHandles} host
   * @param {JobEdits} edits
   */
  constructor(host, edits) {
    this.host = host;
    this.edits = edits;
  }

  /** Listens to the chart. @param {HTMLElement} surface */
  attach(surface) {
    this.#ends = new AbortController();
    const { signal } = this.#ends;
    const options = { capture: true, signal };
    surface.addEventListener('pointerdown', (event) => this.#onDown(event), options);
    surface.addEventListener('pointermove', (event) => this.#onMove(event), options);
    surface.addEventListener('pointerup', (event) => this.#onUp(event), options);
    surface.addEventListener('pointercancel', (event) => this.#onCancel(event), options);
    surface.addEventListener('pointerleave', () => this.drag || this.host.setZone(null), options);
    surface.addEventListener('keydown', (event) => this.#onBarKey(event), options);
    surface.addEventListener('keyup', (event) => event.key === 'Alt' && this.#keepKeys(), options);
    surface.addEventListener('blur', () => this.#keepKeys(), options);
    // During a long press, nothing scrolls and no menu opens.
    surface.addEventListener('touchmove', (event) => this.drag && event.preventDefault(), { ...options, passive: false });
    surface.addEventListener('contextmenu', (event) => this.drag && event.preventDefault(), options);
    window.addEventListener('keydown', (event) => this.#onWindowKey(event), options);
  }

  /** Removes the listeners, and cancels the current gesture. */
  detach() {
    this.#ends?.abort();
    clearTimeout(this.#hold);
    clearTimeout(this.#keysEnd);
    if (this.drag?.started || this.#keys) void this.edits.cancel();
    this.drag = undefined;
    this.#keys = false;
  }

  /** Begins a drag of the handle below the pointer; a second finger cancels it. @param {PointerEvent} event */
  #onDown(event) {
    if (this.drag) {
      // A second finger cancels.
      this.#cancelDrag();
      return;
    }
    if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey) return;
    const { choosing } = this.host.page.store.get();
    if (choosing || this.host.chart.folded) return;
    if (event.pointerType === 'touch') return this.#startHold(event);
    const zone = this.host.zoneAt(event.offsetX, event.offsetY);
    if (!zone) return;
    if (this.#press(event, zone)) event.stopImmediatePropagation();
  }

  /**
   * Presses a handle.
   * @param {PointerEvent} event
   * @param {{property: Property, job: number, cluster?: number, boxes: readonly Box[]}} zone
   */
  #press(event, { property, job, cluster = 0, boxes }) {
    const unit = this.host.geometry.unitOf(property, job, boxes, cluster);
    if (!unit) return false;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    this.drag = { property, job, cluster, x, y, ...unit, started: false, pointer, coarse: event.pointerType === 'touch' };
    this.host.surface.setPointerCapture(pointer);
    this.host.setZone({ property, job, boxes, cluster });
    return true;
  }

  /** Presses the handle of the selected bar with a finger. @param {PointerEvent} event @param {Property} property */
  pressHandle(event, property) {
    const target = this.host.target;
    if (event.button !== 0 || this.drag || !target) return;
    if (this.#press(event, { property, job: property === 'cluster' ? 0 : target.job, boxes: target.boxes })) event.preventDefault();
  }

  /** Starts the timer that turns a resting finger into a drag of the submit time. @param {PointerEvent} event */
  #startHold(event) {
    const { offsetX: x, offsetY: y, pointerId: id } = event;
    clearTimeout(this.#hold);
    if (this.#finger) {
      this.#finger = undefined;
      return;
    }
    this.#finger = { x, y, id };
    const { clientX, clientY } = event;
    this.#hold = setTimeout(() => void this.#holdBar({ x, y, id, clientX, clientY }), HOLD_MS);
  }

  /**
   * Begins to edit a bar after a long press.
   * @param {{x: number, y: number, id: number, clientX: number, clientY: number}} finger
   */
  async #holdBar({ x, y, id, clientX, clientY }) {
    const found = await this.host.selectBar(x, y, LEAST_HOLD);
    // The finger has left or moved meanwhile.
    if (!found || this.#finger?.id !== id) return;
    this.#finger = undefined;
    // The chart must ignore this finger, which would select a region.
    this.host.surface.dispatchEvent(new PointerEvent('pointercancel', { pointerId: id, pointerType: 'touch' }));
    const unit = this.host.geometry.unitOf('submit_s', found.job, found.boxes, 0);
    if (!unit) return;
    this.drag = {
      property: 'submit_s',
      job: found.job,
      cluster: 0,
      x: clientX,
      y: clientY,
      ...unit,
      started: false,
      pointer: id,
      coarse: true,
    };
    if (!prefersReducedMotion()) navigator.vibrate?.(10);
  }

  /** Applies the movement of the pointer to the dragged property, or highlights the handle below it. @param {PointerEvent} event */
  #onMove(event) {
    const { drag } = this;
    if (this.#finger?.id === event.pointerId && Math.hypot(event.offsetX - this.#finger.x, event.offsetY - this.#finger.y) > CLICK_PX) {
      this.#finger = undefined;
      clearTimeout(this.#hold);
    }
    if (!drag) {
      if (event.buttons === 0 && event.pointerType !== 'touch') this.host.setZone(this.host.zoneAt(event.offsetX, event.offsetY));
      return;
    }
    if (event.pointerId !== drag.pointer) return;
    event.stopImmediatePropagation();
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.started) {
      if (Math.hypot(dx, dy) < CLICK_PX) return;
      if (!this.edits.begin({ ...drag, dragged: true })) return;
      drag.started = true;
      this.host.beginDrag();
    }
    const across = drag.property === 'run_s' || drag.property === 'submit_s';
    const step = event.shiftKey && across ? timeStep(0, true) : drag.step;
    const wanted = drag.value + (across ? dx : dy) * drag.perPixel;
    const limits = this.edits.limitsOf(drag.property);
    this.host.setLimit(drag.property, wanted > limits.high + 0.5 * drag.perPixel ? limits.high : null);
    this.edits.update(snapValue(wanted, step, { from: drag.value, ...limits }));
  }

  /** Ends the drag and keeps its change; a click without movement selects the job. @param {PointerEvent} event */
  #onUp(event) {
    clearTimeout(this.#hold);
    this.#finger = undefined;
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    event.stopImmediatePropagation();
    this.drag = undefined;
    this.host.setLimit(drag.property, null);
    this.host.setZone(null);
    if (drag.started) void this.edits.keep();
    else if (!drag.coarse && drag.job > 0) void this.host.chart.pointer.selectAt(event.offsetX, event.offsetY);
  }

  /** @param {PointerEvent} event */
  #onCancel(event) {
    // Synthetic events of this module are for the chart.
    if (!event.isTrusted) return;
    clearTimeout(this.#hold);
    this.#finger = undefined;
    if (this.drag?.pointer === event.pointerId) this.#cancelDrag();
  }

  #cancelDrag() {
    const { drag } = this;
    this.drag = undefined;
    this.host.setZone(null);
    if (drag) this.host.setLimit(drag.property, null);
    if (drag?.started) void this.edits.cancel();
  }

  /** Escape cancels and Enter keeps, with any focus. @param {KeyboardEvent} event */
  #onWindowKey(event) {
    const dragged = this.drag?.started === true;
    if ((!dragged && !this.#keys) || (event.code !== 'Escape' && event.code !== 'Enter')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.code === 'Enter') {
      if (this.#keys) this.#keepKeys();
    } else if (dragged) this.#cancelDrag();
    else {
      this.#keys = false;
      clearTimeout(this.#keysEnd);
      void this.edits.cancel();
    }
  }

  /** @param {KeyboardEvent} event */
  #onBarKey(event) {
    const change = altKeyChange(event);
    const job = this.host.selectedJob;
    if (!change || job === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.changeByKey(change.property, job, change.by);
  }

  /** @param {KeyboardEvent} event @param {Property} property @param {number} job */
  onHandleKey(event, property, job) {
    const by = handleKeyChange(property, event);
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.changeByKey(property, job, by);
  }

  /**
   * Changes a value by a step. Consecutive presses are one edit.
   * @param {Property} property
   * @param {number} job
   * @param {number} by
   */
  changeByKey(property, job, by) {
    const { touch } = this.host.page.store.get();
    const goesOn = this.#keys && touch?.held && touch.change?.property === property && touch.change.job === job;
    if (!goesOn) {
      if (this.#keys) {
        // The value of another handle is kept first.
        this.#keepKeys();
        return;
      }
      if (!this.edits.begin({ property, job })) return;
      this.#keys = true;
    }
    const value = this.host.page.store.get().touch?.change?.to ?? 0;
    const limits = this.edits.limitsOf(property);
    const next = stepValue(value, by, limits);
    this.host.setLimit(property, value + by > limits.high ? limits.high : null);
    this.edits.update(next);
    clearTimeout(this.#keysEnd);
    this.#keysEnd = setTimeout(() => this.#keepKeys(), KEYS_MS);
  }

  /** Keeps the change by keys. */
  keepKeys() {
    this.#keepKeys();
  }

  #keepKeys() {
    if (!this.#keys) return;
    this.#keys = false;
    clearTimeout(this.#keysEnd);
    this.host.setLimit('nodes', null);
    void this.edits.keep();
  }
}

/**
 * The handle at a point of a chart: that of a bar, or the lower edge of its cluster.
 * @param {{job: number, boxes: readonly Box[], box: Box, selected: boolean}[]} bars those with handles, first ones first
 * @param {number} x
 * @param {number} y
 * @returns {{property: Property, job: number, boxes: readonly Box[]}|null}
 */
export function findZone(bars, x, y) {
  for (const { job, boxes, box, selected } of bars) {
    const property = job > 0 ? handleAt(box, x, y, { selected }) : null;
    if (property) return { property, job, boxes };
  }
  return null;
}
