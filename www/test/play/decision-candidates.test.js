import { expect, test } from 'vitest';
import { decisionCandidates, decisionQuestion, pickLabel } from '../../src/play/decision-candidates.js';

const plain = (/** @type {string} */ text) => text.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' ');

/** @param {Partial<import('../../src/gantt/schedule-jobs.js').ScheduledJob>} job */
const job = (job) => ({
  subject: 0,
  number: 1,
  name: '',
  kind: 'job',
  submit_s: 0,
  start_s: NaN,
  end_s: NaN,
  wait_s: NaN,
  run_s: NaN,
  estimate_s: 600,
  size: 2,
  user: NaN,
  cluster: '',
  nodes: [],
  ...job,
});
const jobs = [job({ number: 1, cluster: 'A', start_s: 0, nodes: [0, 1] }), job({ number: 2, cluster: 'A' }), job({ number: 3, user: 7 })];
const bands = [
  { name: 'A', first_row: 0, rows: 3, speed: 1 },
  { name: 'B', first_row: 3, rows: 2, speed: 2 },
];
const open = {
  decider: 0,
  time_s: 60,
  asked: /** @type {const} */ ('cluster'),
  places: [1, 2],
  policy: 1,
  may_wait: false,
  subjects: [2],
  expected: [
    { start_s: 600, end_s: 1200 },
    { start_s: 60, end_s: 360 },
  ],
};
const run = { jobs, bands, now_s: 60, offset: 0 };

test('a cluster is offered with its idle nodes, its queue and the expected times', () => {
  const [a, b] = decisionCandidates(open, run);
  expect(a?.details.map(plain)).toEqual(['1 of 3 nodes idle', '1 waiting', 'speed 1', 'starts 0:10:00, ends 0:20:00']);
  expect(b?.details.map(plain)).toEqual(['2 of 2 nodes idle', 'speed 2', 'ends 0:06:00']);
  expect(b?.ghost).toEqual({ nodes: [3, 4], from_s: 60, to_s: 360 });
  expect(plain(decisionQuestion(open, jobs))).toBe('Where does job 3 run? It needs 2 nodes for at most 10 min.');
  expect(pickLabel(open, b)).toBe('Send to B');
});

test('a cluster that is too small is listed and cannot be picked', () => {
  const [a, b] = decisionCandidates({ ...open, places: [2], expected: [null] }, run);
  expect([a?.allowed, b?.allowed]).toEqual([false, true]);
});

test('a task is named by its name, or by its kind and number', () => {
  const names = ['', '1.3', 'mProject ID00'].map((name) => {
    const all = [job({ number: 4, name, kind: 'task' })];
    return decisionQuestion({ ...open, subjects: [0] }, all).split(' run')[0];
  });
  expect(names).toEqual(['Where does task 4', 'Where does task 1.3', 'Where does mProject ID00']);
});

test('tasks and users are offered by what is known of them', () => {
  const task = { ...open, asked: /** @type {const} */ ('task'), places: [1, 2], subjects: [2, 1], expected: [null, null] };
  expect(decisionCandidates(task, run).map(({ name, details }) => [name, ...details.map(plain)])).toEqual([
    ['job 3', '2 nodes', '≤ 10 min', 'waits 1 min'],
    ['job 2', '2 nodes', '≤ 10 min', 'waits 1 min'],
  ]);
  expect(decisionCandidates({ ...task, asked: 'user', places: [1], subjects: [2] }, run)[0]?.name).toBe('user 7');
});
