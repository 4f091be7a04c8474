import { expect, it } from 'vitest';
import { altKeyChange, findZone, handleKeyChange } from '../../src/edits/bar-gestures.js';
import { handleAt, handleBox, offeredHandles, snapValue, stepValue, timeStep } from '../../src/edits/bar-zones.js';

const bar = { x: 100, y: 50, w: 60, h: 40 };
const at = (/** @type {number} */ x, /** @type {number} */ y, selected = false, box = bar) => handleAt(box, x, y, { selected });

it('edges are handles within 6 px, the body only of a selected bar', () => {
  expect([at(160, 70), at(154, 70), at(166, 70), at(153, 70), at(167, 70)]).toEqual(['run_s', 'run_s', 'run_s', null, null]);
  expect([at(130, 90), at(130, 84), at(130, 96), at(130, 83), at(130, 97)]).toEqual(['nodes', 'nodes', 'nodes', null, null]);
  expect([at(130, 70), at(130, 70, true), at(90, 70, true)]).toEqual([null, 'submit_s', null]);
});

it('in the corner the nearer edge is held', () => {
  expect([at(159, 86), at(156, 89)]).toEqual(['run_s', 'nodes']);
});

it('small bars have no handle in that direction, and keep a part for clicks', () => {
  expect([offeredHandles({ w: 7, h: 30 }), offeredHandles({ w: 8, h: 7 })]).toEqual([
    { run_s: false, nodes: true },
    { run_s: true, nodes: false },
  ]);
  const narrow = { ...bar, w: 9 };
  expect([at(104, 70, false, narrow), at(107, 70, false, narrow)]).toEqual([null, 'run_s']);
});

it('pieces that touch are one bar, and the largest has the handles', () => {
  const pieces = [
    { x: 0, y: 0, w: 10, h: 4 },
    { x: 0, y: 20, w: 10, h: 5 },
    { x: 0, y: 25, w: 10, h: 5 },
  ];
  expect(handleBox(pieces)).toEqual({ x: 0, y: 20, w: 10, h: 10 });
  expect(handleBox([])).toBeNull();
});

it('the first bar with a handle at a point is used', () => {
  const bars = [
    { job: 4, boxes: [bar], box: bar, selected: true },
    { job: 9, boxes: [], box: { ...bar, x: 158 }, selected: false },
  ];
  expect(findZone(bars, 160, 70)).toMatchObject({ job: 4, property: 'run_s' });
  expect(findZone(bars, 218, 70)).toMatchObject({ job: 9, property: 'run_s' });
  expect(findZone([{ ...bars[0], job: 0 }], 160, 70)).toBeNull();
});

it('a step is a minute, or what a pixel is if that is more', () => {
  expect([timeStep(25, false), timeStep(61, false), timeStep(1000, false), timeStep(200_000, false), timeStep(61, true)]).toEqual([
    60, 120, 1800, 259_200, 10,
  ]);
});

it('values snap to whole steps, stay within limits, and fall back to the value before', () => {
  const limits = { from: 2610.4, low: 1, high: Infinity };
  expect([snapValue(3463, 60, limits), snapValue(2630, 60, limits), snapValue(-500, 60, limits)]).toEqual([3480, 2610.4, 1]);
  expect(snapValue(34, 1, { from: 12, low: 1, high: 32 })).toBe(32);
  expect([stepValue(32, 1, { low: 1, high: 32 }), stepValue(2, -1, { low: 1, high: 32 })]).toEqual([32, 1]);
});

it('keys with Alt change a bar, plain arrows a handle', () => {
  const key = (/** @type {string} */ code, more = {}) => ({ code, altKey: true, shiftKey: false, ctrlKey: false, metaKey: false, ...more });
  expect(altKeyChange(key('ArrowRight'))).toEqual({ property: 'run_s', by: 60 });
  expect(altKeyChange(key('PageDown'))).toEqual({ property: 'run_s', by: -600 });
  expect(altKeyChange(key('ArrowLeft', { shiftKey: true }))).toEqual({ property: 'submit_s', by: -60 });
  expect(altKeyChange(key('ArrowDown'))).toEqual({ property: 'nodes', by: 1 });
  expect([
    altKeyChange(key('ArrowDown', { altKey: false })),
    altKeyChange(key('KeyA')),
    altKeyChange(key('ArrowUp', { ctrlKey: true })),
  ]).toEqual([null, null, null]);
  expect([
    handleKeyChange('run_s', key('ArrowUp')),
    handleKeyChange('nodes', key('ArrowUp')),
    handleKeyChange('cluster', key('PageUp')),
  ]).toEqual([60, -1, 10]);
  expect(handleKeyChange('run_s', key('KeyA'))).toBeNull();
});
