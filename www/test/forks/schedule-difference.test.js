import { describe, expect, it } from 'vitest';
import { changeText, compareSchedules, effectSentence, forkQuestion } from '../../src/forks/schedule-difference.js';

/** @param {number} number @param {number} start_s @returns {any} */
const job = (number, start_s) => ({ subject: number - 1, number, start_s, end_s: start_s + 10, size: 2 });

describe('the difference of a fork', () => {
  it('is the jobs that start at another time', () => {
    const before = [job(1, 0), job(2, 10), job(3, 20), job(4, 30)];
    const after = [job(1, 0), job(2, 25), job(3, 15)];
    const { moved, later, earlier, past_s } = compareSchedules(before, after);
    expect(moved.map(({ number }) => number)).toEqual([2, 3, 4]);
    expect([later, earlier]).toEqual([1, 1]);
    expect(past_s).toBe(10);
    expect(compareSchedules(before, after, { at_s: 9 }).past_s).toBe(9);
    expect(compareSchedules(before, before).past_s).toBe(Infinity);
  });

  it('is a job that runs in another cluster, too', () => {
    const at = (/** @type {string} */ cluster) => [{ ...job(1, 0), cluster }];
    const { moved, later, earlier, past_s } = compareSchedules(at('A'), at('B'));
    expect([moved.length, later, earlier, past_s]).toEqual([1, 0, 0, 0]);
    expect(effectSentence({ wait_s: NaN, end_s: 5, later: 0, earlier: 0, absent: 1 }, 'tasks')).toBe(
      'The last task ends 5 s later: no other task starts at another time.',
    );
  });

  it('has an effect in one sentence', () => {
    const effect = { wait_s: 111, end_s: 223, later: 12, earlier: 4, absent: 0 };
    expect(effectSentence(effect)).toBe(
      'The mean wait rises by 1 min 51 s and the last job ends 3 min 43 s later: 12 jobs start later, 4 earlier.',
    );
    expect(effectSentence({ ...effect, wait_s: -60, end_s: 0, later: 1, earlier: 0 })).toBe(
      'The mean wait falls by 1 min 0 s and the last job ends at the same time: 1 job starts later.'.replace(' 0 s', ''),
    );
    expect(effectSentence({ wait_s: 0, end_s: -5, later: 0, earlier: 2, absent: 1 })).toBe(
      'The mean wait stays the same and the last job ends 5 s earlier: 2 jobs start earlier.',
    );
    expect(effectSentence({ wait_s: 0, end_s: 0, later: 0, earlier: 0, absent: 0 })).toBe('The fork changes nothing.');
  });

  it('answers a question', () => {
    const base = { kind: 'batch' };
    const words = { name: 'EASY', policy: () => 'FCFS', job: (/** @type {number} */ number) => `job ${number}` };
    expect(forkQuestion({ ...base, fork: { at_s: 12_352, hold: [56] } }, base, words)).toBe(
      'What if EASY had not started job 56 at 3:25:52?',
    );
    expect(forkQuestion({ ...base, fork: { at_s: 12_352, local: 'fcfs' } }, base, words)).toBe('What if FCFS decided from 3:25:52 on?');
    const elsewhere = { ...base, name: 'Job 4 to Fast', parameters: { played_choices: '12', after_choices: 'policy' } };
    expect(forkQuestion(elsewhere, base, words)).toBe('What if another cluster had been chosen: Job 4 to Fast?');
    expect(forkQuestion({ ...base, edits: [{ job: 4, absent: true }] }, base, words)).toBe('What if job 4 had not been submitted?');
    expect(forkQuestion({ ...base, edits: [{ job: 4, estimate_s: 600 }] }, base, words)).toBe('What if the estimate of job 4 were 10 min?');
  });

  it('is written with its sign', () => {
    expect([changeText(111), changeText(-60), changeText(0), changeText(NaN)]).toEqual(['+1 min 51 s', '−1 min', 'no change', '']);
  });
});
