/** @file Files people bring: dropped, chosen, pasted or fetched from an address. Nothing leaves the browser. */

import { store } from '../store.js';
import { services } from '../services.js';
import { keepFile } from '../storage.js';
import { readWords } from '../time.js';
import { entriesOf, newSystem, withSystem } from '../parts/choices.js';
import { LARGEST, fetchBytes, megabytes, readStream } from './fetching.js';
import { begin, notice } from './notices.js';
import { openLink } from './links.js';
import { patchScenarioAll, rememberFile, setScenario } from './scenario.js';

/** @import { Catalog, FileReport, Scenario } from '../types.js' */
/** @import { FileReference, ScenarioDocument } from '../parts/types.js' */

/**
 * Takes a file: a scenario is opened, a trace or workflow becomes the workload.
 * @param {File|{name: string, bytes: Uint8Array, url?: string}} file
 * @returns {Promise<boolean>} whether it could be used
 */
export async function addFile(file) {
  const size = 'bytes' in file && file.bytes instanceof Uint8Array ? file.bytes.length : /** @type {File} */ (file).size;
  if (size > LARGEST) {
    notice(`${file.name} has ${megabytes(size)}; a browser tab can take ${megabytes(LARGEST)}. Cut it, or use the command line.`, 'error');
    return false;
  }
  const stop = new AbortController();
  const task = begin(`Reading ${file.name}`, () => {
    stop.abort();
    services.giveUp();
  });
  try {
    const bytes = 'bytes' in file && file.bytes instanceof Uint8Array ? file.bytes : await readStream(/** @type {File} */ (file).stream(), { size, progress: (read) => task.progress(read / size), signal: stop.signal });
    const text = scenarioText(file.name, bytes);
    if (text !== null) {
      const good = await openScenario(text);
      if (!good) notice(`${file.name} is no scenario the engine can run; what is wrong stands above the charts.`, 'error');
      return good;
    }
    task.progress(null);
    const report = await services.inspect(file.name, bytes);
    if (stop.signal.aborted) return false;
    return await useFile(file.name, bytes, report, /** @type {{url?: string}} */ (file).url);
  } catch (error) {
    if (!stop.signal.aborted) notice(`${file.name} could not be read: ${error instanceof Error ? error.message : error}`, 'error');
    return false;
  } finally {
    task.end();
  }
}

/**
 * Makes an inspected file the workload. The platform and the kind of system follow where they would not fit.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @param {FileReport} report
 * @param {string} [url]
 */
async function useFile(name, bytes, report, url) {
  const { scenario, diagnostics, embedded } = store.get();
  // The file a scenario waits for is known by its content.
  const awaited = scenario !== null && [...scenario.workload, ...scenario.background].some((part) => part?.file?.sha256 === report.sha256);
  if (!awaited && (report.format === null || report.makes === null || report.diagnostics.some(({ severity }) => severity === 'error'))) {
    store.set({ diagnostics: [...diagnostics.filter(({ file }) => file !== name), ...report.diagnostics] });
    notice(report.diagnostics[0]?.message ?? `${name} is of no format the engine knows.`, 'error');
    return false;
  }
  rememberFile(report.sha256, name, bytes, report);
  if (!embedded) void keepFile(report.sha256, name, bytes);
  if (awaited) return setScenario(store.get().text);
  // A scenario names only addresses that others can trust to give the same file: https.
  const file = { name, sha256: report.sha256, format: report.format ?? '', ...(url?.startsWith('https://') ? { url } : {}) };
  const good = await patchScenarioAll(patchesFor(scenario, file, report, store.get().catalog));
  if (good) {
    notice(`${name}: ${readWords(report.jobs, report.makes)}, read in your browser and sent nowhere.`, 'good');
    if (report.diagnostics.length > 0) store.set({ diagnostics: [...store.get().diagnostics, ...report.diagnostics] });
  }
  return good;
}

/** What runs a file where the present system cannot: for the two oldest kinds of work a comparison that says something. */
const USUAL = {
  workflows: { system: { kind: 'workflow' }, compare: [] },
  jobs: { system: { kind: 'batch', policies: { local: 'fcfs' } }, compare: [{ kind: 'batch', policies: { local: 'easy' } }] },
};

/**
 * What changes in a scenario when a file becomes its workload. When machines are away is no work: it goes past the system,
 * beside what is there already.
 * @param {Scenario|null} scenario
 * @param {FileReference} file
 * @param {Pick<FileReport, 'makes'|'processors'>} report
 * @param {Catalog|null} catalog
 * @returns {[string, any][]}
 */
export function patchesFor(scenario, file, { makes, processors }, catalog) {
  /** @type {[string, any][]} */
  const patches = [];
  if (processors && (scenario === null || scenario.platform?.preset === 'one-cluster')) {
    patches.push(['/platform', { preset: 'one-cluster', parameters: { ...scenario?.platform?.parameters, nodes: processors } }]);
  }
  const systems = entriesOf(catalog, 'system');
  const present = systems.find(({ id }) => id === scenario?.system.kind);
  const past = makes === 'absences';
  if (past && present?.background === makes) return [['/background', [...(scenario?.background ?? []), { file }]]];
  if (!past && present && (present.takes ?? [present.accepts]).some((work) => work === makes)) return [['/workload', [{ file }]], ...patches];
  const usual = makes === 'workflows' || makes === 'jobs' ? USUAL[makes] : undefined;
  const other = systems.find(({ accepts, background }) => (past ? background : accepts) === makes);
  const system = usual?.system ?? (other ? newSystem(catalog, other.id) : scenario?.system);
  // The rest of the scenario moves over to the other system as far as it fits.
  const before = /** @type {ScenarioDocument} */ (scenario ?? { version: 1, platform: { preset: 'one-cluster' }, workload: [], system });
  const moved = withSystem(catalog, past ? before : { ...before, workload: [{ file }] }, system).scenario;
  const background = moved.background ?? [];
  patches.push(['/system', system], ['/compare', usual?.compare ?? []], ['/workload', moved.workload]);
  if (past || background.length !== (before.background ?? []).length) patches.push(['/background', past ? [...background, { file }] : background]);
  if (scenario === null && !processors) patches.push(['/platform', before.platform]);
  return patches;
}

/**
 * Opens a scenario, trace or workflow at an address; its host must allow it (CORS).
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export async function openUrl(url) {
  /** @type {URL} */
  let address;
  try {
    address = new URL(url, document.baseURI);
  } catch {
    notice(`${url} is no address.`, 'error');
    return false;
  }
  if (address.protocol !== 'https:' && address.protocol !== 'http:') {
    notice(`Only http and https addresses can be opened, not ${address.protocol}`, 'error');
    return false;
  }
  try {
    const bytes = await fetchBytes(address);
    return bytes !== undefined && (await addFile({ name: fileNameOf(address), bytes, url: address.href }));
  } catch (error) {
    notice(`${address.host} could not be read: ${error instanceof Error ? error.message : error}. Its server must allow other pages to read it (CORS); else download the file and drop it here.`, 'error');
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
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function pasteText(text) {
  const trimmed = text.trim();
  if (trimmed === '') return false;
  const link = /^\S*#(1\.\S+|ex=\S+|lesson=\S+)$/u.exec(trimmed);
  if (link?.[1]) return openLink(link[1]);
  if (/^https?:\/\/\S+$/u.test(trimmed)) return openUrl(trimmed);
  const name = trimmed.startsWith('{') ? 'pasted.json' : trimmed.startsWith('<') ? 'pasted.dax' : 'pasted.swf';
  return addFile({ name, bytes: new TextEncoder().encode(text) });
}

/**
 * The text of a scenario, if the file looks like one.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @returns {string|null}
 */
function scenarioText(name, bytes) {
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  return start.startsWith('{') && /\.json$/iu.test(name) ? new TextDecoder().decode(bytes) : null;
}

/**
 * Opens a scenario, alone or with the files it names beside it.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function openScenario(text) {
  const { readBundle } = await import('../parts/bundle.js');
  const bundle = readBundle(text);
  if (!bundle) return setScenario(text, { fresh: true });
  for (const { name, bytes } of bundle.files) {
    // The name of a file's content is made here, never believed.
    const sha256 = await services.sha256(bytes);
    rememberFile(sha256, name, bytes, null);
    if (!store.get().embedded) void keepFile(sha256, name, bytes);
  }
  const good = await setScenario(/** @type {object} */ (bundle.scenario), { fresh: true });
  if (bundle.diagnostics.length > 0) store.set({ diagnostics: [...store.get().diagnostics, ...bundle.diagnostics] });
  return good;
}
