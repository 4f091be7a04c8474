/** @file The window of the charts, the selection, the search, colours and theme. */

import { clampWindow, fullWindow, panWindow, reachableWindow, zoomRows, zoomTime } from '../state/chart-window.js';
import { swapFold, toggleFold } from '../state/folded-panes.js';
import { storePreference } from '../state/storage.js';
import { shallowEqual } from '../state/store.js';
import { pause, seek } from './player.js';
import { askRun } from './runs.js';

/** @import { Page } from './page.js' */
/** @import { Card, Colour, Region } from '../engine/types.js' */
/** @import { Shown, Theme, Window } from '../types.js' */

/**
 * Shows a window, or the nearest possible one.
 * @param {Page} page
 * @param {Partial<Window>} window
 */
export function setWindow(page, window) {
  const { view, variants, playhead_s, playing } = page.store.get();
  const next = clampWindow({ ...view, ...window }, reachableWindow(view, variants));
  // If the reader moves the window during playback, the window no longer follows the playhead.
  const left = playing && (playhead_s < next.from_s || playhead_s > next.to_s);
  page.store.set({ view: { ...next, fitted: false }, ...(left ? { follow: false } : {}) });
}

/**
 * Zooms in time; a factor above 1 shows less.
 * @param {Page} page
 * @param {number} factor
 * @param {number} [at_s] fixed point; the middle if omitted
 */
export function zoomInTime(page, factor, at_s) {
  const { view } = page.store.get();
  setWindow(page, zoomTime(view, factor, at_s ?? (view.from_s + view.to_s) / 2));
}

/**
 * Zooms in rows; a factor above 1 shows fewer.
 * @param {Page} page
 * @param {number} factor
 * @param {number} [at_row] fixed point; the middle if omitted
 */
export function zoomInRows(page, factor, at_row) {
  const { view } = page.store.get();
  setWindow(page, zoomRows(view, factor, at_row ?? view.first_row + view.rows / 2));
}

/**
 * Moves the window by shares of itself.
 * @param {Page} page
 * @param {number} across positive shows later times
 * @param {number} [down] positive shows further rows
 */
export function panCharts(page, across, down = 0) {
  setWindow(page, panWindow(page.store.get().view, across, down));
}

/**
 * Hides or shows unused rows.
 * @param {Page} page
 * @param {boolean} folded
 */
export function setFolded(page, folded) {
  const { view, variants } = page.store.get();
  // The visible rows have moved, so all rows are shown.
  const { first_row, rows } = fullWindow(variants);
  page.store.set({ folded, view: { ...view, first_row, rows } });
}

/**
 * Folds the chart of a variant to a strip, or unfolds it.
 * @param {Page} page
 * @param {number} pane
 */
export function toggleFoldedPane(page, pane) {
  const { foldedPanes, variants } = page.store.get();
  page.store.set({ foldedPanes: toggleFold(foldedPanes, pane, variants.length) });
}

/**
 * Unfolds the chart of a variant and folds another in its place.
 * @param {Page} page
 * @param {number} pane
 */
export function swapFoldedPane(page, pane) {
  const { foldedPanes, variants } = page.store.get();
  page.store.set({ foldedPanes: swapFold(foldedPanes, pane, variants.length), pane });
}

/** Shows the whole run and all rows, also while it grows. */
export function fitWindow(/** @type {Page} */ page) {
  page.store.set({ view: { ...fullWindow(page.store.get().variants), fitted: true }, follow: true });
}

/**
 * Stores the moment and span that the charts show, for other parts of the page.
 * @param {Page} page
 * @param {Shown|null} shown
 */
export function setDisplayedSpan(page, shown) {
  if (!shallowEqual(page.store.get().shown, shown)) page.store.set({ shown });
}

/**
 * Selects a job or task in all variants.
 * @param {Page} page
 * @param {number} subject or -1
 */
export function selectSubject(page, subject) {
  const { selected, outlined } = page.store.get();
  if (selected !== subject || outlined) page.store.set({ selected: subject, outlined: false });
}

/**
 * Shows the path of a task through the queues, in all variants.
 * @param {Page} page
 * @param {number} task or -1
 */
export function followTask(page, task) {
  if (page.store.get().followed !== task) page.store.set({ followed: task });
}

/**
 * Highlights the job under the pointer, in all variants.
 * @param {Page} page
 * @param {number} subject or -1
 */
export function hoverSubject(page, subject) {
  if (page.store.get().hovered !== subject) page.store.set({ hovered: subject });
}

/**
 * Marks the subjects of the decision at the playhead, in each variant.
 * @param {Page} page
 * @param {readonly import('../types.js').Marked[]} decision
 */
export function markDecision(page, decision) {
  if (JSON.stringify(page.store.get().decision) !== JSON.stringify(decision)) page.store.set({ decision });
}

/**
 * Selects a region of the charts, or none.
 * @param {Page} page
 * @param {Region|null} region
 * @param {boolean} [choosing] whether it is still being chosen, or the next drag selects one
 */
export function setRegion(page, region, choosing = false) {
  page.store.set({ region, choosing });
}

/**
 * Stores which chart the reader uses.
 * @param {Page} page
 * @param {number} pane
 */
export function focusPane(page, pane) {
  if (page.store.get().pane !== pane) page.store.set({ pane });
}

/**
 * Shows the wait and the run of a job or task, with a margin.
 * @param {Page} page
 * @param {number} subject
 * @param {number} [variant]
 */
export async function zoomToSubject(page, subject, variant = 0) {
  /** @type {Card} */
  const card = await askRun(page, variant, 'subject', subject, Number.MAX_SAFE_INTEGER / 1e7);
  const { variants, view, folded } = page.store.get();
  const from = card.submit_s;
  const to = card.end_s ?? card.start_s ?? from;
  const whole = fullWindow(variants);
  const room = Math.max((to - from) * 0.6, (whole.to_s - whole.from_s) / 500);
  const boxes = await askRun(
    page,
    variant,
    'boxes',
    { ...subjectView(whole), folded, colour: null, theme: 'light', selected: -1, query: '', now_s: whole.to_s },
    subject,
  );
  const middle = boxes.length > 0 ? ((boxes[0].y + boxes[0].h / 2) / 1000) * whole.rows : view.first_row + view.rows / 2;
  const rowsSeen = middle >= view.first_row && middle <= view.first_row + view.rows;
  setWindow(page, { from_s: from - room, to_s: to + room, first_row: rowsSeen ? view.first_row : middle - view.rows / 2 });
}

/** @param {Window} window */
function subjectView({ from_s, to_s, first_row, rows }) {
  return { from_s, to_s, first_row, rows, width: 1000, height: 1000, scale: 1 };
}

/**
 * Searches; jobs that do not match are dimmed.
 * @param {Page} page
 * @param {string} query
 */
export async function setQuery(page, query) {
  page.search.asked += 1;
  const mine = page.search.asked;
  const none = { subjects: new Uint32Array(0), at: -1, error: '' };
  if (query.trim() === '') return page.store.set({ query: '', hits: none });
  try {
    const subjects = await askRun(page, 0, 'find', query);
    if (mine === page.search.asked) page.store.set({ query, hits: { subjects, at: -1, error: '' } });
  } catch (error) {
    if (mine === page.search.asked)
      page.store.set({ query: '', hits: { ...none, error: error instanceof Error ? error.message : String(error) } });
  }
}

/**
 * Selects the next or previous hit of the search and shows it.
 * @param {Page} page
 * @param {1|-1} direction
 */
export async function selectHit(page, direction) {
  const { hits } = page.store.get();
  const count = hits.subjects.length;
  if (count === 0) return;
  const at = hits.at < 0 ? (direction > 0 ? 0 : count - 1) : (hits.at + direction + count) % count;
  const subject = hits.subjects[at] ?? -1;
  page.store.set({ hits: { ...hits, at }, selected: subject, outlined: false });
  await zoomToSubject(page, subject);
}

/**
 * Selects the neighbour of the selected bar on its row.
 * @param {Page} page
 * @param {'previous'|'next'} which
 * @param {number} [variant]
 */
export async function selectNeighbour(page, which, variant = 0) {
  const { selected } = page.store.get();
  if (selected < 0) return;
  const found = (await askRun(page, variant, 'neighbours', selected))[which];
  if (found >= 0) selectSubject(page, found);
}

/**
 * Moves the playhead to the next or previous event or decision of any variant, and pauses.
 * @param {Page} page
 * @param {'next_event'|'previous_event'|'next_decision'|'previous_decision'|'next_notable'|'previous_notable'} [where]
 */
export async function stepPlayhead(page, where = 'next_event') {
  pause(page);
  const { playhead_s, variants } = page.store.get();
  const times = (await Promise.all(variants.map((_, i) => askRun(page, i, where, playhead_s).catch(() => NaN)))).filter(Number.isFinite);
  if (times.length === 0) return;
  const time_s = where.startsWith('next') ? Math.min(...times) : Math.max(...times);
  seek(page, time_s);
  if (!where.endsWith('event')) await selectDecided(page, time_s);
}

/**
 * Selects a subject of the decision at an instant, preferably a started one. The details stay closed, since they would cover the charts.
 * @param {Page} page
 * @param {number} time_s
 */
export async function selectDecided(page, time_s) {
  const { variants, selected, outlined } = page.store.get();
  const all = await Promise.all(variants.map((_, at) => askRun(page, at, 'decided', time_s).catch(() => [])));
  const told = all.flatMap((decided, pane) => decided.map(({ id, starts }) => ({ id, starts, pane })));
  const found = told.find(({ starts }) => starts) ?? told[0];
  if (!found || page.store.get().playhead_s !== time_s) return;
  // The chart in use becomes one that contains the subject.
  if (!told.some(({ pane }) => pane === page.store.get().pane)) focusPane(page, found.pane);
  page.store.set({ selected: found.id, outlined: selected < 0 || outlined });
}

/**
 * Sets the colouring of the bars; empty for the default.
 * @param {Page} page
 * @param {Colour|''} colour
 */
export function setColour(page, colour) {
  page.store.set({ colour });
  storePreference('colour', colour);
}

/**
 * Sets the theme of the page.
 * @param {Page} page
 * @param {Theme} theme
 */
export function setTheme(page, theme) {
  page.store.set({ theme });
  if (!page.store.get().embedded) storePreference('theme', theme);
}

/** Removes the summary of the log that was opened last. */
export function closeLog(/** @type {Page} */ page) {
  page.store.set({ openedLog: '' });
}
