import { describe, expect, it, vi } from 'vitest';
import { openLink, screenFragment, writeAddress } from '../../src/commands/links.js';
import { createPage } from '../../src/commands/page.js';

vi.mock('../../src/scenario/glossary-terms.js', () => ({ fetchGlossaryTerms: async () => [] }));

const pageOf = (/** @type {boolean} */ embedded) => {
  const decode_link = vi.fn(async () => ({ scenario: null, diagnostics: [{ severity: 'error', message: 'no scenario' }] }));
  const page = createPage({ services: /** @type {any} */ ({ decode_link }) });
  page.store.set({ embedded });
  return { page, decode_link };
};

describe('a fragment', () => {
  it.each(['glossary', 'glossary=easy', 'papers', 'papers=E2.6', 'papers=E2.6&seed=7', 'study', 'study=load-against-policy'])(
    '#%s opens what the address then names',
    async (fragment) => {
      const { page, decode_link } = pageOf(false);
      expect(await openLink(page, `#${fragment}`)).toBe(true);
      expect(screenFragment(page.store.get())).toBe(`#${fragment}`);
      expect(decode_link).not.toHaveBeenCalled();
    },
  );

  it('is a scenario if it names nothing else; closes the glossary', async () => {
    const { page, decode_link } = pageOf(false);
    await openLink(page, '#glossary');
    expect(await openLink(page, '#1.abc')).toBe(false);
    expect(decode_link).toHaveBeenCalledWith('1.abc');
    expect(screenFragment(page.store.get())).toBe('');
  });

  it('opens studies and boards in an embed, but neither the glossary nor published experiments', async () => {
    const { page, decode_link } = pageOf(true);
    await openLink(page, '#glossary=easy');
    await openLink(page, '#papers=E2.6');
    expect(page.store.get().notice?.text).toMatch(/This link opens in Ganttlet only/u);
    expect(decode_link).not.toHaveBeenCalled();
    expect(screenFragment(page.store.get())).toBe('');
    expect(await openLink(page, '#study=load-against-policy')).toBe(true);
    expect(screenFragment(page.store.get())).toBe('#study=load-against-policy');
    expect(await openLink(page, '#play=five-jobs')).toBe(true);
    expect(page.store.get().play).toBe('play=five-jobs');
  });
});

describe('the address bar', () => {
  it('keeps where the reader is going while a change waits to be written', async () => {
    const { page } = pageOf(false);
    const location = { hash: '', pathname: '/', search: '' };
    const replaceState = vi.fn((/** @type {unknown} */ _state, /** @type {string} */ _title, /** @type {string} */ url) => {
      location.hash = url.slice(url.indexOf('#'));
    });
    vi.stubGlobal('location', location);
    vi.stubGlobal('history', { replaceState, pushState: replaceState });
    page.store.set({ glossary: 'easy' });
    location.hash = '#ex=one-server';
    await writeAddress(page);
    expect(location.hash).toBe('#ex=one-server');
    location.hash = '';
    await writeAddress(page);
    expect(location.hash).toBe('#glossary=easy');
    page.store.set({ glossary: 'fcfs' });
    await writeAddress(page);
    expect(location.hash).toBe('#glossary=fcfs');
    vi.unstubAllGlobals();
  });
});
