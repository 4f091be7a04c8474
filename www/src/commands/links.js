/** @file Links: opened at the start and when the address changes, written into the address bar, created for sharing. */

import { fragmentFields, isUndamaged } from '../address/fragments.js';
import { parseTermFragment, termFragment } from '../address/glossary.js';
import { lessonFragment, pageAddress } from '../address/links.js';
import { FIRST_SEED, MOST_SEED, papersFragment, parsePapersFragment } from '../address/papers.js';
import { fileReferences } from '../scenario/file-references.js';
import { NO_LINK } from '../state/store.js';
import { sentenceCase } from '../text/time.js';
import { closeGlossary, openGlossary } from './glossary.js';
import { showNotice } from './notices.js';
import { loadPart } from './part-loading.js';
import { closePlay, openPlay } from './play.js';
import { pauseRuns } from './runs.js';
import { setScenario } from './scenario.js';
import { openPapers, openStudy, showCharts } from './study.js';

/** @import { Page } from './page.js' */
/** @import { Digest } from '../engine/types.js' */
/** @import { Diagnostic, OpenedLink, State } from '../types.js' */

/** The default example. */
export const FIRST_EXAMPLE = 'fcfs-vs-easy';

/** Longer fragments are not written into the address bar, since they slow down browsers. */
const LONGEST_FRAGMENT = 32_000;

/**
 * Parses a fragment that has a field; others are undefined. The part that opens it interprets its content.
 * @param {string} key
 */
const withField = (key) => (/** @type {string} */ fragment) => (fragmentFields(fragment).get(key) === null ? undefined : fragment);

/**
 * The routes of fragments: the first one that can parse a fragment opens it; embeds have only some.
 * @type {readonly {
 *   parse: (fragment: string) => any,
 *   open: (page: Page, place: any, fragment: string, sent: string) => unknown,
 *   address?: (state: State) => string|false,
 *   overlay?: boolean,
 *   ownEntry?: boolean,
 *   embeds?: boolean,
 * }[]}
 *   open: returns false on failure; sent: the fragment before its repair; address: that of the screen beside or over
 *   the charts; overlay: whether it covers the open screen; ownEntry: whether it has an entry in the browser history
 */
const ROUTES = [
  { parse: parseTermFragment, open: openGlossary, address: ({ glossary }) => glossary !== null && termFragment(glossary), overlay: true },
  {
    parse: withField('play'),
    open: (page, _place, _fragment, sent) => openPlay(page, sent),
    address: ({ play }) => play !== null && `#${play}`,
    overlay: true,
    embeds: true,
  },
  { parse: (fragment) => /^lesson=/u.exec(fragment)?.input, open: openLessonLink, embeds: true },
  { parse: (fragment) => /^src=/u.exec(fragment)?.input, open: openFileLink, embeds: true },
  {
    parse: parsePapersFragment,
    open: openPapersLink,
    address: ({ beside, paper }) => beside === 'papers' && papersFragment(paper),
    ownEntry: true,
  },
  {
    parse: withField('study'),
    open: (page, _place, fragment) => openStudy(page, { fragment }),
    address: ({ beside, study }) => beside === 'study' && `#${study.fragment}`,
    ownEntry: true,
    embeds: true,
  },
  { parse: (fragment) => fragment, open: openScenarioLink, embeds: true },
];

/**
 * The route of a fragment.
 * @param {string} fragment with or without #
 */
function findRoute(fragment) {
  const plain = fragment.replace(/^#/u, '');
  const named = ROUTES.find(({ parse }) => parse(plain) !== undefined);
  return /** @type {typeof ROUTES[number]} */ (named);
}

/**
 * The fragment before other programs changed it.
 * @param {Page} page
 * @param {string} fragment with or without #
 */
async function repairFragment(page, fragment) {
  const plain = fragment.replace(/^#/u, '');
  if (isUndamaged(plain)) return plain;
  return (await loadPart(page, 'The repair of links', () => import('../address/link-repair.js')))?.repairLink(plain) ?? plain;
}

/**
 * Opens the content of a link's fragment.
 * @param {Page} page
 * @param {string} fragment with or without #
 * @returns {Promise<boolean>}
 */
export async function openLink(page, fragment) {
  const plain = await repairFragment(page, fragment);
  const route = findRoute(plain);
  if (page.store.get().embedded && !route.embeds) {
    showNotice(page, 'Embeds show scenarios, lessons, boards, studies and files. This link opens in Ganttlet only.', 'error');
    return false;
  }
  const { parse, open } = route;
  // The glossary covers the open screen; all other routes replace it.
  if (open !== openGlossary) closeGlossary(page);
  if (!route.overlay) closePlay(page);
  return (await open(page, parse(plain), plain, fragment.replace(/^#/u, ''))) !== false;
}

/** @param {Page} page @param {string} fragment */
async function openLessonLink(page, fragment) {
  return (await loadPart(page, 'The lessons', () => import('./lessons.js')))?.openLessonLink(page, fragment) ?? false;
}

/** @param {Page} page @param {string} fragment */
async function openFileLink(page, fragment) {
  return (await loadPart(page, 'The reader for files', () => import('./file-addresses.js')))?.openFileLink(page, fragment) ?? false;
}

/** @param {Page} page @param {import('../address/papers.js').PapersPlace} place */
function openPapersLink(page, { id, seed, report }) {
  const valid = !Number.isNaN(seed);
  openPapers(page, { id, seed: valid ? seed : FIRST_SEED, report });
  const rule = `it must be a whole number from 0 to ${MOST_SEED}`;
  if (!valid) showNotice(page, `Invalid seed in the link: ${rule}. Seed ${FIRST_SEED} is used instead.`, 'warning');
}

/**
 * Opens the scenario or the example of a link.
 * @param {Page} page
 * @param {string} plain
 */
async function openScenarioLink(page, plain) {
  let decoded;
  try {
    decoded = await page.services.decode_link(plain);
  } catch (error) {
    showNotice(page, `The link cannot be opened: ${error instanceof Error ? error.message : error}`, 'error');
    return false;
  }
  const { scenario, results = [], engine = '', diagnostics = [] } = decoded;
  const link = { results, engine, fragment: plain, example: '' };
  if (decoded.example) {
    const good = await openExample(page, decoded.example, decoded.overrides ?? {}, link);
    addDiagnostics(page, diagnostics);
    return good;
  }
  if (!scenario) {
    const [first] = diagnostics;
    showNotice(page, first ? sentenceCase(`${first.message}. ${first.hint ?? ''}`.trim()) : 'The link contains no scenario.', 'error');
    return false;
  }
  const good = await setScenario(page, scenario, { fresh: true, link });
  addDiagnostics(page, diagnostics);
  const advice = good ? undefined : await loadPart(page, 'The advice on links', () => import('./link-advice.js'));
  addDiagnostics(page, (await advice?.adviseOnLink(page, scenario, engine)) ?? []);
  return good;
}

/**
 * Adds to the diagnostics of the scenario.
 * @param {Page} page
 * @param {Diagnostic[]} more
 */
function addDiagnostics(page, more) {
  if (more.length > 0) page.store.set({ diagnostics: [...page.store.get().diagnostics, ...more] });
}

/**
 * Opens an example of the gallery.
 * @param {Page} page
 * @param {string} id
 * @param {Record<string, string>} [overrides] the hand-written part of a link: `seed=7&load=0.8`
 * @param {OpenedLink} [link] the link that requests it
 * @param {boolean} [stays] whether studies or papers that are shown instead of the charts stay
 * @returns {Promise<boolean>}
 */
export async function openExample(page, id, overrides = {}, link = { ...NO_LINK, fragment: `ex=${id}` }, stays = false) {
  if (!/^[a-z0-9-]+$/u.test(id)) return reportUnknownExample(page, id);
  const goOn = pauseRuns(page);
  try {
    return await openKnownExample(page, id, overrides, link, stays);
  } finally {
    goOn();
  }
}

/**
 * Opens an example of the gallery with the changes in the address.
 * @type {(page: Page, id: string, overrides: Record<string, string>, link: OpenedLink, stays: boolean) => Promise<boolean>}
 *   opens an existing example
 */
async function openKnownExample(page, id, overrides, link, stays) {
  let scenario;
  try {
    const response = await fetch(new URL(`gallery/${id}.json`, document.baseURI));
    if (response.status === 404) return reportUnknownExample(page, id);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    scenario = await response.text();
    // Some hosts answer unknown addresses with their start page.
    if (!scenario.trimStart().startsWith('{')) return reportUnknownExample(page, id);
  } catch (error) {
    showNotice(page, `The example ${id} could not be opened: ${error instanceof Error ? error.message : error}.`, 'error');
    return false;
  }
  /** @type {Diagnostic[]} */
  let told = [];
  const changed = Object.keys(overrides).length > 0;
  if (changed) {
    try {
      ({ text: scenario, diagnostics: told } = await page.services.apply_overrides(scenario, overrides));
    } catch (error) {
      showNotice(page, `The changes in the link cannot be applied: ${error instanceof Error ? error.message : error}`, 'error');
    }
  }
  const good = await setScenario(page, scenario, {
    fresh: true,
    stays,
    edited: changed && overrides.name === undefined,
    link: { ...link, example: changed ? '' : id },
  });
  // Only full pages use the view; the first view of a page does not, so that it fetches no list.
  if (good && !page.store.get().embedded && id !== FIRST_EXAMPLE) {
    const part = await loadPart(page, 'The view of the example', () => import('./example-view.js'));
    await part?.openExampleView(page, id);
  }
  addDiagnostics(page, told);
  // Notes report names that were set in several places.
  const notes = told.filter(({ severity }) => severity === 'note').map(({ place }) => place);
  if (notes.length > 0) showNotice(page, `The link sets several places by one name: ${notes.join(', ')}.`);
  return good;
}

/** Reports an unknown example. @param {Page} page @param {string} id @returns {Promise<false>} */
async function reportUnknownExample(page, id) {
  await (await loadPart(page, 'The list of examples', () => import('./unknown-example.js')))?.reportUnknownExample(page, id);
  return false;
}

/**
 * Creates a link to the scenario on screen. It includes the results if all runs are complete, so that others can
 * compare theirs.
 * @param {Page} page
 * @returns {Promise<{fragment: string, url: string, length: number, complete: boolean, files: {name: string, sha256: string, url: string|null}[], example: string}>} example: its id while it is on screen unchanged
 */
export async function createShareLink(page) {
  const { scenario, canonical, variants, title, link } = page.store.get();
  if (!scenario) throw new Error('There is no scenario to share yet.');
  const complete = variants.every(({ digest }) => digest !== null);
  const results = complete ? variants.map(({ digest }) => /** @type {Digest} */ (digest)) : [];
  const fragment = await page.services.encode_link(
    title === (scenario.name ?? '') ? canonical : JSON.stringify({ ...scenario, name: undefined }),
    results,
  );
  const url = pageAddress(location, fragment);
  const files = fileReferences(scenario).map(({ name, sha256, url }) => ({ name, sha256, url: url ?? null }));
  return { fragment, url, length: url.length, complete, files, example: canonical === link.canonical ? link.example : '' };
}

/**
 * Opens the new content of the address bar after a link, typing, or the back button.
 * @param {Page} page
 * @param {string} fragment
 * @returns {Promise<boolean>}
 */
export async function followAddress(page, fragment) {
  page.address.known = fragment;
  const { beside, study, scenario } = page.store.get();
  if (beside === 'study' && fragment === `#${study.fragment}`) return true;
  // Back to the charts, which are unchanged.
  const place = screenFragment(page.store.get());
  if (!place || findRoute(fragment).address || !scenario || fragment !== page.address.written) return openLink(page, fragment);
  showCharts(page);
  closeGlossary(page);
  return true;
}

/**
 * The fragment of the scenario on screen; empty if it would be too long. A scenario opened by a link keeps that link
 * with its results.
 * @param {Page} page
 * @returns {Promise<string>}
 */
export async function addressFragment(page) {
  const { scenario, canonical, lesson, link } = page.store.get();
  if (!scenario) return '';
  // A lesson from a file has no address, but its scenario has one.
  if (lesson?.canonical === canonical && lesson.id !== '') return lessonFragment(lesson);
  if (link.fragment !== '' && link.canonical === canonical) return link.fragment;
  // Deflate compresses text at most to an eighth.
  return canonical.length < 8 * LONGEST_FRAGMENT ? (await createShareLink(page)).fragment : '';
}

/**
 * The fragment of the screen over or in place of the charts, with #; empty for the charts.
 * @param {State} state
 */
export function screenFragment(state) {
  return ROUTES.map(({ address }) => address?.(state)).find(Boolean) || '';
}

/** Writes the address bar from the state. */
export async function writeAddress(/** @type {Page} */ page) {
  const { scenario, embedded } = page.store.get();
  if (embedded) return;
  const place = screenFragment(page.store.get());
  if (place) return replaceAddress(page, place);
  if (!scenario) return;
  const fragment = await addressFragment(page);
  if (page.store.get().scenario !== scenario || page.store.get().beside) return;
  // A long fragment may stay if it was opened from the address bar.
  page.address.written = fragment !== '' && (fragment.length <= LONGEST_FRAGMENT || location.hash === `#${fragment}`) ? `#${fragment}` : '';
  await replaceAddress(page, page.address.written);
}

/** Writes an address; only turning to or from papers and studies adds an entry to the history of the browser. @param {Page} page @param {string} hash */
async function replaceAddress(page, hash) {
  const { address } = page;
  const from = findRoute(await repairFragment(page, location.hash));
  const to = findRoute(hash);
  // A hash that the page did not write is a new link: it is opened, not overwritten.
  if (location.hash === hash || location.hash !== address.known) return;
  // Papers and studies get a history entry, so that the back button returns to the charts; an edit only changes the
  // address.
  const way = from !== to && (from.ownEntry || to.ownEntry) ? 'pushState' : 'replaceState';
  try {
    history[way](null, '', `${location.pathname}${location.search}${hash}`);
    address.known = location.hash;
  } catch {
    // Sandboxed frames must not change their history; the page works without it.
  }
}
