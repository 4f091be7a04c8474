/** @file Opens files: dropped, chosen, pasted or fetched from an address. No data leaves the browser. */

import { createSystem, removedText, workKind } from '../scenario/catalog-choices.js';
import { fileReferences } from '../scenario/file-references.js';
import { busyPeriod } from '../state/busy-period.js';
import { fullWindow } from '../state/chart-window.js';
import { readCountText, sentenceCase, workNoun } from '../text/time.js';
import { openColumns } from './columns.js';
import { documentKind, objectText, withFile } from './file-reading.js';
import { fileVariants } from './file-variants.js';
import { clearFileErrors, dismissNotice, showNotice } from './notices.js';
import { loadPart } from './part-loading.js';
import { adoptPlatform, platformInDocument } from './platform-adoption.js';
import { seekEnd } from './player.js';
import { rememberFile, setScenario, undo } from './scenario.js';
import { openStudy, reopenStudy, showCharts } from './study.js';
import { adaptScenario, changeSystem } from './system-change.js';

/** @import { Page } from './page.js' */
/** @import { DocumentKind, FileReport, Settings } from '../engine/types.js' */
/** @import { PlatformContent } from './platform-adoption.js' */
/** @import { FileReference, ScenarioDocument } from '../scenario/types.js' */
/** @import { Diagnostic, Notice } from '../types.js' */

/**
 * The outcome of a file: whether it could be used, the sentence about it, and the action offered with it.
 * @typedef {{name: string, good: boolean, text: string, action?: Notice['action'], above?: boolean, kind?: Notice['kind'], read?: WorkRead}} OpenedFile
 *   kind: a notice that stays; above: the errors are already listed above the charts; read: the work in it
 * @typedef {{count: number, things: string, warnings: number, platform?: boolean}} WorkRead `12 jobs`, and the number
 *   of warnings about them, which are listed under Workload; platform: true for a platform
 *
 * The result of an inspection: a document, or the report of the readers; shown: the scenario at that time.
 * @typedef {{name: string, bytes: Uint8Array<ArrayBuffer>, url?: string, document?: {text: string, kind: DocumentKind}, report?: FileReport, platform?: PlatformContent, shown: ScenarioDocument|null}} InspectedContent
 */

/**
 * @typedef {File|{name: string, bytes: Uint8Array<ArrayBuffer>, url?: string}} InspectedFile a file on the reader's
 *   disk, or its bytes
 */

/**
 * Opens a file: a scenario, a study, results or a lesson is shown, a trace or workflow becomes the workload.
 * @param {Page} page
 * @param {InspectedFile} file
 * @returns {Promise<boolean>} whether it could be used
 */
export async function addFile(page, file) {
  clearFileNotices(page);
  const taken = await openFile(page, file);
  reportFile(page, taken);
  return taken.good;
}

/** Removes the notices about earlier files. */
export function clearFileNotices(/** @type {Page} */ page) {
  dismissNotice(page, page.store.get().notice?.id ?? 0);
  clearFileErrors(page);
}

/**
 * Reports the outcome of opening a file.
 * @param {Page} page
 * @param {OpenedFile} taken
 */
export function reportFile(page, { good, text, action, above, kind = 'good' }) {
  if (text !== '' && !above) showNotice(page, text, good ? kind : 'error', action ?? null);
}

/**
 * Opens a file without reporting the outcome.
 * @param {Page} page
 * @param {InspectedFile} file
 * @returns {Promise<OpenedFile>}
 */
export async function openFile(page, file) {
  return withFile(page, file, async (bytes, stop) => {
    const content = await inspectContent(page, file, bytes);
    return stop.aborted ? { name: file.name, good: false, text: '' } : openContent(page, content);
  });
}

/**
 * Opens a table of jobs with these parameters, regardless of its content.
 * @param {Page} page
 * @param {{name: string, bytes: Uint8Array<ArrayBuffer>}} file
 * @param {Settings} settings
 * @returns {Promise<boolean>} whether it could be used
 */
export async function openTable(page, file, settings) {
  clearFileNotices(page);
  const { name } = file;
  const taken = await withFile(page, file, async (bytes) => {
    // As for any log that is opened alone, jobs that never started are left out.
    const report = await page.services.inspect(name, bytes, 'table', JSON.stringify({ cancelled: 'leave-out', ...settings }));
    return useInspectedFile(page, name, bytes, report, page.store.get().scenario);
  });
  reportFile(page, taken);
  return taken.good;
}

/**
 * Inspects a file: a document, or the report of the readers.
 * @param {Page} page
 * @param {InspectedFile} file
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<InspectedContent>}
 */
export async function inspectContent(page, file, bytes) {
  const { name, url } = /** @type {{name: string, url?: string}} */ (file);
  const text = objectText(bytes);
  const kind = text === null ? null : await documentKind(page, text);
  const shown = page.store.get().scenario;
  if (text !== null && kind !== null) return { name, bytes, document: { text, kind }, shown };
  const report = await page.services.inspect(name, bytes);
  return { name, bytes, url, report, platform: report.platform ?? platformInText(bytes), shown };
}

/**
 * Opens an inspected file.
 * @param {Page} page
 * @param {InspectedContent} content
 * @returns {Promise<OpenedFile>}
 */
export async function openContent(page, { name, bytes, url, document: found, report, platform, shown }) {
  if (found) return openDocument(page, name, found.text, found.kind);
  if (platform) return adoptPlatform(page, name, platform, report?.platform ? report.diagnostics : []);
  if (!report) return { name, good: false, text: '' };
  return useInspectedFile(page, name, bytes, report, shown, url);
}

/** The platform in a JSON file. @param {Uint8Array} bytes */
function platformInText(bytes) {
  const text = objectText(bytes);
  return text === null ? undefined : platformInDocument(text);
}

/**
 * Makes the platform in a file the platform of the scenario; for a scenario, its platform is used. Other files are
 * rejected.
 * @param {Page} page
 * @param {InspectedFile} file
 * @param {boolean} coresAsNodes whether each core becomes a node, or each host
 */
export async function openPlatformFile(page, file, coresAsNodes) {
  clearFileNotices(page);
  const { name } = file;
  const taken = await withFile(page, file, async (bytes) => {
    const own = platformInText(bytes);
    if (own) return adoptPlatform(page, name, own, []);
    const shown = page.store.get().scenario;
    const report = await page.services.inspect_platform(name, bytes, coresAsNodes);
    return report.platform ? adoptPlatform(page, name, report.platform, report.diagnostics) : refuseContent(page, name, report, shown);
  });
  reportFile(page, taken);
  return taken.good;
}

/**
 * Opens a JSON document of Ganttlet by its kind.
 * @param {Page} page
 * @param {string} name
 * @param {string} text
 * @param {DocumentKind} kind
 * @returns {Promise<OpenedFile>}
 */
async function openDocument(page, name, text, kind) {
  if (kind === 'study' || kind === 'results') {
    openStudy(page, { text, results: kind === 'results' });
    return { name, good: true, text: '' };
  }
  if (kind === 'lesson') return openLessonFile(page, name, text);
  const before = page.store.get().scenario;
  const good = await openScenarioText(page, text);
  const { scenario, diagnostics } = page.store.get();
  // A scenario that waits for a file shows this above the charts.
  if (good || scenario !== before) return { name, good: true, text: '' };
  return refuseFile(page, name, diagnostics, `${name} is not a scenario that the engine can run`);
}

/**
 * Shows the errors of a file: above the charts, or in a notice if another screen replaces them.
 * @param {Page} page
 * @param {string} name
 * @param {readonly Diagnostic[]} diagnostics that are already above the charts
 * @param {string} what
 * @returns {OpenedFile}
 */
function refuseFile(page, name, diagnostics, what) {
  const [first] = diagnostics.filter(({ severity }) => severity === 'error');
  if (!page.store.get().beside || !first) return { name, good: false, text: `${what}; the errors are listed above the charts.` };
  const { place = '', line, message, hint = '' } = first;
  const where = [place, line ? `line ${line}` : '']
    .filter(Boolean)
    .map((at) => `${at}: `)
    .join('');
  return { name, good: false, text: `${what}: ${where}${message.replace(/\.?$/u, '.')} ${hint}`.trim() };
}

/**
 * Opens a lesson of the reader's own.
 * @param {Page} page
 * @param {string} name
 * @param {string} text
 * @returns {Promise<OpenedFile>}
 */
async function openLessonFile(page, name, text) {
  const told = await page.services.check_lesson(text);
  if (told.some(({ severity }) => severity === 'error')) {
    const diagnostics = told.map((one) => ({ ...one, file: name }));
    page.store.set({ diagnostics: [...page.store.get().diagnostics, ...diagnostics] });
    return refuseFile(page, name, diagnostics, `${name} is not a valid lesson`);
  }
  const lessons = await loadPart(page, 'The lessons', () => import('./lessons.js'));
  if (!lessons) return { name, good: false, text: '' };
  // The lesson shows the errors of its first step.
  return { name, good: await lessons.openOwnLesson(page, JSON.parse(text.replace(/^\ufeff/u, ''))), text: '' };
}

/**
 * Makes an inspected file the workload. The platform and the system change if they do not fit.
 * @param {Page} page
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {FileReport} report
 * @param {ScenarioDocument|null} shown the scenario when the file was opened
 * @param {string} [url]
 * @returns {Promise<OpenedFile>}
 */
async function useInspectedFile(page, name, bytes, report, shown, url) {
  const { scenario, beside, study } = page.store.get();
  const forStudy = beside === 'study' && study.awaits.length > 0;
  const needed = forStudy ? study.awaits : missingFiles(page);
  // An expected file is identified by its content.
  const awaited = [...needed, ...(scenario && !forStudy ? fileReferences(scenario) : [])].some(({ sha256 }) => sha256 === report.sha256);
  // A scenario contains only https addresses, which reliably give the same file.
  const file = { name, sha256: report.sha256, format: report.format ?? '', ...(url?.startsWith('https://') ? { url } : {}) };
  const usable = report.format !== null && report.makes !== null && !report.diagnostics.some(({ severity }) => severity === 'error');
  if (!awaited && needed.length > 0) return refuseOtherFile(page, { file, bytes, report: usable && !forStudy ? report : null }, needed);
  if (!awaited && !usable) return (await offerColumns(page, name, bytes, report)) ?? refuseContent(page, name, report, shown);
  storeFile(page, report.sha256, name, bytes, report);
  if (forStudy) {
    reopenStudy(page);
    return { name, good: true, text: '' };
  }
  if (awaited) return { name, good: await setScenario(page, page.store.get().text), text: '', read: readWork(page, report) };
  return useAsWorkload(page, file, report);
}

/**
 * Offers the mapping of the columns of an unknown table; undefined for other files, and if another screen replaces the
 * charts.
 * @param {Page} page
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {FileReport} report
 * @returns {Promise<OpenedFile|undefined>}
 */
async function offerColumns(page, name, bytes, report) {
  if (page.store.get().beside) return undefined;
  const guess = await page.services.guess_columns(bytes, '{}');
  // Jobs need times: prose with commas is not a table.
  const hasNumbers = guess?.columns.some(({ samples }) => samples.length > 0 && samples.every((sample) => /\d/u.test(sample)));
  if (!guess || guess.columns.length < 2 || !hasNumbers) return undefined;
  const [{ message = '' } = {}] = report.diagnostics;
  const sentence = sentenceCase(message) || `${name} is not in a supported file format.`;
  const text = `${sentence.replace(/\.$/u, '')}. If it is a table of jobs, say what its columns mean.`;
  return { name, good: false, text, action: { label: 'Choose columns', run: () => openColumns(page, { name, bytes }) } };
}

/**
 * Rejects an unusable file: above the charts, or in a notice if another screen replaces them.
 * @param {Page} page
 * @param {string} name
 * @param {FileReport} report
 * @param {ScenarioDocument|null} shown the scenario when the file was opened
 * @returns {OpenedFile}
 */
function refuseContent(page, name, report, shown) {
  const { scenario, diagnostics, beside } = page.store.get();
  const { message = '', hint = '' } = report.diagnostics[0] ?? {};
  const sentence = sentenceCase(message) || `${name} is not in a supported file format.`;
  if (beside) return { name, good: false, text: `${name}: ${[`${sentence.replace(/\.$/u, '')}.`, hint].filter(Boolean).join(' ')}` };
  // The errors of a file are not shown over a scenario opened later, nor after the next file.
  const above = scenario === shown && report.diagnostics.length > 0;
  if (above) page.store.set({ diagnostics: [...diagnostics.filter(({ file }) => !file), ...report.diagnostics] });
  return { name, good: false, above, text: sentence };
}

/**
 * The work in a file, for a summary of several.
 * @param {Page} page
 * @param {FileReport} report
 * @returns {WorkRead}
 */
function readWork(page, { jobs, makes, diagnostics }) {
  return { count: jobs, things: workNoun(workKind(page.store.get().catalog, makes)), warnings: countWarnings(diagnostics).length };
}

/** @param {readonly Diagnostic[]} diagnostics */
const countWarnings = (diagnostics) => diagnostics.filter(({ severity }) => severity === 'warning');

/**
 * The files that the scenario on screen lacks.
 * @param {Page} page
 * @returns {FileReference[]}
 */
function missingFiles(page) {
  const { scenario, files } = page.store.get();
  return scenario ? fileReferences(scenario).filter(({ sha256 }) => !files.has(sha256)) : [];
}

/**
 * Adds a file to the known ones, and stores it in this browser.
 * @param {Page} page
 * @param {string} sha256
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {FileReport|null} report
 */
export function storeFile(page, sha256, name, bytes, report) {
  rememberFile(page, sha256, name, bytes, report);
  if (!page.store.get().embedded) void page.storage.storeFile(sha256, name, bytes);
}

/**
 * Makes a known file the workload.
 * @param {Page} page
 * @param {FileReference} file
 * @param {FileReport} report
 * @returns {Promise<OpenedFile>}
 */
async function useAsWorkload(page, file, report) {
  const { name } = file;
  const { catalog } = page.store.get();
  const { good, left } = await adaptScenarioToFile(page, file, report);
  if (!good) return { name, good, text: '' };
  showCharts(page);
  showOpenedLog(page, report);
  // Skipped and repaired records are reported once; from then on they are listed with the file, under Workload.
  const warnings = countWarnings(report.diagnostics);
  const first = warnings[0]
    ? ` ${sentenceCase(warnings[0].message).replace(/\.?$/u, '.')}${warnings.length > 1 ? ` ${warnings.length - 1} more such ${warnings.length === 2 ? 'warning is' : 'warnings are'} listed under Workload.` : ''}`
    : '';
  const text = `${name}: ${readCountText(report.jobs, workKind(catalog, report.makes))} read. The file stays in your browser.${first}`;
  const taken = { name, good, text, read: readWork(page, report) };
  return left.length > 0 ? { ...taken, text: `${text} ${removedText(left)}`, action: { label: 'Restore', run: () => undo(page) } } : taken;
}

/**
 * Shows the summary of a log, and the busiest part of a long one: the playhead stays at the end while the run grows.
 * @param {Page} page
 * @param {FileReport} report
 */
export function showOpenedLog(page, report) {
  const { view, variants, openedLog } = page.store.get();
  const isLog = report.summary?.kind === 'jobs';
  page.store.set({ openedLog: isLog ? report.sha256 : '' });
  const period = isLog ? busyPeriod(report) : null;
  if (!period) {
    // The window may belong to a previous log.
    if (openedLog !== '') page.store.set({ view: { ...view, fitted: true } });
    return;
  }
  seekEnd(page);
  const { first_row, rows } = fullWindow(variants);
  page.store.set({ follow: false, view: { from_s: period.from_s, to_s: period.to_s, first_row, rows, fitted: false } });
}

/**
 * Adapts the scenario to a file.
 * @param {Page} page
 * @param {FileReference} file
 * @param {FileReport} report
 */
function adaptScenarioToFile(page, file, report) {
  return adaptScenario(page, (document) => page.services.use_file(JSON.stringify(document), JSON.stringify(file), report));
}

/**
 * Rejects a file other than the missing one, and reports the difference.
 * @param {Page} page
 * @param {{file: FileReference, bytes: Uint8Array<ArrayBuffer>, report: FileReport|null}} came report: if it can be run instead
 * @param {readonly {name: string, sha256: string}[]} needed
 * @returns {Promise<OpenedFile>}
 */
async function refuseOtherFile(page, { file, bytes, report }, needed) {
  const { name } = file;
  const wanted = needed.find((one) => one.name === name) ?? needed[0] ?? file;
  const { message, hint = '' } = await page.services.another_file(name, file.sha256, wanted.name, wanted.sha256);
  for (const { bytes: other, differs } of await fileVariants(bytes)) {
    const sha256 = await page.services.sha256(other);
    const same = needed.find((one) => one.sha256 === sha256);
    if (same)
      return {
        name,
        good: false,
        text: `${message}. It differs only in ${differs}.`,
        action: { label: `Use it as ${same.name}`, run: () => void addFile(page, { name: same.name, bytes: other }) },
      };
  }
  const action = report
    ? { label: 'Run this file instead', run: () => void runOtherFile(page, { file, bytes, report }, wanted) }
    : undefined;
  return { name, good: false, text: `${message}. ${hint}`, action };
}

/**
 * Runs a file in place of the missing one. The scenario loses the name and the result of its link.
 * @param {Page} page
 * @param {{file: FileReference, bytes: Uint8Array, report: FileReport}} came
 * @param {{name: string, sha256: string}} wanted
 */
async function runOtherFile(page, { file, bytes, report }, wanted) {
  const { link } = page.store.get();
  storeFile(page, file.sha256, file.name, bytes, report);
  const { good } = await adaptScenario(page, (document) =>
    page.services.replace_file(JSON.stringify(document), wanted.sha256, JSON.stringify(file), report),
  );
  if (!good) return;
  const promised = link.results.length > 0 ? ': the result stored in the link belongs to the missing file and is not compared' : '';
  const told = /** @type {Diagnostic} */ ({
    severity: 'warning',
    message: `${file.name} runs instead of ${wanted.name}, which is missing${promised}`,
  });
  page.store.set({ diagnostics: [told, ...page.store.get().diagnostics] });
}

/**
 * Runs the file of the workload as another kind of work: in another format, or by another system.
 * @param {Page} page
 * @param {{format: string, system: string}} reading
 */
export async function runFileAs(page, { format, system: kind }) {
  const { scenario, catalog } = page.store.get();
  const [part] = scenario?.workload ?? [];
  if (!scenario || !part || !('file' in part)) return;
  const workload = [{ ...part, file: { ...part.file, format } }];
  await changeSystem(page, createSystem(catalog, kind), { compare: [], workload });
}

/**
 * Opens a scenario, alone or with embedded files.
 * @param {Page} page
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function openScenarioText(page, text) {
  const reader = await loadPart(page, 'The reader for scenario files', () => import('../scenario/scenario-bundle.js'));
  if (!reader) return false;
  const bundle = reader.readBundle(text);
  if (!bundle) return setScenario(page, text, { fresh: true });
  for (const { name, bytes } of bundle.files) {
    // The digest of a file is always computed here, never trusted.
    storeFile(page, await page.services.sha256(bytes), name, bytes, null);
  }
  const good = await setScenario(page, /** @type {object} */ (bundle.scenario), { fresh: true });
  if (bundle.diagnostics.length > 0) page.store.set({ diagnostics: [...page.store.get().diagnostics, ...bundle.diagnostics] });
  return good;
}
