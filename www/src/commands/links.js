/** @file Links: opened when the page starts and when the address changes, written into the address bar from the state, made for sharing. */

import { cleanLink } from '../address/clean-link.js';
import { termFragment, termOf } from '../address/glossary.js';
import { pageAddress } from '../address/links.js';
import { FIRST_SEED, fragmentOf, MOST_SEED, placeOf } from '../address/papers.js';
import { studyOf } from '../address/study.js';
import { filesOf } from '../scenario/files.js';
import { galleryList } from '../scenario/gallery.js';
import { NO_LINK } from '../state/store.js';
import { sentenceCase } from '../text/time.js';
import { closeGlossary, openGlossary } from './glossary.js';
import { fetchPart } from './lazy.js';
import { notice } from './notices.js';
import { pauseRuns } from './runs.js';
import { setScenario } from './scenario.js';
import { openPapers, openStudy, showCharts } from './study.js';

/** @import { Page } from './page.js' */
/** @import { Digest } from '../engine/types.js' */
/** @import { Diagnostic, OpenedLink, State } from '../types.js' */

/** Longer fragments are not written into the address bar: browsers slow down and nobody can use them. */
const LONGEST_FRAGMENT = 32_000;

/**
 * What fragments can name: the first route that can parse a fragment opens it; an embed has some of them only.
 * @type {readonly {
 *   parse: (fragment: string) => any,
 *   open: (page: Page, place: any, fragment: string) => unknown,
 *   address?: (state: State) => string|false,
 *   ownEntry?: boolean,
 *   embeds?: boolean,
 * }[]} open: gives false if it cannot; address: of what is open beside or over the charts; ownEntry: in the history of the browser
 */
const ROUTES = [
  { parse: termOf, open: openGlossary, address: ({ glossary }) => glossary !== null && termFragment(glossary) },
  { parse: (fragment) => /^lesson=/u.exec(fragment)?.input, open: openLessonLink, embeds: true },
  {
    parse: placeOf,
    open: openPapersLink,
    address: ({ beside, paper }) => beside === 'papers' && fragmentOf(paper),
    ownEntry: true,
  },
  {
    parse: studyOf,
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
 * @param {boolean} [embedded]
 */
function routeOf(fragment, embedded = false) {
  const plain = fragment.replace(/^#/u, '');
  const named = ROUTES.find(({ embeds, parse }) => (embeds || !embedded) && parse(plain) !== undefined);
  return /** @type {typeof ROUTES[number]} */ (named);
}

/**
 * Opens what a link's fragment carries.
 * @param {Page} page
 * @param {string} fragment with or without #
 * @returns {Promise<boolean>}
 */
export async function openLink(page, fragment) {
  const plain = cleanLink(fragment);
  const { parse, open } = routeOf(plain, page.store.get().embedded);
  // The glossary lies over what is open; everything else takes its place.
  if (open !== openGlossary) closeGlossary(page);
  return (await open(page, parse(plain), plain)) !== false;
}

/** @param {Page} page @param {string} fragment */
async function openLessonLink(page, fragment) {
  return (await fetchPart(page, 'The lessons', () => import('./lessons.js')))?.openLessonLink(page, fragment) ?? false;
}

/** @param {Page} page @param {import('../address/papers.js').PapersPlace} place */
function openPapersLink(page, { id, seed }) {
  const valid = !Number.isNaN(seed);
  openPapers(page, { id, seed: valid ? seed : FIRST_SEED });
  const rule = `it must be a whole number from 0 to ${MOST_SEED}`;
  if (!valid) notice(page, `Invalid seed in the link: ${rule}. Seed ${FIRST_SEED} is used instead.`, 'warning');
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
    notice(page, `The link cannot be opened: ${error instanceof Error ? error.message : error}`, 'error');
    return false;
  }
  const { scenario, results = [], engine = '', diagnostics = [] } = decoded;
  const link = { results, engine, fragment: plain, example: '' };
  if (decoded.example) {
    const good = await openExample(page, decoded.example, decoded.overrides ?? {}, link);
    tell(page, diagnostics);
    return good;
  }
  if (!scenario) {
    const [first] = diagnostics;
    notice(page, first ? sentenceCase(`${first.message}. ${first.hint ?? ''}`.trim()) : 'The link contains no scenario.', 'error');
    return false;
  }
  const good = await setScenario(page, scenario, { fresh: true, link });
  tell(page, good ? diagnostics : [...diagnostics, ...damaged(scenario), ...(await newer(page, engine))]);
  return good;
}

/**
 * What a link whose text is no JSON may suffer from: drafts are shared, too, but most such links lost letters on their way.
 * @param {string|object} scenario
 * @returns {Diagnostic[]}
 */
function damaged(scenario) {
  try {
    if (typeof scenario === 'string') JSON.parse(scenario);
    return [];
  } catch {
    return [
      {
        severity: 'warning',
        message: 'the link may be incomplete, or it was made from an unfinished draft',
        hint: 'Copy the whole link again, or ask its sender for a new one.',
      },
    ];
  }
}

/**
 * Adds to what is told of the scenario.
 * @param {Page} page
 * @param {Diagnostic[]} more
 */
function tell(page, more) {
  if (more.length > 0) page.store.set({ diagnostics: [...page.store.get().diagnostics, ...more] });
}

/**
 * What a link of another engine may be refused for.
 * @param {Page} page
 * @param {string} engine
 * @returns {Promise<Diagnostic[]>}
 */
async function newer(page, engine) {
  const { engine: here } = await page.services.catalog().catch(() => ({ engine: '' }));
  if (engine === '' || here === '' || engine === here) return [];
  return [
    {
      severity: 'warning',
      message: `the link was made with engine ${engine}, this page has ${here}, which may not know everything that the link names`,
      hint: 'Reload the page to get the latest version of Ganttlet.',
    },
  ];
}

/**
 * Opens a scenario of the gallery.
 * @param {Page} page
 * @param {string} id
 * @param {Record<string, string>} [overrides] the part of a link that people write by hand: `seed=7&load=0.8`
 * @param {OpenedLink} [link] the one that asks for it
 * @param {boolean} [stays] whether what is open beside the charts stays
 * @returns {Promise<boolean>}
 */
export async function openExample(page, id, overrides = {}, link = { ...NO_LINK, fragment: `ex=${id}` }, stays = false) {
  if (!/^[a-z0-9-]+$/u.test(id)) return noExample(page, id);
  const goOn = pauseRuns(page);
  try {
    return await openKnown(page, id, overrides, link, stays);
  } finally {
    goOn();
  }
}

/** @type {(page: Page, id: string, overrides: Record<string, string>, link: OpenedLink, stays: boolean) => Promise<boolean>} opens one whose name is one */
async function openKnown(page, id, overrides, link, stays) {
  let scenario;
  try {
    const response = await fetch(new URL(`gallery/${id}.json`, document.baseURI));
    if (response.status === 404) return noExample(page, id);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    scenario = await response.text();
    // Some hosts answer what they do not have with their start page.
    if (!scenario.trimStart().startsWith('{')) return noExample(page, id);
  } catch (error) {
    notice(page, `The example ${id} could not be opened: ${error instanceof Error ? error.message : error}.`, 'error');
    return false;
  }
  /** @type {Diagnostic[]} */
  let told = [];
  const changed = Object.keys(overrides).length > 0;
  if (changed) {
    try {
      ({ text: scenario, diagnostics: told } = await page.services.apply_overrides(scenario, overrides));
    } catch (error) {
      notice(page, `The changes in the link cannot be applied: ${error instanceof Error ? error.message : error}`, 'error');
    }
  }
  const good = await setScenario(page, scenario, {
    fresh: true,
    stays,
    edited: changed && overrides.name === undefined,
    link: { ...link, example: changed ? '' : id },
  });
  tell(page, told);
  // Notes stand nowhere over the charts: that a name set several places is said once, and goes.
  const notes = told.filter(({ severity }) => severity === 'note').map(({ place, message }) => `${place}: ${message}`);
  if (notes.length > 0) notice(page, notes.join('; '));
  return good;
}

/**
 * Says that there is no such example, and which there are.
 * @param {Page} page
 * @param {string} id
 * @returns {Promise<false>}
 */
async function noExample(page, id) {
  const list = await galleryList().then(
    ({ examples }) => examples,
    () => [],
  );
  const there = list.length > 0 ? ` Available: ${list.map((entry) => entry.id).join(', ')}.` : '';
  notice(page, `Unknown example "${id.replace(/^(.{40}).+$/su, '$1…')}".${there}`, 'error');
  return false;
}

/**
 * A link to what is on screen. It carries the results once all runs are done, so that who opens it can compare.
 * @param {Page} page
 * @returns {Promise<{fragment: string, url: string, length: number, complete: boolean, files: {name: string, sha256: string, url: string|null}[], example: string}>} example: its id while it is on screen unchanged
 */
export async function shareLink(page) {
  const { scenario, canonical, variants, title, link } = page.store.get();
  if (!scenario) throw new Error('There is no scenario to share yet.');
  const complete = variants.every(({ digest }) => digest !== null);
  const results = complete ? variants.map(({ digest }) => /** @type {Digest} */ (digest)) : [];
  const fragment = await page.services.encode_link(
    title === (scenario.name ?? '') ? canonical : JSON.stringify({ ...scenario, name: undefined }),
    results,
  );
  const url = pageAddress(location, fragment);
  const files = filesOf(scenario).map(({ name, sha256, url }) => ({ name, sha256, url: url ?? null }));
  return { fragment, url, length: url.length, complete, files, example: canonical === link.canonical ? link.example : '' };
}

/**
 * Goes where the address bar has gone: by a link, by hand, or back and forth through what was seen before.
 * @param {Page} page
 * @param {string} fragment
 * @returns {Promise<boolean>}
 */
export async function followAddress(page, fragment) {
  page.address.known = fragment;
  const { beside, study, scenario } = page.store.get();
  if (beside === 'study' && fragment === `#${study.fragment}`) return true;
  // Back to the charts: they are as they were left.
  const place = placeBeside(page.store.get());
  if (!place || routeOf(fragment).address || !scenario || fragment !== page.address.written) return openLink(page, fragment);
  showCharts(page);
  closeGlossary(page);
  return true;
}

/**
 * The fragment that leads to the scenario on screen; empty if it would be too long. A link's own scenario keeps the
 * link as it was opened: what this browser got must not take the place of what the link promised.
 * @param {Page} page
 * @returns {Promise<string>}
 */
export async function addressFragment(page) {
  const { scenario, canonical, lesson, link } = page.store.get();
  if (!scenario) return '';
  // A lesson of the reader's own has no address; its scenario has.
  if (lesson?.canonical === canonical && lesson.id !== '') return `lesson=${lesson.id}${lesson.step > 0 ? `&step=${lesson.step + 1}` : ''}`;
  if (link.fragment !== '' && link.canonical === canonical) return link.fragment;
  // Deflate makes text four to eight times shorter at best: longer than this cannot end short enough.
  return canonical.length < 8 * LONGEST_FRAGMENT ? (await shareLink(page)).fragment : '';
}

/**
 * The fragment of what is open beside or over the charts, with #; empty for the charts.
 * @param {State} state
 */
export function placeBeside(state) {
  return ROUTES.map(({ address }) => address?.(state)).find(Boolean) || '';
}

/** Writes the address bar from the state. */
export async function writeAddress(/** @type {Page} */ page) {
  const { scenario, embedded } = page.store.get();
  if (embedded) return;
  const place = placeBeside(page.store.get());
  if (place) return put(page, place);
  if (!scenario) return;
  const fragment = await addressFragment(page);
  if (page.store.get().scenario !== scenario || page.store.get().beside) return;
  // What was opened from the address bar may stay there whatever its length.
  page.address.written = fragment !== '' && (fragment.length <= LONGEST_FRAGMENT || location.hash === `#${fragment}`) ? `#${fragment}` : '';
  put(page, page.address.written);
}

/** @param {Page} page @param {string} hash */
function put({ address }, hash) {
  // An unknown hash is where the reader is going: it is followed, not overwritten.
  if (location.hash === hash || location.hash !== address.known) return;
  // The browser's way back leads from the papers and studies to the charts; an edit only changes the address.
  const [from, to] = [routeOf(location.hash), routeOf(hash)];
  const way = from !== to && (from.ownEntry || to.ownEntry) ? 'pushState' : 'replaceState';
  try {
    history[way](null, '', `${location.pathname}${location.search}${hash}`);
    address.known = location.hash;
  } catch {
    // Sandboxed frames may not touch their history; the page works without.
  }
}
