import { expect, it } from 'vitest';
import sentences from '../../../static/sentences.json?raw';
import { comparedMetric, countSeeds, withCounts } from '../../src/scenario/seed-counts.js';

it('a sentence is about the first metric that it gives for two variants', () => {
  expect(comparedMetric({ text: 'EASY saves {a_wait - b_wait; s}.' })).toBe('wait');
  expect(comparedMetric({ text: '{b_passing_jobs; job|jobs} started; {a_idle_while_waiting; |} and {b_idle_while_waiting; |}.' })).toBe(
    'idle_while_waiting',
  );
  expect(comparedMetric({ of: 'response', text: 'With {least} it is {most_response - least_response; s} shorter.' })).toBe('response');
  expect(comparedMetric({ text: '{b_passing_jobs; job|jobs} started out of order.' })).toBe('');
});

it('a sentence with a direction has its count in brackets; one without names what is counted', () => {
  const name = () => 'Mean wait';
  const [inline] = withCounts(
    { if: 'b_wait < a_wait or a_wait > 9', text: 'The mean wait fell from {a_wait; s} to {b_wait; s}.' },
    name,
    false,
  );
  expect(inline).toEqual({
    of: 'wait',
    if: '(b_wait < a_wait or a_wait > 9) and least_wait_runs > 1 and most_wait > least_wait and variants == 2 and least_wait_certain > 0',
    text: 'The mean wait fell from {a_wait; s} to {b_wait; s} (in {least_wait_lowest; |} of {least_wait_runs; |} seeds).',
  });
  const similar = withCounts({ text: 'The mean waits are similar: {a_wait; s} and {b_wait; s}.' }, name, false);
  expect(similar[1]?.text).toBe(
    'The mean waits are similar: {a_wait; s} and {b_wait; s}. Mean wait: lower with {least} in {least_wait_lowest; |} of {least_wait_runs; |} seeds, not significant.',
  );
  expect(similar.at(-1)?.text).toBe('The mean waits are similar: {a_wait; s} and {b_wait; s}.');
});

it('two metrics in a sentence are never counted without a name', () => {
  const text = 'Jobs wait {b_wait - a_wait; s} less on average, but the longest wait is {a_wait_max - b_wait_max; s} longer.';
  expect(withCounts({ text }, () => 'Mean wait', false)[0]?.text).toContain('longer. Mean wait: lower with {least} in');
});

it('reasons count only what readers compare, and unfinished sentences nothing', () => {
  const files = { text: ' Files were transferred {a_transfers; time|times} and {b_transfers; time|times}.' };
  expect(withCounts(files, () => '', true)).toEqual([files]);
  const open = { text: 'The longest wait grows from {a_wait_max; s} to {b_wait_max; s}' };
  expect(withCounts(open, () => '', false)).toEqual([open]);
});

it('the sentences of the site stay below the limits of the engine', () => {
  const { stories } = JSON.parse(countSeeds(sentences, null));
  for (const { answer, because } of stories) expect(Math.max(answer.length, because.length)).toBeLessThanOrEqual(100);
  expect(stories.length).toBeGreaterThan(20);
});
