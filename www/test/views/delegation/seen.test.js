import { describe, expect, it } from 'vitest';
import { busiest, holeOf, isStale, launchersOf, partsText, requestsOf, sightsOf, since, standing, startOf, stepsText, weighedOf } from '../../../src/views/delegation/seen.js';
import { CLUSTERS, tableOf, viewsOf } from './tables.js';

const launcher = (/** @type {object} */ more) => ({ id: 2, name: 'Application 3', kind: 'complex', start_s: NaN, done_s: NaN, hosts: 0, requests: 2, listed: 80, configurations: 5, ...more });

// The view of application 3 at 18 s: a ghost keeps three hosts of A, and two of B are busy.
const VIEWS = viewsOf([
  { time: 4, id: 2, cluster: 0, steps: [[4, 8], [41, 0]] },
  { time: 4, id: 2, cluster: 1, steps: [[4, 8], [18.3, 2], [35, 0]] },
  { time: 18, id: 2, cluster: 0, steps: [[18, 8], [23, 5], [41, 0]] },
]);

describe('the view of a launcher', () => {
  it('is what was sent last of each cluster', () => {
    const sights = sightsOf(VIEWS);
    expect(sights.map(({ cluster, time_s, steps }) => [cluster, time_s, steps.length])).toEqual([[0, 18, 3], [1, 4, 3]]);
    expect(sights[0]?.steps[1]).toEqual({ from_s: 23, busy: 5 });
    expect(sights[1]?.steps[2]).toEqual({ from_s: 35, busy: 0 });
    expect(sightsOf(tableOf([]))).toEqual([]);
  });

  it('has a hole for a request where all its hosts are free at once for long enough', () => {
    const sights = sightsOf(VIEWS);
    const hole = (/** @type {number} */ wall_s, /** @type {[number, number][]} */ ...parts) => holeOf(sights, CLUSTERS, { wall_s, parts: parts.map(([cluster, hosts]) => ({ cluster, hosts })) }, 18);
    expect(hole(36.7, [1, 6])).toBe(18.3);
    expect(hole(10, [1, 7])).toBe(35);
    expect(hole(32.5, [0, 3], [1, 6])).toBe(23);
    expect(hole(27, [0, 3], [1, 8])).toBe(35);
    expect(hole(21.5, [0, 8], [1, 8])).toBe(41);
    expect(hole(1, [0, 9])).toBe(null);
    expect(hole(1, [7, 1])).toBe(null);
  });

  it('says when later ones are not kept', () => {
    const said = tableOf([{ time: 4, id: 2, what: 'changeNotify' }, { time: 18, id: 2, what: 'changeNotify' }, { time: 18, id: 2, what: 'request' }]);
    expect(isStale(said, VIEWS)).toBe(false);
    expect(isStale(tableOf([{ time: 20, id: 2, what: 'changeNotify' }]), VIEWS)).toBe(true);
    expect(isStale(tableOf([{ time: 20, id: 2, what: 'changeNotify' }]), tableOf([]))).toBe(true);
    expect(isStale(tableOf([]), tableOf([]))).toBe(false);
  });

  it('is told in words, all of it or what is near', () => {
    const steps = [{ from_s: 18, busy: 8 }, { from_s: 23, busy: 5 }, { from_s: 41, busy: 0 }];
    expect(stepsText(steps, 8)).toBe('all 8 busy until 23 s, 5 of 8 busy until 41 s, all free');
    expect(stepsText(steps, 8, 2)).toBe('all 8 busy now, 2 changes until 41 s');
  });
});

describe('what a launcher asks for', () => {
  it('is a request of as many clusters as it names, the last one counts', () => {
    const asked = requestsOf(tableOf([
      { time: 4, id: 2, cluster: 0, hosts: 3, wall_time: 32.5 },
      { time: 4, id: 2, cluster: 1, hosts: 6, wall_time: 32.5 },
      { time: 4, id: 2, cluster: 1, hosts: 6, wall_time: 30 },
      { time: 18, id: 2, cluster: 1, hosts: 6, wall_time: 36.7 },
      { time: 18, id: 3, cluster: 1, hosts: 6, wall_time: 36.7 },
    ]));
    expect(asked.map(({ id, time_s, parts }) => [id, time_s, parts.length])).toEqual([[2, 4, 2], [2, 4, 1], [2, 18, 1], [3, 18, 1]]);
    expect(partsText(asked[0]?.parts ?? [], CLUSTERS)).toBe('3 hosts on A and 6 on B');
    expect(partsText([{ cluster: 1, hosts: 1 }], CLUSTERS)).toBe('1 host on B');
  });

  it('was weighed with what else was possible for the same request', () => {
    const row = (/** @type {number} */ request, /** @type {number} */ choice, /** @type {number} */ cluster, /** @type {number} */ hosts) => ({ time: 18, id: 2, request, choice, cluster, hosts, from: 18.3, end: 55 });
    const weighed = weighedOf(tableOf([row(1, 1, 1, 3), row(2, 1, 0, 6), row(2, 1, 1, 2), row(2, 2, 1, 8)]));
    expect(weighed.map(({ parts }) => partsText(parts, CLUSTERS))).toEqual(['6 hosts on A and 2 on B', '8 hosts on B']);
    expect(weighedOf(tableOf([]))).toEqual([]);
  });

  it('starts when it did, or when it was told last, or else where its view has room', () => {
    const request = { id: 2, time_s: 18, wall_s: 36.7, parts: [{ cluster: 1, hosts: 6 }] };
    const known = { launcher: launcher({}), request, told: /** @type {{time_s: number, start_s: number}[]} */ ([{ time_s: 13, start_s: 23 }]), sights: sightsOf(VIEWS), clusters: CLUSTERS };
    expect(startOf(known, 18)).toBe(18.3);
    expect(startOf({ ...known, told: [...known.told, { time_s: 18.4, start_s: 19 }] }, 18.4)).toBe(19);
    expect(startOf({ ...known, told: [{ time_s: 18.4, start_s: NaN }] }, 18.4)).toBe(null);
    expect(startOf({ ...known, launcher: launcher({ start_s: 19 }) }, 18.4)).toBe(18.3);
    expect(startOf({ ...known, launcher: launcher({ start_s: 19 }) }, 20)).toBe(19);
    expect(startOf({ ...known, request: undefined }, 18)).toBe(null);
  });
});

describe('an application', () => {
  const known = { launcher: launcher({}), last: 'request', sights: sightsOf(VIEWS), request: { id: 2, time_s: 18, wall_s: 36.7, parts: [{ cluster: 1, hosts: 6 }] }, start_s: 18.3, clusters: CLUSTERS };
  const said = (/** @type {object} */ more, now_s = 18) => standing({ ...known, ...more }, now_s);

  it('is told of in a sentence that is true at that moment', () => {
    expect(said({}).text).toBe('Application 3 asks for 6 hosts on B for 36.7 s; its start is expected at 18.3 s. That is no promise.');
    expect(said({ start_s: null }).text).toMatch(/no start is expected yet\.$/u);
    expect(said({ last: '', sights: [], request: undefined })).toEqual({ state: 'absent', text: 'Application 3 has not come yet, so no view has been sent to it.' });
    expect(said({ last: 'listClustersInfo', sights: [], request: undefined }).text).toBe('No view has been sent to Application 3 yet.');
    expect(said({ request: undefined }).state).toBe('looks');
    expect(said({ last: 'list', sights: [] }).text).toContain('said all 80 ways');
    expect(said({ last: 'cancel' }).state).toBe('gone');
    const ran = launcher({ start_s: 19, done_s: 55, hosts: 6 });
    expect(['looks', said({ launcher: ran }, 18).state, said({ launcher: ran }, 19).state, said({ launcher: ran }, 55).state]).toEqual(['looks', 'asks', 'runs', 'over']);
  });

  it('is chosen for the reader by how often it asked, where it had a choice', () => {
    const row = (/** @type {number} */ id, /** @type {string} */ kind, /** @type {number} */ requests) => ({ id, kind, start: NaN, done: NaN, hosts: 0, requests, listed: 1, configurations: 1 });
    const all = launchersOf(tableOf([row(0, 'rigid', 9), row(1, 'moldable', 2), row(2, 'moldable', 3), row(3, 'complex', 3)]));
    expect(busiest(all)?.name).toBe('Application 3');
    expect(busiest(all.slice(0, 1))?.id).toBe(0);
    expect(busiest([])).toBe(undefined);
  });

  it('has cycles of its own time', () => {
    const rows = since(tableOf([{ time: 1 }, { time: 4 }, { time: 9 }]), 4);
    expect([...(rows.columns['time'] ?? [])]).toEqual([4, 9]);
    expect(since(rows, Infinity).columns['time']?.length).toBe(0);
  });
});
