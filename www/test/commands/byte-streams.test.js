import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchBytes, readStream } from '../../src/commands/byte-streams.js';
import { createPage } from '../../src/commands/page.js';
import { setScenario } from '../../src/commands/scenario.js';

const SHA = 'a'.repeat(64);
const scenario = (/** @type {string} */ url) => ({
  version: 1,
  name: 's',
  workload: [{ file: { name: 'log.swf', sha256: SHA, format: 'swf', url } }],
  background: [],
  system: {},
  compare: [],
});

const services = /** @type {any} */ ({
  file_inputs: async () => [],
  check: async (/** @type {string} */ text) => ({
    scenario: JSON.parse(text),
    text,
    variants: [],
    work: { id: 'jobs' },
    platform: null,
    diagnostics: [],
  }),
  sha256: async (/** @type {Uint8Array} */ bytes) => (bytes.length === 3 ? SHA : 'b'.repeat(64)),
});

/** @type {import('../../src/commands/page.js').Page} */
let page;

/** A stream of pieces of so many bytes that says whether it was given up. */
function pieces(/** @type {number[]} */ lengths) {
  const all = [...lengths];
  const source = { pulled: 0, cancelled: false };
  const stream = new ReadableStream(
    {
      pull(controller) {
        const length = all.shift();
        if (length === undefined) return controller.close();
        source.pulled += 1;
        controller.enqueue(new Uint8Array(length).fill(source.pulled));
      },
      cancel() {
        source.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { source, stream };
}

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('location', { origin: 'https://here.example', pathname: '/', search: '', hash: '' });
  page = createPage({ services });
  page.store.set({ embedded: true });
});
afterEach(() => vi.unstubAllGlobals());

describe('reading a stream', () => {
  it('gives all bytes, whatever was known of their number', async () => {
    for (const size of [0, 5, 3]) {
      const bytes = await readStream(pieces([2, 3]).stream, { size });
      expect([[...bytes], bytes.buffer.byteLength]).toEqual([[1, 1, 2, 2, 2], 5]);
    }
  });
  it('stops at the limit', async () => {
    const { source, stream } = pieces([600_000, 600_000, 600_000, 600_000]);
    await expect(readStream(stream, { most: 1024 * 1024 })).rejects.toThrow('it has more than 1 MB, the limit of a browser tab');
    expect(source).toEqual({ pulled: 2, cancelled: true });
  });
  it('stops when it is cancelled', async () => {
    const stop = new AbortController();
    const { source, stream } = pieces([1, 1, 1]);
    await expect(readStream(stream, { signal: stop.signal, progress: () => stop.abort() })).rejects.toThrow('cancelled');
    expect(source).toEqual({ pulled: 2, cancelled: true });
  });
});

describe('fetching a file', () => {
  it('refuses streams whose declared size is too large, shows progress, and can be cancelled', async () => {
    vi.stubGlobal('fetch', async () => new Response('x', { headers: { 'content-length': String(500 * 1024 * 1024) } }));
    await expect(fetchBytes(page, new URL('https://there.example/f'))).rejects.toThrow(
      'it has 500 MB; the limit of a browser tab is 400 MB',
    );
    vi.stubGlobal('fetch', async (/** @type {URL} */ _, /** @type {RequestInit} */ { signal }) => {
      signal?.throwIfAborted();
      return new Response(pieces([1, 1, 1]).stream, { headers: { 'content-length': '3' } });
    });
    const coming = fetchBytes(page, new URL('https://there.example/f'));
    expect(page.store.get().busy.map(({ label }) => label)).toEqual(['Fetching there.example']);
    page.store.get().busy[0]?.cancel?.();
    expect([await coming, page.store.get().busy]).toEqual([undefined, []]);
  });
});

describe('a scenario that names a file at an address', () => {
  it('asks before it fetches from another server', async () => {
    const fetched = vi.fn(async () => new Response(new Uint8Array(3)));
    vi.stubGlobal('fetch', fetched);
    expect(await setScenario(page, scenario('https://there.example/log.swf'), { fresh: true })).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
    const [told] = page.store.get().diagnostics;
    expect([told?.message, told?.action?.label]).toEqual([
      'The scenario needs the file log.swf, which is missing.',
      'Fetch it from there.example',
    ]);
    expect(told?.hint).toContain('That server would see your IP address');
    told?.action?.run();
    await vi.waitFor(() => expect(page.store.get().diagnostics).toEqual([]));
    expect(page.store.get().files.get(SHA)?.name).toBe('log.swf');
  });
  it('reports that another file is at the address', async () => {
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array(4)));
    await setScenario(page, scenario('https://there.example/log.swf'), { fresh: true });
    page.store.get().diagnostics[0]?.action?.run();
    await vi.waitFor(() =>
      expect(page.store.get().notice?.text).toContain('the file at this address is not the one that the scenario names'),
    );
    expect(page.store.get().files.size).toBe(0);
  });
  it('needs no question for a file of the same site', async () => {
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array(3)));
    await setScenario(page, scenario('https://here.example/log.swf'), { fresh: true });
    expect(page.store.get().files.get(SHA)?.name).toBe('log.swf');
  });
});
