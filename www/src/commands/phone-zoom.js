/** @file On phones, a run is opened zoomed to its first part, in which bars can be distinguished; the window follows the playhead. */

import { computedExtent, fullWindow } from '../state/chart-window.js';

/** @import { Page } from './page.js' */

/** Minimum mean width of a bar, CSS pixels. */
const BAR_PX = 8;
/** A smaller part would not represent the run, which is then shown in full. */
const LEAST_PART = 0.1;

const isPhone = () => typeof matchMedia === 'function' && matchMedia('(width < 700px)').matches;

/**
 * The share of a run shown on a phone, in which bars are wide enough on average; 1 for the whole run.
 * @param {number} subjects
 * @param {number} width CSS pixels
 */
export function visibleShare(subjects, width) {
  const part = width / BAR_PX / Math.max(subjects, 1);
  return part < LEAST_PART || part >= 1 ? 1 : part;
}

/**
 * Applies the zoom to each opened run, for as long as the page lives.
 * @param {Page} page
 * @param {import('../types.js').State['authored']} opened the scenario that was opened before, which is not zoomed
 */
export function watchPhoneZoom(page, opened = page.store.get().authored) {
  // Each opened scenario has a separate key and is zoomed once.
  let seen = opened;
  /** Zooms a new scenario to the part of the time that is legible on a phone. */
  const zoomNewScenario = () => {
    const { variants, view, lesson, authored, playhead_s, work } = page.store.get();
    if (authored === seen || !computedExtent(variants).complete) return;
    seen = authored;
    // Questions about workflows need the whole run.
    if (!view.fitted || lesson || !isPhone() || work?.group === 'workflow') return;
    const { from_s, to_s, ...rows } = fullWindow(variants);
    const part = visibleShare(Math.max(...variants.map(({ progress }) => progress?.subjects ?? 0)), innerWidth);
    if (part === 1) return;
    const span = (to_s - from_s) * part;
    const begin = Math.min(Math.max(from_s, playhead_s - span / 2), to_s - span);
    page.store.set({ view: { ...rows, from_s: begin, to_s: begin + span, fitted: false } });
  };
  page.store.subscribe(zoomNewScenario);
  zoomNewScenario();
}
