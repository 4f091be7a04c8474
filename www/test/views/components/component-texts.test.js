// Texts on a workflow of components, and its drawing.
import { expect, test } from 'vitest';
import {
  areFileCosts,
  componentText,
  componentTitle,
  costChoices,
  costNote,
  formatShortTime,
  fullClusters,
  linkCountText,
  linkText,
  placementReason,
  stateText,
  unitText,
} from '../../../src/views/components/component-texts.js';
import { edgePath, loadPath, loadScale, patternSize } from '../../../src/views/components/pattern-drawing.js';

/** @typedef {import('../../../src/engine/types.js').Components} Components */

const offer = (/** @type {Partial<Components['offers'][number]>} */ changes) => ({
  site: 0,
  idle: 2,
  peers: /** @type {[number, number, number]} */ ([1, 1, 0]),
  near: 0,
  far: 0,
  open: 0,
  divisor: 1,
  less: 0,
  cost: 0,
  taken: false,
  ...changes,
});

/** A pipeline of three on A, A, B; C has no idle node left, D was never used. */
const ALL = /** @type {Components} */ ({
  workflows: [],
  placed: 1,
  workflow: 0,
  component: 1,
  runs: 1,
  placed_s: 1,
  start_s: 3,
  end_s: null,
  reused: false,
  parts: [{ pattern: 'pipeline', units: 3, items: 4, message_mb: 8, compute_s: 0.2, begin_s: 3 }],
  width: 2,
  sites: ['A', 'B', 'C', 'D'].map((name, at) => ({ name, fill: '#000000', ink: '#ffffff', units: [2, 1, 1, 0][at] ?? 0 })),
  units: [0, 0, 1].map((site, at) => ({ subject: at + 1, x: at, y: 0, site, computes: at === 1, items: at, coming: at === 2 ? 1 : 0 })),
  edges: [
    { from: 0, to: 1, far: false, busy: false },
    { from: 1, to: 2, far: true, busy: true },
  ],
  wide: 2,
  high: 0,
  unit: 1,
  offers: [offer({ near: 0.1, far: 0.4, cost: 0.25, taken: true }), offer({ site: 1, near: 0.1, far: 1.2, cost: 0.65 })],
  functions: [],
  from_s: 0,
  to_s: 10,
  links: [],
  used_links: 0,
});

test('a unit is where it costs least, and the term is named that makes the difference', () => {
  expect(placementReason(ALL)).toBe(
    'Unit 2 goes to A: lowest cost, 0.25 against 0.65 in B, mostly because of links to peers in other clusters.',
  );
  expect(costNote(ALL)).toBe('The cost is the sum times 0.5, because messages of a pipeline go in one direction only.');
  expect(costNote({ ...ALL, parts: [...ALL.parts, ...ALL.parts] })).toMatch(/over all components/);
  const even = ALL.offers.map((one) => ({ ...one, cost: one.near + one.far }));
  expect(costNote({ ...ALL, offers: even })).toBe('');
});

test('equal costs, one cluster with room, bandwidth left, files, and schedules that are used again have reasons of their own', () => {
  const [taken = offer({}), other = offer({})] = ALL.offers;
  expect(placementReason({ ...ALL, offers: [taken, { ...other, cost: 0.25 }] })).toBe(
    'Unit 2 goes to A: B has the same cost, 0.25. Ties go to a cluster that already has units, then to the one with the most idle nodes.',
  );
  expect(placementReason({ ...ALL, offers: [taken] })).toBe('Unit 2 goes to A: no other cluster has an idle node left.');
  expect(
    placementReason({
      ...ALL,
      offers: [
        { ...taken, divisor: 40 },
        { ...other, divisor: 20 },
      ],
    }),
  ).toMatch(/leave more bandwidth on the links \(40 against 20 Mb\/s\)/);
  const files = ALL.offers.map((one) => ({ ...one, peers: /** @type {[number, number, number]} */ ([0, 0, 0]) }));
  expect(areFileCosts({ ...ALL, offers: files })).toBe(true);
  expect(areFileCosts(ALL)).toBe(false);
  expect(placementReason({ ...ALL, offers: files })).toMatch(
    /^Unit 2 goes to A: its files are closest there, cost 0.25 against 0.65 in B\./,
  );
  expect(placementReason({ ...ALL, offers: [], reused: true })).toBe(
    'Unit 2 is in A: the schedule of an earlier workflow is reused, so no costs were computed.',
  );
  expect(fullClusters(ALL)).toEqual(['C']);
});

test('a workflow, its units and its links in words', () => {
  expect(componentText(ALL.parts[0] ?? { pattern: '', units: 0, items: 0, message_mb: 0, compute_s: 0, begin_s: null })).toBe(
    'A pipeline of 3 units, 4 items. Each item sends a message of 8 Mb over each link and takes 200 ms of computing on a unit; a link needs 40 Mb/s to keep up.',
  );
  expect([formatShortTime(0.0125), formatShortTime(12)]).toEqual(['12.5 ms', '12 s']);
  expect([stateText(ALL), stateText({ ...ALL, start_s: null }), stateText({ ...ALL, start_s: 1, end_s: 1.5, reused: true })]).toEqual([
    'runs, started 2 s after placement',
    'is starting up',
    'took 500 ms, started at placement, with the schedule of an earlier workflow',
  ]);
  expect([0, 1, 2].map((unit) => unitText(ALL, unit))).toEqual([
    'A, waits',
    'A, computes item 1 of 4',
    'B, waits, 1 message from other clusters in transit',
  ]);
  expect(linkCountText(ALL)).toBe('1 of 2 links between clusters');
  const link = { from: 0, to: 1, total: 80, messages: 3, most: 3, carried: 8, background: 0.25, available: 54, load: [] };
  expect(linkText(link, 2)).toBe('3 messages now, more than 2, so they share the rate; 54 of 80 Mb/s left, background traffic 25 %');
  expect(linkText({ ...link, messages: 1, background: null, available: null }, 2)).toBe('1 message now; 80 Mb/s');
});

test('lines lead from unit to unit, and a load is as high as it is, above the width too', () => {
  expect(patternSize(ALL)).toEqual({ width: 120, height: 40 });
  expect(edgePath(ALL, ({ far }) => far)).toBe('M60.0 20.0L100.0 20.0');
  expect(loadPath([0, 0], 2)).toBe('');
  expect(loadPath([1, 2, 0], 2)).toBe('M0 22.00V11.00H1V0.00H2V22.00H3V22.00Z');
  expect(loadPath([1, 2], 2, 1)).toBe('M0 11.00V11.00H1V0.00H2V11.00Z');
  const load = { from: 0, to: 1, total: 80, messages: 0, carried: 0, background: null, available: null, load: [] };
  expect(loadScale({ links: [{ ...load, most: 1 }], width: 10 })).toBeCloseTo(1.1);
  expect(loadScale({ links: [{ ...load, most: 4 }], width: 5 })).toBeCloseTo(5.5);
});

test('the functions say where each would have put a unit, and a component how far it is', () => {
  const cost = (/** @type {number} */ value) => ({ near: 0, far: value * 2, open: 1, divisor: 2, less: 0.5, cost: value });
  const functions = [
    ['Link count', 2, 2],
    ['Bandwidth', 0.25, 0.65],
    ['Latency', 3, 1],
  ].map(([name, a, b]) => ({ name: String(name), costs: [cost(Number(a)), cost(Number(b))] }));
  const { columns, sentence, terms } = costChoices({ ...ALL, functions });
  expect(columns.map(({ least }) => least)).toEqual([[0, 1], [0], [1]]);
  expect(sentence).toBe('Link count a tie, Bandwidth A, Latency B.');
  expect(terms('Latency', 1)).toBe('(0 + 2 + 1) / 2 \u2212 0.5');
  expect(costChoices({ ...ALL, functions: functions.slice(1, 2) }).sentence).toBe('All choose A.');
  const part = { pattern: 'farm', units: 9, begin_s: 3 };
  expect([componentTitle(part, 0, 1), componentTitle(part, 0, 2), componentTitle({ ...part, begin_s: null }, 1, 1)]).toEqual([
    '1: farm of 9, running',
    '1: farm of 9, ended',
    '2: farm of 9, not started',
  ]);
});
