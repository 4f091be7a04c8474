/** @file What happens once when the page opens, and what it listens to from then on. */

import { store } from '../store.js';
import { services } from '../services.js';
import { keptChoice, keptDraft } from '../storage.js';
import { followAddress, openExample, openLink, writeAddress } from './links.js';
import { notice } from './notices.js';
import { watchRounds } from './rounds.js';
import { resumeRuns } from './runs.js';
import { setScenario } from './scenario.js';

/** @import { Colour, Theme } from '../types.js' */

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
  const opened = fragment !== '' && (await openLink(fragment));
  if (!opened && !store.get().scenario) await openFirst(!embedded && fragment === '');
  else if (store.get().papers.open) openFirstLater();
}

/**
 * Shows the first example, and offers what was kept from the last visit.
 * @param {boolean} offer
 */
async function openFirst(offer) {
  const draft = offer ? await keptDraft() : undefined;
  await openExample(FIRST_EXAMPLE);
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
    if (state.papers === before.papers && state.scenario === before.scenario && state.variants === before.variants && state.lesson === before.lesson) return;
    clearTimeout(timer);
    const write = () => void writeAddress().catch(() => undefined);
    // Another view is another place: the browser's way back leads from one to the other.
    if (state.papers !== before.papers) write();
    else timer = setTimeout(write, WRITE_MS);
  });
  window.addEventListener('hashchange', () => void followAddress(location.hash));
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
