import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { OpenStudy } from '../../src/study/open-study.js';

/** @import { RunQueue } from '../../src/study/run-queue.js' */

const doc = { id: 'E1', name: 'One', base: { seed: 7 }, quick_seeds: 1, measures: [{ metric: 'wait' }] };
const shape = { parts: [{ name: '', axes: [], seeds: 2, first: 0, points: 1, measures: [] }], digest: null };

/** A study on a queue whose answers the test gives; `answers` replaces some. */
function opened(/** @type {Record<string, (...args: any[]) => any>} */ answers = {}) {
  /** @type {Record<string, (...args: any[]) => any>} */
  const known = {
    opened: (/** @type {{text: string}} */ { text }) => ({ text, digest: 'd', count: 2 }),
    findings: () => ({ summary: shape, findings: { targets: [] }, unfit: [] }),
    run: () => new Promise(() => undefined),
    ...answers,
  };
  const asked = /** @type {string[]} */ ([]);
  const queue = {
    workers: [{ giveUp: vi.fn() }],
    current: undefined,
    subscribe: () => () => undefined,
    stop: vi.fn(),
    startTask: vi.fn(),
    ask: async (/** @type {number} */ _, /** @type {string} */ method, /** @type {any[]} */ ...args) => {
      asked.push(method);
      return known[method]?.(...args);
    },
    addTask: (/** @type {unknown} */ study, /** @type {object} */ about) => ({
      study,
      status: 'stopped',
      outcomes: [],
      ended: 0,
      findings: null,
      ...about,
    }),
  };
  const page = createPage({
    services: /** @type {any} */ ({}),
    storage: /** @type {any} */ ({ loadStudyRuns: async () => undefined, storeStudyRuns: vi.fn() }),
  });
  page.runQueue = /** @type {RunQueue} */ (/** @type {unknown} */ (queue));
  return { study: new OpenStudy(page, () => undefined), queue, asked };
}

/** Serves the document and the stored result of E1; answers which paths were fetched. */
function served() {
  const paths = /** @type {string[]} */ ([]);
  vi.stubGlobal('document', { baseURI: 'http://here/' });
  vi.stubGlobal('fetch', async (/** @type {URL} */ url) => {
    paths.push(url.pathname);
    if (url.pathname === '/papers/E1.json') return new Response(JSON.stringify(doc));
    return url.pathname === '/results/E1.json' ? Response.json({ digest: 'stored' }) : new Response('', { status: 404 });
  });
  return paths;
}

afterEach(() => vi.unstubAllGlobals());

describe('a study that is open', () => {
  it('passes from loading over preparing to ready', async () => {
    served();
    const { study } = opened();
    const kinds = [study.state.kind];
    study.changed = () => kinds.at(-1) !== study.state.kind && void kinds.push(study.state.kind);
    void study.open({ text: '', fragment: 'study=E1&quick=1' });
    await vi.waitFor(() => expect(study.state.kind).toBe('ready'));
    expect(kinds).toEqual(['closed', 'loading', 'preparing', 'ready']);
    expect([study.quick, study.isChanged, study.firstSeed]).toEqual([true, false, 7]);
  });

  it('fetches a published document once, also when it is edited', async () => {
    const paths = served();
    const { study } = opened();
    void study.open({ text: '', fragment: 'study=E1' });
    await vi.waitFor(() => expect(study.state.kind).toBe('ready'));
    void study.edit({ doc: { .../** @type {any} */ (study.doc), seeds: 3 } });
    expect(study.state).toMatchObject({ kind: 'preparing', before: { kind: 'ready' } });
    await vi.waitFor(() => expect(study.state.kind).toBe('ready'));
    expect(paths).toEqual(['/papers/E1.json', '/results/E1.json']);
    expect([study.isChanged, study.subject?.name, study.published?.result?.digest]).toEqual([true, '', 'stored']);
  });

  it('compares a document that came in a link with what was published', async () => {
    const paths = served();
    const { study } = opened();
    void study.open({ text: JSON.stringify({ ...doc, seeds: 3 }), fragment: '' });
    await vi.waitFor(() => expect(study.state.kind).toBe('ready'));
    expect([study.isChanged, paths.length]).toEqual([true, 2]);
  });

  it('is refused with reasons, and can be edited on', async () => {
    served();
    let bad = true;
    const { study } = opened({
      opened: ({ text }) => {
        if (bad)
          throw Object.assign(new Error('no'), {
            diagnostics: [{ severity: 'error', place: '/seeds', message: 'too many', hint: 'Take fewer.' }],
          });
        return { text, digest: 'd', count: 2 };
      },
    });
    await study.open({ text: '', fragment: 'study=E1' });
    expect(study.state).toEqual({ kind: 'refused', reasons: ['/seeds: too many. Take fewer.'], remedy: 'none', fetches: [] });
    expect(study.doc?.id).toBe('E1');
    bad = false;
    void study.edit({ quick: true });
    await vi.waitFor(() => expect(study.state.kind).toBe('ready'));
  });

  it('ignores what an earlier state asked for', async () => {
    served();
    const { study, asked } = opened();
    void study.open({ text: '', fragment: 'study=E1' });
    await study.open({ text: '', fragment: 'study=no-such' });
    expect(study.state).toMatchObject({ kind: 'refused', reasons: ['The study cannot be opened: there is no study no-such.'] });
    expect([study.doc, asked]).toEqual([undefined, []]);
    expect(await study.open({ text: '', fragment: 'study' })).toBe(false);
    expect(study.state.kind).toBe('closed');
  });

  it('starts by itself if its first runs are short, unless they are cancelled', async () => {
    served();
    const quick = opened({ run: () => new Float64Array([1]), held: () => 100 });
    await quick.study.open({ text: '', fragment: 'study=E1' });
    expect(quick.queue.startTask).toHaveBeenCalledOnce();
    expect(quick.study.ready?.trial).toMatchObject({ running: false, runs: 2, seconds: 0, bytes: 216 });
    const slow = opened();
    void slow.study.open({ text: '', fragment: 'study=E1' });
    await vi.waitFor(() => expect(slow.study.ready?.trial.running).toBe(true));
    slow.study.cancelEstimate();
    expect([slow.study.ready?.trial.running, slow.queue.startTask.mock.calls.length]).toEqual([false, 0]);
    expect(slow.queue.workers[0]?.giveUp).toHaveBeenCalledOnce();
  });
});
