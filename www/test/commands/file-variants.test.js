import { expect, it } from 'vitest';
import { fileVariants } from '../../src/commands/file-variants.js';

const zipped = async (/** @type {string} */ text) =>
  new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
const found = async (/** @type {string|Uint8Array} */ content) => {
  const all = await fileVariants(
    /** @type {any} */ (typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)),
  );
  return all.map(({ bytes, differs }) => [new TextDecoder().decode(bytes), differs]);
};

it('a file may have had other line ends, or have been unpacked', async () => {
  expect(await found('a\r\nb\r\n')).toEqual([['a\nb\n', 'its line endings']]);
  expect(await found('a\nb')).toEqual([['a\r\nb', 'its line endings']]);
  expect(await found('a\r\nb\n')).toEqual([
    ['a\nb\n', 'its line endings'],
    ['a\r\nb\r\n', 'its line endings'],
  ]);
  expect(await found('a\rb')).toEqual([]);
  expect((await found(await zipped('jobs'))).at(-1)).toEqual(['jobs', 'compression']);
  expect((await found((await zipped('jobs')).subarray(0, 15))).filter(([, differs]) => differs === 'compression')).toEqual([]);
});
