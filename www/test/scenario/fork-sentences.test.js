import { expect, test } from 'vitest';
import { answerWithForks } from '../../src/scenario/fork-sentences.js';
import { oneSeedReasonOf } from '../../src/scenario/seed-dependence.js';

const easy = { kind: 'batch', policies: { local: 'easy' } };
const fcfs = { kind: 'batch', policies: { local: 'fcfs' } };
const fork = { ...easy, fork: { at_s: 60, hold: [3] } };
/** @param {string} name @param {object} system @param {number} wait @param {number} last_end_s */
const variant = (name, system, wait, last_end_s) => ({
  name,
  system,
  report: /** @type {any} */ ({ rows: [{ id: 'wait', value: wait }], last_end_s }),
});
const general = [{ text: 'The mean wait is shortest with EASY.', value: null, unit: '' }];

test('a fork, an edited job of a variant and a played schedule belong to one seed', () => {
  expect(oneSeedReasonOf([easy, fcfs])).toBe('');
  expect(oneSeedReasonOf([easy, fork])).toBe('a fork');
  expect(oneSeedReasonOf([easy, { ...easy, edits: [{ job: 3, absent: true }] }])).toBe('an edited job');
  expect(oneSeedReasonOf([{ kind: 'batch', policies: { local: 'played' }, parameters: { choices: '11' } }, fcfs])).toBe(
    'a played schedule',
  );
});

test('the sentence of a fork leads, and stays alone without variants of another kind', () => {
  const run = [variant('EASY', easy, 100, 1000), variant('EASY, job 3 held at 0:01:00', fork, 160, 1000)];
  const [only, ...rest] = answerWithForks(run, general);
  expect(only?.text).toBe(
    'EASY, job 3 held at 0:01:00: the mean wait is 1 min longer than with EASY, and the last job ends at the same time.',
  );
  expect(rest).toEqual([]);
  const three = answerWithForks([variant('FCFS', fcfs, 300, 1060), ...run], general);
  expect(three.map(({ text }) => text)).toEqual([`${only?.text} `, 'The mean wait is shortest with EASY.']);
  expect(answerWithForks([variant('FCFS', fcfs, 300, 1060), variant('EASY', easy, 100, 1000)], general)).toBe(general);
});
