import { expect, it } from 'vitest';
import { addFile } from '../../src/commands/file-opening.js';
import { showNotice } from '../../src/commands/notices.js';
import { createPage } from '../../src/commands/page.js';
import { openPastedText } from '../../src/commands/pasted-text.js';

/** A page whose reader of files knows no format; it keeps what it is asked to read. */
function pageOf() {
  const page = createPage();
  /** @type {Uint8Array[]} */
  const asked = [];
  const report = {
    format: null,
    sha256: 'a',
    bytes: 1,
    makes: null,
    jobs: 0,
    processors: null,
    sites: null,
    question: null,
    facts: [],
    diagnostics: [{ severity: 'error', message: 'the file looks like a picture', file: 'b.png' }],
  };
  Object.assign(page.services, {
    guess_columns: async () => null,
    inspect: async (/** @type {string} */ _name, /** @type {Uint8Array} */ bytes) => (asked.push(bytes), report),
  });
  return { page, asked };
}

it('the good news of a file goes when the next one fails', async () => {
  const { page } = pageOf();
  showNotice(page, 'a.swf: 5 jobs read. The file stays in your browser.', 'good');
  expect(await addFile(page, { name: 'b.png', bytes: new Uint8Array([1]) })).toBe(false);
  const { notice: told, diagnostics } = page.store.get();
  expect(told).toBe(null);
  expect(diagnostics.map(({ message }) => message)).toEqual(['the file looks like a picture']);
});

it('XML that is pasted says itself that it is UTF-8', async () => {
  const { page, asked } = pageOf();
  await openPastedText(page, '\n<?xml version="1.0" encoding="ISO-8859-1"?><adag name="ü"/>');
  expect([...(asked[0] ?? [])].slice(0, 5)).toEqual([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('<?')]);
});
