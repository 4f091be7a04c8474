import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameBarrier, PATIENCE_MS } from '../../src/gantt/frame-barrier.js';

/** @import { Shown } from '../../src/types.js' */

const REFRESH_MS = 16;

/** What the page wants to show now. @type {Shown} */
let now;
/** @type {(Shown|null)[]} */
let told;
/** What was drawn and touched, in order. @type {string[]} */
let log;
/** @type {FrameBarrier} */
let wave;

/** @param {number} now_s @returns {Shown} */
const at = (now_s) => ({ now_s, from_s: 0, to_s: 100 });

/** @param {string} name */
function chart(name) {
  const member = {
    name,
    here: true,
    ready: () => member.here,
    draw: (/** @type {any} */ frame) => log.push(`${name} draws ${frame.view.now_s}`),
    seen: true,
    move: () => member.seen && log.push(`${name} moves to ${now.from_s}`) > 0,
    touch: () => log.push(`${name} is touched`),
    /** @param {Shown|null} asked */
    answer: (asked) => wave.addFrame(member, /** @type {any} */ ({ view: asked })),
  };
  wave.addMember(member);
  return member;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (/** @type {() => void} */ then) => setTimeout(then, REFRESH_MS));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  now = at(1);
  told = [];
  log = [];
  wave = new FrameBarrier(
    () => now,
    (shown) => told.push(shown),
  );
});

describe('charts drawn together', () => {
  it('are asked for one moment and shown when the last picture has come', () => {
    const [a, b] = [chart('a'), chart('b')];
    const asked = wave.requestMoment(a);
    now = at(2);
    expect(wave.requestMoment(b)).toEqual(asked);
    a.answer(asked);
    expect(log).toEqual([]);
    expect(told).toEqual([]);
    b.answer(asked);
    expect(log).toEqual(['a draws 1', 'b draws 1', 'b is touched']);
    expect(told).toEqual([at(1)]);
    expect(wave.requestMoment(a)).toEqual(at(2));
  });

  it('let a chart whose picture has come wait, and ask again afterwards', () => {
    const [a, b] = [chart('a'), chart('b')];
    a.answer(wave.requestMoment(a));
    expect(wave.requestMoment(a)).toBeNull();
    b.answer(wave.requestMoment(b));
    expect(log).toEqual(['a draws 1', 'b draws 1', 'a is touched']);
  });

  it('rest when nothing changes', () => {
    const a = chart('a');
    a.answer(wave.requestMoment(a));
    expect(log).toEqual(['a draws 1']);
  });

  it('do not wait for one that has nothing to draw', () => {
    const [a, b] = [chart('a'), chart('b')];
    b.here = false;
    a.answer(wave.requestMoment(a));
    expect(log).toEqual(['a draws 1']);
    a.here = false;
    expect(wave.requestMoment(b)).toBeNull();
    expect(told).toEqual([at(1), null]);
  });

  it('do not wait for a slow frame, and show it when it arrives', () => {
    const [a, b] = [chart('a'), chart('b')];
    const asked = wave.requestMoment(a);
    wave.requestMoment(b);
    a.answer(asked);
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(log).toEqual(['a draws 1']);
    b.answer(asked);
    expect(log).toEqual(['a draws 1', 'b draws 1', 'b is touched']);
  });

  it('go on without one that has left', () => {
    const [a, b] = [chart('a'), chart('b')];
    a.answer(wave.requestMoment(a));
    wave.removeMember(b);
    expect(log).toEqual(['a draws 1']);
    wave.removeMember(a);
    expect(told.at(-1)).toBeNull();
  });

  it('are in the window that is wanted at the next refresh, with the pictures there are', () => {
    const [a, b] = [chart('a'), chart('b')];
    const asked = wave.requestMoment(a);
    a.answer(asked);
    b.answer(wave.requestMoment(b));
    log = [];
    now = { now_s: 5, from_s: 10, to_s: 60 };
    wave.scheduleMove();
    wave.scheduleMove();
    expect(log).toEqual([]);
    vi.advanceTimersByTime(REFRESH_MS);
    expect(log).toEqual(['a moves to 10', 'b moves to 10']);
    // The playhead stays that of the pictures.
    expect(told).toEqual([at(1), { now_s: 1, from_s: 10, to_s: 60 }]);
  });

  it('ignore the window of a late frame', () => {
    const a = chart('a');
    a.answer(wave.requestMoment(a));
    const asked = wave.requestMoment(a);
    log = [];
    now = { now_s: 1, from_s: 10, to_s: 60 };
    a.answer(asked);
    expect(log).toEqual(['a draws 1', 'a moves to 10']);
    expect(told.at(-1)).toEqual(now);
  });

  it('do not move one by one: what has nothing to show keeps all where they are', () => {
    const [a, b] = [chart('a'), chart('b')];
    a.answer(wave.requestMoment(a));
    b.answer(wave.requestMoment(b));
    b.seen = false;
    now = { now_s: 1, from_s: 10, to_s: 60 };
    wave.scheduleMove();
    vi.advanceTimersByTime(REFRESH_MS);
    expect(told).toEqual([at(1)]);
  });
});
