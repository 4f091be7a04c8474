import { expect, it } from 'vitest';
import { Share } from '../../src/run/share.js';

it('special views have separate costs', () => {
  const share = new Share();
  const view = (/** @type {string} */ id) => /** @type {any} */ ({ type: 'call', method: 'view', args: [id, {}] });
  share.spend(view('graph'), 80);
  expect(share.admits(view('graph'))).toBe(false);
  expect(share.admits(view('task'))).toBe(true);
});
