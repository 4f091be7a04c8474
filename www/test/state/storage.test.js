import { beforeEach, describe, expect, it, vi } from 'vitest';

/** What the browser keeps. @type {Map<any, any>} */
const kept = new Map();
/** The keys whose contents were read. @type {string[]} */
let read = [];
/** Whether the database answers. */
let silent = false;

const answer = (/** @type {() => any} */ work) => (silent ? new Promise(() => undefined) : Promise.resolve().then(work));
vi.mock('idb-keyval', () => ({
  createStore: () => ({}),
  get: (/** @type {string} */ key) => answer(() => (read.push(key), kept.get(key))),
  getMany: (/** @type {string[]} */ all) => answer(() => all.map((key) => (read.push(key), kept.get(key)))),
  keys: () => answer(() => [...kept.keys()]),
  set: (/** @type {string} */ key, /** @type {any} */ value) => answer(() => void kept.set(key, value)),
  setMany: (/** @type {[string, any][]} */ all) => answer(() => all.forEach(([key, value]) => kept.set(key, value))),
  delMany: (/** @type {string[]} */ all) => answer(() => all.forEach((key) => kept.delete(key))),
}));

const { createStorage } = await import('../../src/state/storage.js');

const MB = 1024 * 1024;
/** A file of so many bytes that takes no memory. */
const file = (/** @type {number} */ size) => Object.defineProperty(new Uint8Array(1), 'length', { value: size });

/** @type {import('../../src/state/storage.js').Storage} */
let storage;
beforeEach(() => {
  kept.clear();
  read = [];
  silent = false;
  vi.useFakeTimers();
  storage = createStorage();
});

describe('kept files', () => {
  it('that were kept without their age are counted, not lost', async () => {
    kept.set('file:old', { name: 'old.swf', bytes: file(7), at: 3 });
    expect(await storage.listFiles()).toEqual([{ sha256: 'old', name: 'old.swf', size: 7, at: 3 }]);
    await storage.listFiles();
    expect([read.filter((key) => key === 'file:old').length, kept.has('file:old')]).toEqual([1, true]);
  });

  it('make room by their bytes, the one used longest ago first, and none is read for it', async () => {
    for (const [name, size] of /** @type {[string, number][]} */ ([
      ['a', 200],
      ['b', 150],
      ['c', 100],
    ])) {
      await storage.storeFile(name, `${name}.swf`, file(size * MB));
      await vi.advanceTimersByTimeAsync(10);
    }
    await storage.loadFile('a');
    read = [];
    await vi.advanceTimersByTimeAsync(10);
    await storage.storeFile('d', 'd.swf', file(199 * MB));
    expect((await storage.listFiles()).map(({ name, size }) => [name, size / MB])).toEqual([
      ['c.swf', 100],
      ['a.swf', 200],
      ['d.swf', 199],
    ]);
    expect([...kept.keys()].sort()).toEqual(['about:a', 'about:c', 'about:d', 'file:a', 'file:c', 'file:d']);
    expect(read.filter((key) => key.startsWith('file:'))).toEqual([]);
  });
  it('can be deleted, and watchers are called', async () => {
    const told = vi.fn();
    await storage.storeFile('a', 'a.swf', file(1));
    const end = storage.watchFiles(told);
    await storage.deleteFiles(['a']);
    end();
    expect([told.mock.calls.length, kept.size, await storage.loadFile('a')]).toEqual([1, 0, undefined]);
  });
});

it('a database that never answers is treated as absent', async () => {
  silent = true;
  const asked = Promise.all([storage.loadDraft(), storage.loadFile('a'), storage.listFiles()]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toEqual([undefined, undefined, []]);
});
