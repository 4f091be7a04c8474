import { expect, it, vi } from 'vitest';

vi.stubGlobal('customElements', { define: vi.fn(), get: vi.fn() });
const { deviationTexts } = await import('../../src/shell/file-strip.js');

/** @param {string} name @param {string[]} messages */
const variant = (name, ...messages) => /** @type {any} */ ({ name, report: { diagnostics: messages.map((message) => ({ message })) } });

it('what the runs did otherwise than their log is named, with the variant', () => {
  const late = '57 of 28487 jobs started later than recorded: too few nodes were free';
  const variants = [variant('FCFS'), variant('EASY'), variant('As recorded', late)];
  expect(deviationTexts(variants, [475, 475, 0], 'jobs')).toEqual([
    'Different work: of the jobs, 475 under FCFS, 475 under EASY and none under As recorded are killed at their estimate.',
    `As recorded: ${late}.`,
  ]);
  expect(deviationTexts([variant('FCFS'), variant('EASY')], [475, 475], 'jobs')).toEqual([
    '475 jobs are killed at their estimate in each variant.',
  ]);
  expect(deviationTexts([variant('EASY')], [1], 'jobs')).toEqual(['1 job is killed at its estimate.']);
  expect(deviationTexts([variant('EASY')], [0], 'jobs')).toEqual([]);
});
