/** @file What all parts share: they render again only when what they watch in the page's state has changed. */
import { LitElement } from 'lit';
import { StoreController, store } from '../state/store.js';

/** @import { State } from '../types.js' */

/** An element that shows a piece of the page's state. */
export class Part extends LitElement {
  /**
   * The keys of the state this element shows; a change of any other does not render it.
   * @type {readonly (keyof State)[]}
   */
  static watches = [];

  constructor() {
    super();
    const { watches } = /** @type {typeof Part} */ (this.constructor);
    this.watched = new StoreController(this, (state) => watches.map((key) => state[key]));
  }

  /** The state of the page, now. */
  get state() {
    return store.get();
  }
}

/**
 * Calls `action` once no call has come for `wait` milliseconds.
 * @template {unknown[]} T
 * @param {(...values: T) => void} action
 * @param {number} wait
 * @returns {{ (...values: T): void, flush: () => void, cancel: () => void, waiting: () => boolean }}
 */
export function debounce(action, wait) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {T | undefined} */
  let last;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    last = undefined;
  };
  const flush = () => {
    const values = last;
    cancel();
    if (values) action(...values);
  };
  const call = (/** @type {T} */ ...values) => {
    last = values;
    clearTimeout(timer);
    timer = setTimeout(flush, wait);
  };
  return Object.assign(call, { flush, cancel, waiting: () => timer !== undefined });
}
