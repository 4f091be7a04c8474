/** @file Entry of the forks and the morph: loaded when one is opened, by a key, a menu or a link. */

import { discardFork } from '../commands/forks.js';
import { loadPart } from '../commands/part-loading.js';
import { chooseInView, seekEnd, showNotice } from '../commands.js';
import { actingVariant, describedTime, findLastDecision } from '../decision/latest-decision.js';
import { forkPlace } from './fork-menu.js';
import { forksOf } from './fork-watch.js';
import './fork-strip.js';
import './regret-strip.js';

/** @import { PageElement } from '../elements/page-element.js' */
/** @import { GanttChart } from '../gantt/chart.js' */
/** @import { ForkMenu } from './fork-menu.js' */

/**
 * A request of an element: the fork of a job, of the decision at a time, or at a point of a chart.
 * @typedef {{variant?: number, subject?: number, time_s?: number, box?: DOMRect, chart?: GanttChart, x?: number, y?: number}} Wanted
 */

/** Distance of the menu from the upper left corner of the charts if no pointer has opened it, CSS pixels. */
const FREE = 24;
/** Width of the menu with a margin, CSS pixels. */
const MENU_PX = 336;

/**
 * Executes a command of forks or of the morph.
 * @param {PageElement} root the outermost element of the page
 * @param {'fork'|'discard-fork'|'morph'} what
 * @param {Event} [event] of the requesting element
 */
export async function useForks(root, what, event) {
  if (what === 'fork') await openMenu(root, event);
  else if (what === 'discard-fork') await discard(root);
  else await toggleMorph(root);
}

/**
 * Opens the menu of forks: at a bar, at the decision of an event, or at the decision at the playhead.
 * @param {PageElement} root
 * @param {Event} [event]
 */
async function openMenu(root, event) {
  const { page } = root;
  forksOf(page);
  const { pane, variants, selected } = page.store.get();
  if (variants.length === 0) return;
  const wanted = /** @type {Wanted} */ (event instanceof CustomEvent ? event.detail : await decisionInBar(page));
  const { chart, box, x = 0, y = 0 } = wanted;
  const before = focusedElement(root);
  const variant = chart?.variant ?? wanted.variant ?? Math.min(pane, variants.length - 1);
  let subject = wanted.subject ?? (event instanceof CustomEvent ? -1 : selected);
  let { time_s = NaN } = wanted;
  if (chart) {
    const surface = chart.surface.getBoundingClientRect();
    subject = await chart.pointer.subjectAt(x - surface.left, y - surface.top);
    if (subject < 0) time_s = timeAt(page, (x - surface.left) / surface.width);
  }
  const place = await forkPlace(page, variant, subject, time_s).catch(() => null);
  const menu = /** @type {ForkMenu|null} */ (root.renderRoot.querySelector('fork-host')?.shadowRoot?.querySelector('fork-menu') ?? null);
  if (!place || !menu) return;
  const middle = { x: innerWidth / 2, y: innerHeight / 3 };
  const at = chart ? { x, y } : box ? { x: box.left, y: box.bottom + 4 } : (menuBesideMoment(root, place) ?? middle);
  await menu.open(place, at, before);
}

/**
 * The decision that is described beside the charts, as requested by its button; an empty request without a decision, or
 * if another job is selected.
 * @param {import('../commands/page.js').Page} page
 * @returns {Promise<Wanted>}
 */
async function decisionInBar(page) {
  const state = page.store.get();
  const moment = await findLastDecision(page, describedTime(state)).catch(() => null);
  const isOther = state.selected >= 0 && !moment?.lines.some(({ decided }) => decided.some(({ id }) => id === state.selected));
  return moment && !isOther ? { variant: actingVariant(moment), subject: -1, time_s: moment.time_s } : {};
}

/** Discards the fork on screen. @param {PageElement} root */
async function discard({ page }) {
  const { placeOnScreen } = forksOf(page);
  if (placeOnScreen === 0) return showNotice(page, 'There is no fork to discard.', 'info');
  await discardFork(page, placeOnScreen);
  seekEnd(page);
}

/** Shows the morph in place of the charts, or the charts again. @param {PageElement} root */
async function toggleMorph({ page }) {
  const { choices, variants } = page.store.get();
  if (!choices.morph && variants.length < 2) return showNotice(page, 'The morph needs two systems to compare.', 'info');
  if (!choices.morph && !(await loadPart(page, 'The morph', () => import('../morph/morph-view.js')))) return;
  chooseInView(page, 'morph', !choices.morph);
}

/**
 * A position at which the menu covers the past of a moment rather than its future; null if the chart is not visible.
 * @param {PageElement} root
 * @param {import('./menu-entries.js').ForkPlace} place
 */
function menuBesideMoment({ page, renderRoot }, { variant, time_s }) {
  const stack = renderRoot.querySelector('chart-section')?.shadowRoot?.querySelector('gantt-stack');
  const chart = /** @type {import('../gantt/chart.js').GanttChart|undefined} */ (
    stack?.shadowRoot?.querySelectorAll('gantt-chart')[variant]
  );
  const surface = chart?.surface?.getBoundingClientRect();
  if (!surface || surface.width === 0) return null;
  const { view } = page.store.get();
  const share = (time_s - view.from_s) / (view.to_s - view.from_s);
  const x = surface.left + Math.max(0, Math.min(1, share)) * surface.width;
  return { x: x - surface.left > MENU_PX ? x - MENU_PX : x + FREE, y: surface.top + FREE / 2 };
}

/** The time at a share of the width of the charts. @param {import('../commands/page.js').Page} page @param {number} share */
function timeAt(page, share) {
  const { view } = page.store.get();
  return view.from_s + share * (view.to_s - view.from_s);
}

/** The focused element, including those in shadow roots. @param {PageElement} root */
function focusedElement(root) {
  let active = /** @type {Element|null} */ (root.shadowRoot?.activeElement ?? null);
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return /** @type {HTMLElement|null} */ (active);
}
