import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { isMoving, pause, play, setVisible } from '../../src/commands/player.js';

/** The picture that was asked for. @type {((now: number) => void)|undefined} */
let next;

beforeEach(() => {
  next = undefined;
  vi.stubGlobal('requestAnimationFrame', (/** @type {(now: number) => void} */ draw) => {
    next = draw;
    return 1;
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page whose run is over after 100 s, at ten times the speed. */
function over() {
  const page = createPage();
  const variant = {
    name: 'a',
    status: 'done',
    views: {},
    tables: [],
    layout: { from_s: 0 },
    progress: { now_s: 100, end_s: 100 },
    report: {},
  };
  page.store.set({ speed: 10, variants: /** @type {any} */ ([variant]) });
  return page;
}

/** Draws the picture that was asked for, 0.1 s later. */
function draw(/** @type {import('../../src/commands/page.js').Page} */ page) {
  const drawing = next;
  next = undefined;
  drawing?.(page.player.last + 100);
}

describe('a page that cannot be seen', () => {
  it('postpones playback until it is visible, and continues from there', () => {
    const page = over();
    setVisible(page, false);
    play(page);
    expect(next).toBeUndefined();
    expect([page.store.get().playing, isMoving(page)]).toEqual([true, false]);
    setVisible(page, true);
    expect(isMoving(page)).toBe(true);
    draw(page);
    expect(page.store.get().playhead_s).toBeCloseTo(1);
    setVisible(page, false);
    draw(page);
    expect(next).toBeUndefined();
    expect(page.store.get().playhead_s).toBeCloseTo(1);
    setVisible(page, true);
    draw(page);
    expect(page.store.get().playhead_s).toBeCloseTo(2);
  });

  it('does not play what was paused meanwhile', () => {
    const page = over();
    setVisible(page, false);
    play(page);
    pause(page);
    setVisible(page, true);
    expect(next).toBeUndefined();
    expect(isMoving(page)).toBe(false);
  });
});
