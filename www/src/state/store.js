/** @file The state of a page. Commands write it; everything else reads it and subscribes. */

import { FIRST_SEED } from '../address/papers.js';

/** @import { OpenedLink, State } from '../types.js' */

/** The link of a scenario that was opened without one. @type {OpenedLink} */
export const NO_LINK = { results: [], engine: '', fragment: '', example: '' };

/**
 * The state of a page before anything is loaded.
 * @returns {State}
 */
export function initialState() {
  return {
    catalog: null,
    text: '',
    shaped: false,
    scenario: null,
    canonical: '',
    diagnostics: [],
    platform: null,
    work: null,
    variants: [],
    files: new Map(),
    openedLog: '',
    platformFile: null,
    view: { from_s: 0, to_s: 1, first_row: 0, rows: 1, fitted: true },
    playhead_s: 0,
    shown: null,
    playing: false,
    speed: 0,
    stops: false,
    follow: true,
    selected: -1,
    outlined: false,
    hovered: -1,
    followed: -1,
    decision: [],
    region: null,
    choosing: false,
    pane: 0,
    query: '',
    hits: { subjects: new Uint32Array(0), at: -1, error: '' },
    colour: '',
    folded: true,
    foldedPanes: [],
    opening: null,
    difference: true,
    theme: 'auto',
    dark: false,
    link: { ...NO_LINK, canonical: '', verdicts: [] },
    unopened: '',
    busy: [],
    notice: null,
    title: '',
    authored: { canonical: '', name: '' },
    comparison: { question: [], answer: [] },
    judged: null,
    stepTexts: [],
    lesson: null,
    measure: '',
    choices: {},
    failure: '',
    embedded: false,
    inView: true,
    beside: '',
    paper: { id: '', seed: FIRST_SEED },
    study: { text: '', fragment: 'study', turn: 0, awaits: [], results: false },
    replicated: null,
    spread: null,
    glossary: null,
    boardOnly: false,
    play: null,
    played: [],
    columns: null,
    touch: null,
    terms: [],
  };
}

/**
 * Creates a store: a state, a function to change it, and its subscribers.
 * @param {State} [initial]
 */
export function createStore(initial = initialState()) {
  let state = initial;
  /** @type {Set<(state: State, before: State) => void>} */
  const listeners = new Set();
  return {
    /** The current state; never modify it in place. */
    get: () => state,
    /** Replaces the named parts. Only commands call it. @param {Partial<State>} patch */
    set(patch) {
      const before = state;
      state = { ...state, ...patch };
      for (const listener of [...listeners]) listener(state, before);
    },
    /**
     * Calls `listener` after each change; returns the function that ends it.
     * @param {(state: State, before: State) => void} listener
     * @returns {() => void}
     */
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * Renders its host again whenever the selected part of the state of its page changes.
 * A selector may return an array or a flat object: its members are compared.
 * @template T
 */
export class StoreController {
  /**
   * @param {import('lit').ReactiveControllerHost & {page: {store: Store}}} host
   * @param {(state: State) => T} selector
   */
  constructor(host, selector) {
    this.host = host;
    this.selector = selector;
    /** The selected part at the last change. */
    this.value = /** @type {T} */ (undefined);
    /** @type {(() => void)|undefined} */
    this.end = undefined;
    host.addController(this);
  }

  hostConnected() {
    const { store } = this.host.page;
    this.value = this.selector(store.get());
    this.end = store.subscribe((state) => {
      const value = this.selector(state);
      if (shallowEqual(value, this.value)) return;
      this.value = value;
      this.host.requestUpdate();
    });
  }

  hostDisconnected() {
    this.end?.();
  }
}

/**
 * Whether two selections are equal, compared one level deep.
 * @param {unknown} a
 * @param {unknown} b
 * @returns {boolean}
 */
export function shallowEqual(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (!Array.isArray(a) && Object.getPrototypeOf(a) !== Object.prototype) return false;
  const left = Object.entries(a);
  const right = /** @type {Record<string, unknown>} */ (b);
  return left.length === Object.keys(b).length && left.every(([key, value]) => Object.is(value, right[key]));
}
