import { expect, it } from 'vitest';
import { bibtexEntry } from '../../src/share/citation.js';

it('a reference names the scenario, the engine, the results and the address', () => {
  const results = [
    { name: 'FCFS', whole: 'ebe1f64da92a046d' },
    { name: 'A & B', whole: '0123456789abcdef' },
  ];
  expect(
    bibtexEntry({ title: 'FCFS {beside} A & B', engine: '0.1.0', url: 'https://x.org/#1.d.ab', results }),
  ).toBe(`@misc{ganttlet-ebe1f64d,
  title = {FCFS beside A \\& B},
  note = {Ganttlet 0.1.0; digests: FCFS ebe1f64da92a046d, A \\& B 0123456789abcdef},
  howpublished = {\\url{https://x.org/#1.d.ab}}
}`);
  expect(bibtexEntry({ title: 'One', engine: '0.1.0', url: 'u', results: [] })).toContain('@misc{ganttlet-scenario,');
});
