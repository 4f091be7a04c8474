/** @file Files people bring: dropped, chosen, pasted or fetched from an address. Nothing leaves the browser. */

import { fetchPart } from './lazy.js';
import { readWords, sentenceCase } from '../text/time.js';
import { entriesOf, kindOf, leftOut, newSystem, withSystem } from '../scenario/choices.js';
import { filesOf } from '../scenario/files.js';
import { LARGEST, fetchBytes, megabytes, readStream } from './fetching.js';
import { begin, notice } from './notices.js';
import { openLink } from './links.js';
import { reopenStudy } from './study.js';
import { patchScenarioAll, rememberFile, setScenario, undo } from './scenario.js';

/** @import { Page } from './page.js' */
/** @import { Catalog, Entry, FileReport } from '../engine/types.js' */
/** @import { FileReference, ScenarioDocument, SystemChoice } from '../scenario/types.js' */

/**
 * What came of a file: whether it could be used, what there is to say, and whether something had to go for it.
 * @typedef {{name: string, good: boolean, text: string, left?: boolean, above?: boolean}} Taken above: what is wrong stands above the charts already
 */

/**
 * Takes a file: a scenario is opened, a trace or workflow becomes the workload.
 * @param {Page} page
 * @param {File|{name: string, bytes: Uint8Array, url?: string}} file
 * @returns {Promise<boolean>} whether it could be used
 */
export async function addFile(page, file) {
  const taken = await takeFile(page, file);
  tell(page, taken);
  return taken.good;
}

/**
 * Says what came of a file, and offers to bring back what had to go for it.
 * @param {Page} page
 * @param {Taken} taken
 */
export function tell(page, { good, text, left, above }) {
  if (text !== '' && !above) notice(page, text, good ? 'good' : 'error', left ? { label: 'Bring it back', run: () => undo(page) } : null);
}

/**
 * The same, and leaves it to the caller to say what came of it.
 * @param {Page} page
 * @param {File|{name: string, bytes: Uint8Array, url?: string}} file
 * @returns {Promise<Taken>}
 */
export async function takeFile(page, file) {
  const { name } = file;
  const refused = (/** @type {string} */ text) => ({ name, good: false, text });
  const size = 'bytes' in file && file.bytes instanceof Uint8Array ? file.bytes.length : /** @type {File} */ (file).size;
  if (size > LARGEST) {
    return refused(`${name} has ${megabytes(size)}; a browser tab can take ${megabytes(LARGEST)}. Cut it, or use the command line.`);
  }
  const shown = page.store.get().scenario;
  const stop = new AbortController();
  const task = begin(page, `Reading ${name}`, () => {
    stop.abort();
    page.services.giveUp();
  });
  try {
    const bytes = 'bytes' in file && file.bytes instanceof Uint8Array ? file.bytes : await readDisk(/** @type {File} */ (file), task.progress, stop.signal);
    const text = scenarioText(bytes);
    if (text !== null) {
      const good = await openScenario(page, text);
      return good ? { name, good, text: '' } : refused(`${name} is no scenario the engine can run; what is wrong stands above the charts.`);
    }
    task.progress(null);
    const report = await page.services.inspect(name, bytes);
    if (stop.signal.aborted) return refused('');
    return await useFile(page, name, bytes, report, shown, /** @type {{url?: string}} */ (file).url);
  } catch (error) {
    return refused(stop.signal.aborted ? '' : `${name} could not be read: ${error instanceof Error ? error.message : error}.`);
  } finally {
    task.end();
  }
}

/**
 * Reads a file of the reader's disk. Browsers hand on folders as if they were files, and fail to read them.
 * @param {File} file
 * @param {(fraction: number) => void} progress
 * @param {AbortSignal} signal
 */
function readDisk(file, progress, signal) {
  return readStream(file.stream(), { size: file.size, progress: (read) => progress(read / file.size), signal }).catch(() => {
    throw new Error('it is a folder, or it has been moved or changed. Drop the files themselves');
  });
}

/**
 * Makes an inspected file the workload. The platform and the kind of system follow where they would not fit.
 * @param {Page} page
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {FileReport} report
 * @param {ScenarioDocument|null} shown the scenario when the file came
 * @param {string} [url]
 * @returns {Promise<Taken>}
 */
async function useFile(page, name, bytes, report, shown, url) {
  const { scenario, diagnostics, embedded, study } = page.store.get();
  const forStudy = study.open && study.awaits.includes(report.sha256);
  if (study.open && study.awaits.length > 0 && !forStudy) return { name, good: false, text: `${name} is not a file that the study waits for: its content is another.` };
  // The file a scenario waits for is known by its content.
  const awaited = !forStudy && scenario !== null && filesOf(scenario).some(({ sha256 }) => sha256 === report.sha256);
  if (!forStudy && !awaited && (report.format === null || report.makes === null || report.diagnostics.some(({ severity }) => severity === 'error'))) {
    // What is wrong with a file is no news over a scenario that was opened since, nor after the next file.
    const above = scenario === shown && report.diagnostics.length > 0;
    if (above) page.store.set({ diagnostics: [...diagnostics.filter(({ file }) => !file), ...report.diagnostics] });
    return { name, good: false, above, text: sentenceCase(report.diagnostics[0]?.message ?? '') || `${name} is of no format the engine knows.` };
  }
  rememberFile(page, report.sha256, name, bytes, report);
  if (!embedded) void page.storage.keepFile(report.sha256, name, bytes);
  if (forStudy) {
    reopenStudy(page);
    return { name, good: true, text: '' };
  }
  if (awaited) return { name, good: await setScenario(page, page.store.get().text), text: '' };
  // A scenario names only addresses that others can trust to give the same file: https.
  const file = { name, sha256: report.sha256, format: report.format ?? '', ...(url?.startsWith('https://') ? { url } : {}) };
  const { catalog } = page.store.get();
  const { patches, left } = patchesFor(scenario, file, report, catalog);
  const good = await patchScenarioAll(page, patches);
  if (!good) return { name, good, text: '' };
  if (report.diagnostics.length > 0) page.store.set({ diagnostics: [...page.store.get().diagnostics, ...report.diagnostics] });
  const read = `${name}: ${readWords(report.jobs, kindOf(catalog, report.makes))}, read in your browser and sent nowhere.`;
  return left.length > 0 ? { name, good, text: `${read} ${leftOut(left)}`, left: true } : { name, good, text: read };
}

/**
 * What runs a file where the present system cannot: with the baseline of a role of this system, beside the role's default;
 * where no role has one, the system as it is.
 * @param {Catalog|null} catalog
 * @param {Entry} system
 * @returns {{system: SystemChoice, compare?: SystemChoice[], always?: boolean}} always: compared also where nothing was before
 */
function usual(catalog, { id: kind, roles = [] }) {
  const role = roles.find(({ baseline }) => baseline);
  if (!role?.baseline) return { system: newSystem(catalog, kind) };
  const { policy, always } = role.baseline;
  return { system: { kind, policies: { [role.id]: policy } }, compare: [{ kind, policies: { [role.id]: role.default } }], always };
}

/**
 * Runs the file that is the workload as another kind of work: read in another format, or by another system.
 * @param {Page} page
 * @param {{format: string, system: string}} reading
 */
export async function runAs(page, { format, system: kind }) {
  const { scenario, catalog } = page.store.get();
  const [part] = scenario?.workload ?? [];
  if (!scenario || !part || !('file' in part)) return;
  const workload = [{ ...part, file: { ...part.file, format } }];
  const { scenario: moved, left } = withSystem(catalog, { ...scenario, compare: [], workload }, newSystem(catalog, kind));
  const good = await patchScenarioAll(page, [['/system', moved.system], ['/compare', []], ['/workload', moved.workload], ['/background', moved.background ?? []], ['/measures', moved.measures ?? []]]);
  if (good && left.length > 0) notice(page, leftOut(left), 'good', { label: 'Bring it back', run: () => undo(page) });
}

/**
 * What changes in a scenario when a file becomes its workload. When machines are away is no work: it goes past the system,
 * beside what is there already.
 * @param {ScenarioDocument|null} scenario
 * @param {FileReference} file
 * @param {Pick<FileReport, 'makes'|'processors'|'sites'>} report
 * @param {Catalog|null} catalog
 * @returns {{patches: [string, any][], left: string[]}} left: what had to go beside the work, in words
 */
export function patchesFor(scenario, file, { makes, processors, sites }, catalog) {
  /** @type {[string, any][]} */
  const patches = [];
  const machines = scenario?.platform ?? { preset: 'one-cluster' };
  // The clusters that a file tells take the place of the one that nobody chose, and jobs belong to them.
  const own = sites && 'preset' in machines && machines.preset === 'one-cluster' ? sites : null;
  const work = own ? { file, parameters: { home: own.home } } : { file };
  if (own) patches.push(['/platform', { clusters: own.clusters }]);
  else if (processors && 'preset' in machines && machines.preset === 'one-cluster') {
    patches.push(['/platform', { preset: 'one-cluster', parameters: { ...machines.parameters, nodes: processors } }]);
  }
  const systems = entriesOf(catalog, 'system');
  const present = systems.find(({ id }) => id === scenario?.system.kind);
  // What no system runs goes past one.
  const past = !systems.some(({ accepts }) => accepts === makes);
  if (past && present?.beside?.some((kind) => kind === makes)) return { patches: [['/background', [...(scenario?.background ?? []), { file }]]], left: [] };
  if (!past && present && (present.takes ?? [present.accepts]).some((work) => work === makes)) return { patches: [['/workload', [work]], ...patches], left: [] };
  const other = systems.find(({ accepts, beside }) => (past ? beside?.some((kind) => kind === makes) : accepts === makes));
  if (!other) return { patches, left: [] };
  const { system, compare, always = false } = usual(catalog, other);
  // The rest of the scenario moves over to the other system as far as it fits.
  const before = /** @type {ScenarioDocument} */ (scenario ?? { version: 1, platform: { preset: 'one-cluster' }, workload: [], system });
  const { scenario: moved, left } = withSystem(catalog, past ? before : { ...before, workload: [work] }, system);
  const background = moved.background ?? [];
  // One that stood alone stays alone; who compares goes on comparing.
  const compares = scenario === null || (scenario.compare ?? []).length > 0 || always;
  patches.push(['/system', system], ['/compare', compares ? (compare ?? moved.compare) : []], ['/workload', moved.workload]);
  if (moved.measures !== before.measures) patches.push(['/measures', moved.measures]);
  if (past || background.length !== (before.background ?? []).length) patches.push(['/background', past ? [...background, { file }] : background]);
  if (scenario === null && !processors && !own) patches.push(['/platform', before.platform]);
  return { patches, left };
}

/**
 * Opens a scenario, trace or workflow at an address; its host must allow it (CORS).
 * @param {Page} page
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export async function openUrl(page, url) {
  /** @type {URL} */
  let address;
  try {
    address = new URL(url, document.baseURI);
  } catch {
    notice(page, `${url} is no address.`, 'error');
    return false;
  }
  if (address.protocol !== 'https:' && address.protocol !== 'http:') {
    notice(page, `Only http and https addresses can be opened, not ${address.protocol}`, 'error');
    return false;
  }
  try {
    const bytes = await fetchBytes(page, address);
    return bytes !== undefined && (await addFile(page, { name: fileNameOf(address), bytes, url: address.href }));
  } catch (error) {
    notice(page, `${address.host} could not be read: ${error instanceof Error ? error.message : error}. Its server must allow other pages to read it (CORS); else download the file and drop it here.`, 'error');
    return false;
  }
}

/** @param {URL} address */
function fileNameOf({ pathname }) {
  const last = pathname.split('/').pop() || 'file';
  try {
    return decodeURIComponent(last);
  } catch {
    // A sign that is no escape.
    return last;
  }
}

/**
 * Takes pasted text: a link, an address, a scenario, a trace or a workflow.
 * @param {Page} page
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function pasteText(page, text) {
  const trimmed = text.trim();
  if (trimmed === '') return false;
  const link = /^\S*#(1\.\S+|ex=\S+|lesson=\S+)$/u.exec(trimmed);
  if (link?.[1]) return openLink(page, link[1]);
  if (/^https?:\/\/\S+$/u.test(trimmed)) return openUrl(page, trimmed);
  const name = trimmed.startsWith('{') ? 'pasted.json' : trimmed.startsWith('<') ? 'pasted.dax' : 'pasted.swf';
  return addFile(page, { name, bytes: new TextEncoder().encode(text) });
}

/**
 * The text of a scenario, if the file holds one, whatever it is called. JSON of other tools has other names in it: the
 * engine knows whose it is.
 * @param {Uint8Array} bytes
 * @returns {string|null}
 */
export function scenarioText(bytes) {
  // The decoder takes a byte order mark off.
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  if (!start.startsWith('{')) return null;
  const text = new TextDecoder().decode(bytes);
  return /"(?:platform|workload)"\s*:|"version"\s*:[^]*"system"\s*:/u.test(text) ? text : null;
}

/**
 * Opens a scenario, alone or with the files it names beside it.
 * @param {Page} page
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function openScenario(page, text) {
  const reader = await fetchPart(page, 'The reader of scenario files', () => import('../scenario/bundle.js'));
  if (!reader) return false;
  const bundle = reader.readBundle(text);
  if (!bundle) return setScenario(page, text, { fresh: true });
  for (const { name, bytes } of bundle.files) {
    // The name of a file's content is made here, never believed.
    const sha256 = await page.services.sha256(bytes);
    rememberFile(page, sha256, name, bytes, null);
    if (!page.store.get().embedded) void page.storage.keepFile(sha256, name, bytes);
  }
  const good = await setScenario(page, /** @type {object} */ (bundle.scenario), { fresh: true });
  if (bundle.diagnostics.length > 0) page.store.set({ diagnostics: [...page.store.get().diagnostics, ...bundle.diagnostics] });
  return good;
}
