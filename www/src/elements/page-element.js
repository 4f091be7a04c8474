/**
 * @file The base of all elements: they find their page, and render only after changes of the watched parts of its
 * state.
 */
import { LitElement } from 'lit';
import { StoreController } from '../state/store.js';

/** @import { Page } from '../commands/page.js' */
/** @import { State } from '../types.js' */

/** An element of a page. */
export class PageElement extends LitElement {
  /** @type {Page|undefined} */
  #page;

  /** The page that contains the element. */
  get page() {
    return (this.#page ??= this.findPage());
  }

  connectedCallback() {
    this.#page ??= this.findPage();
    super.connectedCallback();
  }

  /** The page of the element around it; the outermost element overrides this and creates the page. @returns {Page} */
  findPage() {
    /** @type {any} */
    let around = this;
    do around = around.parentNode ?? around.host;
    while (around && !(around instanceof PageElement));
    if (!around) throw new Error(`<${this.localName}> is not on a page.`);
    return around.page;
  }
}

/** An element that shows a part of the page's state. */
export class StateElement extends PageElement {
  /**
   * The keys of the state this element shows; changes of other keys do not render it.
   * @type {readonly (keyof State)[]}
   */
  static watches = [];

  constructor() {
    super();
    const { watches } = /** @type {typeof StateElement} */ (this.constructor);
    this.watched = new StoreController(this, (state) => watches.map((key) => state[key]));
  }

  /** The current state of the page. */
  get state() {
    return this.page.store.get();
  }
}

/**
 * A function that calls `action` after `wait` milliseconds without another call.
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
