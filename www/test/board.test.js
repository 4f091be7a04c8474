import { expect, test } from 'vitest';
import { parsePlayFragment, playFragment } from '../src/address/play.js';
import { choiceOf, decisionAt, lowestFree, meanWaitAt, nodeSpans, playedScenario, starsOf } from '../src/scenario/board.js';

/**
 * @param {number} number
 * @param {number} submit_s
 * @param {number} start_s
 * @param {number} end_s
 * @param {number[]} nodes
 * @param {number} [size]
 */
const job = (number, submit_s, start_s, end_s, nodes, size = nodes.length) => ({
  number,
  submit_s,
  start_s,
  end_s,
  estimate_s: 10,
  size,
  nodes,
});
const BOARD = '{"version": 1, "system": {"kind": "batch", "policies": {"local": "fcfs"}}, "compare": [{"kind": "batch"}]}';
// At 4 s job 1 runs, job 2 needs more nodes than are idle, job 3 fits, and job 4 is not known yet.
const JOBS = [job(1, 0, 0, NaN, [0, 1, 2]), job(2, 1, NaN, NaN, [], 4), job(3, 2, NaN, NaN, [], 1), job(4, 5, NaN, NaN, [], 1)];

test('a decision shows the jobs submitted so far, and the place of those that fit', () => {
  const { free, waiting, running } = decisionAt(JOBS, 4, 4);
  expect([free, running.map(({ number }) => number)]).toEqual([1, [1]]);
  expect(waiting.map(({ number, place }) => [number, place])).toEqual([
    [2, 0],
    [3, 1],
  ]);
  expect([choiceOf(1), choiceOf(10), choiceOf(61)]).toEqual(['1', 'A', 'z']);
});

test('the mean wait so far counts waiting jobs up to now', () => {
  expect(meanWaitAt(JOBS, 4)).toBe((0 + 3 + 2) / 3);
  expect(meanWaitAt(JOBS, 0)).toBe(0);
});

test('a job starts on the idle nodes with the lowest numbers', () => {
  expect(lowestFree([job(1, 0, 0, NaN, [0, 2])], 2, 6)).toEqual([1, 3]);
  expect(nodeSpans([0, 1, 3, 4, 5, 8])).toEqual([
    { first: 0, count: 2 },
    { first: 3, count: 3 },
    { first: 8, count: 1 },
  ]);
});

test('stars: below FCFS, below EASY, and within a minute or 2 % of the best known', () => {
  const others = { fcfs_s: 3710, easy_s: 1980, best_s: 1250 };
  expect(starsOf(3710, others)).toEqual([false, false, false]);
  expect(starsOf(2000, others)).toEqual([true, false, false]);
  expect(starsOf(1695, others)).toEqual([true, true, false]);
  expect(starsOf(1310, others)).toEqual([true, true, true]);
  expect(starsOf(7140, { fcfs_s: 9000, easy_s: 8000, best_s: 7000 })).toEqual([true, true, true]);
});

test('a board is an ordinary scenario with a played local policy', () => {
  const scenario = /** @type {import('../src/scenario/types.js').ScenarioDocument} */ (JSON.parse(BOARD));
  const { system, compare } = playedScenario(scenario, '110', 'easy');
  expect([system, compare]).toEqual([{ kind: 'batch', policies: { local: 'played' }, parameters: { choices: '110', after: 'easy' } }, []]);
});

test('the address of a board holds its choices', () => {
  const place = { board: 'three-wide-jobs', scenario: '', choices: '1102A', beat: '' };
  expect(parsePlayFragment(playFragment(place))).toEqual(place);
  expect(parsePlayFragment('#play')).toEqual({ board: '', scenario: '', choices: '', beat: '' });
  const challenge = { ...place, choices: '', beat: '1101' };
  expect(playFragment(challenge)).toBe('play=three-wide-jobs&beat=1101');
  expect(parsePlayFragment('#play=three-wide-jobs&beat=1101&d=1')).toEqual({ ...challenge, choices: '1' });
  expect(parsePlayFragment('#ex=one-server')).toBeUndefined();
});

test('the address of a board keeps characters that are no choices, so that the reader learns of them', () => {
  for (const [sent, choices] of [
    ['11!', '11!'],
    ['1%2A2', '1*2'],
    ['11.', '11.'],
    ['1%0A1', '11'],
  ])
    expect(parsePlayFragment(`#play=three-wide-jobs&d=${sent}`)).toEqual({ board: 'three-wide-jobs', scenario: '', choices, beat: '' });
  expect(parsePlayFragment('#play%3Dthree-wide-jobs%26d%3D11')).toEqual({
    board: 'three-wide-jobs',
    scenario: '',
    choices: '11',
    beat: '',
  });
});
