/**
 * @file Drafts, files and the runs of studies in the browser's database. It is unavailable in private windows and has
 * quotas, so every failure is tolerated.
 */

import { delMany, get, getMany, keys, createStore as openDatabase, set, setMany } from 'idb-keyval';

/** Longer drafts are not stored, since writing them on each edit would make typing slow; characters. */
const LONGEST_DRAFT = 500_000;
/** Maximum number of stored studies; the least recently used is deleted first. */
const MOST_STUDIES = 12;
/** Maximum size of all stored files, bytes; the least recently used is deleted first. */
const MOST_BYTES = 500 * 1024 * 1024;
/** Maximum time for an answer of the database, ms; in damaged profiles some never answer. */
const PATIENCE_MS = 1000;

/**
 * A stored file without its content, because files are large and queries of their ages must not read them.
 * @typedef {object} StoredFile
 * @property {string} sha256
 * @property {string} name
 * @property {number} size bytes
 * @property {number} at last use, ms since 1970
 */

/**
 * Opens the database, which all pages share.
 * @param {() => void} onFileChange called after each change of the stored files
 */
export function createDatabase(onFileChange) {
  /** @type {ReturnType<typeof openDatabase>|undefined} */
  let database;
  /** @type {Promise<boolean>|undefined} */
  let answered;
  /** Sequence of the changes of stored files. @type {Promise<unknown>} */
  let turn = Promise.resolve();

  /** @returns {ReturnType<typeof openDatabase>} */
  function openOnce() {
    database ??= openDatabase('ganttlet', 'kept');
    return database;
  }

  /** Whether the database answers within `PATIENCE_MS`. */
  function databaseAnswers() {
    answered ??= new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), PATIENCE_MS);
      get('any', openOnce()).then(
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
   * Runs an operation on the database; undefined if it fails.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T|undefined>}
   */
  async function tryStorage(work) {
    try {
      return (await databaseAnswers()) ? await work() : undefined;
    } catch {
      return undefined;
    }
  }

  /** Runs a change of the stored files after the previous ones, then reports it. @param {() => Promise<void>} work */
  function queueFileChange(work) {
    turn = turn.then(() => tryStorage(work)).then(onFileChange);
    return turn;
  }

  /** Stores the scenario being edited. @param {string} text */
  function storeDraft(text) {
    if (text.length > LONGEST_DRAFT) return Promise.resolve(undefined);
    return tryStorage(() => set('draft', text, openOnce()));
  }

  /** The scenario edited on the last visit. @returns {Promise<string|undefined>} */
  function loadDraft() {
    return tryStorage(async () => {
      const text = await get('draft', openOnce());
      return typeof text === 'string' ? text : undefined;
    });
  }

  /**
   * Stores a dropped file for the next visit.
   * @param {string} sha256
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  function storeFile(sha256, name, bytes) {
    return queueFileChange(async () => {
      const others = (await readFileList()).filter((kept) => kept.sha256 !== sha256);
      let sum = others.reduce((sum, { size }) => sum + size, bytes.length);
      for (const { sha256: oldest, size } of others) {
        if (sum <= MOST_BYTES) break;
        await deleteEntries([oldest]);
        sum -= size;
      }
      await setMany(
        [
          [`file:${sha256}`, { name, bytes }],
          [`about:${sha256}`, { name, size: bytes.length, at: Date.now() }],
        ],
        openOnce(),
      );
    });
  }

  /**
   * A stored file.
   * @param {string} sha256
   * @returns {Promise<{name: string, bytes: Uint8Array}|undefined>}
   */
  function loadFile(sha256) {
    return tryStorage(async () => {
      const kept = await get(`file:${sha256}`, openOnce());
      if (!(kept?.bytes instanceof Uint8Array) || typeof kept.name !== 'string') return undefined;
      await set(`about:${sha256}`, { name: kept.name, size: kept.bytes.length, at: Date.now() }, openOnce());
      return kept;
    });
  }

  /** The stored files, the least recently used first. @returns {Promise<StoredFile[]>} */
  async function listFiles() {
    return (await tryStorage(readFileList)) ?? [];
  }

  /** Deletes stored files; runs that use them continue. @param {string[]} hashes their SHA-256 */
  function deleteFiles(hashes) {
    return queueFileChange(() => deleteEntries(hashes));
  }

  /** Returns name, size and time of each stored file. @returns {Promise<StoredFile[]>} */
  async function readFileList() {
    const all = (await keys(openOnce())).filter((key) => typeof key === 'string');
    const known = all.filter((key) => key.startsWith('about:'));
    // Files without metadata are read once, one after the other, because they may be large.
    for (const key of all.filter((key) => key.startsWith('file:') && !known.includes(key.replace('file:', 'about:')))) {
      const kept = await get(key, openOnce());
      const about = key.replace('file:', 'about:');
      await set(about, { name: String(kept?.name), size: Number(kept?.bytes?.length ?? 0), at: Number(kept?.at ?? 0) }, openOnce());
      known.push(about);
    }
    const about = await getMany(known, openOnce());
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
  function deleteEntries(hashes) {
    return delMany(
      hashes.flatMap((sha256) => [`file:${sha256}`, `about:${sha256}`]),
      openOnce(),
    );
  }

  /**
   * Stores the outcomes of a study, so that it continues after a reload.
   * @param {string} digest of the study
   * @param {(Float64Array|undefined)[]} outcomes
   */
  function storeStudyRuns(digest, outcomes) {
    return tryStorage(async () => {
      await set(`study:${digest}`, { at: Date.now(), outcomes }, openOnce());
      const others = (await keys(openOnce())).filter((key) => typeof key === 'string' && key.startsWith('study:'));
      if (others.length <= MOST_STUDIES) return;
      const ages = (await getMany(others, openOnce())).map((kept, place) => ({ key: others[place] ?? '', at: Number(kept?.at ?? 0) }));
      await delMany(
        ages
          .sort((a, b) => b.at - a.at)
          .slice(MOST_STUDIES)
          .map(({ key }) => key),
        openOnce(),
      );
    });
  }

  /**
   * The stored outcomes of a study.
   * @param {string} digest of the study
   * @returns {Promise<(Float64Array|undefined)[]|undefined>}
   */
  function loadStudyRuns(digest) {
    return tryStorage(async () => {
      const outcomes = (await get(`study:${digest}`, openOnce()))?.outcomes;
      return Array.isArray(outcomes) ? outcomes : undefined;
    });
  }

  return {
    storeStudyRuns,
    loadStudyRuns,
    storeDraft,
    loadDraft,
    storeFile,
    loadFile,
    listFiles,
    deleteFiles,
  };
}
