/**
 * @file The only door to the browser's storage. Sandboxed frames and private windows refuse it, quotas end: every
 * failure is tolerated, a page without storage works the same but forgets.
 */

import { delMany, get, getMany, keys, createStore as openDatabase, set, setMany } from 'idb-keyval';

/** Drafts longer than this are not kept: writing them on each edit would make typing slow. */
const LONGEST_DRAFT = 500_000;
/** So many studies are kept; the one worked at longest ago goes first. */
const MOST_STUDIES = 12;
/** Bytes of files kept for the next visit; the one used longest ago goes first. */
const MOST_BYTES = 500 * 1024 * 1024;
/** A database that has not answered by then is taken for none: damaged profiles have some that never do, ms. */
const PATIENCE_MS = 1000;

/**
 * A file that is kept, without what is in it: files are large, and whoever asks for their ages must not read them.
 * @typedef {object} KeptFile
 * @property {string} sha256
 * @property {string} name
 * @property {number} size bytes
 * @property {number} at when it was last used, ms since 1970
 */

/** Opens the storage; pages that each open it share what is kept. */
export function createStorage() {
  /** @type {ReturnType<typeof openDatabase>|undefined} */
  let database;
  /** @type {Promise<boolean>|undefined} */
  let answered;
  /** The changes of kept files happen one after the other. @type {Promise<unknown>} */
  let turn = Promise.resolve();
  /** @type {Set<() => void>} */
  const watchers = new Set();

  /** @returns {ReturnType<typeof openDatabase>} */
  function open() {
    database ??= openDatabase('ganttlet', 'kept');
    return database;
  }

  /** Whether the database answers at all. */
  function answers() {
    answered ??= new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), PATIENCE_MS);
      get('any', open()).then(
        () => {
          clearTimeout(late);
          answered = Promise.resolve(true);
          resolve(true);
        },
        () => resolve(false),
      );
    });
    return answered;
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T|undefined>}
   */
  async function tolerate(work) {
    try {
      return (await answers()) ? await work() : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * The same for what changes the kept files.
   * @param {() => Promise<void>} work
   */
  function change(work) {
    turn = turn.then(() => tolerate(work)).then(() => watchers.forEach((watcher) => watcher()));
    return turn;
  }

  /**
   * Keeps the scenario being edited.
   * @param {string} text
   */
  function keepDraft(text) {
    if (text.length > LONGEST_DRAFT) return Promise.resolve(undefined);
    return tolerate(() => set('draft', text, open()));
  }

  /**
   * The scenario edited last time.
   * @returns {Promise<string|undefined>}
   */
  function keptDraft() {
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
  function keepFile(sha256, name, bytes) {
    return change(async () => {
      const others = (await listed()).filter((kept) => kept.sha256 !== sha256);
      let sum = others.reduce((sum, { size }) => sum + size, bytes.length);
      for (const { sha256: oldest, size } of others) {
        if (sum <= MOST_BYTES) break;
        await remove([oldest]);
        sum -= size;
      }
      await setMany(
        [
          [`file:${sha256}`, { name, bytes }],
          [`about:${sha256}`, { name, size: bytes.length, at: Date.now() }],
        ],
        open(),
      );
    });
  }

  /**
   * A file kept earlier.
   * @param {string} sha256
   * @returns {Promise<{name: string, bytes: Uint8Array}|undefined>}
   */
  function keptFile(sha256) {
    return tolerate(async () => {
      const kept = await get(`file:${sha256}`, open());
      if (!(kept?.bytes instanceof Uint8Array) || typeof kept.name !== 'string') return undefined;
      await set(`about:${sha256}`, { name: kept.name, size: kept.bytes.length, at: Date.now() }, open());
      return kept;
    });
  }

  /**
   * The files that are kept, the one used longest ago first.
   * @returns {Promise<KeptFile[]>}
   */
  async function keptFiles() {
    return (await tolerate(listed)) ?? [];
  }

  /**
   * Deletes kept files; what is on screen runs on.
   * @param {string[]} hashes their SHA-256
   */
  function forgetFiles(hashes) {
    return change(() => remove(hashes));
  }

  /**
   * Calls `watcher` after each change of the kept files; returns the function that ends it.
   * @param {() => void} watcher
   * @returns {() => void}
   */
  function watchKept(watcher) {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }

  /** @returns {Promise<KeptFile[]>} */
  async function listed() {
    const all = (await keys(open())).filter((key) => typeof key === 'string');
    const known = all.filter((key) => key.startsWith('about:'));
    // Files of which only the content is there are looked into once, one after the other, as they may be large.
    for (const key of all.filter((key) => key.startsWith('file:') && !known.includes(key.replace('file:', 'about:')))) {
      const kept = await get(key, open());
      const about = key.replace('file:', 'about:');
      await set(about, { name: String(kept?.name), size: Number(kept?.bytes?.length ?? 0), at: Number(kept?.at ?? 0) }, open());
      known.push(about);
    }
    const about = await getMany(known, open());
    return known
      .map((key, place) => ({
        sha256: key.slice('about:'.length),
        name: String(about[place]?.name),
        size: Number(about[place]?.size),
        at: Number(about[place]?.at),
      }))
      .sort((a, b) => a.at - b.at);
  }

  /** @param {string[]} hashes */
  function remove(hashes) {
    return delMany(
      hashes.flatMap((sha256) => [`file:${sha256}`, `about:${sha256}`]),
      open(),
    );
  }

  /**
   * Keeps what the runs of a study gave, so that a reload goes on where they were.
   * @param {string} digest of the study
   * @param {(Float64Array|undefined)[]} outcomes
   */
  function keepStudy(digest, outcomes) {
    return tolerate(async () => {
      await set(`study:${digest}`, { at: Date.now(), outcomes }, open());
      const others = (await keys(open())).filter((key) => typeof key === 'string' && key.startsWith('study:'));
      if (others.length <= MOST_STUDIES) return;
      const ages = (await getMany(others, open())).map((kept, place) => ({ key: others[place] ?? '', at: Number(kept?.at ?? 0) }));
      await delMany(
        ages
          .sort((a, b) => b.at - a.at)
          .slice(MOST_STUDIES)
          .map(({ key }) => key),
        open(),
      );
    });
  }

  /**
   * What the runs of a study gave earlier.
   * @param {string} digest of the study
   * @returns {Promise<(Float64Array|undefined)[]|undefined>}
   */
  function keptStudy(digest) {
    return tolerate(async () => {
      const outcomes = (await get(`study:${digest}`, open()))?.outcomes;
      return Array.isArray(outcomes) ? outcomes : undefined;
    });
  }

  return { keepStudy, keptStudy, keepDraft, keptDraft, keepFile, keptFile, keptFiles, forgetFiles, watchKept };
}

/** @typedef {ReturnType<typeof createStorage>} Storage */

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
