import { describe, expect, it } from 'vitest';
import { groupReasons, triesText, tryRows } from '../../src/text/repeated-reasons.js';

/** @param {number} time_s @param {number[]} idle @param {number} chosen */
const decision = (time_s, idle, chosen = -1, rule = 'wait') => ({
  time_s,
  rule,
  text: `${rule} at ${time_s}`,
  score: 'score',
  score_is_time: false,
  candidates: idle.map((nodes, at) => ({ cluster: `C${at}`, score: nodes, chosen: at === chosen, idle: nodes, taken: 0 })),
});

describe('repeated reasons', () => {
  it('are one group until the job is placed', () => {
    const placed = decision(30, [40, 3], 0, 'worst-fit');
    const all = [decision(10, [24, 3]), decision(10, [], -1, 'scattered'), decision(14, [24, 3]), decision(19, [20, 14]), placed];
    const groups = groupReasons(all, 32);
    expect(groups.map(({ tries, reasons }) => [tries, reasons.length])).toEqual([
      [3, 4],
      [0, 1],
    ]);
    expect(groups[0]).toMatchObject({
      text: 'Tried 3 times in 9 s: it needs 32 nodes, the largest idle group was 24.',
      clusters: ['C0', 'C1'],
      rows: [
        { tries: '1 to 2', time: '10 s to 14 s', idle: [24, 3], largest: '24 of 27' },
        { tries: '3', time: '19 s', idle: [20, 14], largest: '20 of 34' },
      ],
    });
    expect(groups[1]?.reasons).toEqual([placed]);
  });

  it('stay as they are where a job was tried once, or where no cluster was tried', () => {
    const once = [decision(10, [24, 3]), decision(10, [], -1, 'scattered'), decision(30, [40, 3], 0, 'worst-fit')];
    expect(groupReasons(once, 32).map(({ tries }) => tries)).toEqual([0, 0, 0]);
    const queue = [decision(10, []), decision(20, []), decision(30, [], -1, 'head')];
    expect(groupReasons(queue, 4).map(({ tries }) => tries)).toEqual([0, 0, 0]);
    expect(groupReasons([], 4)).toEqual([]);
  });

  it('name the number of idle nodes that the job would need, if it is too low', () => {
    const tries = [decision(0, [12, 6]), decision(90, [10, 9])];
    expect(triesText(tries, 20)).toBe('Tried 2 times in 1 min 30 s: it needs 20 nodes, at most 19 were idle.');
    expect(triesText(tries, 15)).toBe('Tried 2 times in 1 min 30 s: it needs 15 nodes, the largest idle group was 12.');
    expect(triesText(tries, 8)).toBe('Tried 2 times in 1 min 30 s without a placement.');
    expect(tryRows(tries)).toHaveLength(2);
  });
});
