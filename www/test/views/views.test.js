import { describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { watchViews } from '../../src/commands/special-views.js';
import { askRun } from '../../src/commands.js';

vi.mock('../../src/commands/runs.js', () => ({ askRun: vi.fn(), createRunsState: () => ({}) }));

/** The text of each file. @type {Record<string, string>} */
const sources = import.meta.glob(['../../src/**/*.js', '../../index.html', '../../embed.html'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const isView = (/** @type {string} */ name) => name.startsWith('../../src/views/');
const texts = Object.entries(sources).map(([name, text]) => ({ name, code: text.replace(/\/\*[\s\S]*?\*\//gu, '') }));
const folders = [...new Set(texts.flatMap(({ name }) => /src\/views\/([^/]+)\//u.exec(name)?.[1] ?? []))];

describe('a special view', () => {
  it('is a folder that calls itself by its name, and a line in the list', () => {
    expect(folders.length).toBeGreaterThan(2);
    const list = texts.find(({ name }) => name.endsWith('/views/index.js'))?.code ?? '';
    for (const folder of folders) {
      expect(list.split(`./${folder}/index.js`).length, folder).toBe(2);
      const own = texts
        .filter(({ name }) => name.includes(`/views/${folder}/`))
        .map(({ code }) => code)
        .join('\n');
      expect(own.includes(`'${folder}'`), folder).toBe(true);
    }
  });

  it('is named nowhere else: without its folder and its line the page is whole', () => {
    const elements = texts
      .filter(({ name }) => isView(name))
      .flatMap(({ code }) => [...code.matchAll(/customElements\.define\('([^']+)'/gu)].map(([, tag = '']) => tag));
    expect(elements.length).toBeGreaterThan(2);
    const words = new RegExp(
      `(['"\`])(?:${folders.join('|')})\\1|views\\.(?:${folders.join('|')})|/views/(?:${folders.join('|')})/|${elements.join('|')}`,
      'u',
    );
    const others = texts.filter(({ name }) => !isView(name));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter(({ code }) => words.test(code)).map(({ name }) => name)).toEqual([]);
    expect(
      texts
        .filter(
          ({ name, code }) => isView(name) && folders.some((folder) => !name.includes(`/${folder}/`) && code.includes(`../${folder}/`)),
        )
        .map(({ name }) => name),
    ).toEqual([]);
  });
});

describe('what the views show of the runs', () => {
  const view = (/** @type {string} */ id, /** @type {any} */ more) => ({
    id,
    name: id,
    icon: '',
    needs: [],
    panel: () => /** @type {any} */ (undefined),
    load: async () => undefined,
    ...more,
  });
  const layout = /** @type {any} */ ({ name: 'x' });
  const variant = (/** @type {object} */ more) =>
    /** @type {any} */ ({ name: 'a', status: 'running', layout, progress: {}, tables: [], views: {}, ...more });

  const tables = ['waves', 'winds'].map((id) => ({ id }));
  const told = (/** @type {Record<string, any>} */ answers) =>
    vi.mocked(askRun).mockImplementation(async (...asked) => answers[String(asked[2])]);

  it('is asked for when a run has moved, of the tables it has', async () => {
    const look = vi.fn(async (/** @type {any} */ answer) => answer('waves_now'));
    const rest = async (/** @type {any} */ _answer, /** @type {any[]} */ others) => others.map(({ id }) => id);
    const page = createPage({
      views: [
        view('sea', { needs: ['waves'], fetchData: look }),
        view('land', { needs: ['hills'], fetchData: look }),
        view('always', {}),
        view('others', { needs: 'rest', fetchData: rest }),
      ],
    });
    watchViews(page);
    told({ tables, waves_now: 7 });
    page.store.set({ variants: [variant({})] });
    await vi.waitFor(() => expect(page.store.get().variants[0]?.views).toEqual({ sea: 7, others: ['winds'] }));
    expect(look).toHaveBeenCalledTimes(1);
    told({ tables: [] });
    page.store.set({ variants: page.store.get().variants.map((one) => ({ ...one, status: 'done' })) });
    await vi.waitFor(() => expect(page.store.get().variants[0]?.views).toEqual({}));
  });

  it('is asked for whatever the tables where it asks the run itself', async () => {
    vi.mocked(askRun).mockClear();
    const page = createPage({
      views: [view('sea', { needs: 'run', fetchData: async () => true }), view('land', { needs: 'run', fetchData: async () => null })],
    });
    watchViews(page);
    told({ tables: [] });
    page.store.set({ variants: [variant({ layout: { name: 'x' } })] });
    await vi.waitFor(() => expect(page.store.get().variants[0]?.views).toEqual({ sea: true }));
    // The same answer is no news.
    const { variants } = page.store.get();
    page.store.set({ variants: variants.map((one) => ({ ...one, status: 'done' })) });
    await vi.waitFor(() => expect(askRun).toHaveBeenCalledTimes(2));
    expect(page.store.get().variants[0]?.views).toBe(variants[0]?.views);
  });

  it('ignores answers of a replaced run', async () => {
    const page = createPage({ views: [view('sea', { needs: ['waves'], fetchData: async () => 7 })] });
    /** @type {(value: any) => void} */
    let answer = () => undefined;
    vi.mocked(askRun).mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    watchViews(page);
    page.store.set({ variants: [variant({})] });
    await vi.waitFor(() => expect(askRun).toHaveBeenCalled());
    page.store.set({ variants: [variant({ layout: { name: 'another' }, status: 'loading' })] });
    answer(tables);
    await new Promise((resolve) => setTimeout(resolve));
    expect(page.store.get().variants[0]?.views).toEqual({});
  });
});
