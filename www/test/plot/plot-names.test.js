import { expect, it, vi } from 'vitest';

vi.stubGlobal('customElements', { define: vi.fn(), get: vi.fn() });
const { plotNames } = await import('../../src/plot/plot-stack.js');

it('forks have short names in plots', () => {
  const fork = (/** @type {string} */ name) => ({ name, system: { kind: 'batch', fork: { at_s: 60 } } });
  const run = (/** @type {string} */ name) => ({ name, system: { kind: 'batch' } });
  expect(plotNames([run('EASY'), fork('EASY, job 33 held at 1:49:22'), run('FCFS')])).toEqual(['EASY', 'fork', 'FCFS']);
  expect(plotNames([run('EASY'), fork('EASY, job 33 held'), fork('EASY, job 34 held')])).toEqual(['EASY', 'fork 1', 'fork 2']);
});
