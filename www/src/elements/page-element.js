/** @file What all elements share: they know the page they stand on, and render again only when what they watch in its state has changed. */
import { LitElement } from 'lit';
import { StoreController } from '../state/store.js';

/** @import { Page } from '../commands/page.js' */
/** @import { State } from '../types.js' */

/** An element of a page. */
export class PageElement extends LitElement {
  /** @type {Page|undefined} */
  #page;

  /** The page it stands on, from when it is first part of one. */
  get page() {
    return (this.#page ??= this.bringPage());
  }

  connectedCallback() {
    this.#page ??= this.bringPage();
    super.connectedCallback();
  }

  /**
   * The page of the element around it; the outermost one makes it.
   * @returns {Page}
   */
  bringPage() {
    /** @type {any} */
    let around = this;
    do around = around.parentNode ?? around.host;
    while (around && !(around instanceof PageElement));
    if (!around) throw new Error(`<${this.localName}> is not on a page.`);
    return around.page;
  }
}

/** An element that shows a piece of the page's state. */
export class Part extends PageElement {
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
    return this.page.store.get();
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
