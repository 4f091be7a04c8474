import { expect, it, vi } from 'vitest';

vi.stubGlobal('customElements', { define: vi.fn(), get: vi.fn() });
const { deviationTexts, isSizeGuessed } = await import('../../src/shell/file-strip.js');

/** @param {string} name @param {string[]} messages */
const variant = (name, ...messages) => /** @type {any} */ ({ name, report: { diagnostics: messages.map((message) => ({ message })) } });

it('what the runs did otherwise than their log is named, with the variant', () => {
  const late = '57 of 28487 jobs started later than recorded: too few nodes were free';
  const variants = [variant('FCFS'), variant('EASY'), variant('As recorded', late)];
  expect(deviationTexts(variants, [475, 475, 0], 'jobs')).toEqual([
    'Different work: of the jobs, 475 under FCFS, 475 under EASY and none under As recorded are killed at their estimate.',
    'As recorded: 57 of 28\u202f487 jobs started later than recorded: too few nodes were free.',
  ]);
  expect(deviationTexts([variant('FCFS'), variant('EASY')], [475, 475], 'jobs')).toEqual([
    '475 jobs are killed at their estimate in each variant.',
  ]);
  expect(deviationTexts([variant('EASY')], [1], 'jobs')).toEqual(['1 job is killed at its estimate.']);
  expect(deviationTexts([variant('EASY')], [0], 'jobs')).toEqual([]);
});

it('the hint of a finding is kept, and a guessed size is known as one', () => {
  const report = { diagnostics: [{ message: 'one job started late', hint: 'Or the machine was larger.' }] };
  expect(deviationTexts([/** @type {any} */ ({ name: 'EASY', report })], [0], 'jobs')).toEqual([
    'One job started late. Or the machine was larger.',
  ]);
  const scenario = /** @type {any} */ ({ workload: [{ file: { sha256: 'a' } }] });
  const files = (/** @type {number|null} */ processors) => new Map([['a', /** @type {any} */ ({ report: { format: 'swf', processors } })]]);
  expect(isSizeGuessed(scenario, files(null))).toBe(true);
  expect(isSizeGuessed(scenario, files(128))).toBe(false);
  expect(isSizeGuessed(null, files(null))).toBe(false);
});
