import { describe, expect, it } from 'vitest';
import { clusterLink, countClusters, nodeGaps } from '../../src/gantt/bar-connections.js';
import { drawHoleReasons, drawOverlay } from '../../src/gantt/chart-overlay.js';
import { drawDecision } from '../../src/gantt/decision-marks.js';

/** @import { Frame } from '../../src/run/run-protocol.js' */

const places = [
  { first: 0, last: 0, y: 0, h: 40, shown: 4, machines: [], shares: false },
  { first: 1, last: 1, y: 40, h: 40, shown: 4, machines: [], shares: false },
];
const view = /** @type {import('../../src/engine/types.js').View} */ ({
  from_s: 0,
  to_s: 100,
  first_row: 0,
  rows: 8,
  width: 100,
  height: 80,
  now_s: -1000,
});
const a = { x: 10, y: 0, w: 20, h: 20 };
const b = { x: 10, y: 60, w: 20, h: 10 };
const later = { x: 40, y: 60, w: 20, h: 10 };

/** Draws outlines; returns what was done to the canvas. @param {import('../../src/engine/types.js').Box[][]} outlines */
function drawn(outlines) {
  /** @type {(string|number)[][]} */
  const done = [];
  const context = new Proxy(/** @type {any} */ ({}), {
    get:
      (_target, name) =>
      (/** @type {any[]} */ ...args) =>
        void done.push([String(name), ...args]),
    set: () => true,
  });
  const frame = /** @type {Frame} */ (
    /** @type {unknown} */ ({ view, outlines, places, labels: [], holes: [], marks: [], pixels: new ArrayBuffer(0) })
  );
  drawOverlay(context, frame, 1, {}, { font: 'x', size: 11, playhead: true });
  return done;
}

describe('the parts of a co-allocated job', () => {
  it('lie in several clusters and are tied where they begin together', () => {
    expect(countClusters([a, b], places)).toBe(2);
    expect(countClusters([a, { ...a, x: 30 }], places)).toBe(1);
    expect(clusterLink([a, b], places)).toEqual({ x: 10, top: 0, bottom: 70 });
    expect(clusterLink([a, later], places)).toBeNull();
  });

  it('light up together: all else is veiled, they are not', () => {
    const steps = drawn([[], [a, b]]);
    expect(steps).toContainEqual(['fillRect', 0, 0, 100, 80]);
    for (const box of [a, b]) expect(steps).toContainEqual(['clearRect', box.x, box.y, box.w, box.h]);
    expect(steps.findIndex(([name]) => name === 'fillRect')).toBeLessThan(steps.findLastIndex(([name]) => name === 'clearRect'));
  });

  it('of a job on one cluster veil nothing', () => {
    expect(drawn([[a], []])).not.toContainEqual(['fillRect', 0, 0, 100, 80]);
    expect(drawn([[a, later], []])).not.toContainEqual(['fillRect', 0, 0, 100, 80]);
  });
});

it('pieces on split nodes of a cluster are tied across the gaps where they begin together', () => {
  const low = { x: 10, y: 24, w: 20, h: 4 };
  expect(nodeGaps([low, a], places)).toEqual([{ x: 10, top: 20, bottom: 24 }]);
  // Between clusters there is the line of the whole job; what begins later is not tied.
  expect(nodeGaps([a, b], places)).toEqual([]);
  expect(nodeGaps([a, { ...low, x: 12 }], places)).toEqual([]);
});

describe('the decision at the playhead', () => {
  /** @param {boolean} later @param {number} x */
  const words = (later, x) => {
    /** @type {(string|number)[][]} */
    const done = [];
    const context = new Proxy(/** @type {any} */ ({ canvas: { width: 100, height: 80 } }), {
      get: (target, name) => target[name] ?? ((/** @type {any[]} */ ...args) => (done.push([String(name), ...args]), { width: 30 })),
      set: () => true,
    });
    drawDecision(context, { decided: [[a]], behind: [{ x, y: 0, w: 10, h: 20 }], later }, 'Job 7', 1, {}, { font: 'x', size: 11 });
    expect(done.filter(([name]) => name === 'strokeRect')).toHaveLength(2);
    expect(done).toContainEqual(['clearRect', a.x, a.y, a.w, a.h]);
    return done.filter(([name]) => name === 'fillText').map(([, ...rest]) => rest);
  };

  it('labels a job that has not started, beside its place or on the other side', () => {
    expect(words(false, 40)).toEqual([]);
    expect(words(true, 40)).toEqual([['Job 7 starts here in this run', 56, 10]]);
    expect(words(true, 70)).toEqual([['Job 7 starts here in this run', 34, 10]]);
  });
});

describe('a hole', () => {
  const texts = ['idle: head of queue (job 36) needs 18 nodes', 'idle: job 36 needs 18', 'job 36 needs 18'];
  /** What is written in a hole of this size. @param {number} w @param {number} h */
  const written = (w, h) => {
    /** @type {unknown[]} */
    const done = [];
    const context = /** @type {any} */ ({
      measureText: (/** @type {string} */ text) => ({ width: 6 * text.length }),
      fillText: (/** @type {unknown[]} */ ...args) => done.push(args),
    });
    drawHoleReasons(context, [{ x: 100, y: 10, w, h, texts }], 1, { font: 'x', size: 11, ink: '#000' });
    return done;
  };

  it('has as many words as fit, in its middle', () => {
    expect(written(400, 20)).toEqual([[texts[0], 300, 20.5]]);
    expect(written(180, 20)).toEqual([[texts[1], 190, 20.5]]);
    expect(written(100, 20)).toEqual([[texts[2], 150, 20.5]]);
  });

  it('too small for any has none', () => {
    expect(written(60, 20)).toEqual([]);
    expect(written(400, 12)).toEqual([]);
  });
});
