import { afterEach, expect, it, vi } from 'vitest';
import { compiledOnce } from '../../src/engine/compile.js';

afterEach(() => vi.unstubAllGlobals());

it('says how much of the engine has come', async () => {
  /** The smallest module there is, in two pieces. */
  const pieces = [[0, 97, 115, 109], [1, 0, 0, 0]].map((bytes) => new Uint8Array(bytes));
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece);
      stream.close();
    },
  })));
  /** @type {[number, boolean][]} */
  const heard = [];
  await compiledOnce('engine.wasm', (bytes, done) => heard.push([bytes, done]))();
  await vi.waitFor(() => expect(heard).toEqual([[4, false], [8, false], [8, true]]));
});
