import { expect, it } from 'vitest';
import { optimumMethods } from '../../src/optimum/optimum-methods.js';

/** A search whose schedules take 1 ms each, with a better schedule after 25 of them; it is complete after `total`. */
function fakeSearch(/** @type {number} */ total) {
  const clock = { ms: 0 };
  class Search {
    visited = 0;
    begin() {
      this.visited = 0;
    }
    advance(/** @type {number} */ budget) {
      const before = this.visited;
      if (before >= total) return null;
      this.visited = Math.min(total, before + budget);
      clock.ms += this.visited - before;
      const bars = before < 25 && this.visited >= 25 ? [{ job: 1, start_s: 0, end_s: 1, row: 0, rows: 1 }] : null;
      return {
        report: 0,
        share: this.visited / total,
        nodes: this.visited,
        value_s: 1,
        lower_s: 1,
        gap: 'optimal',
        bars,
        rows: 1,
      };
    }
    reports() {
      return { reports: [], diagnostics: [] };
    }
    free() {}
  }
  return { methods: optimumMethods(/** @type {any} */ (Search), () => clock.ms), clock };
}

it('ends a slice after its time and keeps the bars of a better schedule', () => {
  const { methods, clock } = fakeSearch(1000);
  methods.open('', []);
  methods.begin(false);
  const first = methods.advance(100);
  expect(clock.ms).toBeGreaterThanOrEqual(100);
  expect(clock.ms).toBeLessThan(250);
  expect(first.progress?.bars).toHaveLength(1);
  expect(methods.advance(100).progress?.bars).toBeNull();
});

it('ends with the last progress when the search is complete', () => {
  const { methods } = fakeSearch(30);
  methods.open('', []);
  methods.begin(false);
  expect(methods.advance(1000)).toMatchObject({ done: true, progress: { share: 1, nodes: 30, value_s: 1 } });
  expect(methods.advance(1000)).toEqual({ done: true, progress: null });
});

it('refuses to search before a scenario is open', () => {
  expect(() => fakeSearch(1).methods.advance(1)).toThrow('No scenario is open.');
});
