import { expect, it } from 'vitest';
import { measureEffect, readJobs } from '../../src/scenario/edit-effects.js';
import {
  answerParts,
  changeLabel,
  editChip,
  editsQuestion,
  effectParts,
  limitParts,
  plainText,
  questionText,
  spokenEffect,
  spokenValue,
  waitText,
} from '../../src/scenario/edit-sentences.js';

const head = 'id,name,kind,user,group,submit_s,ready_s,start_s,finish_s,wait_s,run_s,estimate_s,slowdown,processors,nodes,cluster,status';
const csv = (/** @type {string[]} */ ...lines) => `${[head, ...lines].join('\r\n')}\r\n`;
const job = (/** @type {number} */ number, start_s = 0, end_s = start_s + 10) => ({
  number,
  submit_s: 0,
  start_s,
  end_s,
  run_s: end_s - start_s,
  estimate_s: null,
  nodes: 1,
  cluster: 'A',
});
const change = {
  property: /** @type {const} */ ('run_s'),
  job: 4,
  cluster: 0,
  of: '',
  from: 2640,
  to: 3480,
  estimate_s: 3600,
  estimate_from_s: 3600,
};
const effect = {
  later: 65,
  earlier: 0,
  later_by_s: 694,
  others: 69,
  wait_s: /** @type {[number, number]} */ ([4730, 5374]),
  end_s: /** @type {[number, number]} */ ([25844, 26564]),
};
const second = {
  later: 39,
  earlier: 1,
  later_by_s: 300,
  others: 69,
  wait_s: /** @type {[number, number]} */ ([1160, 1320]),
  end_s: /** @type {[number, number]} */ ([19956, 20136]),
};
const none = {
  later: 0,
  earlier: 0,
  later_by_s: 0,
  others: 69,
  wait_s: /** @type {[number, number]} */ ([5, 5]),
  end_s: /** @type {[number, number]} */ ([9, 9]),
};

it('jobs are read off the CSV of a run', () => {
  const [first, last] = readJobs(csv('1,,job,1,,0,0,0,2.5,0,2.5,,1,2,0-1,C4,done', '3,"a ""b"", c",job,0,,0,0,,,,,60,,3,,,waiting'));
  expect(first).toEqual({ number: 1, submit_s: 0, start_s: 0, end_s: 2.5, run_s: 2.5, estimate_s: null, nodes: 2, cluster: 'C4' });
  expect(last).toEqual({ number: 3, submit_s: 0, start_s: null, end_s: null, run_s: null, estimate_s: 60, nodes: 3, cluster: '' });
});

it('the effect counts other jobs that start later or earlier, and compares mean waits and ends', () => {
  const before = [job(1), job(2, 10), job(3, 20)];
  const after = [job(1), job(3, 15), job(2, 40, 60)];
  const found = measureEffect(before, after, 0, [null, null]);
  expect(found).toEqual({ later: 1, earlier: 1, later_by_s: 30, others: 3, wait_s: [10, 55 / 3], end_s: [30, 60] });
  expect(measureEffect(before, after, 2, [null, null])).toMatchObject({ later: 0, earlier: 1, others: 2 });
  const report = (/** @type {number} */ value) => /** @type {any} */ ({ rows: [{ id: 'wait', value }] });
  expect(measureEffect(before, after, 0, [report(4), report(7)]).wait_s).toEqual([4, 7]);
});

it('the question names the edit', () => {
  expect(questionText(change)).toBe('What if job 4 ran 14 min longer?');
  expect(questionText({ ...change, to: 1800 })).toBe('What if job 4 ran 14 min shorter?');
  expect(questionText({ ...change, property: 'nodes', job: 36, to: 12 })).toBe('What if job 36 asked for 12 nodes?');
  expect(questionText({ ...change, property: 'submit_s', from: 0, to: 600 })).toBe('What if job 4 were submitted 10 min later?');
  expect(questionText({ ...change, property: 'cluster', of: 'the cluster', to: 36 })).toBe('What if the cluster had 36 nodes?');
  expect(editsQuestion([{ job: 4 }, { job: 36 }], 3)).toBe('What do the edits of jobs 4 and 36 change?');
});

it('the answer is a sentence about all variants', () => {
  expect(plainText(answerParts([effect, second], ['FCFS', 'EASY']))).toBe(
    'The mean wait rises by 10 min 44 s under FCFS and by 2 min 40 s under EASY.',
  );
  const falls = { ...second, wait_s: /** @type {[number, number]} */ ([1160, 1100]) };
  expect(plainText(answerParts([effect, falls], ['FCFS', 'EASY']))).toBe(
    'The mean wait rises by 10 min 44 s under FCFS and falls by 1 min under EASY.',
  );
  expect(plainText(answerParts([effect, none, second], ['A', 'B', 'C']))).toBe(
    'The mean wait rises by 10 min 44 s under A, stays the same under B and rises by 2 min 40 s under C.',
  );
  expect(plainText(answerParts([none, none], ['A', 'B']))).toBe('Nothing changes: no other job moves.');
  expect(answerParts([], [])).toEqual([]);
});

it('the effect on other jobs is counted in words', () => {
  expect(plainText(effectParts(effect))).toBe(
    '65 of the other 69 jobs start later, by 11 min 34 s on average. The last job ends 12 min later.',
  );
  expect(plainText(effectParts(second))).toBe('39 start later, 1 earlier. The last job ends 3 min later.');
  expect(plainText(effectParts({ ...none, later: 1, later_by_s: 60 }))).toBe('1 of the other 69 jobs starts later, by 1 min.');
  expect(plainText(effectParts({ ...none, earlier: 2 }))).toBe('2 of the other 69 jobs start earlier.');
  expect(plainText(effectParts(none))).toBe('No other job moves.');
  expect([waitText(effect, 'FCFS'), waitText(none, 'A')]).toEqual(['FCFS: mean wait 10 min 44 s more', 'A: mean wait as before']);
});

it('labels, chips and spoken values name the value before and after', () => {
  expect(changeLabel(change)).toEqual({ before: '44 min', after: '58 min', more: '14 min longer \u00b7 requested 1 h' });
  expect(changeLabel({ ...change, to: 4500, estimate_s: 4500 }).more).toBe('requested 1 h \u2192 1 h 15 min');
  expect(changeLabel({ ...change, property: 'nodes', from: 10, to: 14 })).toEqual({ before: '10', after: '14 nodes', more: '4 more' });
  expect(changeLabel({ ...change, property: 'submit_s', from: 7260, to: 9960 })).toEqual({
    before: 'submitted 2:01:00',
    after: '2:46:00',
    more: '45 min later',
  });
  const original = { submit_s: 0, run_s: 2640, estimate_s: 3600, nodes: 18 };
  expect(editChip({ job: 36, property: 'nodes', value: 12 }, original)).toEqual({ what: 'job 36 needs', before: '18', after: '12 nodes' });
  expect(editChip({ job: 4, property: 'run_s', value: 3480 }, undefined)).toEqual({ what: 'job 4 runs', before: '', after: '58 min' });
  expect(editChip({ job: 4, property: 'absent', value: 1 }, original).what).toBe('job 4 is absent');
  expect(limitParts(32).text).toBe('32 nodes is all there is.');
  expect([spokenValue('run_s', 3480, 2640), spokenValue('nodes', 1, 2)]).toEqual(['58 minutes, 14 minutes longer', '1 node, 1 fewer']);
  expect(spokenEffect(change, [effect, none], ['FCFS', 'EASY'])).toBe(
    'Job 4, runtime 58 minutes, 14 minutes longer. FCFS: mean wait 1 hour 30 minutes, 10 minutes 44 seconds more. EASY: mean wait 5 seconds, as before.',
  );
});
