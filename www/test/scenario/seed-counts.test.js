import { expect, it } from 'vitest';
import sentences from '../../../static/sentences.json?raw';
import { comparedMetrics, countSeeds, withCounts } from '../../src/scenario/seed-counts.js';
import { countedMetrics, countRuns, evaluateExpression } from '../../src/scenario/seed-values.js';
import { lowestCounts } from '../../src/study/replication-stats.js';

/**
 * What is known of variants: the values of a metric in the runs on screen and in all seeds.
 * @param {string[]} names
 * @param {Record<string, {shown: number[], seeds: number[][]}>} metrics
 */
function knownOf(names, metrics, unit = 'seeds') {
  const counts = Object.fromEntries(Object.entries(metrics).map(([metric, { seeds }]) => [metric, lowestCounts(seeds)]));
  const variants = names.map((_, at) => ({
    rows: Object.entries(metrics).map(([id, { shown }]) => ({ id, value: shown[at] ?? null, statistics: { ...counts[id]?.[at] } })),
  }));
  const values = Object.fromEntries(Object.entries(metrics).map(([metric, { seeds }]) => [metric, seeds]));
  return { names, metrics: countedMetrics(variants, values), nameOf: (/** @type {string} */ metric) => `Mean ${metric}`, unit };
}

/** Twenty values: `count` of them are `low`, the others `high`; all differ a little. @param {number} count @param {number} low @param {number} high */
const seeds = (count, low, high) => Array.from({ length: 20 }, (_, at) => (at < count ? low : high) + at / 1000);

it('a sentence compares the metrics that it gives for two variants', () => {
  expect(comparedMetrics({ text: 'EASY saves {a_wait - b_wait; s}.' })).toEqual(['wait']);
  expect(comparedMetrics({ text: '{b_passing_jobs; job|jobs} started; {a_wait; |} and {b_wait; |}, {a_nsl} and {b_nsl}.' })).toEqual([
    'wait',
    'nsl',
  ]);
  expect(comparedMetrics({ of: 'response', text: 'With {least} it is {most_response - least_response; s} shorter.' })).toEqual([
    'response',
  ]);
});

it('of two variants, a sentence with a direction counts the seeds with this direction', () => {
  const known = knownOf(['FCFS', 'EASY'], { wait: { shown: [9, 4], seeds: [seeds(20, 9, 9), seeds(18, 4, 12)] } });
  const sentence = { if: 'b_wait < a_wait', text: 'The mean wait fell from {a_wait; s} to {b_wait; s}.' };
  expect(withCounts(sentence, known, true)).toEqual({
    if: 'b_wait < a_wait',
    text: 'The mean wait fell from {a_wait; s} to {b_wait; s} (in 18 of 20 seeds).',
  });
  const similar = { text: 'The mean waits are similar: {a_wait; s} and {b_wait; s}.' };
  expect(withCounts(similar, known, false).text).toBe(`${similar.text} Mean wait: lower with EASY in 18 of 20 seeds.`);
});

it('each difference of a sentence has its count', () => {
  const known = knownOf(['One per task', 'Self-adjusting'], {
    'average-workers': { shown: [9, 4], seeds: [seeds(20, 9, 9), seeds(20, 4, 4)] },
    'application-time': { shown: [90, 80], seeds: [seeds(20, 90, 90), seeds(5, 80, 96)] },
  });
  const text =
    '{b} saves {a_average_workers - b_average_workers; worker|workers} of {a_average_workers; |}, and the execution time is {a_application_time - b_application_time; s} shorter.';
  expect(withCounts({ text }, known, false).text).toBe(
    '{b} saves {a_average_workers - b_average_workers; worker|workers} of {a_average_workers; |} (in 20 of 20 seeds), and the execution time is {a_application_time - b_application_time; s} shorter (in 5 of 20, not significant).',
  );
});

it('the shortest and the longest have their counts, and only what is not significant is said not to be', () => {
  const names = ['FCFS', 'EASY', 'SJF'];
  const wait = { shown: [100, 10, 11], seeds: [seeds(20, 100, 100), seeds(12, 10, 14), seeds(20, 12, 12)] };
  const sentence = {
    of: 'wait',
    text: 'The mean wait is shortest with {least}, {least_wait; s}, and longest with {most}, {most_wait; s}.',
  };
  expect(withCounts(sentence, knownOf(names, { wait }, 'weeks'), false).text).toBe(
    'The mean wait is shortest with {least}, {least_wait; s} (in 12 of 20 weeks), and longest with {most}, {most_wait; s} (in 20 of 20). EASY does not differ significantly from SJF.',
  );
  const far = { shown: [100, 10, 50], seeds: [seeds(20, 100, 100), seeds(20, 10, 10), seeds(20, 50, 50)] };
  expect(withCounts(sentence, knownOf(names, { wait: far }), false).text).not.toContain('significant');
});

it('equal variants are the same, and none of them is the lowest one', () => {
  const names = ['FCFS', 'EASY', 'SJF'];
  const listed = { of: 'wait', text: 'The mean wait is {a_wait; s}, {b_wait; s} and {c_wait; s}.' };
  const tied = { shown: [5, 5, 9], seeds: [seeds(20, 5, 5), seeds(20, 5, 5), seeds(20, 9, 9)] };
  expect(withCounts(listed, knownOf(names, { wait: tied }), false).text).toBe(
    `${listed.text} Mean wait: lowest with FCFS and EASY in 20 of 20 seeds.`,
  );
  const equal = { shown: [5, 6, 9], seeds: [seeds(20, 5, 5), seeds(20, 5, 5), seeds(20, 5, 5)] };
  expect(withCounts(listed, knownOf(names, { wait: equal }, 'days'), false).text).toBe(
    `${listed.text} Mean wait: the same in all 20 days.`,
  );
  const same = { shown: [5, 5, 5], seeds: equal.seeds };
  expect(withCounts(listed, knownOf(names, { wait: same }), false).text).toBe(listed.text);
  const two = { shown: [9, 5], seeds: [seeds(20, 9, 9), seeds(5, 5, 9)] };
  expect(withCounts({ text: 'EASY saves {a_wait - b_wait; s}.' }, knownOf(['FCFS', 'EASY'], { wait: two }), false).text).toMatch(
    /\(in 5 of 20 seeds, the same in 15/u,
  );
});

it('a difference that is known of one run only is said to be that', () => {
  const known = knownOf(['FCFS', 'EASY'], { wait: { shown: [9, 4], seeds: [seeds(20, 9, 9), seeds(20, 4, 4)] } });
  const text = 'Jobs wait {a_wait - b_wait; s} less on average, but the longest wait is {b_wait_max - a_wait_max; s} longer.';
  expect(withCounts({ text }, known, false).text).toBe(
    'Jobs wait {a_wait - b_wait; s} less on average (in 20 of 20 seeds), but the longest wait is {b_wait_max - a_wait_max; s} longer (this seed only).',
  );
  const open = { text: 'The longest wait grows from {a_wait_max; s} to {b_wait_max; s}' };
  expect(withCounts(open, known, false).text).toBe(`${open.text} (this seed only)`);
});

it('reasons count only what readers compare, and metrics without chance have no counts', () => {
  const known = knownOf(['FCFS', 'EASY'], {
    transfers: { shown: [9, 4], seeds: [seeds(20, 9, 9), seeds(20, 4, 4)] },
    wait: { shown: [9, 4], seeds: [Array(20).fill(9), Array(20).fill(4)] },
  });
  const files = { text: ' Files were transferred {a_transfers; time|times} and {b_transfers; time|times}.' };
  expect(withCounts(files, known, true)).toEqual(files);
  const constant = { text: 'EASY saves {a_wait - b_wait; s}.' };
  expect(withCounts(constant, known, false)).toEqual(constant);
});

it('expressions of sentences are evaluated, and others have no value', () => {
  const lookUp = (/** @type {string} */ word) => ({ a: 6, b: 2 })[word] ?? Number.NaN;
  expect(evaluateExpression('(a - b) * 60 / 2', lookUp)).toBe(120);
  expect(evaluateExpression('a - b - (b - a)', lookUp)).toBe(8);
  expect(evaluateExpression('-a + 1.5', lookUp)).toBe(-4.5);
  for (const text of ['a - c', 'least(a, b)', 'a >= b', '(a', '']) expect(evaluateExpression(text, lookUp)).toBeNaN();
});

it('of all sentences of the site, none that states a difference is without a count', () => {
  const { stories } = JSON.parse(sentences);
  let differences = 0;
  for (const { answer = [], because = [] } of stories) {
    for (const sentence of [...answer, ...because]) {
      const compared = comparedMetrics(sentence);
      const measured = compared.filter((metric) => !/_(?:min|max)$/u.test(metric));
      const shown = [900, 300, 500];
      const values = [seeds(20, 900, 900), seeds(19, 300, 950), seeds(20, 500, 500)];
      for (const count of [2, 3]) {
        if (/\{c\b|_c_|\bc_|variants > 2|variants == 3/u.test(sentence.text + (sentence.if ?? '')) !== count > 2) continue;
        // Metrics of which one is the difference of others differ by their sizes.
        const metrics = measured.map((metric, at) => {
          const scaled = (/** @type {number[]} */ row) => row.map((value) => value * 2 ** -at);
          return [metric, { shown: scaled(shown.slice(0, count)), seeds: values.slice(0, count).map(scaled) }];
        });
        const known = knownOf(['A', 'B', 'C'].slice(0, count), Object.fromEntries(metrics));
        const counted = withCounts(sentence, known, because.includes(sentence)).text;
        const stated = [...sentence.text.matchAll(/\{[^};]*\s-\s[^}]*\}/gu)].length;
        differences += stated;
        expect([...counted.matchAll(/\(in \d+ of 20|\(this seed only\)/gu)].length, counted).toBeGreaterThanOrEqual(stated);
        if (answer.includes(sentence) && measured.length > 0 && sentence.text.endsWith('.'))
          expect(counted, counted).toMatch(/in \d+ of 20 seeds/u);
      }
    }
  }
  expect(differences).toBeGreaterThan(20);
});

it('a name with braces is no place of a sentence', () => {
  const facts = JSON.stringify({ variants: ['{x}', 'EASY'].map((name, at) => ({ name, rows: [{ id: 'wait', value: at + 1 }] })) });
  const story = { stories: [{ answer: [{ text: 'The mean waits are similar: {a_wait; s} and {b_wait; s}.' }] }] };
  const text = countSeeds(JSON.stringify(story), null, 'seeds', facts, { wait: [seeds(20, 1, 1), seeds(20, 2, 2)] });
  expect(text).toContain('lower with (x) in 20 of 20 seeds, not significant');
});

it('counts the seeds in which a condition holds, and says nothing about values without replications', () => {
  const { metrics } = knownOf(['FCFS', 'EASY'], { wait: { shown: [10, 4], seeds: [seeds(20, 10, 10), seeds(9, 4, 7)] } });
  expect(countRuns('b_wait <= 0.5 * a_wait', metrics)).toEqual({ count: 9, runs: 20 });
  expect(countRuns('b_wait < a_wait and b_wait > 0.5 * a_wait', metrics)).toEqual({ count: 11, runs: 20 });
  expect(countRuns('abs(a_wait - b_wait) <= 0.3 * max(a_wait, b_wait)', metrics)).toEqual({ count: 11, runs: 20 });
  expect(countRuns('b_wait_max < a_wait_max', metrics)).toBeNull();
  expect(countRuns('a_wait < b_wait or b_wait < a_wait', metrics)).toBeNull();
  expect(countRuns('a_wait', metrics)).toBeNull();
});
