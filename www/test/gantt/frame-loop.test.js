import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameLoop } from '../../src/gantt/frame-loop.js';

/** What happened, in order, with the time in ms. @type {string[]} */
let log;
/** @type {(frame: any) => void} */
let answer;
/** @type {FrameLoop} */
let loop;
let wished = 0;

const note = (/** @type {string} */ what) => log.push(`${performance.now()} ${what}`);
const wait = (/** @type {number} */ ms) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  // A screen that is drawn anew every 20 ms.
  vi.stubGlobal('requestAnimationFrame', (/** @type {() => void} */ then) => setTimeout(then, 20 - (performance.now() % 20)));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  log = [];
  wished = 0;
  loop = new FrameLoop(
    () =>
      new Promise((resolve) => {
        note('asks');
        answer = resolve;
      }),
    () => /** @type {any} */ ({ wish: ++wished }),
    (frame) => note(`shows ${frame}`),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the conversation of a chart with its run', () => {
  it('asks at the next refresh, once for many changes', async () => {
    loop.markDirty();
    loop.markDirty();
    expect(log).toEqual([]);
    await wait(20);
    expect(log).toEqual(['20 asks']);
  });

  it('follows a picture that took longer than a refresh at once with the newest wish', async () => {
    loop.markDirty();
    await wait(20);
    loop.markDirty();
    await wait(25);
    answer('one');
    await wait(0);
    expect(log).toEqual(['20 asks', '45 shows one', '45 asks']);
  });

  it('waits for the refresh after a quick picture', async () => {
    loop.markDirty();
    await wait(20);
    loop.markDirty();
    await wait(5);
    answer('one');
    await wait(15);
    expect(log).toEqual(['20 asks', '25 shows one', '40 asks']);
  });

  it('asks no more when nothing has changed', async () => {
    loop.markDirty();
    await wait(20);
    await wait(100);
    answer('one');
    await wait(100);
    expect(log).toEqual(['20 asks', '120 shows one']);
  });
});
