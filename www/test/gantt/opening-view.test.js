import { describe, expect, it } from 'vitest';
import { describedTime } from '../../src/decision/latest-decision.js';
import { tiesQuery } from '../../src/gantt/cluster-ties.js';
import { laterText, openingEnd } from '../../src/gantt/later-note.js';

const view = { from_s: 0, to_s: 100, first_row: 0, rows: 4, fitted: false };
const opening = /** @type {const} */ ({ window: { from_s: 0, to_s: 100 }, colour: '', before: '' });
const variants = /** @type {any[]} */ ([{ status: 'done', progress: { end_s: 500 }, layout: { from_s: 0 } }]);

describe('the note on what ends after the opening window', () => {
  it('counts the last few', () => {
    expect(laterText(64, 1000, 278_400, 'bags')).toBe('64 bags end later, the last at 3 d 05:20:00');
    expect(laterText(1, 1000, 90, 'jobs')).toBe('1 job ends later, the last at 0:01:30');
  });

  it('is empty if nothing ends later, or most of it', () => {
    expect(laterText(0, 1000, 500, 'jobs')).toBe('');
    expect(laterText(200, 1000, 500, 'jobs')).toBe('');
  });

  it('belongs to the beginning of a run, until the reader looks elsewhere', () => {
    expect(openingEnd({ opening, view }, 0)).toBe(100);
    expect(openingEnd({ opening: { ...opening, window: { from_s: 50, to_s: 100 } }, view: { ...view, from_s: 50 } }, 0)).toBeNull();
    expect(openingEnd({ opening, view: { ...view, to_s: 90 } }, 0)).toBeNull();
    expect(openingEnd({ opening: null, view }, 0)).toBeNull();
  });
});

describe('the decision of an opening view', () => {
  it('is the last one of the window while the playhead is at the end of the run', () => {
    expect(describedTime({ playhead_s: 500, opening, view, variants })).toBe(100);
    expect(describedTime({ playhead_s: 400, opening, view, variants })).toBe(400);
    expect(describedTime({ playhead_s: 500, opening, view: { ...view, to_s: 200 }, variants })).toBe(500);
    expect(describedTime({ playhead_s: 500, opening: null, view, variants })).toBe(500);
  });
});

it('ties are those of co-allocated jobs that start in the window', () => {
  expect(tiesQuery({ from_s: -5, to_s: 90 })).toBe('clusters>1 start>=0 start<90');
});
