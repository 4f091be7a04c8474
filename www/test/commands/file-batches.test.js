import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { addFile, addFiles, clearFileErrors } from '../../src/commands.js';

const hash = (/** @type {string} */ text) => text.charCodeAt(0).toString(16).padStart(64, '0');
const text = (/** @type {Uint8Array} */ bytes) => new TextDecoder().decode(bytes);

const services = /** @type {any} */ ({
  file_inputs: async () => [],
  document_kind: async (/** @type {string} */ said) => (said.includes('"base"') ? 'study' : 'scenario'),
  another_file: async (/** @type {string} */ name, /** @type {string} */ found, /** @type {string} */ _, /** @type {string} */ needed) => ({
    severity: 'error',
    message: `${name}: ${found.slice(0, 4)}, not ${needed.slice(0, 4)}`,
    hint: 'Use that.',
  }),
  sha256: async (/** @type {Uint8Array} */ bytes) => hash(text(bytes)),
  check: async (/** @type {string} */ said) => ({
    scenario: { workload: [], background: [], compare: [], ...JSON.parse(said) },
    text: said,
    variants: [],
    work: { id: 'jobs' },
    platform: { clusters: [{ nodes: 8 }] },
    diagnostics: [],
  }),
  use_file: async (/** @type {string} */ document, /** @type {string} */ file) => ({
    scenario: { ...JSON.parse(document), name: undefined, workload: [{ file: JSON.parse(file) }] },
    left: [],
  }),
  // As the engine: each file once, and nothing beside a scenario that has other work than one file.
  add_workload: async (/** @type {string} */ before, /** @type {string} */ after) => {
    const [added, ...others] = JSON.parse(after).workload;
    if (others.length > 0 || !added.file) return null;
    const kept = JSON.parse(before).workload.filter((/** @type {any} */ part) => part.file?.sha256 !== added.file.sha256);
    return kept.length > 0 ? { ...JSON.parse(after), workload: [...kept, added] } : null;
  },
  replace_file: async (/** @type {string} */ document, /** @type {string} */ _wanted, /** @type {string} */ file) => ({
    scenario: { ...JSON.parse(document), name: undefined, workload: [{ file: JSON.parse(file) }] },
    left: [],
  }),
  guess_columns: async () => null,
  inspect: async (/** @type {string} */ _name, /** @type {Uint8Array} */ bytes) => {
    const good = text(bytes) !== 'noise';
    return {
      format: good ? 'swf' : null,
      sha256: hash(text(bytes)),
      bytes: 1,
      makes: good ? 'jobs' : null,
      jobs: 12,
      processors: null,
      facts: [],
      diagnostics: good ? [] : [{ severity: 'error', message: 'found noise' }],
    };
  },
});

/** @type {import('../../src/commands/page.js').Page} */
let page;
const file = (/** @type {string} */ name, content = name) => new File([content], name);
const names = () =>
  page.store.get().scenario?.workload.map((part) => ('file' in part ? part.file.name : 'generator' in part && part.generator));
const told = () => [page.store.get().notice?.kind, page.store.get().notice?.text];

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://here.example', pathname: '/', search: '', hash: '' });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const scenario = /** @type {any} */ ({
    version: 1,
    platform: { preset: 'das2' },
    workload: [{ generator: 'poisson' }],
    background: [],
    system: { kind: 'batch' },
    compare: [],
  });
  const entries = /** @type {any} */ ([
    { family: 'system', id: 'batch', accepts: 'jobs' },
    { family: 'format', id: 'swf', makes: 'jobs' },
    { family: 'generator', id: 'poisson', makes: 'jobs' },
  ]);
  const kinds = /** @type {any} */ ([{ id: 'jobs', things: 'jobs' }]);
  page = createPage({ services });
  page.store.set({
    embedded: true,
    scenario,
    text: JSON.stringify(scenario),
    catalog: { engine: '', families: [], entries, kinds, phases: [], reasons: [], machine: [] },
  });
});

afterEach(() => vi.restoreAllMocks());

describe('several files at once', () => {
  it('are one workload, and a bad one among them is told without losing the good ones', async () => {
    expect(await addFiles(page, [file('bad', 'noise'), file('a'), file('b'), file('c', 'noise')])).toBe(true);
    expect(names()).toEqual(['a', 'b']);
    expect(told()).toEqual([
      'warning',
      '2 of 4 files read: a, b (24 jobs). The files stay in your browser. They run together, as one scenario. bad: Found noise. c: Found noise.',
    ]);
  });
  it('say which of them have warnings, as one file alone does', async () => {
    const inspect = services.inspect;
    vi.spyOn(services, 'inspect').mockImplementation(async (/** @type {any} */ name, /** @type {any} */ bytes) => {
      const report = await inspect(name, bytes);
      return 'bd'.includes(name)
        ? {
            ...report,
            jobs: 1,
            diagnostics: ['3 jobs were skipped', '2 runtimes were repaired'].map((message) => ({
              severity: 'warning',
              message,
              file: name,
            })),
          }
        : report;
    });
    await addFiles(page, [file('a'), file('b')]);
    expect(told()).toEqual([
      'good',
      '2 of 2 files read: a, b (13 jobs). The files stay in your browser. They run together, as one scenario. Warnings about b are listed under Workload.',
    ]);
    await addFile(page, file('d'));
    expect(told()).toEqual([
      'good',
      'd: 1 job read. The file stays in your browser. 3 jobs were skipped. 1 more such warning is listed under Workload.',
    ]);
  });
  it('open on the busiest part of the first log', async () => {
    const { inspect } = services;
    vi.spyOn(services, 'inspect').mockImplementation(async (/** @type {any} */ name, /** @type {any} */ bytes) => {
      const busiest = name === 'a' ? { from_s: 100, to_s: 200 } : { from_s: 7_000, to_s: 8_000 };
      return { ...(await inspect(name, bytes)), summary: { kind: 'jobs', count: 400, busiest } };
    });
    await addFiles(page, [file('a'), file('b')]);
    expect(names()).toEqual(['a', 'b']);
    expect(page.store.get()).toMatchObject({ openedLog: hash('a'), view: { from_s: 100, to_s: 200, fitted: false } });
    await addFile(page, file('c'));
    expect(page.store.get()).toMatchObject({ openedLog: hash('c'), view: { from_s: 7_000, to_s: 8_000 } });
  });
  it('stand beside what is there if that is wanted', async () => {
    await addFiles(page, [file('a'), file('b')], { keep: true });
    expect(names()).toEqual(['poisson', 'a', 'b']);
    expect(told()).toEqual([
      'good',
      '2 of 2 files read: a, b (24 jobs). The files stay in your browser. They run together, as one scenario.',
    ]);
  });
});

describe('a platform', () => {
  const document = { clusters: [{ name: 'A', nodes: 4 }], network: { latency_ms: 1 } };
  const platformReport = {
    format: null,
    sha256: hash('p'),
    bytes: 1,
    makes: null,
    platform: { format: 'simgrid', document, clusters: 1, nodes: 4 },
    facts: [],
    diagnostics: ['one', 'two', 'three'].map((message) => ({ severity: 'note', message, file: 'p.xml' })),
  };
  beforeEach(() => {
    const inspect = services.inspect;
    vi.spyOn(services, 'inspect').mockImplementation(async (/** @type {any} */ name, /** @type {any} */ bytes) =>
      text(bytes) === 'platform' ? platformReport : inspect(name, bytes),
    );
  });
  it('replaces that of the scenario, keeps the workload, and one undo takes it back', async () => {
    expect(await addFile(page, file('p.xml', 'platform'))).toBe(true);
    expect(page.store.get().scenario?.platform).toEqual(document);
    expect(names()).toEqual(['poisson']);
    expect(told()).toEqual([
      'info',
      'p.xml: 1 cluster with 4 nodes read; they replace the platform. One. Two. 1 more note is listed under Grid.',
    ]);
    expect(page.store.get().platformFile?.diagnostics).toHaveLength(3);
    page.store.get().notice?.action?.run();
    await vi.waitFor(() => expect(page.store.get().scenario?.platform).toEqual({ preset: 'das2' }));
  });
  it('comes first, wherever it stands among the files, and one undo takes all back', async () => {
    expect(await addFiles(page, [file('a'), file('p.xml', 'platform'), file('b')])).toBe(true);
    expect(page.store.get().scenario?.platform).toEqual(document);
    expect(names()).toEqual(['a', 'b']);
    expect(told()).toEqual([
      'good',
      '3 of 3 files read: p.xml, a, b (4 nodes, 24 jobs). The files stay in your browser. They run together, as one scenario. Notes about p.xml are listed under Grid.',
    ]);
    expect(page.history.done).toHaveLength(1);
    page.store.get().notice?.action?.run();
    await vi.waitFor(() => expect(names()).toEqual(['poisson']));
  });
  it('may be JSON of this site, too', async () => {
    vi.spyOn(services, 'document_kind').mockResolvedValue(null);
    expect(await addFile(page, file('own.json', JSON.stringify(document)))).toBe(true);
    expect(page.store.get().scenario?.platform).toEqual(document);
  });
});

describe('an archive', () => {
  const archive = () => new File([new Uint8Array([0x1f, 0x8b, 0])], 'day.tar.gz');
  beforeEach(() => {
    const inspect = services.inspect;
    vi.spyOn(services, 'inspect').mockImplementation(async (/** @type {any} */ name, /** @type {any} */ bytes) =>
      bytes[0] === 0x1f
        ? { format: null, archive: true, sha256: hash('z'), makes: null, facts: [], diagnostics: [] }
        : inspect(name, bytes),
    );
  });
  it('is opened as the files in it', async () => {
    services.open_archive = async () => ['a', 'b'].map((name) => ({ name, bytes: new TextEncoder().encode(name) }));
    expect(await addFile(page, archive())).toBe(true);
    expect(names()).toEqual(['a', 'b']);
    expect(told()[1]).toBe('2 of 2 files read: a, b (24 jobs). The files stay in your browser. They run together, as one scenario.');
  });
  it('is refused with the reason', async () => {
    services.open_archive = async () => {
      throw new Error('the archive holds another archive: c.zip');
    };
    expect(await addFile(page, archive())).toBe(false);
    expect(told()).toEqual(['error', 'day.tar.gz could not be read: the archive holds another archive: c.zip.']);
  });
});

describe('work without a place', () => {
  it('is left out, so that the other files run', async () => {
    const { catalog } = page.store.get();
    const kinds = /** @type {any} */ ([
      ...(catalog?.kinds ?? []),
      { id: 'absences', things: 'machine absences', word: 'machine absences' },
    ]);
    page.store.set({ catalog: /** @type {any} */ ({ ...catalog, kinds }) });
    const inspect = services.inspect;
    vi.spyOn(services, 'inspect').mockImplementation(async (/** @type {any} */ name, /** @type {any} */ bytes) => {
      const report = await inspect(name, bytes);
      return name === 'trace' ? { ...report, makes: 'absences' } : report;
    });
    expect(await addFiles(page, [file('trace'), file('a')])).toBe(true);
    expect(names()).toEqual(['a']);
    expect(told()).toEqual([
      'warning',
      '1 of 2 files read: a (12 jobs). The files stay in your browser. trace was left out: the system batch has no place for machine absences.',
    ]);
  });
});

describe('a scenario among several files', () => {
  const scenario = (/** @type {string} */ name) =>
    JSON.stringify({
      version: 1,
      name: 'sent',
      platform: {},
      workload: [{ file: { name, sha256: hash(name), format: 'swf' } }],
      system: {},
    });
  it('brings the files that it names, and leaves the others out with a word', async () => {
    expect(await addFiles(page, [file('log', 'log'), file('other', 'x'), file('s.json', scenario('log'))])).toBe(true);
    expect(page.store.get().title).toBe('sent');
    expect(page.store.get().files.has(hash('log'))).toBe(true);
    expect(told()).toEqual([
      'warning',
      '2 of 3 files read: s.json, log. The files stay in your browser. other is not named by s.json and was left out.',
    ]);
  });
  it('is the one that is opened, if there are two', async () => {
    await addFiles(page, [file('s.json', scenario('log')), file('t.json', scenario('log')), file('log', 'log')]);
    expect(told()[1]).toBe(
      '2 of 3 files read: s.json, log. The files stay in your browser. t.json was left out, because s.json is opened.',
    );
  });
});

describe('many files', () => {
  it('are counted, with a few names', async () => {
    await addFiles(
      page,
      Array.from({ length: 300 }, (_, at) => file(`${at}`, at < 200 ? `${at}` : 'noise')),
    );
    expect(told()[1]).toBe(
      '200 of 300 files read: 0, 1, 2 and 197 more (2\u202f400 jobs). The files stay in your browser. 200: Found noise. 201: Found noise. 202: Found noise. 97 more could not be used.',
    );
  });
  it('of another drop say nothing any more', async () => {
    await addFiles(page, [file('a'), file('bad', 'noise')]);
    expect(told()[0]).toBe('warning');
    await addFile(page, file('s.txt', '{"version": 1, "name": "sent", "platform": {}, "workload": [], "system": {}}'));
    expect(told()).toEqual([undefined, undefined]);
  });
});

describe('a file that is waited for', () => {
  const waits = async () => {
    await addFile(
      page,
      file(
        's.json',
        JSON.stringify({
          version: 1,
          name: 'shared',
          platform: {},
          workload: [{ file: { name: 'log', sha256: hash('log'), format: 'swf' } }],
          system: { kind: 'batch' },
        }),
      ),
    );
    page.store.set({ link: { ...page.store.get().link, results: [{ whole: 'd', parts: [] }] } });
  };
  it('is accepted by its content alone', async () => {
    await waits();
    expect(await addFile(page, file('other', 'x'))).toBe(false);
    expect(told()).toEqual(['error', `other: ${hash('x').slice(0, 4)}, not ${hash('log').slice(0, 4)}. Use that.`]);
    expect([page.store.get().title, page.store.get().files.size]).toEqual(['shared', 0]);
    expect(await addFile(page, file('whatever', 'log'))).toBe(true);
    expect(page.store.get().title).toBe('shared');
  });
  it('can be replaced by another, which has neither the name nor the result of the link', async () => {
    await waits();
    await addFile(page, file('other', 'x'));
    const { action } = page.store.get().notice ?? {};
    expect(action?.label).toBe('Run this file instead');
    action?.run();
    await vi.waitFor(() => expect(names()).toEqual(['other']));
    await vi.waitFor(() =>
      expect(page.store.get().diagnostics[0]?.message).toBe(
        'other runs instead of log, which is missing: the result stored in the link belongs to the missing file and is not compared',
      ),
    );
    expect(page.store.get().title).toBe('');
  });
  it('that differs in its line ends only can be used', async () => {
    const sums = { feeds: 'a\nb\n', returns: 'a\r\nb\r\n' };
    vi.spyOn(services, 'sha256').mockImplementation(async (/** @type {any} */ bytes) =>
      text(bytes) === sums.feeds ? hash('log') : hash('other'),
    );
    vi.spyOn(services, 'inspect').mockImplementation(async (/** @type {any} */ _, /** @type {any} */ bytes) => ({
      format: 'swf',
      sha256: await services.sha256(bytes),
      bytes: 1,
      makes: 'jobs',
      jobs: 12,
      processors: null,
      facts: [],
      diagnostics: [],
    }));
    await waits();
    await addFile(page, file('log', sums.returns));
    const { text: sentence, action } = page.store.get().notice ?? {};
    expect([sentence?.endsWith('It differs only in its line endings.'), action?.label]).toEqual([true, 'Use it as log']);
    action?.run();
    await vi.waitFor(() => expect([...page.store.get().files.keys()]).toEqual([hash('log')]));
  });
});

describe('one file', () => {
  it('that cannot be used is told once, above the charts, until that is closed', async () => {
    await addFiles(page, [file('bad', 'noise')]);
    expect(told()).toEqual([undefined, undefined]);
    expect(page.store.get().diagnostics.map(({ message }) => message)).toEqual(['found noise']);
    page.store.set({
      diagnostics: [
        { severity: 'error', message: 'found noise', file: 'bad' },
        { severity: 'warning', message: 'mind this' },
      ],
    });
    clearFileErrors(page);
    expect(page.store.get().diagnostics.map(({ message }) => message)).toEqual(['mind this']);
  });
  it('keeps its name as it is', async () => {
    await addFiles(page, [file('noext')]);
    expect(told()).toEqual(['good', 'noext: 12 jobs read. The file stays in your browser.']);
  });
  it('that is a folder is said to be one', async () => {
    const folder = Object.defineProperty(file('dir'), 'stream', {
      value: () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }),
    });
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
