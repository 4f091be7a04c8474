/** @file What happens once when the page opens, and what it listens to from then on. */

import { THEMES } from '../address/links.js';
import { startFailure } from '../engine/errors.js';
import { loadPreference } from '../state/storage.js';
import { NO_LINK } from '../state/store.js';
import { COLOURS } from '../text/colours.js';
import { fetchPart } from './lazy.js';
import { followAddress, openExample, openLink, placeBeside, writeAddress } from './links.js';
import { notice } from './notices.js';
import { pause, rewind } from './player.js';
import { resumeRuns } from './runs.js';
import { setScenario } from './scenario.js';
import { watchTold } from './told.js';
import { keepUnwritten, takeUnwritten } from './unwritten.js';
import { watchViews } from './views.js';

/** @import { Page } from './page.js' */
/** @import { Catalog, Colour } from '../engine/types.js' */
/** @import { Theme } from '../types.js' */

/** What is shown when the address asks for nothing. */
const FIRST_EXAMPLE = 'fcfs-vs-easy';
/** The address bar is written this long after the last change, ms. */
const WRITE_MS = 400;

/**
 * Starts the page: catalog, the scenario of the link or the first example, and the writer of the address bar.
 * @param {Page} page
 * @param {{embedded?: boolean, theme?: Theme, fragment?: string, fetchCatalog?: () => Promise<Catalog>}} [how] the package's catalog
 *   has no texts: charts alone need none
 */
export async function start(
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
  watchTold(page);
  watchEnds(page);
  if (!embedded) {
    const { authored } = page.store.get();
    void fetchPart(page, 'The detailed view', () => import('./nearer.js')).then((part) => part?.watchNearer(page, authored));
    writeAddressOnChange(page);
  }

  // Where the catalog's texts cannot be fetched, the page works without them.
  fetchCatalog()
    .catch(page.services.catalog)
    .then(
      (catalog) => page.store.set({ catalog }),
      (error) => page.store.set({ failure: startFailure(error) }),
    );
  const unwritten = embedded ? null : takeUnwritten(fragment);
  if (unwritten !== null && (await setScenario(page, unwritten, { fresh: true }))) return;
  if (fragment === '') return openFirst(page, !embedded);
  const opened = await openLink(page, fragment);
  // The glossary lies over something.
  if (page.store.get().glossary !== null) return openFirst(page, false);
  if (page.store.get().beside) {
    // Nothing leads from a study in somebody's page to the charts.
    if (!embedded) openFirstLater(page);
  } else if (!opened && !page.store.get().scenario) await openInstead(page, fragment);
}

/**
 * What is shown where the address leads nowhere. A scenario that the engine refuses is shown as the draft it is, with
 * what is wrong with it; in somebody's page nothing may pass for what they wanted to show. Else it is an example, and
 * the address stays as it was opened.
 * @param {Page} page
 * @param {string} fragment
 */
async function openInstead(page, fragment) {
  const { text, embedded, notice: said } = page.store.get();
  if (text !== '') {
    page.store.set({ unopened: 'The scenario of this link cannot run. The errors are listed above.' });
  } else if (embedded) {
    page.store.set({ unopened: said?.text ?? 'The content of this address could not be opened.', notice: null });
  } else {
    await openExample(page, FIRST_EXAMPLE, {}, { ...NO_LINK, fragment });
    // It is there to be looked at: nothing plays as if it were what was asked for.
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
 * Shows the first example, and offers what was kept from the last visit as soon as the browser gives it.
 * @param {Page} page
 * @param {boolean} offer
 */
async function openFirst(page, offer) {
  const kept = offer ? page.storage.keptDraft() : undefined;
  // Nobody asked for it: who turns to something else meanwhile stays there.
  await openExample(page, FIRST_EXAMPLE, {}, undefined, true);
  const draft = await kept;
  if (draft !== undefined) {
    notice(page, 'Your last scenario is saved in this browser.', 'info', {
      label: 'Open it',
      run: () => void setScenario(page, draft, { fresh: true }),
    });
  }
}

/** Who came for studies or published experiments finds the first example on turning to the charts. */
function openFirstLater(/** @type {Page} */ page) {
  const end = page.store.subscribe((state) => {
    if (state.beside) return;
    end();
    if (!state.scenario) void openFirst(page, true);
  });
}

/** @param {Page} page */
function writeAddressOnChange(page) {
  page.address.known = location.hash;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let changes = 0;
  page.store.subscribe((state, before) => {
    const [place, placeBefore] = [placeBeside(state), placeBeside(before)];
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
    // Another view is another place: the browser's way back leads from one to the other.
    if (place !== placeBefore) write();
    else timer = setTimeout(write, WRITE_MS);
  });
  // Whoever leaves or loads again before that finds the edit again.
  window.addEventListener('pagehide', () => {
    const { text, canonical, link, lesson } = page.store.get();
    if (page.address.waiting && canonical !== link.canonical && !lesson && !page.store.get().beside) keepUnwritten(location.hash, text);
  });
  window.addEventListener('hashchange', () => void followAddress(page, location.hash));
}

/** Where there are several variants, each that is over tells how it differs from the first one. */
function watchEnds(/** @type {Page} */ page) {
  page.store.subscribe(({ variants }, before) => {
    const over = variants.some(
      ({ status, compared }, at) =>
        status === 'done' && (before.variants[at]?.status !== 'done' || (before.variants[at]?.compared && !compared)),
    );
    if (!over || variants.length < 2) return;
    // A run that starts again meanwhile is compared when it is over.
    void fetchPart(page, 'The comparison of charts', () => import('./difference.js'))
      .then((found) => found?.compareRuns(page))
      .catch(() => undefined);
  });
}
