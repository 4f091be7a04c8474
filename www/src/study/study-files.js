/** @file The files named by the scenarios of a study: by its base, and by the replacements in variants and parts. */

import { gatherFiles } from '../commands/scenario.js';
import { isObject } from '../scenario/json-values.js';

/** @import { Page } from '../commands/page.js' */
/** @import { SourceFile } from '../services/file-work.js' */
/** @import { StudyBlock, StudyDocument } from '../scenario/new-study.js' */
/** @import { Diagnostic } from '../types.js' */

/**
 * The trees of a study in which files can be named, each with its path.
 * @param {StudyDocument} doc
 * @returns {{place: string, tree: any}[]}
 */
export function scenarioTrees({ base, axes, parts = [] }) {
  const changes = (/** @type {StudyBlock['axes']} */ list = [], /** @type {string} */ place) =>
    list.flatMap(({ variants = [] }, at) =>
      variants.map(({ change }, variant) => ({ place: `${place}/axes/${at}/variants/${variant}/change`, tree: change })),
    );
  const all = [
    { place: '/base', tree: base },
    ...changes(axes, ''),
    ...parts.flatMap((part, at) => [{ place: `/parts/${at}/change`, tree: part.change }, ...changes(part.axes, `/parts/${at}`)]),
  ];
  return all.filter(({ tree }) => tree !== null && typeof tree === 'object');
}

/**
 * The files that a study needs, each once, and the missing ones.
 * @param {Page} page
 * @param {StudyDocument} doc
 * @returns {Promise<{files: SourceFile[], missing: Diagnostic[], awaited: {name: string, sha256: string}[]}>} awaited: what is missing
 */
export async function studyFiles(page, doc) {
  /** @type {Map<string, SourceFile>} */
  const files = new Map();
  /** @type {Diagnostic[]} */
  const missing = [];
  /** @type {Map<string, {name: string, sha256: string}>} */
  const named = new Map();
  for (const { place, tree } of scenarioTrees(doc)) {
    const lists = ['workload', 'background'].flatMap((list) =>
      Array.isArray(tree[list]) ? [[list, tree[list].map((part) => (namesFile(part) ? part : {}))]] : [],
    );
    const found = await gatherFiles(page, Object.fromEntries(lists));
    for (const [, list] of lists) for (const { file } of list) if (file) named.set(file.sha256, file);
    for (const file of found.files) files.set(file.sha256, file);
    missing.push(...found.missing.map((one) => ({ ...one, place: `${place}${one.place}` })));
  }
  return { files: [...files.values()], missing, awaited: [...named.values()].filter(({ sha256 }) => !files.has(sha256)) };
}

/**
 * Whether a part of the work names a file. The engine reports other errors in it when it runs. @param {unknown} part
 */
function namesFile(part) {
  return isObject(part) && isObject(part.file) && typeof part.file.sha256 === 'string' && typeof part.file.name === 'string';
}
