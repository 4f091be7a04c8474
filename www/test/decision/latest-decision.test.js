import { describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { selectSubject, stepPlayhead } from '../../src/commands.js';
import {
  candidateBars,
  decisionText,
  describedVariants,
  findLastDecision,
  markedSubjects,
  placementBars,
} from '../../src/decision/latest-decision.js';
import { subjectTitle } from '../../src/text/time.js';

/** @import { Decided, Waiting } from '../../src/engine/types.js' */

const decided = (/** @type {number} */ id, starts = true, nodes = 10) =>
  /** @type {Decided} */ ({
    id,
    name: String(id + 1),
    kind: 'job',
    nodes,
    given: starts ? nodes : 0,
    spread: false,
    starts,
    text: `Because of ${id + 1}.`,
    cluster: null,
    candidates: [],
    score: '',
    score_is_time: false,
    behind: null,
  });
const waits = (/** @type {number} */ id, nodes = 1) =>
  /** @type {Waiting} */ ({
    id,
    name: String(id + 1),
    nodes,
    kind: 'job',
    cluster: null,
    waits_s: 1,
    reason: `Job ${id + 1} is at the head of the queue: it needs ${nodes} nodes and 2 are free. Position 1 of 20 in the queue.`,
  });
const line = (/** @type {Decided[]} */ list, /** @type {Waiting[]} */ waiting = [], queued = waiting.length) => ({
  variant: 0,
  decided: list,
  waiting,
  queued,
  free: [12],
});

describe('the text of a decision', () => {
  it('names who starts, and why the first does', () => {
    expect(decisionText(line([decided(53)]), subjectTitle, 'job')).toEqual({ what: 'Job 54 starts.', why: 'Because of 54.', acts: true });
    expect(decisionText(line([decided(53), decided(54)]), subjectTitle, 'job').what).toBe('Job 54 and job 55 start.');
    expect(decisionText(line([decided(53), decided(54), decided(55)]), subjectTitle, 'job').what).toBe('Job 54 and 2 others start.');
  });
  it('gives the reason why no job starts, without a place in the queue', () => {
    expect(decisionText(line([], [waits(35, 18)], 20), subjectTitle, 'job')).toEqual({
      what: 'No job starts.',
      why: 'Job 36 is at the head of the queue: it needs 18 nodes and 2 are free. 20 jobs wait.',
      acts: false,
    });
    expect(decisionText(line([], [waits(35)], 1), subjectTitle, 'job').why).toMatch(/ 1 job waits\.$/u);
    expect(decisionText(line([]), subjectTitle, 'job')).toEqual({ what: 'Queue empty.', why: '', acts: false });
    expect(decisionText(line([decided(7, false)]), subjectTitle, 'job')).toEqual({ what: '', why: 'Because of 8.', acts: false });
  });
});

it('is about those that start, and who was passed or holds up the others', () => {
  const passing = { ...decided(53), behind: 35 };
  expect(markedSubjects(line([passing], [waits(35, 18)]), subjectTitle)).toEqual({ decided: [53], behind: { id: 35, title: 'Job 36' } });
  expect(markedSubjects(line([{ ...decided(53, false), behind: 99 }]), subjectTitle)).toEqual({
    decided: [],
    behind: { id: 99, title: '' },
  });
  // Where nothing was decided the first that waits holds up the others; where somebody started it need not.
  expect(markedSubjects(line([], [waits(35, 18), waits(40)]), subjectTitle)).toEqual({ decided: [], behind: { id: 35, title: 'Job 36' } });
  expect(markedSubjects(line([decided(53)], [waits(35)]), subjectTitle)).toEqual({ decided: [53], behind: null });
});

it('candidates are those that could start, in the order in which they came, against what was free before', () => {
  const many = Array.from({ length: 12 }, (_, at) => waits(at + 20));
  const named = (/** @type {ReturnType<typeof candidateBars>} */ weighed) => weighed?.bars.map(({ name }) => name);
  const all = candidateBars(line([decided(53)], many, 15), ['Cluster']);
  expect(all).toMatchObject({ free: 12, more: 7, cluster: '' });
  expect(all?.bars.at(-1)).toEqual({ name: '54', nodes: 10, taken: 10 });
  expect(named(all)).toEqual(['21', '22', '23', '24', '25', '26', '27', '28', '54']);
  // With room for three, whoever started is one of them.
  expect(named(candidateBars(line([decided(53)], many, 15), ['Cluster'], 3))).toEqual(['21', '22', '54']);
});

it('nodes that several without length are given one after the other are free once', () => {
  const one = { ...line([decided(1, true, 4), decided(2, true, 4), decided(3, true, 4)]), free: [4] };
  expect(candidateBars(one, ['Cluster'])).toEqual({
    bars: ['2', '3', '4'].map((name) => ({ name, nodes: 4, taken: 4 })),
    free: 4,
    more: 0,
    cluster: '',
  });
});

it('one that can run on fewer nodes than it asks for needs those that it is given', () => {
  expect(candidateBars({ ...line([{ ...decided(1, true, 16), given: 10 }]), free: [10] }, ['Cluster'])?.bars).toEqual([
    { name: '2', nodes: 10, taken: 10 },
  ]);
});

it('of one that is given nodes of several clusters all clusters are one', () => {
  const spread = { ...decided(1, true, 20), spread: true, cluster: 0 };
  expect(candidateBars({ ...line([spread, { ...decided(2, true, 3), cluster: 1 }]), free: [12, 14] }, ['North', 'South'])).toEqual({
    bars: [
      { name: '2', nodes: 20, taken: 20 },
      { name: '3', nodes: 3, taken: 3 },
    ],
    free: 26,
    more: 0,
    cluster: '',
  });
});

describe('where there are several clusters', () => {
  const clusters = ['North', 'South'];
  const sent = (/** @type {ReturnType<typeof waits>} */ one, /** @type {number|null} */ cluster) => ({ ...one, cluster });
  const starts = { ...decided(53), cluster: 1 };
  it('candidates are those of the one on which the first starts', () => {
    const all = { ...line([starts], [sent(waits(20), 0), sent(waits(21, 4), 1), sent(waits(22), null)]), free: [0, 13] };
    expect(candidateBars(all, clusters)).toEqual({
      bars: [
        { name: '22', nodes: 4, taken: 0 },
        { name: '54', nodes: 10, taken: 10 },
      ],
      free: 13,
      more: 0,
      cluster: 'South',
    });
    // Of more than are named nobody knows where they wait.
    expect(candidateBars({ ...all, queued: 60 }, clusters)?.more).toBe(null);
    expect(candidateBars(line([decided(53)]), clusters)).toBe(null);
  });
  it('the clusters themselves are weighed where a job was placed among them', () => {
    const candidate = (/** @type {string} */ cluster, /** @type {number|null} */ idle, taken = 0) => ({
      cluster,
      idle,
      taken,
      score: idle,
      chosen: taken > 0,
    });
    expect(placementBars(line([{ ...starts, candidates: [candidate('North', 7), candidate('South', 12, 10)] }]))).toEqual({
      bars: [
        { name: 'North', nodes: 7, taken: 0 },
        { name: 'South', nodes: 12, taken: 10 },
      ],
      free: null,
      more: 0,
      cluster: '',
    });
    // A choice by something else than free nodes is told in the details.
    expect(placementBars(line([{ ...starts, candidates: [candidate('North', null), candidate('South', null)] }]))).toBe(null);
    expect(placementBars(line([starts]))).toBe(null);
  });
});

describe('the next decision', () => {
  const page = createPage();
  /** @type {Record<string, any>[]} what two systems know: the first decides at 5, the second at 9 */
  const runs = [5, 9].map((time_s, at) => ({
    next_decision: (/** @type {number} */ after) => (after < time_s ? time_s : NaN),
    previous_decision: (/** @type {number} */ before) => (before > time_s ? time_s : NaN),
    decided: (/** @type {number} */ time) => (time === time_s ? [decided(3, false), decided(10 + at)] : []),
    waiting: () => [],
    state: () => ({ queued: 0, nodes: 32, busy: 30, free_by_cluster: [2] }),
  }));
  page.runs.clients = /** @type {any} */ (
    runs.map((run) => ({ call: async (/** @type {string} */ method, /** @type {any[]} */ ...args) => run[method](...args) }))
  );
  const variant = /** @type {any} */ ({ name: '', status: 'done', layout: { from_s: 0 }, progress: { now_s: 20, end_s: 20, done: true } });
  page.store.set({ variants: [variant, { ...variant }] });

  it('selects whom it starts, in whichever system', async () => {
    await stepPlayhead(page, 'next_decision');
    await vi.waitFor(() => expect([page.store.get().playhead_s, page.store.get().selected]).toEqual([5, 10]));
    await stepPlayhead(page, 'next_decision');
    expect([page.store.get().playhead_s, page.store.get().selected]).toEqual([9, 11]);
    // Its details stay away from what is said of the decision, and follow where they are open.
    expect(page.store.get().outlined).toBe(true);
    selectSubject(page, 11);
    expect(page.store.get().outlined).toBe(false);
    await stepPlayhead(page, 'previous_decision').catch(() => undefined);
    expect(page.store.get()).toMatchObject({ selected: 10, outlined: false });
    await stepPlayhead(page, 'next_decision');
    await stepPlayhead(page, 'next_event').catch(() => undefined);
    expect(page.store.get().selected).toBe(11);
  });
  it('describes both systems at that moment', async () => {
    expect(await findLastDecision(page, 2)).toBe(null);
    const moment = await findLastDecision(page, 9);
    expect(moment?.time_s).toBe(9);
    expect(moment?.lines.map(({ variant: at, decided: list, free }) => [at, list.length, free])).toEqual([
      [0, 0, [2]],
      [1, 2, [2]],
    ]);
    expect((await findLastDecision(page, 8.9))?.time_s).toBe(5);
  });
});

it('of many variants the bar speaks of the baseline and of the chart looked at last', () => {
  expect([
    describedVariants(1, 0),
    describedVariants(2, 0),
    describedVariants(2, 1),
    describedVariants(5, 0),
    describedVariants(5, 3),
    describedVariants(3, 4),
  ]).toEqual([[0], [0, 1], [0, 1], [0, 1], [0, 3], [0, 1]]);
});
