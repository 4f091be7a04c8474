import { expect, test } from 'vitest';
import { dailyScenario } from '../../src/scenario/daily-board.js';

test('all readers of a day in universal time have the same board, and the next day has another one', () => {
  const [early, late] = ['2026-11-27T00:00:00Z', '2026-11-27T23:59:59Z'].map((text) => dailyScenario(new Date(text)));
  expect(early).toEqual(late);
  expect(early?.seed).toBe(20_261_127);
  expect(dailyScenario(new Date('2026-11-28T00:00:00+01:00'))).toEqual(early);
  expect(dailyScenario(new Date('2026-11-28T00:00:00Z'))).not.toEqual(early);
});
