import { describe, expect, it, vi } from 'vitest';
import { engineCall } from '../../src/commands.js';
import { createPage } from '../../src/commands/page.js';
import { watchViews } from '../../src/commands/views.js';

vi.mock('../../src/commands/runs.js', () => ({ engineCall: vi.fn(), runsState: () => ({}) }));

/** The text of each file. @type {Record<string, string>} */
const sources = import.meta.glob(['../../src/**/*.js', '../../index.html', '../../embed.html'], { query: '?raw', import: 'default', eager: true });
const isView = (/** @type {string} */ name) => name.startsWith('../../src/views/');
const texts = Object.entries(sources).map(([name, text]) => ({ name, code: text.replace(/\/\*[\s\S]*?\*\//gu, '') }));
const folders = [...new Set(texts.flatMap(({ name }) => /src\/views\/([^/]+)\//u.exec(name)?.[1] ?? []))];

describe('a special view', () => {
  it('is a folder that calls itself by its name, and a line in the list', () => {
    expect(folders.length).toBeGreaterThan(2);
    const list = texts.find(({ name }) => name.endsWith('/views/index.js'))?.code ?? '';
    for (const folder of folders) {
      expect(list.split(`./${folder}/index.js`).length, folder).toBe(2);
      const own = texts.filter(({ name }) => name.includes(`/views/${folder}/`)).map(({ code }) => code).join('\n');
      expect(own.includes(`'${folder}'`), folder).toBe(true);
    }
  });

  it('is named nowhere else: without its folder and its line the page is whole', () => {
    const elements = texts.filter(({ name }) => isView(name)).flatMap(({ code }) => [...code.matchAll(/customElements\.define\('([^']+)'/gu)].map(([, tag = '']) => tag));
    expect(elements.length).toBeGreaterThan(2);
    const words = new RegExp(`(['"\`])(?:${folders.join('|')})\\1|views\\.(?:${folders.join('|')})|/views/(?:${folders.join('|')})/|${elements.join('|')}`, 'u');
    const others = texts.filter(({ name }) => !isView(name));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter(({ code }) => words.test(code)).map(({ name }) => name)).toEqual([]);
    expect(texts.filter(({ name, code }) => isView(name) && folders.some((folder) => !name.includes(`/${folder}/`) && code.includes(`../${folder}/`))).map(({ name }) => name)).toEqual([]);
  });
});

describe('what the views show of the runs', () => {
  const view = (/** @type {string} */ id, /** @type {any} */ more) => ({ id, name: id, icon: '', needs: [], panel: () => /** @type {any} */ (undefined), load: async () => undefined, ...more });
  const layout = /** @type {any} */ ({ name: 'x' });
  const variant = (/** @type {object} */ more) => /** @type {any} */ ({ name: 'a', status: 'running', layout, progress: {}, views: {}, ...more });

  it('is asked for when a run has moved, and is nothing where there is nothing', async () => {
    vi.mocked(engineCall).mockImplementation(async (_page, _index, method) => (method === 'waves' ? 7 : null));
    const page = createPage({ views: [view('sea', { look: (/** @type {any} */ ask) => ask('waves') }), view('land', { look: (/** @type {any} */ ask) => ask('hills') }), view('always', {})] });
    watchViews(page);
    page.store.set({ variants: [variant({})] });
    await vi.waitFor(() => expect(page.store.get().variants[0]?.views).toEqual({ sea: 7 }));
    vi.mocked(engineCall).mockImplementation(async () => null);
    page.store.set({ variants: page.store.get().variants.map((one) => ({ ...one, status: 'done' })) });
    await vi.waitFor(() => expect(page.store.get().variants[0]?.views).toEqual({}));
  });

  it('says nothing of a run that has been replaced since', async () => {
    const page = createPage({ views: [view('sea', { look: (/** @type {any} */ ask) => ask('waves') })] });
    /** @type {(value: number) => void} */
    let answer = () => undefined;
    vi.mocked(engineCall).mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    watchViews(page);
    page.store.set({ variants: [variant({})] });
    await vi.waitFor(() => expect(engineCall).toHaveBeenCalled());
    page.store.set({ variants: [variant({ layout: { name: 'another' }, status: 'loading' })] });
    answer(7);
    await new Promise((resolve) => setTimeout(resolve));
    expect(page.store.get().variants[0]?.views).toEqual({});
  });
});
