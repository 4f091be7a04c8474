import { describe, expect, it } from 'vitest';
import { fromShare, speedRange, speedText, toShare } from '../src/player/speed.js';
import { embedOptions, embedParts } from '../src/address/embed-options.js';
import { notice, openPapers, seekEnd } from '../src/commands.js';
import { createPage } from '../src/commands/page.js';
import { storyOf } from '../src/shell/story.js';
import { scenarioTitle } from '../src/text/title.js';

describe('the speed control', () => {
  it('is logarithmic and turns back into itself', () => {
    const range = speedRange(36_000);
    expect(range).toEqual([20, 72_000]);
    expect(fromShare(0, range)).toBe(20);
    expect(fromShare(1, range)).toBeCloseTo(72_000);
    expect(toShare(fromShare(0.37, range), range)).toBeCloseTo(0.37);
    expect(toShare(0, range)).toBe(0);
  });
  it('says how many times faster than the simulated time it is', () => {
    expect([1290.4, 1, 0.05, 4321].map(speedText)).toEqual(['1\u202f290\u00d7', '1\u00d7', '0.05\u00d7', '4\u202f320\u00d7']);
  });
});

describe('the options of an embed', () => {
  it('come from the query or the fragment, and leave the link alone', () => {
    expect(embedOptions('?show=plots,metrics&theme=dark', '#ex=fcfs-vs-easy&seed=7', [])).toEqual({
      show: ['plots', 'metrics'], theme: 'dark', fragment: 'ex=fcfs-vs-easy&seed=7', unknown: [],
    });
    expect(embedOptions('', '#1.d.abc&r=12~0.1.0&show=gantt', [])).toEqual({ show: ['gantt'], theme: 'auto', fragment: '1.d.abc&r=12~0.1.0', unknown: [] });
  });
  it('are also the special views, above the metrics', () => {
    const views = [{ id: 'waves', name: 'Waves' }];
    expect(embedParts(views).map(({ id }) => id)).toEqual(['gantt', 'player', 'plots', 'waves', 'metrics']);
    expect(embedOptions('?show=gantt,waves', '', views)).toMatchObject({ show: ['gantt', 'waves'], unknown: [] });
  });
  it('name what does not exist', () => {
    expect(embedOptions('?show=gantt,money&theme=pink', '', [])).toEqual({ show: ['gantt'], theme: 'auto', fragment: '', unknown: ['show=money', 'theme=pink'] });
    const { unknown } = embedOptions(`?show=${'x,'.repeat(20_000)}${'y'.repeat(5000)}&theme=${'z'.repeat(5000)}`, '', []);
    expect(unknown).toEqual(['show=x', 'show=x', 'show=x', 'and 19999 more']);
    expect(embedOptions('', `#show=${'y'.repeat(5000)}`, []).unknown).toEqual([`show=${'y'.repeat(35)}\u2026`]);
  });
});

describe('the sentence above the charts', () => {
  const work = (/** @type {object} */ said) => /** @type {import('../src/engine/types.js').WorkKind} */ (said);
  const layout = { name: 'x', accepts: /** @type {const} */ ('jobs'), bands: [], rows: 64, subjects: 200, from_s: 0, diagnostics: [] };
  const platform = { clusters: [{ name: 'A', nodes: 64, speed: 1 }], network: { bandwidth_mb_s: [], latency_ms: [] } };
  const variant = (/** @type {string} */ name, /** @type {number|null} */ wait) => ({
    name, system: {}, status: /** @type {const} */ ('done'), progress: null, layout, digest: null, seconds: 0, error: null, tables: [], views: {},
    report: wait === null ? null : { rows: [{ id: 'wait', name: 'Wait time', unit: 's', value: wait }], digest: { whole: '', parts: [] }, complete: true, rejected: { count: 0, first: [] } },
  });
  it('says what runs and what came out', () => {
    const state = { work: work({ id: 'jobs', things: 'jobs', decide: ['wait', 'response'] }), platform, question: '', asks: '', playhead_s: 0 };
    expect(storyOf({ ...state, variants: [variant('FCFS', null), variant('EASY', null)] })).toBe('The same 200 jobs on the same 64 nodes: FCFS above, EASY below.');
    expect(storyOf({ ...state, variants: [variant('FCFS', 400), variant('EASY', 100)] })).toContain('With EASY they wait 4 times less: 1 min 40 s instead of 6 min 40 s on average.');
    expect(storyOf({ ...state, variants: [variant('FCFS', 100), variant('EASY', 100)] })).toContain('Wait time: 1 min 40 s with both.');
    expect(storyOf({ ...state, question: 'Why?', playhead_s: -1, variants: [variant('FCFS', 400), variant('EASY', 100)] })).toMatch(/EASY below\. Why\?$/u);
    expect(storyOf({ ...state, variants: [variant('FCFS', 60)] })).toBe('200 jobs on 64 nodes under FCFS.');
  });
  it('answers what was asked, whatever the number of variants', () => {
    const ran = (/** @type {string} */ name, /** @type {number} */ wait, /** @type {number} */ end) => ({
      ...variant(name, null),
      report: {
        rows: [
          { id: 'wait', name: 'Wait time', unit: 's', value: wait, statistics: { mean: wait, median: 0, p90: 0, p95: 0, p99: 0, max: 10 * wait, min: 0, count: 1 } },
          { id: 'makespan', name: 'Makespan', unit: 's', value: end },
          { id: 'workers', name: 'Average workers', unit: 'workers', value: wait === 400 ? 14.7 : 1 },
          { id: 'fairness', name: 'Fairness', unit: '', value: wait / 1000 },
        ],
        digest: { whole: '', parts: [] }, complete: true, rejected: { count: 0, first: [] },
      },
    });
    const state = { work: work({ id: 'jobs', things: 'jobs', decide: ['wait', 'response'] }), platform, question: '', playhead_s: 0 };
    const two = [ran('FCFS', 400, 7200), ran('EASY', 100, 3600)];
    expect(storyOf({ ...state, asks: 'makespan', variants: two })).toMatch(/EASY below\. EASY ends 1 h earlier: after 1 h instead of 2 h\.$/u);
    expect(storyOf({ ...state, asks: 'wait/max', variants: two })).toContain('The longest wait is 16 min 40 s with EASY and 1 h 7 min with FCFS.');
    expect(storyOf({ ...state, asks: 'fairness', variants: two })).toContain('Fairness: 0.4 with FCFS, 0.1 with EASY.');
    expect(storyOf({ ...state, asks: 'workers', variants: two })).toContain('Average workers: 14.7 with FCFS, 1 with EASY.');
    expect(storyOf({ ...state, asks: 'not measured', variants: two })).toContain('With EASY they wait 4 times less');
    const three = [...two, ran('SJF', 50, 5400)];
    expect(storyOf({ ...state, asks: '', variants: three })).toContain('They wait least with SJF, 50 s on average, and most with FCFS, 6 min 40 s.');
    expect(storyOf({ ...state, asks: 'makespan', variants: three })).toContain('EASY ends first, after 1 h, and FCFS last, after 2 h.');
  });
  it('tells names with commas apart, and speaks of one workflow as of one', () => {
    const ran = (/** @type {string} */ name, /** @type {number} */ end, /** @type {number} */ count) => ({
      ...variant(name, null),
      report: {
        rows: [{ id: 'workflow-makespan', name: 'Workflow makespan', unit: 's', value: end, statistics: { mean: end, median: 0, p90: 0, p95: 0, p99: 0, max: end, min: end, count } }],
        digest: { whole: '', parts: [] }, complete: true, rejected: { count: 0, first: [] },
      },
    });
    const state = { work: work({ id: 'workflows', things: 'tasks', decide: ['workflow-makespan', 'makespan'] }), platform, question: '', asks: '', playhead_s: 0 };
    const names = (/** @type {string[]} */ ...all) => storyOf({ ...state, variants: all.map((name) => variant(name, null)) });
    expect(names('A', 'A, x', 'B')).toContain('from top to bottom A; A, x; B.');
    expect(names('A', 'B', 'C')).toContain('from top to bottom A, B, C.');
    expect(storyOf({ ...state, variants: [ran('Round Robin', 88, 1), ran('HEFT', 60, 1)] })).toContain('With HEFT the workflow ends 32 % sooner: after 1 min instead of 1 min 28 s.');
    expect(storyOf({ ...state, variants: [ran('Round Robin', 88, 2), ran('HEFT', 60, 2)] })).toContain('With HEFT workflows end 32 % sooner: after 1 min instead of 1 min 28 s on average.');
  });
  it('counts one thing as one', () => {
    const one = { clusters: [{ name: 'A', nodes: 1, speed: 1 }], network: platform.network };
    const state = { work: work({ id: 'jobs', things: 'jobs', decide: ['wait', 'response'] }), platform: one, question: '', asks: '', playhead_s: 0 };
    const alone = { ...variant('FCFS', null), layout: { ...layout, subjects: 1 } };
    expect(storyOf({ ...state, variants: [alone] })).toBe('1 job on 1 node under FCFS.');
  });
  it('speaks of tasks and machines, of time and efficiency, where masters have workers', () => {
    const pool = (/** @type {string} */ name, /** @type {number} */ time, /** @type {number} */ share) => ({
      ...variant(name, null),
      report: { rows: [{ id: 'application-time', name: '', unit: 's', value: time }, { id: 'efficiency', name: '', unit: '', value: share }], digest: { whole: '', parts: [] }, complete: true, rejected: { count: 0, first: [] } },
    });
    const state = { work: work({ id: 'master-worker', things: 'tasks', machines: true, decide: ['application-time'] }), platform, question: '', asks: '', playhead_s: 0 };
    expect(storyOf({ ...state, variants: [pool('all', 90, 0.4), pool('some', 100, 0.83)] })).toBe(
      'The same 200 tasks on the same 64 machines: all above, some below. all takes 10 % less time: 1 min 30 s instead of 1 min 40 s. Efficiency: 40 % above, 83 % below.',
    );
  });
});

describe('the title', () => {
  const variants = (/** @type {string[]} */ ...names) => /** @type {import('../src/types.js').Variant[]} */ (/** @type {unknown} */ (names.map((name) => ({ name }))));
  it('is that of the author, or says what is compared', () => {
    expect(scenarioTitle({ title: 'My grid', variants: variants('FCFS', 'EASY') })).toBe('My grid');
    expect(scenarioTitle({ title: '', variants: variants('HEFT') })).toBe('HEFT');
    expect(scenarioTitle({ title: '', variants: variants('FCFS', 'EASY') })).toBe('FCFS beside EASY');
    expect(scenarioTitle({ title: '', variants: variants('A', 'B', 'C') })).toBe('A, B and C');
    expect(scenarioTitle({ title: '', variants: variants('A', 'B', 'C', 'D', 'E') })).toBe('A and 4 others');
  });
});

describe('two pages in one document', () => {
  it('know nothing of each other', () => {
    const [one, other] = [createPage(), createPage()];
    notice(one, 'here');
    openPapers(one, { id: 'E1' });
    seekEnd(one);
    expect(one.store.get()).toMatchObject({ notice: { text: 'here' }, papers: { id: 'E1', open: true } });
    expect(other.store.get()).toEqual(createPage().store.get());
    expect([one.player.wanted_s, other.player.wanted_s]).toEqual([Infinity, 0]);
  });
});
