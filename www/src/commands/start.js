/** @file What happens once when the page opens, and what it listens to from then on. */

import { NO_LINK, store } from '../state/store.js';
import { services } from '../services/services.js';
import { fragmentOf } from '../address/papers.js';
import { keptChoice, keptDraft } from '../state/storage.js';
import { followAddress, openExample, openLink, writeAddress } from './links.js';
import { notice } from './notices.js';
import { watchRounds } from './rounds.js';
import { resumeRuns } from './runs.js';
import { setScenario } from './scenario.js';

/** @import { Colour, State, Theme } from '../types.js' */

/** What is shown when the address asks for nothing. */
const FIRST_EXAMPLE = 'fcfs-vs-easy';
/** The address bar is written this long after the last change, ms. */
const WRITE_MS = 400;

/**
 * Starts the page: catalog, the scenario of the link or the first example, and the writer of the address bar.
 * @param {{embedded?: boolean, theme?: Theme, fragment?: string}} [how]
 */
export async function start({ embedded = false, theme, fragment = location.hash.replace(/^#/u, '') } = {}) {
  const kept = embedded ? null : keptChoice('theme');
  const colour = embedded ? null : keptChoice('colour');
  store.set({
    embedded,
    theme: theme ?? (isTheme(kept) ? kept : 'auto'),
    ...(isColour(colour) ? { colour } : {}),
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resumeRuns();
  });
  watchRounds();
  if (!embedded) writeAddressOnChange();

  services.catalog().then(
    (catalog) => store.set({ catalog }),
    (error) => store.set({ failure: error.message }),
  );
  if (fragment === '') return openFirst(!embedded);
  const opened = await openLink(fragment);
  if (store.get().papers.open) openFirstLater();
  else if (!opened && !store.get().scenario) await openInstead(fragment);
}

/**
 * What is shown where the address leads nowhere. A scenario that the engine refuses is shown as the draft it is, with
 * what is wrong with it; in somebody's page nothing may pass for what they wanted to show. Else it is an example, and
 * the address stays as it was opened.
 * @param {string} fragment
 */
async function openInstead(fragment) {
  const { text, embedded, notice: said } = store.get();
  if (text !== '') {
    store.set({ unopened: 'The scenario of this link cannot run: what is wrong stands above.' });
  } else if (embedded) {
    store.set({ unopened: said?.text ?? 'What the address asks for could not be opened.', notice: null });
  } else {
    await openExample(FIRST_EXAMPLE, {}, { ...NO_LINK, fragment });
    const { diagnostics, notice: latest } = store.get();
    if (latest?.id !== said?.id) return;
    store.set({ diagnostics: [{ severity: 'warning', message: `what the address asks for could not be opened; an example is shown instead. ${said?.text ?? ''}` }, ...diagnostics], notice: null });
  }
}

/**
 * Shows the first example, and offers what was kept from the last visit as soon as the browser gives it.
 * @param {boolean} offer
 */
async function openFirst(offer) {
  const kept = offer ? keptDraft() : undefined;
  await openExample(FIRST_EXAMPLE);
  const draft = await kept;
  if (draft !== undefined) {
    notice('Your last scenario was kept in this browser.', 'info', {
      label: 'Continue with it',
      run: () => void setScenario(draft, { fresh: true }),
    });
  }
}

/** Who came for the published experiments finds the first example on turning to the charts. */
function openFirstLater() {
  const end = store.subscribe(({ papers, scenario }) => {
    if (papers.open) return;
    end();
    if (!scenario) void openFirst(true);
  });
}

function writeAddressOnChange() {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  store.subscribe((state, before) => {
    const [place, placeBefore] = [papersPlace(state), papersPlace(before)];
    if (place === placeBefore && state.scenario === before.scenario && state.variants === before.variants && state.lesson === before.lesson) return;
    clearTimeout(timer);
    const write = () => void writeAddress().catch(() => undefined);
    // Another view is another place: the browser's way back leads from one to the other.
    if (place !== placeBefore) write();
    else timer = setTimeout(write, WRITE_MS);
  });
  window.addEventListener('hashchange', () => void followAddress(location.hash));
}

/** @param {State} state where among the papers; empty for the charts */
function papersPlace({ papers }) {
  return papers.open ? fragmentOf(papers) : '';
}

/**
 * @param {string|null} value
 * @returns {value is Theme}
 */
function isTheme(value) {
  return value === 'auto' || value === 'light' || value === 'dark' || value === 'projector';
}

/**
 * @param {string|null} value
 * @returns {value is Colour}
 */
function isColour(value) {
  return value !== null && ['job', 'user', 'group', 'kind', 'size', 'wait', 'slowdown', 'status', 'reason'].includes(value);
}
