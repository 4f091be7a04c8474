/** @file Opens several files at once as one workload. */

import { editedScenario } from '../scenario/edited-scenario.js';
import { mergeWorkloads } from '../scenario/workload-merge.js';
import { formatCount } from '../text/numbers.js';
import { clearFileNotices, documentKind, objectText, openFile, reportFile, storeFile, withFile } from './file-opening.js';
import { showNotice } from './notices.js';
import { patchScenarioAll } from './scenario.js';

/** @import { DocumentKind } from '../engine/types.js' */
/** @import { OpenedFile } from './file-opening.js' */
/** @import { Page } from './page.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */

/** So many files are named, and so many of those that could not be used. */
const NAMED = 3;

/**
 * Opens files one after the other, and reports them in one notice.
 * @param {Page} page
 *
 * @param {readonly File[]} files
 *
 * @param {{keep?: boolean}} [how] keep: beside the work that is there
 *
 * @returns {Promise<boolean>} whether any could be used
 */
export async function addFiles(page, files, { keep = false } = {}) {
  clearFileNotices(page);
  const begins = await Promise.all(files.map(readHead));
  const documents = files.filter((_, at) => begins[at]?.startsWith('{'));
  const taken =
    documents.length > 0 && files.length > 1 ? await openDocumentWithFiles(page, files, documents) : await openWorkFiles(page, files, keep);
  const [first] = taken;
  if (taken.length === 1 && first) reportFile(page, first);
  else if (taken.length > 0) reportBatch(page, taken);
  return taken.some(({ good }) => good);
}

/** The first bytes of a file. @param {File} file */
async function readHead(file) {
  const head = await file
    .slice(0, 64)
    .text()
    .catch(() => '');
  return head.replace(/^\ufeff/u, '').trimStart();
}

/**
 * Opens files that are one workload together.
 * @param {Page} page
 *
 * @param {readonly File[]} files
 *
 * @param {boolean} keep
 */
async function openWorkFiles(page, files, keep) {
  /** @type {OpenedFile[]} */
  const taken = [];
  await mergeWork(
    page,
    files.map((file) => async () => {
      const one = await openFile(page, file);
      taken.push(one);
      return one.good;
    }),
    keep,
  );
  return taken;
}

/**
 * Opens a document with those files that it names; others are ignored, since they would replace its content. Files of results are opened
 * together; of other documents, the first.
 * @param {Page} page
 *
 * @param {readonly File[]} files
 *
 * @param {readonly File[]} documents those among them that may be one
 *
 * @returns {Promise<OpenedFile[]>}
 */
async function openDocumentWithFiles(page, files, documents) {
  /** @type {{file: File, text: string, kind: DocumentKind|null}[]} */
  const read = [];
  /** @type {OpenedFile[]} */
  const unread = [];
  for (const file of documents) {
    const { text, good, ...taken } = await withFile(page, file, async (bytes) => ({
      name: file.name,
      good: true,
      text: objectText(bytes) ?? '',
    }));
    if (good) read.push({ file, text, kind: await documentKind(page, text) });
    else unread.push({ text, good, ...taken });
  }
  const first = read.find(({ kind }) => kind !== null);
  if (!first) return openWorkFiles(page, files, false);
  const opened = first.kind === 'results' ? read.filter(({ kind }) => kind === 'results') : [first];
  // A last line that was cut off counts as none, wherever its file stands.
  const text = opened.length === 1 ? first.text : opened.map((one) => one.text.slice(0, one.text.lastIndexOf('\n') + 1)).join('');
  const name = opened.map(({ file }) => file.name).join(', ');
  /** @type {OpenedFile[]} */
  const others = [];
  for (const file of files) {
    if (documents.includes(file)) continue;
    others.push(
      await withFile(page, file, async (bytes) => {
        const sha256 = await page.services.sha256(bytes);
        const named = text.includes(sha256);
        if (named) storeFile(page, sha256, file.name, bytes, null);
        return { name: file.name, good: named, text: named ? '' : `${file.name} is not named by ${name} and was left out` };
      }),
    );
  }
  const done = await openFile(page, { name, bytes: new TextEncoder().encode(text) });
  const left = read
    .filter((one) => !opened.includes(one))
    .map(({ file }) => ({ name: file.name, good: false, text: `${file.name} was left out, because ${name} is opened` }));
  return [...opened.map(({ file }) => ({ ...done, name: file.name })), ...others, ...left, ...unread];
}

/**
 * Reports several files in one notice: how many could be used, their work, warnings and failures.
 * @param {Page} page
 *
 * @param {readonly OpenedFile[]} taken
 */
function reportBatch(page, taken) {
  const good = taken.filter((one) => one.good);
  const bad = taken.filter((one) => !one.good && one.text !== '');
  const sum =
    good.length > 0
      ? `${good.length} of ${taken.length} files read: ${joinSome(good.map(({ name }) => name))}${amountsText(good)}. The files stay in your browser.`
      : `None of ${taken.length} files could be used.`;
  const warned = good.filter(({ read }) => (read?.warnings ?? 0) > 0).map(({ name }) => name);
  const warnings = warned.length > 0 ? [`Warnings about ${joinSome(warned)} are listed under Workload.`] : [];
  const wrong = bad.slice(0, NAMED).map(({ name, text }) => `${text.startsWith(name) ? '' : `${name}: `}${text.replace(/\.?$/u, '.')}`);
  const more = bad.length > NAMED ? [`${bad.length - NAMED} more could not be used.`] : [];
  showNotice(page, [sum, ...warnings, ...wrong, ...more].join(' '), bad.length === 0 ? 'good' : good.length > 0 ? 'warning' : 'error');
}

/** The work in all files: ` (24 jobs)`, ` (24 jobs, 3 machine absences)`; empty if there is none. @param {readonly OpenedFile[]} taken */
function amountsText(taken) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { read } of taken) if (read) counts.set(read.things, (counts.get(read.things) ?? 0) + read.count);
  const words = [...counts].map(([things, count]) => formatCount(count, things));
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** @param {readonly string[]} names */
function joinSome(names) {
  return names.length > NAMED + 1 ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ');
}

/**
 * Runs actions that bring work, one after the other; each keeps the work of those before.
 * @param {Page} page
 *
 * @param {readonly (() => Promise<boolean>)[]} actions
 *
 * @param {boolean} keep beside the work that is there as well
 *
 * @returns {Promise<boolean>} whether any brought something
 */
export async function mergeWork(page, actions, keep) {
  let used = false;
  for (const action of actions) {
    const before = { scenario: editedScenario(page.store.get()), nodes: countNodes(page) };
    if (!(await action())) continue;
    if (keep || used) await mergeWithPrevious(page, before);
    used = true;
  }
  return used;
}

/** The number of nodes of the platform. */
function countNodes(/** @type {Page} */ page) {
  return (page.store.get().platform?.clusters ?? []).reduce((sum, cluster) => sum + cluster.nodes, 0);
}

/**
 * Merges new work with the previous one, on the larger of both platforms, so that all jobs fit.
 * @param {Page} page
 *
 * @param {{ scenario: ScenarioDocument | null, nodes: number }} before
 */
async function mergeWithPrevious(page, { scenario, nodes: nodesBefore }) {
  const { catalog, work } = page.store.get();
  const after = editedScenario(page.store.get())?.workload ?? [];
  // A scenario that was opened is taken as it is.
  if (!work || after.length !== 1 || !after.every((part) => 'file' in part)) return;
  const merged = mergeWorkloads(catalog, scenario?.workload ?? [], after, work.id);
  if (!merged) return;
  /** @type {[string, unknown][]} */
  const patches = [['/workload', merged]];
  if (scenario && nodesBefore > countNodes(page)) patches.push(['/platform', scenario.platform]);
  await patchScenarioAll(page, patches);
}
