import { describe, expect, it } from 'vitest';
import { fileQuestions } from '../../src/scenario/file-questions.js';

const catalog = /** @type {any} */ ({
  entries: [
    {
      family: 'format',
      id: 'dax',
      parameters: [
        { id: 'run_factor', name: 'Factor', type: 'number', default: 1 },
        { id: 'data_edges', name: 'File dependencies', type: 'bool', default: false },
      ],
    },
  ],
});
const file = { name: 'a.dax', sha256: 'a', format: 'dax' };
const scenario = (/** @type {any[]} */ ...workload) => /** @type {any} */ ({ version: 1, workload });
const note = (/** @type {number} */ at, parameter = 'data_edges') =>
  /** @type {any} */ ({ severity: 'note', message: `said of ${at}`, place: `/workload/${at}/parameters/${parameter}` });

describe('what files leave open', () => {
  it('is what the run tells of a parameter that is on or off, file by file', () => {
    const both = scenario({ file }, { file, parameters: { data_edges: true } });
    expect(fileQuestions(both, [note(0), note(1)], catalog)).toEqual([
      { place: '/workload/0/parameters/data_edges', file: 'a.dax', text: 'said of 0', on: false, name: 'File dependencies' },
      { place: '/workload/1/parameters/data_edges', file: 'a.dax', text: 'said of 1', on: true, name: 'File dependencies' },
    ]);
  });

  it('is nothing where nothing is told, and no number', () => {
    expect(fileQuestions(scenario({ file }, { generator: 'montage' }), [note(0, 'run_factor'), note(1)], catalog)).toEqual([]);
    expect(fileQuestions(null, [note(0)], catalog)).toEqual([]);
  });
});
