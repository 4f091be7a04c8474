import { describe, expect, it } from 'vitest';
import { launcherStatus, partsText, stepsText, viewText } from '../../../src/views/delegation/launcher-texts.js';
import {
  defaultLauncher,
  earliestFit,
  expectedStart,
  ghostsAt,
  ghostsIn,
  isStale,
  lastViews,
  mostActiveLauncher,
  readConfigurations,
  readLaunchers,
  readRequests,
  selectClusters,
} from '../../../src/views/delegation/launchers.js';
import { CLUSTERS, tableOf, viewsOf } from './table-fixtures.js';

const launcher = (/** @type {object} */ more) => ({
  id: 2,
  name: 'Application 3',
  kind: 'complex',
  first_s: 4,
  start_s: NaN,
  done_s: NaN,
  hosts: 0,
  kept_s: 0,
  requests: 2,
  listed: 80,
  configurations: 5,
  ...more,
});

// The view of application 3 at 18 s: a ghost keeps three hosts of A, and two of B are busy.
const VIEWS = viewsOf([
  {
    time: 4,
    id: 2,
    cluster: 0,
    steps: [
      [4, 8],
      [41, 0],
    ],
  },
  {
    time: 4,
    id: 2,
    cluster: 1,
    steps: [
      [4, 8],
      [18.3, 2],
      [35, 0],
    ],
  },
  {
    time: 18,
    id: 2,
    cluster: 0,
    steps: [
      [18, 8],
      [23, 5],
      [41, 0],
    ],
  },
]);

describe('the view of a launcher', () => {
  it('is what was sent last of each cluster', () => {
    const views = lastViews(VIEWS);
    expect(views.map(({ cluster, time_s, steps }) => [cluster, time_s, steps.length])).toEqual([
      [0, 18, 3],
      [1, 4, 3],
    ]);
    expect(views[0]?.steps[1]).toEqual({ from_s: 23, busy: 5 });
    expect(views[1]?.steps[2]).toEqual({ from_s: 35, busy: 0 });
    expect(lastViews(tableOf([]))).toEqual([]);
  });

  it('has room for a request where all its hosts are free at once for long enough', () => {
    const views = lastViews(VIEWS);
    const hole = (/** @type {number} */ wall_s, /** @type {[number, number][]} */ ...parts) =>
      earliestFit(views, CLUSTERS, { wall_s, parts: parts.map(([cluster, hosts]) => ({ cluster, hosts })) }, 18);
    expect(hole(36.7, [1, 6])).toBe(18.3);
    expect(hole(10, [1, 7])).toBe(35);
    expect(hole(32.5, [0, 3], [1, 6])).toBe(23);
    expect(hole(27, [0, 3], [1, 8])).toBe(35);
    expect(hole(21.5, [0, 8], [1, 8])).toBe(41);
    expect(hole(1, [0, 9])).toBe(null);
    expect(hole(1, [7, 1])).toBe(null);
  });

  it('reports that later ones are not recorded', () => {
    const said = tableOf([
      { time: 4, id: 2, what: 'changeNotify' },
      { time: 18, id: 2, what: 'changeNotify' },
      { time: 18, id: 2, what: 'request' },
    ]);
    expect(isStale(said, VIEWS)).toBe(false);
    expect(isStale(tableOf([{ time: 20, id: 2, what: 'changeNotify' }]), VIEWS)).toBe(true);
    expect(isStale(tableOf([{ time: 20, id: 2, what: 'changeNotify' }]), tableOf([]))).toBe(true);
    expect(isStale(tableOf([]), tableOf([]))).toBe(false);
  });

  it('describes the whole view, or its nearest part', () => {
    const steps = [
      { from_s: 18, busy: 8 },
      { from_s: 23, busy: 5 },
      { from_s: 41, busy: 0 },
    ];
    expect(stepsText(steps, 8)).toBe('all 8 busy until 23 s, 5 of 8 busy until 41 s, all free');
    expect(stepsText(steps, 8, 2)).toBe('all 8 busy now, 2 changes until 41 s');
  });
});

describe('hosts that are kept after an end', () => {
  const ghosts = [
    { cluster: 0, hosts: 3, done_s: 18, until_s: 23 },
    { cluster: 0, hosts: 2, done_s: 12, until_s: 17 },
    { cluster: 1, hosts: 8, done_s: 30, until_s: 35 },
  ];
  const [a, b] = lastViews(VIEWS);

  it('are the uppermost of what is busy until they are given away', () => {
    expect(a && ghostsIn(a, ghosts)).toEqual([{ from_s: 18, to_s: 23, busy: 8, hosts: 3 }]);
    expect(b && ghostsIn(b, ghosts)).toEqual([]);
    expect(
      ghostsIn(
        {
          cluster: 0,
          time_s: 18,
          steps: [
            { from_s: 18, busy: 8 },
            { from_s: 20, busy: 6 },
            { from_s: 30, busy: 2 },
          ],
        },
        ghosts,
      ),
    ).toEqual([
      { from_s: 18, to_s: 20, busy: 8, hosts: 3 },
      { from_s: 20, to_s: 23, busy: 6, hosts: 3 },
    ]);
  });

  it('are those of applications that were over at one of the times', () => {
    const all = [launcher({ id: 0, done_s: 18, kept_s: 5 }), launcher({ id: 1, done_s: 12, kept_s: 5 }), launcher({ id: 2 })];
    expect(ghostsAt(all, [18, 4]).map(({ id }) => id)).toEqual([0]);
    expect(ghostsAt(all, [12]).map(({ id }) => id)).toEqual([1]);
    expect(ghostsAt(all, [17, 23])).toEqual([]);
  });
});

describe('of many clusters', () => {
  it('those are shown that are asked for, then the largest, in their order', () => {
    const clusters = [4, 9, 9, 1, 20].map((hosts, at) => ({ name: `C${at}`, hosts, speed: 1 }));
    const request = { id: 0, time_s: 0, wall_s: 1, parts: [{ cluster: 3, hosts: 1 }] };
    expect(selectClusters(clusters, [request, undefined], 3)).toEqual([1, 3, 4]);
    expect(selectClusters(clusters, [], Infinity)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('what a launcher asks for', () => {
  it('is a request of as many clusters as it names, the last one counts', () => {
    const asked = readRequests(
      tableOf([
        { time: 4, id: 2, cluster: 0, hosts: 3, wall_time: 32.5 },
        { time: 4, id: 2, cluster: 1, hosts: 6, wall_time: 32.5 },
        { time: 4, id: 2, cluster: 1, hosts: 6, wall_time: 30 },
        { time: 18, id: 2, cluster: 1, hosts: 6, wall_time: 36.7 },
        { time: 18, id: 3, cluster: 1, hosts: 6, wall_time: 36.7 },
      ]),
    );
    expect(asked.map(({ id, time_s, parts }) => [id, time_s, parts.length])).toEqual([
      [2, 4, 2],
      [2, 4, 1],
      [2, 18, 1],
      [3, 18, 1],
    ]);
    expect(partsText(asked[0]?.parts ?? [], CLUSTERS)).toBe('3 hosts on A and 6 on B');
    expect(partsText([{ cluster: 1, hosts: 1 }], CLUSTERS)).toBe('1 host on B');
  });

  it('was weighed with what else was possible for the same request', () => {
    const row = (
      /** @type {number} */ request,
      /** @type {number} */ choice,
      /** @type {number} */ cluster,
      /** @type {number} */ hosts,
    ) => ({ time: 18, id: 2, request, choice, cluster, hosts, from: 18.3, end: 55 });
    const configurations = readConfigurations(tableOf([row(1, 1, 1, 3), row(2, 1, 0, 6), row(2, 1, 1, 2), row(2, 2, 1, 8)]));
    expect(configurations.map(({ parts }) => partsText(parts, CLUSTERS))).toEqual(['6 hosts on A and 2 on B', '8 hosts on B']);
    expect(readConfigurations(tableOf([]))).toEqual([]);
  });

  it('starts at the actual time, else at the last announced one, else where its view has room', () => {
    const request = { id: 2, time_s: 18, wall_s: 36.7, parts: [{ cluster: 1, hosts: 6 }] };
    const known = {
      launcher: launcher({}),
      request,
      previous: undefined,
      now_s: 18.4,
      views: lastViews(VIEWS),
      clusters: CLUSTERS,
    };
    const estimates = [{ time_s: 13, start_s: 23 }];
    expect(expectedStart(known, estimates)).toBe(18.3);
    expect(expectedStart(known, [...estimates, { time_s: 18.4, start_s: 19 }])).toBe(19);
    expect(expectedStart(known, [{ time_s: 18.4, start_s: NaN }])).toBe(null);
    expect(expectedStart({ ...known, launcher: launcher({ start_s: 19 }) }, estimates)).toBe(18.3);
    expect(expectedStart({ ...known, launcher: launcher({ start_s: 19 }), now_s: 20 }, estimates)).toBe(19);
    expect(expectedStart({ ...known, request: undefined }, estimates)).toBe(null);
  });

  it('starts in its gap while the last announcement is about the previous request', () => {
    const previous = { id: 2, time_s: 4, wall_s: 32.5, parts: [{ cluster: 0, hosts: 3 }] };
    const request = { id: 2, time_s: 18, wall_s: 36.7, parts: [{ cluster: 1, hosts: 6 }] };
    const known = {
      launcher: launcher({}),
      request,
      previous,
      now_s: 18,
      views: lastViews(VIEWS),
      clusters: CLUSTERS,
    };
    expect(expectedStart(known, [{ time_s: 18, start_s: 23 }])).toBe(18.3);
    // One that came late is no answer to that view: the same cycle plans it.
    expect(expectedStart({ ...known, request: { ...request, time_s: 20 }, now_s: 20 }, [{ time_s: 20, start_s: 23 }])).toBe(23);
    expect(expectedStart({ ...known, previous: undefined }, [{ time_s: 18, start_s: 23 }])).toBe(23);
  });
});

describe('an application', () => {
  const known = {
    launcher: launcher({}),
    last: 'request',
    views: lastViews(VIEWS),
    request: { id: 2, time_s: 18, wall_s: 36.7, parts: [{ cluster: 1, hosts: 6 }] },
    start_s: 18.3,
    clusters: CLUSTERS,
  };
  const said = (/** @type {object} */ more, now_s = 18) => launcherStatus({ ...known, ...more, now_s });

  it('is described by a sentence that is true at that moment', () => {
    expect(said({}).text).toBe('Application 3 requests 6 hosts on B for 36.7 s; expected start 18.3 s (not guaranteed).');
    expect(said({ start_s: null }).text).toMatch(/it has no expected start yet\.$/u);
    expect(said({ last: '', views: [], request: undefined })).toEqual({
      state: 'absent',
      text: 'Application 3 has not been submitted yet and has received no view.',
    });
    expect(said({ last: 'listClustersInfo', views: [], request: undefined }).text).toBe('No view has been sent to Application 3 yet.');
    expect(said({ request: undefined }).state).toBe('computing');
    expect(said({ last: 'list', views: [] }).text).toContain('a list of all 80 configurations');
    expect(said({ last: 'cancel' }).state).toBe('cancelled');
    const ran = launcher({ start_s: 19, done_s: 55, hosts: 6 });
    expect([18, 19, 55].map((now_s) => said({ launcher: ran }, now_s).state)).toEqual(['requesting', 'running', 'ended']);
  });

  it('is chosen for the reader by how often it asked, where it had a choice', () => {
    const row = (/** @type {number} */ id, /** @type {string} */ kind, /** @type {number} */ requests) => ({
      id,
      kind,
      first: NaN,
      start: NaN,
      done: NaN,
      hosts: 0,
      waste: 0,
      requests,
      listed: 1,
      configurations: 1,
    });
    const all = readLaunchers(tableOf([row(0, 'rigid', 9), row(1, 'moldable', 2), row(2, 'moldable', 3), row(3, 'complex', 3)]));
    expect(mostActiveLauncher(all)?.name).toBe('Application 3');
    expect(mostActiveLauncher(all.slice(0, 1))?.id).toBe(0);
    expect(mostActiveLauncher([])).toBe(undefined);
    expect(
      readLaunchers(tableOf([{ ...row(0, 'rigid', 1), hosts: 4, waste: 20 }, row(1, 'rigid', 1)])).map(({ kept_s }) => kept_s),
    ).toEqual([5, 0]);
  });

  it('is chosen for the reader among those that wait at the moment', () => {
    const all = [
      launcher({ id: 0, first_s: 0, start_s: 2, requests: 9 }),
      launcher({ id: 1, first_s: 5, start_s: 30, requests: 3 }),
      launcher({ id: 2, first_s: 5, requests: 2 }),
      launcher({ id: 3, first_s: 40, requests: 7 }),
    ];
    const at = (/** @type {number} */ now_s, /** @type {number[]} */ told = []) => defaultLauncher(all, now_s, told)?.id;
    expect([at(-1), at(1), at(3), at(5), at(31), at(40)]).toEqual([0, 0, 0, 1, 2, 3]);
    expect(at(31, [3])).toBe(3);
    expect(defaultLauncher([], 0, [])).toBe(undefined);
  });

  it('sees so many free hosts from a time on, and asks for some of them there', () => {
    const sees = (/** @type {object} */ more, now_s = 18) => viewText({ ...known, ...more, now_s });
    expect(sees({})).toBe('Application 3 sees 6 free hosts on B from 18.3 s; it requests 6 for 36.7 s there.');
    expect(
      sees({
        request: {
          id: 2,
          time_s: 18,
          wall_s: 30,
          parts: [
            { cluster: 0, hosts: 3 },
            { cluster: 1, hosts: 4 },
          ],
        },
        start_s: 23,
      }),
    ).toBe('Application 3 sees 3 free hosts on A and 6 on B from 23 s; it requests 3 hosts on A and 4 on B for 30 s.');
    // Where there is less than it asks for, or nothing is expected, only that is said.
    expect(sees({ start_s: 18 })).toBe(said({ start_s: 18 }).text);
    expect(sees({ start_s: null })).toBe(said({ start_s: null }).text);
    expect(sees({ launcher: launcher({ start_s: 19, done_s: 55, hosts: 6 }) }, 20)).toMatch(/started at 19 s/u);
  });
});
