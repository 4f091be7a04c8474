import { expect, it } from 'vitest';
import { TimeBudget } from '../../src/run/time-budget.js';

it('special views have separate costs', () => {
  const share = new TimeBudget();
  const view = (/** @type {string} */ id) => /** @type {any} */ ({ type: 'call', method: 'view', args: [id, {}] });
  share.spend(view('graph'), 80);
  expect(share.isAffordable(view('graph'))).toBe(false);
  expect(share.isAffordable(view('task'))).toBe(true);
});
