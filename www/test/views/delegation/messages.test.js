import { describe, expect, it } from 'vitest';
import { findSpeakers, messageLines } from '../../../src/views/delegation/messages.js';
import { hatchPath, shownSpan, stepPath } from '../../../src/views/delegation/profile-drawing.js';
import { layOutSequence } from '../../../src/views/delegation/sequence-drawing.js';
import { CLUSTERS, tableOf, viewsOf } from './table-fixtures.js';

const said = (/** @type {number} */ time, /** @type {number} */ id, /** @type {string} */ what, more = {}) => ({
  time,
  id,
  to_manager: Number(['request', 'done', 'subscribe', 'listClustersInfo', 'list'].includes(what)),
  what,
  bytes: 0,
  clusters: 0,
  ...more,
});
const MESSAGES = tableOf([
  said(0, 0, 'subscribe'),
  said(0, 0, 'listClustersInfo'),
  said(0, 0, 'changeNotify', { bytes: 2, clusters: 2 }),
  said(0, 0, 'request', { bytes: 9, clusters: 1 }),
  said(0, 0, 'startNotify', { clusters: 1 }),
  said(18, 1, 'done'),
  said(18, 2, 'changeNotify', { bytes: 17, clusters: 1 }),
  said(18, 2, 'request', { bytes: 9, clusters: 1 }),
]);
const CYCLES = tableOf([
  { time: 0, started: 1, notified: 0, waiting: 0 },
  { time: 18, started: 0, notified: 1, waiting: 1 },
  { time: 19, started: 0, notified: 0, waiting: 1 },
]);
const ASKED = tableOf([
  { time: 4, id: 2, cluster: 0, hosts: 3, wall_time: 32.5 },
  { time: 4, id: 2, cluster: 1, hosts: 6, wall_time: 32.5 },
  { time: 0, id: 0, cluster: 0, hosts: 8, wall_time: 20 },
  { time: 18, id: 2, cluster: 1, hosts: 6, wall_time: 36.7 },
]);
const VIEWS = viewsOf([
  { time: 0, id: 0, cluster: 0, steps: [[0, 0]] },
  { time: 0, id: 0, cluster: 1, steps: [[0, 0]] },
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
const SAID = { messages: MESSAGES, cycles: CYCLES, asked: ASKED, views: VIEWS };

describe('messages', () => {
  it('have a line each, with a cycle before its messages', () => {
    const lines = messageLines(SAID, CLUSTERS);
    expect(lines.map(({ label }) => label)).toEqual([
      'subscribe',
      'clusters?',
      'view of A, B, 2 B',
      '8 on A, 20 s, 9 B',
      'cycle',
      'start',
      'done',
      'cycle',
      'view of A, 17 B',
      '6 on B, 36.7 s, 9 B',
      'cycle',
    ]);
    expect(lines.filter(({ first }) => first).map(({ time_s }) => time_s)).toEqual([0, 18, 19]);
    expect(lines.filter(({ up }) => up).map(({ kind }) => kind)).toEqual(['other', 'other', 'request', 'end', 'request']);
  });

  it('tells what each message changed', () => {
    const texts = messageLines(SAID, CLUSTERS).map(({ text }) => text);
    expect(texts[8]).toBe('Application 3 receives a view. A: all 8 busy until 23 s, 5 of 8 busy until 41 s, all free. 17 B.');
    expect(texts[9]).toBe('Application 3 requests 6 hosts on B for 36.7 s, instead of 3 hosts on A and 6 on B for 32.5 s. 9 B.');
    expect(texts[7]).toBe('Scheduling cycle: 1 view changed, 1 waiting.');
  });

  it('omit records that are not kept any more', () => {
    const lines = messageLines({ ...SAID, views: viewsOf([]), asked: tableOf([]) }, CLUSTERS);
    expect([lines[2]?.label, lines[3]?.text, lines[8]?.text]).toEqual([
      'view, 2 B',
      'Application 1 requests hosts. 9 B.',
      'Application 3 receives a view of 1 cluster. 17 B.',
    ]);
    const list = messageLines(
      { ...SAID, messages: tableOf([said(0, 0, 'list', { bytes: 768, clusters: 96 })]), cycles: tableOf([]) },
      CLUSTERS,
    );
    expect(list[0]?.label).toBe('list of 96, 768 B');
    expect(messageLines({ messages: tableOf([]), cycles: tableOf([]), asked: tableOf([]), views: viewsOf([]) }, CLUSTERS)).toEqual([]);
  });

  it('has a lifeline for who speaks, wider than there is room only where they would come too near', () => {
    const lines = messageLines(SAID, CLUSTERS);
    const speakers = findSpeakers(lines);
    expect(speakers).toEqual([
      { id: 0, name: 'Application 1' },
      { id: 1, name: 'Application 2' },
      { id: 2, name: 'Application 3' },
    ]);
    const places = layOutSequence(lines, speakers, 320);
    expect(places.width).toBe(320);
    expect(Math.max(...places.x.values())).toBeLessThan(320);
    expect((places.y[6] ?? 0) - (places.y[5] ?? 0)).toBeGreaterThan((places.y[5] ?? 0) - (places.y[4] ?? 0));
    const many = Array.from({ length: 200 }, (_, id) => ({ id, name: String(id) }));
    const wide = layOutSequence([], many, 320);
    expect(wide.width).toBeGreaterThan(Math.max(...wide.x.values()));
    expect(wide.step).toBeGreaterThanOrEqual(26);
  });
});

describe('the drawing of a view', () => {
  const views = [
    {
      id: 2,
      cluster: 0,
      time_s: 18,
      steps: [
        { from_s: 18, busy: 8 },
        { from_s: 41, busy: 0 },
      ],
    },
  ];

  it('reaches from now to a little behind the last change, and behind what is planned', () => {
    expect(shownSpan({ views, planned: [], now_s: 18 })).toEqual([18, 41 + 23 * 0.06]);
    const planned = [{ look: /** @type {const} */ ('asked'), start_s: 41, end_s: 118, parts: [], text: '' }];
    expect(shownSpan({ views, planned, now_s: 18 })).toEqual([18, 118 + 100 * 0.06]);
    const [from, to] = shownSpan({ views: [{ id: 0, cluster: 0, time_s: 5, steps: [{ from_s: 5, busy: 0 }] }], planned: [], now_s: 5 });
    expect(to).toBeGreaterThan(from);
  });

  it('is a path of steps that the last one closes at the right', () => {
    const path = stepPath(
      views[0]?.steps ?? [],
      (time) => time,
      (busy) => 10 - busy,
      50,
    );
    expect(path).toBe('M18.0 10.0L18.0 2.0H41.0L41.0 10.0H50.0V10.0Z');
    expect(stepPath([], Number, Number, 50)).toBe('');
  });

  it('has hosts that are kept as a box with lines that stay in it', () => {
    expect(hatchPath({ x: 10, y: 20, w: 8, h: 4 })).toBe('M10.0 20.0h8.0v4.0h-8.0zM11.0 24.0L15.0 20.0M16.0 24.0L18.0 22.0');
    // However far it reaches.
    expect(hatchPath({ x: 0, y: 0, w: 1e9, h: 4 }).match(/L/gu)?.length).toBe(400);
  });
});
