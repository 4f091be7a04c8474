/** @file Links: read once when the page opens, page.address.written from the state, made for sharing. */

import { cleanLink } from '../address/clean-link.js';
import { termFragment, termOf } from '../address/glossary.js';
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
/** @import { Diagnostic, OpenLesson, OpenedLink } from '../types.js' */

/** Longer fragments are not page.address.written into the address bar: browsers slow down and nobody can use them. */
const LONGEST_FRAGMENT = 32_000;

/**
 * Opens what a link's fragment carries.
 * @param {Page} page
 * @param {string} fragment with or without #
 * @returns {Promise<boolean>}
 */
export async function openLink(page, fragment) {
  const plain = cleanLink(fragment);
  const term = termOf(plain);
  if (term !== undefined && !page.store.get().embedded) {
    openGlossary(page, term);
    return true;
  }
  closeGlossary(page);
  if (plain.startsWith('lesson='))
    return (await fetchPart(page, 'The lessons', () => import('./lessons.js')))?.openLessonLink(page, plain) ?? false;
  const place = page.store.get().embedded ? undefined : placeOf(plain);
  if (place) {
    openPapers(page, Number.isNaN(place.seed) ? { ...place, seed: FIRST_SEED } : place);
    if (Number.isNaN(place.seed))
      notice(
        page,
        `Invalid seed in the link: it must be a whole number from 0 to ${MOST_SEED}. Seed ${FIRST_SEED} is used instead.`,
        'warning',
      );
    return true;
  }
  if (studyOf(plain)) {
    openStudy(page, { fragment: plain });
    return true;
  }
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
 * @param {Record<string, string>} [overrides] the hand-page.address.written part of a link: `seed=7&load=0.8`
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
  notice(page, `Unknown example "${short(id)}".${there}`, 'error');
  return false;
}

/** @param {string} text as much of it as a sentence can hold */
function short(text) {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
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
  const url = `${location.origin}${location.pathname.replace(/embed\.html$/u, '')}#${fragment}`;
  const files = filesOf(scenario).map(({ name, sha256, url }) => ({ name, sha256, url: url ?? null }));
  return { fragment, url, length: url.length, complete, files, example: canonical === link.canonical ? link.example : '' };
}

/** @param {OpenLesson} lesson */
function lessonFragment({ id, step }) {
  return `lesson=${id}${step > 0 ? `&step=${step + 1}` : ''}`;
}

/**
 * Goes where the address bar has gone: by a link, by hand, or back and forth through what was seen before.
 * @param {Page} page
 * @param {string} fragment
 * @returns {Promise<boolean>}
 */
export async function followAddress(page, fragment) {
  const { beside, study, scenario, glossary } = page.store.get();
  if (beside === 'study' && fragment === `#${study.fragment}`) return true;
  // Back to the charts: they are as they were left.
  const here = !beside && glossary === null;
  if (here || placeOf(fragment) || studyOf(fragment) || termOf(fragment) !== undefined || !scenario || fragment !== page.address.written)
    return openLink(page, fragment);
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
  if (lesson?.canonical === canonical && lesson.id !== '') return lessonFragment(lesson);
  if (link.fragment !== '' && link.canonical === canonical) return link.fragment;
  // Deflate makes text four to eight times shorter at best: longer than this cannot end short enough.
  return canonical.length < 8 * LONGEST_FRAGMENT ? (await shareLink(page)).fragment : '';
}

/**
 * Where the page is beside or over the charts, as the address says it; empty for the charts.
 * @param {import('../types.js').State} state
 */
export function placeBeside(state) {
  if (state.glossary !== null) return termFragment(state.glossary);
  if (state.beside === 'papers') return fragmentOf(state.paper);
  return state.beside && `#${state.study.fragment}`;
}

/** Writes the address bar from the state. */
export async function writeAddress(/** @type {Page} */ page) {
  const { scenario, embedded } = page.store.get();
  if (embedded) return;
  const place = placeBeside(page.store.get());
  if (place) return put(place);
  if (!scenario) return;
  const fragment = await addressFragment(page);
  if (page.store.get().scenario !== scenario || page.store.get().beside) return;
  // What was opened from the address bar may stay there whatever its length.
  page.address.written = fragment !== '' && (fragment.length <= LONGEST_FRAGMENT || location.hash === `#${fragment}`) ? `#${fragment}` : '';
  put(page.address.written);
}

/** @param {string} hash */
function put(hash) {
  if (location.hash === hash) return;
  const beside = (/** @type {string} */ at) => (placeOf(at) ? 'papers' : studyOf(at) ? 'study' : '');
  // Between the charts, the papers and studies the browser's way back works; what is edited only changes the address.
  const way = beside(location.hash) === beside(hash) ? 'replaceState' : 'pushState';
  try {
    history[way](null, '', `${location.pathname}${location.search}${hash}`);
  } catch {
    // Sandboxed frames may not touch their history; the page works without.
  }
}
