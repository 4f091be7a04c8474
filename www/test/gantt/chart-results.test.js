import { expect, it, vi } from 'vitest';

vi.stubGlobal('customElements', { define: vi.fn(), get: vi.fn() });
const { isSameVariant } = await import('../../src/gantt/variant-rows.js');
const { changeText, columnFormat, deltaText, improvementClass } = await import('../../src/text/measure-values.js');
const { baselineNote, rangeText, sampleText, selectResults, workSource, waitHelp } = await import('../../src/gantt/chart-results.js');

it('the wait beside a chart names its jobs and the omitted ones', () => {
  expect(waitHelp({ queued: 12 }, 'jobs')).toBe('Mean wait time of the jobs started so far; the 12 still waiting are not included');
  expect(waitHelp({ queued: 1 }, 'tasks')).toBe('Mean wait time of the tasks started so far; the 1 still waiting is not included');
  expect(waitHelp({ queued: 0 }, 'jobs')).toBe('Mean wait time of the jobs started so far');
});

it('differences to the baseline are worded, and match the displayed values', () => {
  expect(deltaText(1160, 4729, 's', false)).toBe('59 min 29 s less');
  expect(deltaText(0.837, 0.645, 'share', false)).toBe('19.2 points more');
  expect(deltaText(83.65, 64.51, '%', false)).toBe('19.2 points more');
  expect(deltaText(0.655, 0.645, 'share', false)).toBe('1 point more');
  expect(deltaText(19_956, 25_844, 's', true)).toBe('1 h 38 min earlier');
  expect(deltaText(3.208, 10.62, '', false)).toBe('7.412 less');
  expect(deltaText(77_375, 176_699, 'node-h', false)).toBe('99\u202f324 node-h less');
  expect(deltaText(4065.2, 6569.6, 'node-h', false)).toBe('2\u202f505 node-h less');
  expect(deltaText(22.84, 75.14, 'node-h', false)).toBe('52.3 node-h less');
  expect(deltaText(0.2, 1234.4, '', false)).toBe('1\u202f234 less');
  expect(deltaText(60, 60, 's', false)).toBe('the same');
  // What is shown alike may still differ; what is shown otherwise differs by so much.
  expect(deltaText(3600, 3610, 's', false)).toBe('about the same');
  expect(deltaText(68.54, 68.51, '%', false)).toBe('about the same');
  expect(deltaText(68.56, 68.54, '%', false)).toBe('0.1 points more');
  expect(deltaText(14_793.2, 14_819.4, 's', true)).toBe('26.2 s earlier');
  expect(deltaText(14_793.2, 14_793.6, 's', true)).toBe('about the same');
  expect(deltaText(null, 60, 's', false)).toBe('');
  expect([
    improvementClass(1, 2, '', 'lower'),
    improvementClass(2, 1, '', 'lower'),
    improvementClass(2, 1, '', 'higher'),
    improvementClass(2, 1, '', null),
    improvementClass(2, 2, '', 'lower'),
    improvementClass(95.71, 95.7, '%', 'higher'),
  ]).toEqual(['better', '', 'better', '', '', '']);
});

it('a change is described by a complete sentence', () => {
  expect(changeText(1160, 4729, 's')).toBe('59 min 29 s less than before');
  expect(changeText(1.1571, 1.15708, '')).toBe('about the same as before');
  expect(changeText(60, 60, 's')).toBe('');
  expect(changeText(60, null, 's')).toBe('');
  expect(changeText(60, undefined, 's')).toBe('');
});

it('beside a chart stand the results that people know, and then those that the scenario names', () => {
  const row = (/** @type {string} */ id, /** @type {unknown} */ value = 1) => ({ id, value });
  const grid = [
    row('response'),
    row('wait'),
    row('co-allocated-jobs'),
    row('local-wait', null),
    row('wait-by-theory', null),
    row('preemptions'),
    row('utilisation'),
    row('fairness'),
  ];
  expect(selectResults(grid).map(({ id }) => id)).toEqual(['wait', 'utilisation', 'response', 'co-allocated-jobs', 'preemptions']);
  expect(selectResults([row('nsl')]).map(({ id }) => id)).toEqual(['nsl']);
});

it('only runs of the same jobs on the same platform have a before', () => {
  const scenario = {
    seed: 8,
    platform: { clusters: [{ nodes: 32 }] },
    workload: [{ generator: 'poisson', parameters: { load: 0.8 } }],
    background: [],
  };
  const of = (/** @type {object} */ change, variant = 0) =>
    workSource(/** @type {any} */ ({ ...scenario, system: { kind: 'batch' }, ...change }), variant);
  const same = of({});
  const policies = {
    system: { kind: 'batch', policies: { local: 'sjf' } },
    compare: [{ kind: 'batch' }],
    measures: ['wait'],
    name: 'Other',
  };
  expect(of(policies)).toBe(same);
  const others = [
    { seed: 9 },
    { platform: { clusters: [{ nodes: 32 }, { nodes: 32 }] } },
    { workload: [{ generator: 'poisson', parameters: { load: 0.9 } }] },
    { workload: [{ generator: 'lublin', parameters: { load: 0.8 } }] },
    { workload: [{ file: { sha256: 'a' } }] },
    { background: [{ file: { sha256: 'a' } }] },
    { edits: [{ job: 3 }] },
  ];
  for (const other of others) expect(of(other)).not.toBe(same);
  // A variant with jobs or a platform of its choice.
  expect(of({ compare: [{ kind: 'batch', set: { seed: 9 } }] }, 1)).not.toBe(of({ compare: [{ kind: 'batch' }] }, 1));
  expect(of({ compare: [{ kind: 'batch', set: { seed: 9 } }] })).toBe(same);
});

it('a system is not assumed to have the same work before that is known', () => {
  const of = (/** @type {object} */ second) =>
    baselineNote(/** @type {any} */ ([{ system: {} }, { system: {}, ...second }]), 1, 'jobs', ' (this seed only)');
  expect(of({})).toBe(' (this seed only)');
  expect(of({ system: { set: { seed: 9 } } })).toBe('');
  expect(of({ system: { set: { seed: 9 } }, otherWork: true })).toBe(' (which runs other jobs)');
  expect(of({ system: { set: { nodes: 64 } }, compared: true })).toBe(' (this seed only)');
});

it('a log has no seed, unless chance makes a part of the work or decides', () => {
  const of = (/** @type {object} */ scenario, things = 'jobs') => sampleText(/** @type {any} */ (scenario), things);
  const [drawn, log] = [{ generator: 'poisson' }, { file: { sha256: 'a' } }];
  const batch = { kind: 'batch', policies: { local: 'fcfs' } };
  expect(of({ workload: [drawn], system: batch })).toBe(' (this seed only)');
  expect(of({ workload: [log], system: batch })).toBe(' (this log only)');
  expect(of({ workload: [log, log], system: batch })).toBe(' (these logs only)');
  expect(of({ workload: [log], background: [drawn], system: batch })).toBe(' (this log and this seed only)');
  expect(of({ workload: [log], system: batch, compare: [{ kind: 'bags', policies: { ordering: 'random' } }] })).toBe(
    ' (this log and this seed only)',
  );
  expect(of({ workload: [log], system: { kind: 'koala' } })).toBe(' (this log and this seed only)');
  expect(of({ workload: [log], system: { kind: 'workflow' } }, 'tasks')).toBe(' (this file only)');
});

it('a unit is beside the name of a measure once, and few bytes have the unit byte', () => {
  const told = (/** @type {[string, (number|null)[], string]} */ ...of) => {
    const { unit, format } = columnFormat(...of);
    return [unit, ...of[1].map((value) => format(value))];
  };
  expect(told('Average number of workers', [8.2, 14.67], 'workers')).toEqual(['', '8.2', '14.67']);
  expect(told('Idle while jobs wait', [75.1], 'node-h')).toEqual(['node-h', '75.1']);
  expect(told('Bytes sent', [0.000167, 0.000112], 'MB')).toEqual(['', '167 bytes', '112 bytes']);
  expect(told('Bytes sent', [0.000167, 3], 'MB')).toEqual(['MB', '0.000167', '3']);
  expect(told('Wait time', [60], 's')).toEqual(['', '1 min']);
});

it('a change is shown beside the variant that has changed, not in the row of another one', () => {
  const same = (/** @type {string} */ before, /** @type {string} */ now) =>
    [...now].map((_, at) => isSameVariant([...before], [...now], at));
  expect(same('ab', 'ab')).toEqual([true, true]);
  // A fork of the second becomes a row below it, or the second moves up.
  expect(same('ab', 'bca')).toEqual([false, false, false]);
  expect(same('ab', 'abc')).toEqual([true, true, false]);
  expect(same('ab', 'acb')).toEqual([true, false, false]);
  expect(same('abc', 'ac')).toEqual([true, false]);
  expect(same('ab', 'ba')).toEqual([false, false]);
  // Another policy in the same row.
  expect(same('ab', 'ac')).toEqual([true, true]);
  expect(same('abc', 'bxa')).toEqual([false, false, false]);
});

it('a strip of dots is named with its values', () => {
  const row = { id: 'wait', name: 'Wait time', unit: 's' };
  expect(rangeText(row, [300, null, 60])).toBe('mean wait: 1 min to 5 min');
  expect(rangeText(row, [])).toBe('mean wait');
});

it('on a projector the results of the sentence are before the wait', () => {
  const rows = ['wait', 'bounded-slowdown', 'utilisation', 'makespan', 'idle-while-waiting'].map((id) => ({ id, value: 1 }));
  const ids = (/** @type {boolean} */ projected) => selectResults(rows, projected).map(({ id }) => id);
  expect(ids(true)).toEqual(['idle-while-waiting', 'makespan', 'wait', 'bounded-slowdown', 'utilisation']);
  expect(ids(false)).toEqual(rows.map(({ id }) => id));
});
