import { describe, expect, it, vi } from 'vitest';
import { hasQuick } from '../../src/study/open-study.js';
import { scenarioTrees, studyFiles } from '../../src/study/study-files.js';

/** @import { Page } from '../../src/commands/page.js' */

const named = (/** @type {string} */ sha256) => ({ file: { name: `${sha256}.swf`, sha256, format: 'swf' } });
/** @type {any} */
const doc = {
  base: { workload: [named('base'), { generator: 'poisson' }] },
  axes: [
    {
      name: 'trace',
      variants: [
        { name: 'as it is' },
        { name: 'another', change: { workload: [named('variant')] } },
        { name: 'none', change: { background: null } },
      ],
    },
  ],
  parts: [
    {
      name: 'longer',
      change: { background: [named('part')] },
      axes: [{ name: 'trace', variants: [{ name: 'the same', change: { workload: [named('base')] } }] }],
    },
  ],
};

/** A page that has some files. @param {string[]} have */
const pageWith = (...have) =>
  /** @type {Page} */ (
    /** @type {unknown} */ ({
      store: { get: () => ({ files: new Map(have.map((sha256) => [sha256, { name: sha256, bytes: new Uint8Array([1]) }])) }) },
      storage: { loadFile: async () => undefined },
    })
  );

vi.stubGlobal('location', { origin: 'https://ganttlet.example' });

describe('the files of a study', () => {
  it('are those of its base, and of what a variant or a part puts in its place', () => {
    expect(scenarioTrees(doc).map(({ place }) => place)).toEqual([
      '/base',
      '/axes/0/variants/1/change',
      '/axes/0/variants/2/change',
      '/parts/0/change',
      '/parts/0/axes/0/variants/0/change',
    ]);
  });

  it('are brought once each', async () => {
    const { files, missing } = await studyFiles(pageWith('base', 'variant', 'part'), doc);
    expect([files.map(({ sha256 }) => sha256), missing]).toEqual([['base', 'variant', 'part'], []]);
  });

  it('that are missing are reported with their place in the study', async () => {
    const { missing, awaited } = await studyFiles(pageWith('base', 'part'), doc);
    expect(awaited.map(({ sha256 }) => sha256)).toEqual(['variant']);
    expect(missing.map(({ place, message }) => [place, message])).toEqual([
      ['/axes/0/variants/1/change/workload/0/file', 'The scenario needs the file variant.swf, which is missing.'],
    ]);
  });
});

it('a study has a quick way where a value, a seed or a setting of it or of a part is enough', () => {
  expect(hasQuick({ base: doc.base })).toBe(false);
  expect(hasQuick({ base: doc.base, axes: [{ name: 'x', knob: 'x', values: [1, 2], quick: [] }] })).toBe(false);
  expect(hasQuick({ base: doc.base, axes: [{ name: 'x', knob: 'x', values: [1, 2], quick: [1] }] })).toBe(true);
  expect(hasQuick({ base: doc.base, parts: [{ name: 'p', quick_seeds: 2 }] })).toBe(true);
});
