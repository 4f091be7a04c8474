import { afterEach, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { loadPart, RELOAD } from '../../src/commands/part-loading.js';

afterEach(() => vi.unstubAllGlobals());

it('code that cannot be loaded is reported with the reason and a remedy', async () => {
  const page = createPage();
  expect(await loadPart(page, 'The lessons', async () => 7)).toBe(7);
  const broken = () => Promise.reject(new Error('no such file'));
  vi.stubGlobal('navigator', { onLine: false });
  expect(await loadPart(page, 'The lessons', broken)).toBeUndefined();
  expect(page.store.get().notice).toMatchObject({
    text: 'The lessons could not be fetched: this browser is offline (no such file).',
    kind: 'error',
    action: RELOAD,
  });
  vi.stubGlobal('navigator', { onLine: true });
  const tell = vi.fn();
  await loadPart(page, 'The forms', broken, tell);
  expect(tell).toHaveBeenCalledWith(
    'The forms could not be fetched: the connection failed, or the site has changed since this page was opened (no such file).',
  );
});
