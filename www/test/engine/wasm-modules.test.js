import { afterEach, expect, it, vi } from 'vitest';
import { cacheModule } from '../../src/engine/wasm-modules.js';

afterEach(() => vi.unstubAllGlobals());

/** The smallest module there is. */
const MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

it('is fetched and compiled once, and again after a failure', async () => {
  const answers = [new Response(null, { status: 503, statusText: 'Busy' }), new Response(MODULE)];
  const fetched = vi.fn(async () => answers.shift());
  vi.stubGlobal('fetch', fetched);
  const compiled = cacheModule('engine.wasm');
  await expect(compiled()).rejects.toThrow('503 Busy');
  expect(await compiled()).toBe(await compiled());
  expect(fetched).toHaveBeenCalledTimes(2);
});
