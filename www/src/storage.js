/**
 * @file The only door to the browser's storage. Sandboxed frames and private windows refuse it, quotas end: every
 * failure is tolerated, a page without storage works the same but forgets.
 */

import { createStore as openDatabase, del, get, keys, set } from 'idb-keyval';

/** Drafts longer than this are not kept: writing them on each edit would make typing slow. */
const LONGEST_DRAFT = 500_000;
/** Files kept for the next visit. */
const MOST_FILES = 8;

/** @type {ReturnType<typeof openDatabase>|undefined} */
let database;

/** @returns {ReturnType<typeof openDatabase>} */
function open() {
  database ??= openDatabase('ganttlet', 'kept');
  return database;
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T|undefined>}
 */
async function tolerate(work) {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/**
 * Keeps the scenario being edited.
 * @param {string} text
 */
export function keepDraft(text) {
  if (text.length > LONGEST_DRAFT) return Promise.resolve(undefined);
  return tolerate(() => set('draft', text, open()));
}

/**
 * The scenario edited last time.
 * @returns {Promise<string|undefined>}
 */
export function keptDraft() {
  return tolerate(async () => {
    const text = await get('draft', open());
    return typeof text === 'string' ? text : undefined;
  });
}

/**
 * Keeps a dropped file, so that a reload finds it again.
 * @param {string} sha256
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export function keepFile(sha256, name, bytes) {
  return tolerate(async () => {
    await set(`file:${sha256}`, { name, bytes, at: Date.now() }, open());
    const names = (await keys(open())).filter((key) => typeof key === 'string' && key.startsWith('file:'));
    if (names.length <= MOST_FILES) return;
    const ages = await Promise.all(names.map(async (name) => ({ name, at: (await get(name, open()))?.at ?? 0 })));
    ages.sort((a, b) => a.at - b.at);
    for (const { name } of ages.slice(0, names.length - MOST_FILES)) await del(name, open());
  });
}

/**
 * A file kept earlier.
 * @param {string} sha256
 * @returns {Promise<{name: string, bytes: Uint8Array}|undefined>}
 */
export function keptFile(sha256) {
  return tolerate(async () => {
    const kept = await get(`file:${sha256}`, open());
    return kept?.bytes instanceof Uint8Array && typeof kept.name === 'string' ? kept : undefined;
  });
}

/**
 * Keeps a small preference.
 * @param {string} name
 * @param {string} value
 */
export function keepChoice(name, value) {
  try {
    localStorage.setItem(`ganttlet.${name}`, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/**
 * @param {string} name
 * @returns {string|null}
 */
export function keptChoice(name) {
  try {
    return localStorage.getItem(`ganttlet.${name}`);
  } catch {
    return null;
  }
}
