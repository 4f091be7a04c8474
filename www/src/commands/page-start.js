/** @file The start of a page, and the listeners that it keeps. */

import { THEMES } from '../address/links.js';
import { startFailureText } from '../engine/engine-errors.js';
import { loadPreference } from '../state/storage.js';
import { NO_LINK } from '../state/store.js';
import { COLOURS } from '../text/colours.js';
import { watchComparison } from './comparison-texts.js';
import { FIRST_EXAMPLE, followAddress, openExample, openLink, screenFragment, writeAddress } from './links.js';
import { showNotice } from './notices.js';
import { loadPart } from './part-loading.js';
import { pause, rewind } from './player.js';
import { resumeRuns } from './runs.js';
import { setScenario } from './scenario.js';
import { watchViews } from './special-views.js';
import { startAt } from './start-position.js';
import { storeTabDraft, storeTabPlayhead, takeTabDraft, takeTabPlayhead } from './tab-draft.js';

/** @import { Page } from './page.js' */
/** @import { Catalog, Colour } from '../engine/types.js' */
/** @import { Theme } from '../types.js' */

/** Delay before a change is written into the address bar, ms. */
const WRITE_MS = 400;

/**
 * Starts a page: catalog, the scenario of the link or the first example, and the updates of the address bar.
 * @param {Page} page
 * @param {{embedded?: boolean, theme?: Theme, fragment?: string, fetchCatalog?: () => Promise<Catalog>}} [how] the
 *   catalog of the package has no texts, because charts need none
 */
export async function startPage(
  page,
  { embedded = false, theme, fragment = location.hash.replace(/^#/u, ''), fetchCatalog = page.services.catalog } = {},
) {
  const kept = embedded ? null : loadPreference('theme');
  const colour = embedded ? null : loadPreference('colour');
  page.store.set({
    embedded,
    theme: theme ?? THEMES.find((one) => one === kept) ?? 'auto',
    ...(colour !== null && colour in COLOURS ? { colour: /** @type {Colour} */ (colour) } : {}),
    difference: embedded || loadPreference('difference') !== 'off',
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resumeRuns(page);
  });
  watchViews(page);
  watchComparison(page);
  watchCompletion(page);
  if (!embedded) {
    const { authored } = page.store.get();
    void loadPart(page, 'The detailed view', () => import('./phone-zoom.js')).then((part) => part?.watchPhoneZoom(page, authored));
    writeAddressOnChange(page);
  }

  // If the texts of the catalog cannot be fetched, the page works without them.
  fetchCatalog()
    .catch(page.services.catalog)
    .then(
      (catalog) => page.store.set({ catalog }),
      (error) => page.store.set({ failure: startFailureText(error) }),
    );
  if (!embedded) keepPlayhead(page, fragment);
  const unwritten = embedded ? null : takeTabDraft(fragment);
  if (unwritten && (await setScenario(page, unwritten.text, { fresh: true, edited: unwritten.edited }))) return;
  if (fragment === '') return openFirstExample(page, !embedded);
  const opened = await openLink(page, fragment);
  // The glossary and boards cover another screen, which has an address after they are closed.
  if (page.store.get().glossary !== null) return openFirstExample(page, false);
  if (page.store.get().play !== null) {
    // An embed shows only the board.
    if (embedded) return page.store.set({ boardOnly: true });
    await openFirstExample(page, false);
    pause(page);
    return rewind(page);
  }
  if (page.store.get().beside) {
    // An embedded study has no way to the charts.
    if (!embedded) openFirstExampleLater(page);
  } else if (!page.store.get().scenario) await (opened ? showMeanwhile(page, fragment) : openFallback(page, fragment));
}

/**
 * Fallback for an address that cannot be opened. An invalid scenario is shown as a draft with its errors. An embed
 * shows nothing else, because it could be mistaken for the intended content. Otherwise an example is shown, and the
 * address is unchanged.
 * @param {Page} page
 * @param {string} fragment
 */
async function openFallback(page, fragment) {
  const { text, embedded, notice: said } = page.store.get();
  if (text !== '') {
    page.store.set({ unopened: 'The scenario of this link cannot run. The errors are listed above.' });
  } else if (embedded) {
    page.store.set({ unopened: said?.text ?? 'The content of this address could not be opened.', notice: null });
  } else {
    await openExample(page, FIRST_EXAMPLE, {}, { ...NO_LINK, fragment });
    // The example is paused, because it is not the requested content.
    pause(page);
    rewind(page);
    const { diagnostics, notice: latest } = page.store.get();
    if (latest?.id !== said?.id) return;
    page.store.set({
      diagnostics: [
        {
          severity: 'warning',
          message: `the content of this address could not be opened; an example is shown instead. ${said?.text ?? ''}`,
        },
        ...diagnostics,
      ],
      notice: null,
    });
  }
}

/**
 * Shows an example until the reader requests the file of the link; an embed shows nothing that could be mistaken for
 * it.
 * @param {Page} page
 * @param {string} fragment
 */
async function showMeanwhile(page, fragment) {
  if (page.store.get().embedded) {
    page.store.set({ unopened: 'The file of this link is fetched on request.' });
    return;
  }
  await openExample(page, FIRST_EXAMPLE, {}, { ...NO_LINK, fragment });
  pause(page);
  rewind(page);
}

/**
 * Shows the first example, and offers the draft of the last visit as soon as the browser has loaded it.
 * @param {Page} page
 * @param {boolean} offer
 */
async function openFirstExample(page, offer) {
  const kept = offer ? page.storage.loadDraft() : undefined;
  // The example was not requested: it does not replace another screen opened meanwhile.
  await openExample(page, FIRST_EXAMPLE, {}, undefined, true);
  const draft = await kept;
  if (draft !== undefined) {
    // It covers charts and labels, so it disappears automatically.
    showNotice(page, 'Your last scenario is saved in this browser.', 'good', {
      label: 'Open it',
      run: () => void setScenario(page, draft, { fresh: true }),
    });
  }
}

/** Shows the first example when the reader turns from a study to the charts. */
function openFirstExampleLater(/** @type {Page} */ page) {
  const end = page.store.subscribe((state) => {
    if (state.beside) return;
    end();
    if (!state.scenario) void openFirstExample(page, true);
  });
}

/** Updates the address with the scenario on screen. @param {Page} page */
function writeAddressOnChange(page) {
  page.address.known = location.hash;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let changes = 0;
  page.store.subscribe((state, before) => {
    const [place, placeBefore] = [screenFragment(state), screenFragment(before)];
    if (place === placeBefore && state.scenario === before.scenario && state.variants === before.variants && state.lesson === before.lesson)
      return;
    clearTimeout(timer);
    changes += 1;
    const mine = changes;
    const write = () => {
      timer = undefined;
      void writeAddress(page)
        .catch(() => undefined)
        .then(() => {
          if (mine === changes) page.address.waiting = false;
        });
    };
    page.address.waiting = true;
    // Another screen is another history entry, so the address is written at once.
    if (place !== placeBefore) write();
    else timer = setTimeout(write, WRITE_MS);
  });
  // An edit survives if the reader leaves or reloads before the address is written.
  window.addEventListener('pagehide', () => {
    const { text, title, canonical, link, lesson, beside } = page.store.get();
    if (page.address.waiting && canonical !== link.canonical && !lesson && !beside) storeTabDraft(location.hash, text, title === '');
  });
  window.addEventListener('hashchange', () => void followAddress(page, location.hash));
}

/**
 * Restores the position of a playhead at rest after a reload.
 * @param {Page} page
 * @param {string} fragment of the address, without #
 */
function keepPlayhead(page, fragment) {
  const at_s = takeTabPlayhead(fragment);
  window.addEventListener('pagehide', () => {
    const { playing, playhead_s, variants, lesson } = page.store.get();
    if (!playing && !lesson && variants.length > 0) storeTabPlayhead(location.hash, playhead_s);
  });
  const [navigation] = performance.getEntriesByType('navigation');
  if (at_s === null || /** @type {PerformanceNavigationTiming|undefined} */ (navigation)?.type !== 'reload') return;
  const end = page.store.subscribe(({ variants }) => {
    if (variants.length === 0) return;
    end();
    // After the scenario has been opened, which starts playback.
    queueMicrotask(() => startAt(page, { plays: false, t: at_s, window: null }));
  });
}

/** Shows the difference from the baseline in each completed variant. */
function watchCompletion(/** @type {Page} */ page) {
  page.store.subscribe(({ variants }, before) => {
    const over = variants.some(
      ({ status, compared }, at) =>
        status === 'done' && (before.variants[at]?.status !== 'done' || (before.variants[at]?.compared && !compared)),
    );
    if (!over || variants.length < 2) return;
    // A run that is restarted meanwhile is compared at its end.
    void loadPart(page, 'The comparison of charts', () => import('./baseline-difference.js'))
      .then((found) => found?.compareRuns(page))
      .catch(() => undefined);
  });
}
