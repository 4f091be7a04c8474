import { describe, expect, it } from 'vitest';
import { readingsOf } from '../../src/scenario/readings.js';

/** @import { Catalog } from '../../src/engine/types.js' */

const catalog = /** @type {Catalog} */ (
  /** @type {unknown} */ ({
    entries: [
      { family: 'system', id: 'batch', accepts: 'jobs', takes: ['jobs'] },
      { family: 'system', id: 'flow', accepts: 'workflows', takes: ['workflows'] },
      { family: 'system', id: 'second', accepts: 'jobs', takes: ['jobs'] },
      { family: 'system', id: 'bags', accepts: 'bags', takes: ['jobs', 'bags'] },
      { family: 'format', id: 'dags', makes: 'workflows', other: 'dags-as-jobs' },
      { family: 'format', id: 'dags-as-jobs', makes: 'jobs', other: 'dags' },
      { family: 'format', id: 'log', makes: 'jobs' },
    ],
  })
);

describe('the ways to run a file', () => {
  it('are the kinds of work that some system makes of it', () => {
    expect(readingsOf(catalog, 'log')).toEqual([
      { work: 'jobs', format: 'log', system: 'batch' },
      { work: 'bags', format: 'log', system: 'bags' },
    ]);
  });

  it('are those of the other format as well', () => {
    expect(readingsOf(catalog, 'dags').map(({ work, format }) => `${work} by ${format}`)).toEqual([
      'workflows by dags',
      'jobs by dags-as-jobs',
      'bags by dags-as-jobs',
    ]);
    expect(readingsOf(catalog, 'dags-as-jobs').map(({ work }) => work)).toEqual(['jobs', 'bags', 'workflows']);
    expect(readingsOf(catalog, 'none')).toEqual([]);
  });
});
