/** @file Opens several files at once, as one scenario. */

import { backgroundKinds, familyEntries, findEntry, workKind } from '../scenario/catalog-choices.js';
import { editedScenario } from '../scenario/edited-scenario.js';
import { fileReferences } from '../scenario/file-references.js';
import { formatCount } from '../text/numbers.js';
import { clearFileNotices, inspectContent, openContent, openFile, reportFile, showOpenedLog, storeFile } from './file-opening.js';
import { documentKind, objectText, withFile } from './file-reading.js';
import { showNotice } from './notices.js';
import { setScenario } from './scenario.js';

/** @import { DocumentKind, FileReport } from '../engine/types.js' */
/** @import { InspectedContent, InspectedFile, OpenedFile } from './file-opening.js' */
/** @import { Page } from './page.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */

/** Maximum numbers of named files and of named unusable files. */
const NAMED = 3;
/** Number of first bytes that distinguish archives from documents. */
const HEAD = 512;

/**
 * Opens files together, including those in archives, and reports them in one notice. One undo removes all of them.
 * @param {Page} page
 * @param {readonly InspectedFile[]} files
 * @param {{keep?: boolean}} [how] keep: in addition to the present work
 * @returns {Promise<boolean>} whether any could be used
 */
export async function addFiles(page, files, { keep = false } = {}) {
  clearFileNotices(page);
  const { scenario } = page.store.get();
  const { done } = page.history;
  /** @type {OpenedFile[]} */
  const refused = [];
  const all = (await Promise.all(files.map((file) => openArchive(page, file, refused)))).flat();
  const begins = await Promise.all(all.map(async (file) => (await readHead(file)).text));
  const documents = all.filter((_, at) => begins[at]?.startsWith('{'));
  const opened =
    documents.length > 0 && all.length > 1 ? await openDocumentWithFiles(page, all, documents) : await openWorkFiles(page, all, keep);
  const taken = [...opened, ...refused];
  // Each file adds an undo step; they are combined to one.
  if (scenario && page.history.done.length > done.length + 1) page.history.done = [...done, scenario];
  const [first] = taken;
  if (taken.length === 1 && first) reportFile(page, first);
  else if (taken.length > 0) reportBatch(page, taken);
  return taken.some(({ good }) => good);
}

/**
 * The first bytes of a file, and as text without white space in front. Folders have none.
 * @param {InspectedFile} file
 */
async function readHead(file) {
  const bytes =
    file instanceof Blob
      ? await file
          .slice(0, HEAD)
          .arrayBuffer()
          .then(
            (buffer) => new Uint8Array(buffer),
            () => new Uint8Array(),
          )
      : file.bytes.subarray(0, HEAD);
  return { bytes, text: new TextDecoder().decode(bytes.subarray(0, 64)).trimStart() };
}

/**
 * The files of an archive, or the file itself if it is not an archive.
 * @param {Page} page
 * @param {InspectedFile} file
 * @param {OpenedFile[]} refused archives that cannot be opened are added
 * @returns {Promise<InspectedFile[]>}
 */
async function openArchive(page, file, refused) {
  const { bytes: head } = await readHead(file);
  // Archives have zeros in their headers; gzip and zstd may have an archive inside.
  if (!head.includes(0) && !(head[0] === 0x1f && head[1] === 0x8b) && !(head[0] === 0x28 && head[1] === 0xb5)) return [file];
  const opened = await withFile(page, file, async (bytes) => {
    const report = await page.services.inspect(file.name, bytes);
    return { files: report.archive ? await page.services.open_archive(bytes) : [file] };
  });
  if ('files' in opened) return opened.files;
  refused.push(opened);
  return [];
}

/**
 * Opens files that are one workload together. Platforms are first, because the other files adapt to them; work that
 * bypasses the system, such as machine failures, is last, because the other work decides the system.
 * @param {Page} page
 * @param {readonly InspectedFile[]} files
 * @param {boolean} keep
 */
async function openWorkFiles(page, files, keep) {
  /** @type {OpenedFile[]} */
  const taken = [];
  /** @type {InspectedContent[]} */
  const contents = [];
  for (const file of files) {
    const content = await withFile(page, file, (bytes) => inspectContent(page, file, bytes));
    if ('good' in content) taken.push(content);
    else contents.push(content);
  }
  /** @type {FileReport[]} */
  const logs = [];
  const rank = (/** @type {InspectedContent} */ content) => (content.platform ? 0 : bypassingKind(page, content) ? 2 : 1);
  const ordered = contents.toSorted((a, b) => rank(a) - rank(b));
  const hasWork = keep || contents.some((content) => rank(content) === 1 && content.report?.makes);
  await mergeWork(
    page,
    ordered.map((content) => async () => {
      const one = (hasWork && refuseBypassing(page, content)) || (await withFile(page, content, () => openContent(page, content)));
      taken.push(one);
      if (one.good && content.report?.summary?.kind === 'jobs') logs.push(content.report);
      return one.good && !one.read?.platform;
    }),
    keep,
  );
  // Logs that run together are shown as the first of them alone, not where the last one is busy.
  if (logs[0] && logs.length > 1) showOpenedLog(page, logs[0]);
  return taken;
}

/**
 * The kind of work in a file that no system runs, but some support as background.
 * @param {Page} page
 * @param {InspectedContent} content
 */
function bypassingKind(page, { report }) {
  const { catalog } = page.store.get();
  const kind = workKind(catalog, report?.makes);
  return kind && !familyEntries(catalog, 'system').some(({ accepts }) => accepts === kind.id) ? kind : undefined;
}

/**
 * Rejects work that bypasses the system if the system does not support it: another system would not run the other
 * files.
 * @param {Page} page
 * @param {InspectedContent} content
 * @returns {OpenedFile | undefined}
 */
function refuseBypassing(page, content) {
  const { catalog, scenario } = page.store.get();
  const kind = bypassingKind(page, content);
  if (!kind || !scenario || backgroundKinds(catalog, scenario.system).includes(kind.id)) return undefined;
  const system = findEntry(catalog, 'system', scenario.system.kind)?.name ?? scenario.system.kind;
  return { name: content.name, good: false, text: `${content.name} was left out: the system ${system} has no place for ${kind.word}` };
}

/**
 * Opens a document with the files that it names; others are ignored, because they would replace its content. Files of
 * results are opened together; of other documents, the first.
 * @param {Page} page
 * @param {readonly InspectedFile[]} files
 * @param {readonly InspectedFile[]} documents those among them that may be one
 * @returns {Promise<OpenedFile[]>}
 */
async function openDocumentWithFiles(page, files, documents) {
  /** @type {{file: InspectedFile, text: string, kind: DocumentKind|null}[]} */
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
  // An incomplete last line is ignored, in any file.
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
  const { scenario } = page.store.get();
  const used = new Set(scenario ? fileReferences(scenario).map(({ name }) => name) : []);
  const works = good.filter(({ read }) => read && !read.platform);
  const together = works.length > 1 && works.every(({ name }) => used.has(name)) ? ['They run together, as one scenario.'] : [];
  const warnings = warned.length > 0 ? [`Warnings about ${joinSome(warned)} are listed under Workload.`] : [];
  const noted = good.filter(({ read }) => read?.platform && page.store.get().platformFile?.diagnostics.length).map(({ name }) => name);
  const notes = noted.length > 0 ? [`Notes about ${joinSome(noted)} are listed under Grid.`] : [];
  const wrong = bad.slice(0, NAMED).map(({ name, text }) => `${text.startsWith(name) ? '' : `${name}: `}${text.replace(/\.?$/u, '.')}`);
  const more = bad.length > NAMED ? [`${bad.length - NAMED} more could not be used.`] : [];
  const action = good.find((one) => one.read?.platform)?.action;
  showNotice(
    page,
    [sum, ...together, ...warnings, ...notes, ...wrong, ...more].join(' '),
    bad.length === 0 ? 'good' : good.length > 0 ? 'warning' : 'error',
    action,
  );
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
 * Runs actions that add work, one after the other; each keeps the work of the previous ones.
 * @param {Page} page
 * @param {readonly (() => Promise<boolean>)[]} actions
 * @param {boolean} keep in addition to the present work
 * @returns {Promise<boolean>} whether any added work
 */
export async function mergeWork(page, actions, keep) {
  let used = false;
  for (const action of actions) {
    const before = editedScenario(page.store.get());
    if (!(await action())) continue;
    if (before && (keep || used)) await mergeWithPrevious(page, before);
    used = true;
  }
  return used;
}

/**
 * Adds the previous work to the opened file. An opened scenario is used unchanged.
 * @param {Page} page
 * @param {ScenarioDocument} before
 */
async function mergeWithPrevious(page, before) {
  const merged = await page.services.add_workload(JSON.stringify(before), page.store.get().text);
  if (merged) await setScenario(page, merged);
}
