import { expect, it } from 'vitest';
import { placeCard, STOPS } from '../../src/shell/tour-stops.js';

it('the tour has five to seven stops, each a sentence or a few', () => {
  expect(STOPS.length).toBeGreaterThanOrEqual(5);
  expect(STOPS.length).toBeLessThanOrEqual(7);
  for (const { title, text } of STOPS) {
    expect(title).toMatch(/\w/u);
    expect(text).toMatch(/\.$/u);
    expect(text.length).toBeLessThan(160);
  }
});

it('its card covers what it explains nowhere where there is room beside it, and never leaves the window', () => {
  const card = { width: 320, height: 140 };
  for (const window of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
    { width: 800, height: 600 },
  ]) {
    for (let left = 0; left < window.width; left += 40) {
      for (let top = 0; top < window.height; top += 40) {
        for (const [width = 0, height = 0] of [
          [64, 300],
          [300, 60],
          [window.width, 200],
          [40, 40],
        ]) {
          const box = { left, top, right: Math.min(left + width, window.width), bottom: Math.min(top + height, window.height) };
          const at = placeCard(box, card, window);
          expect(at.left >= 0 && at.top >= 0 && at.left + card.width <= window.width && at.top + card.height <= window.height).toBe(true);
          const over = at.left < box.right && at.left + card.width > box.left && at.top < box.bottom && at.top + card.height > box.top;
          expect(over).toBe(at.covers);
        }
      }
    }
  }
});
