// The layers of the page, as its README lists them.
import { expect, it } from 'vitest';
import readme from '../README.md?raw';

/** The text of each file. @type {Record<string, string>} */
const sources = import.meta.glob('../src/**/*.js', { query: '?raw', import: 'default', eager: true });

/** The folders, lowest layer first. */
const LAYERS = [...readme.matchAll(/^\| `(\w+)` \|/gmu)].map(([, name = '']) => name);
/** Files that stand above all folders. */
const ENTRIES = ['main', 'embed', 'worker'];

/** What each file imports of its own accord, early or late; comments import nothing. @type {Map<string, string[]>} */
const imports = new Map(
  Object.entries(sources).map(([name, text]) => {
    const code = text.replace(/\/\*[\s\S]*?\*\//gu, '');
    const found = [...code.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^'?]+\.js)'/gu)];
    return [
      name,
      found.map(([, path = '']) => `..${new URL(path, `file:///${name.slice(3)}`).pathname}`).filter((path) => path.startsWith('../src')),
    ];
  }),
);

/** @param {string} name `../src/commands/file-opening.js` and `../src/commands.js` are of the layer `commands` */
function layerOf(name) {
  const folder = /^\.\.\/src\/(\w+)/u.exec(name)?.[1] ?? '';
  return ENTRIES.includes(folder) ? LAYERS.length : LAYERS.indexOf(folder);
}

/**
 * The files of one import cycle, if there is any.
 * @param {string} name
 * @param {string[]} above the files that lead to it
 * @param {Set<string>} done
 * @returns {string[]}
 */
function findCycle(name, above, done) {
  if (above.includes(name)) return [...above.slice(above.indexOf(name)), name];
  if (done.has(name)) return [];
  for (const next of imports.get(name) ?? []) {
    const found = findCycle(next, [...above, name], done);
    if (found.length > 0) return found;
  }
  done.add(name);
  return [];
}

it('every folder is listed, and every import leads to a file', () => {
  expect([...imports.keys()].filter((name) => layerOf(name) < 0 && name !== '../src/types.js')).toEqual([]);
  expect(LAYERS.filter((_, layer) => ![...imports.keys()].some((name) => layerOf(name) === layer) && layer > 0)).toEqual([]);
  expect([...imports.values()].flat().filter((name) => !imports.has(name))).toEqual([]);
  expect([...imports.values()].flat().length).toBeGreaterThan(500);
});

it('a folder imports only from lower ones', () => {
  const upward = [...imports].flatMap(([name, list]) =>
    list.filter((other) => layerOf(other) > layerOf(name)).map((other) => `${name} imports ${other}`),
  );
  expect(upward).toEqual([]);
});

it('no files import each other in a circle, late imports among them', () => {
  const done = new Set();
  expect([...imports.keys()].map((name) => findCycle(name, [], done)).find((found) => found.length > 0)).toBeUndefined();
});
