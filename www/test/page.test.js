import { describe, expect, it } from 'vitest';
import { fromShare, speedRange, speedText, toShare } from '../src/player/speed.js';
import { embedOptions } from '../src/shell/embed-options.js';
import { storyOf } from '../src/story.js';

describe('the speed control', () => {
  it('is logarithmic and turns back into itself', () => {
    const range = speedRange(36_000);
    expect(range).toEqual([20, 72_000]);
    expect(fromShare(0, range)).toBe(20);
    expect(fromShare(1, range)).toBeCloseTo(72_000);
    expect(toShare(fromShare(0.37, range), range)).toBeCloseTo(0.37);
    expect(toShare(0, range)).toBe(0);
  });
  it('speaks in round words', () => {
    expect(speedText(1800)).toBe('30 min/s');
    expect(speedText(2.345)).toBe('2.3 s/s');
  });
});

describe('the options of an embed', () => {
  it('come from the query or the fragment, and leave the link alone', () => {
    expect(embedOptions('?show=plots,metrics&theme=dark', '#ex=fcfs-vs-easy&seed=7')).toEqual({
      show: ['plots', 'metrics'], theme: 'dark', fragment: 'ex=fcfs-vs-easy&seed=7', unknown: [],
    });
    expect(embedOptions('', '#1.d.abc&r=12~0.1.0&show=gantt')).toEqual({ show: ['gantt'], theme: 'auto', fragment: '1.d.abc&r=12~0.1.0', unknown: [] });
  });
  it('name what does not exist', () => {
    expect(embedOptions('?show=gantt,money&theme=pink', '')).toEqual({ show: ['gantt'], theme: 'auto', fragment: '', unknown: ['show=money', 'theme=pink'] });
  });
});

describe('the sentence above the charts', () => {
  const layout = { name: 'x', accepts: /** @type {const} */ ('jobs'), bands: [], rows: 64, subjects: 200, from_s: 0, diagnostics: [] };
  const platform = { clusters: [{ name: 'A', nodes: 64, speed: 1 }], network: { bandwidth_mb_s: [], latency_ms: [] } };
  const variant = (/** @type {string} */ name, /** @type {number|null} */ wait) => ({
    name, system: {}, status: /** @type {const} */ ('done'), progress: null, layout, digest: null, seconds: 0, error: null, rounds: null,
    report: wait === null ? null : { rows: [{ id: 'wait', name: 'Wait time', unit: 's', value: wait }], digest: { whole: '', parts: [] }, complete: true },
  });
  it('says what runs and what came out', () => {
    const state = { accepts: /** @type {const} */ ('jobs'), platform, question: '', playhead_s: 0 };
    expect(storyOf({ ...state, variants: [variant('FCFS', null), variant('EASY', null)] })).toBe('The same 200 jobs on the same 64 nodes: FCFS above, EASY below.');
    expect(storyOf({ ...state, variants: [variant('FCFS', 400), variant('EASY', 100)] })).toContain('With EASY they wait 4 times less: 1 min 40 s instead of 6 min 40 s on average.');
    expect(storyOf({ ...state, variants: [variant('FCFS', 100), variant('EASY', 100)] })).toContain('The mean wait is the same');
    expect(storyOf({ ...state, question: 'Why?', playhead_s: -1, variants: [variant('FCFS', 400), variant('EASY', 100)] })).toMatch(/EASY below\. Why\?$/u);
    expect(storyOf({ ...state, variants: [variant('FCFS', 60)] })).toBe('200 jobs on 64 nodes under FCFS.');
  });
  it('speaks of tasks and machines, of time and efficiency, where masters have workers', () => {
    const pool = (/** @type {string} */ name, /** @type {number} */ time, /** @type {number} */ share) => ({
      ...variant(name, null),
      report: { rows: [{ id: 'application-time', name: '', unit: 's', value: time }, { id: 'efficiency', name: '', unit: '', value: share }], digest: { whole: '', parts: [] }, complete: true },
    });
    const state = { accepts: /** @type {const} */ ('master-worker'), platform, question: '', playhead_s: 0 };
    expect(storyOf({ ...state, variants: [pool('all', 90, 0.4), pool('some', 100, 0.83)] })).toBe(
      'The same 200 tasks on the same 64 machines: all above, some below. all takes 10% less time: 1 min 30 s instead of 1 min 40 s; efficiency 40 % above, 83 % below.',
    );
  });
});
