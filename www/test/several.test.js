import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addFile, addFiles, forgetFileTrouble } from '../src/commands.js';
import { createPage } from '../src/commands/page.js';

const hash = (/** @type {string} */ text) => text.charCodeAt(0).toString(16).padStart(64, '0');
const text = (/** @type {Uint8Array} */ bytes) => new TextDecoder().decode(bytes);

const services = /** @type {any} */ ({
  check: async (/** @type {string} */ said) => ({
    scenario: { workload: [], background: [], compare: [], ...JSON.parse(said) }, text: said, variants: [], work: { id: 'jobs' }, platform: { clusters: [{ nodes: 8 }] }, diagnostics: [],
  }),
  inspect: async (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) => {
    const good = text(bytes) !== 'noise';
    return { format: good ? 'swf' : null, sha256: hash(text(bytes)), bytes: 1, makes: good ? 'jobs' : null, jobs: 12, processors: null, facts: [], diagnostics: good ? [] : [{ severity: 'error', message: 'found noise' }] };
  },
});

/** @type {import('../src/commands/page.js').Page} */
let page;
const file = (/** @type {string} */ name, content = name) => new File([content], name);
const names = () => page.store.get().scenario?.workload.map((part) => ('file' in part ? part.file.name : 'generator' in part && part.generator));
const told = () => [page.store.get().notice?.kind, page.store.get().notice?.text];

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://here.example', pathname: '/', search: '', hash: '' });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const scenario = /** @type {any} */ ({ version: 1, platform: { preset: 'das2' }, workload: [{ generator: 'poisson' }], background: [], system: { kind: 'batch' }, compare: [] });
  const entries = /** @type {any} */ ([
    { family: 'system', id: 'batch', accepts: 'jobs' }, { family: 'format', id: 'swf', makes: 'jobs' }, { family: 'generator', id: 'poisson', makes: 'jobs' },
  ]);
  const kinds = /** @type {any} */ ([{ id: 'jobs', things: 'jobs' }]);
  page = createPage({ services });
  page.store.set({ embedded: true, scenario, text: JSON.stringify(scenario), catalog: { engine: '', families: [], entries, kinds, phases: [], reasons: [], machine: [] } });
});

describe('several files at once', () => {
  it('are one workload, and a bad one among them is told without losing the good ones', async () => {
    expect(await addFiles(page, [file('bad', 'noise'), file('a'), file('b'), file('c', 'noise')])).toBe(true);
    expect(names()).toEqual(['a', 'b']);
    expect(told()).toEqual(['warning', '2 of 4 files are in: a, b; sent nowhere. bad: Found noise. c: Found noise.']);
  });
  it('stand beside what is there if that is wanted', async () => {
    await addFiles(page, [file('a'), file('b')], { keep: true });
    expect(names()).toEqual(['poisson', 'a', 'b']);
    expect(told()).toEqual(['good', '2 of 2 files are in: a, b; sent nowhere.']);
  });
});

describe('one file', () => {
  it('that cannot be used is told once, above the charts, until that is closed', async () => {
    await addFiles(page, [file('bad', 'noise')]);
    expect(told()).toEqual([undefined, undefined]);
    expect(page.store.get().diagnostics.map(({ message }) => message)).toEqual(['found noise']);
    page.store.set({ diagnostics: [{ severity: 'error', message: 'found noise', file: 'bad' }, { severity: 'warning', message: 'mind this' }] });
    forgetFileTrouble(page);
    expect(page.store.get().diagnostics.map(({ message }) => message)).toEqual(['mind this']);
  });
  it('keeps its name as it is', async () => {
    await addFiles(page, [file('noext')]);
    expect(told()).toEqual(['good', 'noext: 12 jobs, read in your browser and sent nowhere.']);
  });
  it('that is a folder is said to be one', async () => {
    const folder = Object.defineProperty(file('dir'), 'stream', { value: () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }) });
    await addFile(page, folder);
    expect(told()).toEqual(['error', 'dir could not be read: it is a folder, or it has been moved or changed. Drop the files themselves.']);
  });
  it('that holds a scenario is one, whatever its name', async () => {
    await addFile(page, file('mail.txt', '\ufeff {"version": 1, "name": "sent", "platform": {}, "workload": [], "system": {}}'));
    expect(page.store.get().scenario?.name).toBe('sent');
    expect(page.store.get().title).toBe('sent');
    await addFile(page, file('nameless.txt', '{"version": 1, "name": "Untitled", "platform": {}, "workload": [], "system": {}}'));
    expect(page.store.get().title, 'the engine names what has no name').toBe('');
  });
});
