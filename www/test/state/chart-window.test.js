import { describe, expect, it } from 'vitest';
import {
  clampWindow,
  computedExtent,
  effectiveSpeed,
  fullWindow,
  panWindow,
  revealTime,
  waitColourScale,
  windowAfterRunChange,
  zoomRows,
  zoomTime,
} from '../../src/state/chart-window.js';

/** @import { Variant } from '../../src/types.js' */

const whole = { from_s: 0, to_s: 1000, first_row: 0, rows: 64 };

/**
 * @param {Variant['status']} status
 * @param {number} now_s
 * @param {number} end_s
 * @returns {Variant}
 */
function variant(status, now_s, end_s) {
  const layout = {
    name: 'x',
    accepts: /** @type {const} */ ('jobs'),
    bands: [],
    rows: 64,
    subjects: 10,
    from_s: 0,
    graphs: false,
    diagnostics: [],
  };
  const progress = { done: status === 'done', now_s, events: 0, ended: 0, subjects: 10, end_s };
  return { name: 'x', system: {}, status, progress, layout, report: null, digest: null, seconds: 0, error: null, tables: [], views: {} };
}

describe('the window', () => {
  it('zooms around the pointer', () => {
    const zoomed = zoomTime(whole, 4, 200);
    expect(zoomed.to_s - zoomed.from_s).toBe(250);
    expect((200 - zoomed.from_s) / 250).toBeCloseTo(0.2);
    expect(zoomRows(whole, 2, 16)).toMatchObject({ first_row: 8, rows: 32 });
  });

  it('waits for runs that repeat failed ones, and shows all of them only if it showed all before', () => {
    const failed = [{ ...variant('failed', 0, 0), layout: null, progress: null }];
    const view = { from_s: 100, to_s: 400, first_row: 0, rows: 64, fitted: false };
    expect(windowAfterRunChange(view, failed, failed)).toEqual(view);
    const done = [variant('done', 1000, 1000)];
    expect(windowAfterRunChange(windowAfterRunChange(view, done, failed), failed, done)).toMatchObject({ from_s: 100, to_s: 400 });
    expect(windowAfterRunChange({ ...view, fitted: true }, failed, done)).toMatchObject({ from_s: 0, to_s: 1020, fitted: true });
  });

  it('moves by shares of itself', () => {
    expect(panWindow({ from_s: 100, to_s: 200, first_row: 10, rows: 20 }, 0.5, -0.25)).toEqual({
      from_s: 150,
      to_s: 250,
      first_row: 5,
      rows: 20,
    });
  });

  it('never leaves what exists', () => {
    expect(clampWindow({ from_s: 900, to_s: 1300, first_row: 60, rows: 10 }, whole)).toEqual({
      from_s: 650,
      to_s: 1050,
      first_row: 54,
      rows: 10,
    });
    expect(clampWindow({ from_s: -9e9, to_s: 9e9, first_row: -5, rows: 900 }, whole)).toEqual({
      from_s: -50,
      to_s: 1050,
      first_row: 0,
      rows: 64,
    });
    const tiny = clampWindow({ from_s: 5, to_s: 5, first_row: 0, rows: 0 }, whole);
    expect(tiny.to_s).toBeGreaterThan(tiny.from_s);
    expect(tiny.rows).toBe(1);
  });

  it('moves as little as needed to show a time', () => {
    const window = { from_s: 100, to_s: 200, first_row: 0, rows: 4 };
    expect(revealTime(window, 150)).toBe(window);
    expect(revealTime(window, 200)).toMatchObject({ from_s: 110, to_s: 210 });
    expect(revealTime(window, 0)).toMatchObject({ from_s: -10, to_s: 90 });
  });

  it('is whole over all variants', () => {
    expect(fullWindow([variant('done', 500, 500), variant('done', 1000, 1000)])).toEqual({
      from_s: 0,
      to_s: 1020,
      first_row: 0,
      rows: 64,
    });
    expect(fullWindow([])).toEqual({ from_s: 0, to_s: 1, first_row: 0, rows: 1 });
  });
});

describe('how far all variants have come', () => {
  it('is as far as the slowest', () => {
    expect(computedExtent([variant('done', 500, 500), variant('running', 120, 900)])).toEqual({
      computed_s: 120,
      end_s: 900,
      from_s: 0,
      complete: false,
    });
  });
  it('is the last end when all are done', () => {
    expect(computedExtent([variant('done', 500, 500), variant('done', 700, 700)])).toMatchObject({
      computed_s: 700,
      end_s: 700,
      complete: true,
    });
  });
  it('does not wait for a run that has failed', () => {
    expect(computedExtent([variant('done', 500, 500), variant('failed', 1, 1)])).toMatchObject({ computed_s: 500, complete: true });
  });
  it('has a speed that plays the run in 20 s', () => {
    expect(effectiveSpeed({ speed: 0, variants: [variant('done', 500, 500)] })).toBe(25);
    expect(effectiveSpeed({ speed: 3, variants: [] })).toBe(3);
  });
});

it('the classes of waits are those of all variants, once they are complete', () => {
  const one = { ...variant('done', 9, 9), report: /** @type {any} */ ({ waits: [7, 1, 0, 0, 0, 0, 0] }) };
  const other = { ...one, report: /** @type {any} */ ({ waits: [900, 0, 0, 1, 0, 0, 0] }) };
  expect(waitColourScale([one, other])).toEqual({ waits: [7, 1, 0, 0, 0, 0, 0, 900, 0, 0, 1, 0, 0, 0] });
  expect(waitColourScale([one, { ...other, report: null }])).toEqual({});
});
