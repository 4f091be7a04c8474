import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../src/commands/baseline-difference.js';

/** @param {string} name */
const done = (name) => ({ name, status: 'done', report: { name } });

/** A page with two completed runs, of which `answer` answers for each. @param {(method: string) => unknown} answer */
function pageOf(answer) {
  /** @type {any} */
  let state = { difference: true, variants: [done('FCFS'), done('EASY')] };
  /** @type {string[]} */
  const asked = [];
  const call = async (/** @type {string} */ method) => {
    asked.push(method);
    return answer(method);
  };
  const store = { get: () => state, set: (/** @type {object} */ patch) => void (state = { ...state, ...patch }) };
  return { page: /** @type {any} */ ({ store, runs: { clients: [{ call }, { call }] } }), asked };
}

describe('the difference to the baseline', () => {
  it('is shown by runs that have completed', async () => {
    const { page, asked } = pageOf((method) => (method === 'baseline' ? new Uint8Array(1) : true));
    await compareRuns(page);
    expect(asked).toEqual(['baseline', 'compare']);
    expect(page.store.get().variants[1]).toMatchObject({ compared: true, otherWork: false });
  });
  it('never compares runs of two scenarios', async () => {
    const { page, asked } = pageOf((method) => {
      // A new seed arrives while the schedule of the baseline is fetched.
      page.store.set({ variants: [{ name: 'FCFS', status: 'loading', report: null }, done('EASY')] });
      return method === 'baseline' ? new Uint8Array(1) : true;
    });
    await compareRuns(page);
    expect(asked).toEqual(['baseline']);
    expect(page.store.get().variants[1].compared).toBeUndefined();
  });
});
