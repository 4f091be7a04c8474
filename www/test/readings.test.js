import { expect, it } from 'vitest';
import { Readings } from '../src/run/readings.js';

it('reads a file once for each settings, and forgets what the last run did not ask for', () => {
  /** @type {string[]} */
  const read = [];
  const readers = /** @type {import('../src/engine/readers.js').Readers} */ (
    /** @type {unknown} */ ({
      read: (/** @type {string[]} */ ...[name, , format, settings]) => {
        read.push(`${name} ${format} ${settings}`);
        return new Uint8Array([read.length]);
      },
    })
  );
  const file = { sha256: 'a', name: 'a.swf', bytes: new Uint8Array() };
  const readings = new Readings();
  const first = readings.next(readers);
  expect([first(file, 'swf', '1'), first(file, 'swf', '2'), first(file, 'swf', '1')].map(([byte]) => byte)).toEqual([1, 2, 1]);
  const second = readings.next(readers);
  expect(second(file, 'swf', '2')[0]).toBe(2);
  expect(read).toEqual(['a.swf swf 1', 'a.swf swf 2']);
  const third = readings.next(readers);
  expect([third(file, 'swf', '2')[0], third(file, 'swf', '1')[0]]).toEqual([2, 3]);
});
