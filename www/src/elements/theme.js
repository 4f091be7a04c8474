/** @file The effective theme, and its colours as values for canvases. */

import { waitColourScale } from '../state/chart-window.js';

/** @import { Page } from '../commands/page.js' */
/** @import { State, Theme } from '../types.js' */

/**
 * The theme in which charts are drawn.
 * @param {Theme} theme
 * @returns {'light'|'dark'|'projector'}
 */
export function effectiveTheme(theme) {
  if (theme !== 'auto') return theme;
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/**
 * The part of a view of the engine that is the same in all pictures of a state: colours, theme, selection and query.
 * @param {Pick<State, 'variants'|'colour'|'theme'|'selected'|'query'>} state
 */
export function viewColours({ variants, colour, theme, selected, query }) {
  return { ...waitColourScale(variants), colour: colour || null, theme: effectiveTheme(theme), selected, query };
}

/** Applies the chosen theme to the document, and keeps the preference of the system in the state: charts follow both. */
export function applyTheme(/** @type {Page} */ page) {
  const apply = () => {
    const { theme } = page.store.get();
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  apply();
  page.store.subscribe((state, before) => {
    if (state.theme !== before.theme) apply();
  });
  const preferred = matchMedia('(prefers-color-scheme: dark)');
  const turn = () => page.store.set({ dark: preferred.matches });
  turn();
  preferred.addEventListener('change', turn);
}

/**
 * The values of colour tokens at an element. They are registered as colours, so that light-dark() is resolved.
 * @param {HTMLElement} element
 * @param {string[]} tokens
 * @returns {Record<string, string>}
 */
export function tokenColours(element, tokens) {
  const style = getComputedStyle(element);
  return Object.fromEntries(tokens.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]));
}

/** Number of line colours. */
const COLOURS = 6;

/** The dash of each system's line, in CSS pixels. */
const DASHES = [[7, 4], [], [2, 3], [10, 3, 2, 3]];

/**
 * The line style of a variant: its colour token and its dash.
 * @param {number} index
 */
export function lineStyle(index) {
  // The dash shifts by one with each round of colours, so that many systems have distinct styles.
  const dash = DASHES[(index + Math.floor(index / COLOURS)) % DASHES.length] ?? [];
  return { token: `variant-${(index % COLOURS) + 1}`, dash };
}
