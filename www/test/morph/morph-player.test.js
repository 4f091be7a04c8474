import { expect, it } from 'vitest';
import { videoPositions } from '../../src/morph/morph-export.js';
import { nextPosition, segmentAt } from '../../src/morph/morph-player.js';

const how = { stops: 3, step_s: 2, back: true };

it('a step lasts its time, and stops hold it for a second', () => {
  expect(nextPosition({ position: 0, rest_s: 0, direction: 1 }, 1, how)).toMatchObject({ position: 0.5, rest_s: 0 });
  expect(nextPosition({ position: 0.5, rest_s: 0, direction: 1 }, 5, how)).toMatchObject({ position: 1, rest_s: 1 });
  expect(nextPosition({ position: 1, rest_s: 1, direction: 1 }, 0.4, how)).toMatchObject({ position: 1, rest_s: 0.6 });
  expect(nextPosition({ position: 1, rest_s: 0.5, direction: 1 }, 1.5, how).position).toBeCloseTo(1.5);
});

it('plays back and forth, or ends at the last stop', () => {
  expect(nextPosition({ position: 2, rest_s: 0, direction: 1 }, 1, how)).toMatchObject({ position: 1.5, direction: -1 });
  expect(nextPosition({ position: 0, rest_s: 0, direction: -1 }, 1, how)).toMatchObject({ position: 0.5, direction: 1 });
  expect(nextPosition({ position: 1.9, rest_s: 0, direction: 1 }, 1, { ...how, back: false })).toMatchObject({ position: 2, ended: true });
});

it('a position is between two stops', () => {
  expect(segmentAt(0, 3)).toEqual({ from: 0, to: 1, share: 0 });
  expect(segmentAt(1.25, 3)).toEqual({ from: 1, to: 2, share: 0.25 });
  expect(segmentAt(2, 3)).toEqual({ from: 1, to: 2, share: 1 });
});

it('the frames of a video are the same on every machine: they follow from the number of the frame', () => {
  const positions = videoPositions(2, 2.5, 10);
  expect(positions[0]).toBe(0);
  expect(positions.at(-1)).toBe(1);
  expect(positions.length).toBeGreaterThanOrEqual(45);
  expect(positions.length).toBeLessThanOrEqual(48);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});
