/** @file The scenario: checked by the engine, stored if valid, run again after each change. */

import { startFailureText } from '../engine/engine-errors.js';
import { withValue } from '../scenario/json-pointer.js';
import { NO_LINK } from '../state/store.js';
import { UNTITLED } from '../text/scenario-title.js';
import { showNotice } from './notices.js';
import { loadPart } from './part-loading.js';
import { pause, play, rewind } from './player.js';
import { dropRuns, pauseRuns, startRuns } from './runs.js';
import { reopenStudy } from './study.js';

/** @import { Page } from './page.js' */
/** @import { FileReport } from '../engine/types.js' */
/** @import { SourceFile } from '../services/file-work.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */
/** @import { Diagnostic, OpenLesson, OpenedLink } from '../types.js' */

/** Maximum number of undo steps. */
const MOST_UNDO = 100;

/** The initial undo history of a page. */
export const createHistoryState = () => ({
  /** Number of scenarios checked so far: answers to older ones are ignored. */
  attempt: 0,
  /** @type {ScenarioDocument[]} */
  undone: [],
  /** @type {ScenarioDocument[]} */
  done: [],
  /** The name and text with which each of them was opened. @type {WeakMap<ScenarioDocument, import('../types.js').State['authored']>} */
  authored: new WeakMap(),
});

/**
 * Checks a scenario and, if it is valid, runs it. With an invalid one the last valid scenario keeps running, and `diagnostics` lists the
 * errors.
 * @param {Page} page
 * @param {string|object} scenario text or object
 * @param {{fresh?: boolean, edited?: boolean, patched?: boolean, step?: boolean, authored?: import('../types.js').State['authored'], link?: OpenedLink, hold?: boolean, stays?: boolean, ran?: boolean, lesson?: Omit<OpenLesson, 'canonical'>|null}} [how]
 *   fresh: opened, not edited; edited: changed before it was opened, by its link or in a draft, so that its name may
 *   not fit; patched: one field of the edited text was changed; step: false for undo itself; authored: its opened
 *   form, for undo; link: its link; hold: the playhead waits at the start; stays: studies or papers that are shown
 *   instead of the charts stay; ran: the complete runs on screen are its runs; lesson: the lesson of which it is a step
 * @returns {Promise<boolean>} whether it is valid
 */
export async function setScenario(page, scenario, how = {}) {
  const goOn = how.fresh ? pauseRuns(page) : () => undefined;
  try {
    return await applyScenario(page, scenario, how);
  } finally {
    goOn();
  }
}

/** Checks a scenario, shows its errors, and runs the changed variants. @type {typeof setScenario} */
async function applyScenario(
  page,
  scenario,
  {
    fresh = false,
    edited = false,
    patched = false,
    step = true,
    authored: opened,
    link = fresh ? NO_LINK : undefined,
    hold = false,
    stays = false,
    ran = false,
    lesson = null,
  } = {},
) {
  page.history.attempt += 1;
  const mine = page.history.attempt;
  const typed = typeof scenario === 'string';
  const text = typed ? scenario : JSON.stringify(scenario, null, 2);
  const before = page.store.get();
  if (!typed) keepBrokenText(page, before);
  // Until the engine has checked a text, forms show it only after a change of one field of a valid form.
  page.store.set({ text, shaped: patched && before.shaped });
  let checked;
  try {
    checked = await page.services.check(text);
  } catch (error) {
    if (mine === page.history.attempt) page.store.set({ failure: startFailureText(error) });
    return false;
  }
  if (mine !== page.history.attempt) return false;
  if (!checked.scenario || checked.diagnostics.some(({ severity }) => severity === 'error')) {
    page.store.set({ diagnostics: checked.diagnostics, shaped: checked.shaped });
    return false;
  }
  const read = /** @type {ScenarioDocument} */ (checked.scenario);
  const { files, missing } = await gatherFiles(page, read);
  if (mine !== page.history.attempt) return false;
  const canonical = JSON.stringify(read);
  // The default name of the engine; the names of the variants are more informative.
  const name = read.name === UNTITLED ? '' : (read.name ?? '');
  const authored = fresh ? { canonical: edited ? '' : canonical, name } : (opened ?? before.authored);
  // The name of the opened scenario may not fit the edited one.
  const title = canonical === authored.canonical || name !== authored.name ? name : '';
  if (step && before.scenario && before.canonical !== canonical) {
    page.history.done = [...page.history.done, before.scenario].slice(-MOST_UNDO);
    page.history.undone = [];
  }
  page.history.authored.set(read, authored);
  page.store.set({
    // A text in one line was written by a program, and is formatted.
    text: typed && (!fresh || text.trim().includes('\n')) ? text : checked.text,
    shaped: true,
    scenario: read,
    canonical,
    platform: checked.platform,
    work: checked.work,
    diagnostics: [...checked.diagnostics, ...missing],
    failure: '',
    title,
    authored,
    ...(fresh
      ? {
          openedLog: '',
          selected: -1,
          hovered: -1,
          followed: -1,
          region: null,
          choosing: false,
          query: '',
          hits: { subjects: new Uint32Array(0), at: -1, error: '' },
          playhead_s: 0,
          speed: 0,
          choices: {},
          foldedPanes: [],
          colour: before.opening?.colour === before.colour ? before.opening.before : before.colour,
          opening: null,
          lesson: lesson && { ...lesson, canonical },
        }
      : {}),
    ...(fresh && !stays ? { beside: '' } : {}),
    // Edits keep the link: undoing them restores its results.
    link: { ...(link ? { ...link, canonical } : before.link), verdicts: [] },
    unopened: '',
    // Replications of another scenario are dropped.
    replicated: before.replicated?.canonical === canonical ? before.replicated : null,
    spread: before.canonical === canonical ? before.spread : null,
    view: fresh ? { ...before.view, fitted: true } : before.view,
  });
  if (!before.embedded && !fresh)
    void page.storage.storeDraft(title === name ? text : JSON.stringify({ ...checked.scenario, name: undefined }, null, 2));
  if (missing.length > 0) {
    // The previous charts could be mistaken for those of the opened scenario.
    if (fresh) dropRuns(page);
    return false;
  }
  if (hold) pause(page);
  if (fresh) rewind(page);
  const other = canonical !== before.canonical && (authored !== before.authored || workOrigin(read) !== workOrigin(before.scenario));
  startRuns(page, canonical, checked.variants, files, { ran, other });
  if (fresh && !hold) play(page);
  return true;
}

/**
 * Offers to restore a typed text that is not a JSON object, because an edit replaces it.
 * @param {Page} page
 * @param {import('../types.js').State} state before the edit
 */
function keepBrokenText(page, { text, diagnostics }) {
  if (text.trim() === '' || !diagnostics.some(({ severity, file }) => severity === 'error' && !file) || parseDocument(text)) return;
  const restore = { label: 'Restore the text', run: () => void setScenario(page, text) };
  showNotice(page, 'The text in the Scenario panel was not a JSON object, and this change replaced it.', 'warning', restore);
}

/** The files and generators of the work. @param {ScenarioDocument|null} scenario */
const workOrigin = (scenario) => JSON.stringify(scenario?.workload, ['file', 'sha256', 'generator']);

/**
 * Changes one place of the scenario.
 * @param {Page} page
 * @param {string} pointer a JSON pointer; `-` appends to a list
 * @param {any} value undefined removes the place
 * @returns {Promise<boolean>} whether the scenario is still valid
 */
export function patchScenario(page, pointer, value) {
  return setScenario(page, withValue(editedDocument(page), pointer, value), { patched: true });
}

/**
 * Changes several places at once.
 * @param {Page} page
 * @param {[string, any][]} patches
 * @returns {Promise<boolean>} whether the scenario is still valid
 */
export function patchScenarioAll(page, patches) {
  return setScenario(
    page,
    patches.reduce((whole, [pointer, value]) => withValue(whole, pointer, value), editedDocument(page)),
    { patched: true },
  );
}

/**
 * The document that edits start from: the edited text if it is JSON, otherwise the last valid scenario.
 * @param {Page} page
 * @returns {any}
 */
export function editedDocument(page) {
  const { text, scenario } = page.store.get();
  return parseDocument(text) ?? scenario ?? { version: 1 };
}

/** The object in a text; undefined if the text is not a JSON object yet. @param {string} text */
function parseDocument(text) {
  try {
    const typed = JSON.parse(text);
    return typed !== null && typeof typed === 'object' ? typed : undefined;
  } catch {
    return undefined;
  }
}

/** Goes back to the previous scenario. */
export function undo(/** @type {Page} */ page) {
  const [back, now] = [page.history.done.at(-1), page.store.get().scenario];
  if (!back || !now) return;
  page.history.done = page.history.done.slice(0, -1);
  page.history.undone = [...page.history.undone, now];
  void setScenario(page, back, { step: false, authored: page.history.authored.get(back) });
}

/** Goes forward again. */
export function redo(/** @type {Page} */ page) {
  const [forth, now] = [page.history.undone.at(-1), page.store.get().scenario];
  if (!forth || !now) return;
  page.history.undone = page.history.undone.slice(0, -1);
  page.history.done = [...page.history.done, now];
  void setScenario(page, forth, { step: false, authored: page.history.authored.get(forth) });
}

/** Discards the edited text and returns to the last valid scenario. */
export function revert(/** @type {Page} */ page) {
  const { scenario } = page.store.get();
  if (scenario) void setScenario(page, scenario, { step: false });
}

/**
 * The files that a scenario names: known, stored earlier, or of this site. A foreign file is fetched only on request,
 * because a link could track its readers.
 * @param {Page} page
 * @param {ScenarioDocument} scenario
 * @returns {Promise<{files: SourceFile[], missing: Diagnostic[]}>}
 */
export async function gatherFiles(page, scenario) {
  /** @type {SourceFile[]} */
  const files = [];
  /** @type {Diagnostic[]} */
  const missing = [];
  const placed = (/** @type {'workload'|'background'} */ list) =>
    (scenario[list] ?? []).map((part, index) => ({ part, place: `/${list}/${index}/file` }));
  for (const { part, place } of [...placed('workload'), ...placed('background')]) {
    if (!('file' in part)) continue;
    const { name, sha256, url } = part.file;
    const known = page.store.get().files.get(sha256);
    if (known) {
      files.push({ sha256, name, bytes: known.bytes });
      continue;
    }
    const address = typeof url === 'string' ? new URL(url) : undefined;
    const bytes =
      (await page.storage.loadFile(sha256))?.bytes ??
      (address?.origin === location.origin ? await fetchChecked(page, address, sha256).catch(() => undefined) : undefined);
    if (bytes) {
      rememberFile(page, sha256, name, bytes, null);
      files.push({ sha256, name, bytes });
    } else {
      missing.push({
        severity: 'error',
        place,
        message: `The scenario needs the file ${name}, which is missing.`,
        ...(address
          ? {
              hint: `The scenario gives an address of the file on ${address.host}. That server would see your IP address, but nothing of the scenario; the content of the file is checked. Or drop the file on the page.`,
              action: { label: `Fetch it from ${address.host}`, run: () => void fetchMissingFile(page, address, sha256, name) },
            }
          : { hint: 'Drop the file on the page: it is recognised by its content, not by its name.' }),
      });
    }
  }
  return { files, missing };
}

/**
 * Fetches a missing file of the scenario or study on screen, and runs it.
 * @param {Page} page
 * @param {URL} address
 * @param {string} sha256
 * @param {string} name
 */
async function fetchMissingFile(page, address, sha256, name) {
  try {
    const bytes = await fetchChecked(page, address, sha256);
    if (!bytes) return;
    rememberFile(page, sha256, name, bytes, null);
    if (!page.store.get().embedded) void page.storage.storeFile(sha256, name, bytes);
    const { beside, study, text } = page.store.get();
    if (beside === 'study' && study.awaits.some((one) => one.sha256 === sha256)) reopenStudy(page);
    else if (await setScenario(page, text)) play(page);
  } catch (error) {
    showNotice(
      page,
      `${name} could not be fetched from ${address.host}: ${error instanceof Error ? error.message : error}. Download the file another way and drop it here.`,
      'error',
    );
  }
}

/**
 * @param {Page} page
 * @param {URL} address
 * @param {string} sha256
 * @returns {Promise<Uint8Array|undefined>} undefined if cancelled
 */
async function fetchChecked(page, address, sha256) {
  const part = await loadPart(page, 'The downloader for files', () => import('./byte-streams.js'));
  const bytes = await part?.fetchBytes(page, address);
  if (bytes && (await page.services.sha256(bytes)) !== sha256)
    throw new Error('the file at this address is not the one that the scenario names');
  return bytes;
}

/**
 * Adds a file to the known ones.
 * @param {Page} page
 * @param {string} sha256
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {FileReport|null} report
 */
export function rememberFile(page, sha256, name, bytes, report) {
  const files = new Map(page.store.get().files);
  files.set(sha256, {
    name,
    bytes,
    report: report ?? {
      format: null,
      sha256,
      bytes: bytes.length,
      makes: null,
      jobs: 0,
      skipped: 0,
      repaired: 0,
      summary: null,
      processors: null,
      recorded: 0,
      sites: null,
      question: null,
      parameters: null,
      cancelled: 0,
      facts: [],
      diagnostics: [],
    },
  });
  page.store.set({ files });
}
