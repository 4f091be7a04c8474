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
