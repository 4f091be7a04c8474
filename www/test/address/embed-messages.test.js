import { expect, it, vi } from 'vitest';
import { handleMessage } from '../../src/address/embed-messages.js';

function player() {
  return { play: vi.fn(), pause: vi.fn(), seek: vi.fn(), state: () => ({ t: 5, end: 9, running: false, complete: true }) };
}

it('answers what it knows, with the id of the question', () => {
  const one = player();
  expect(handleMessage({ ganttlet: 1, type: 'ping', id: 'a' }, one)).toMatchObject({ ganttlet: 1, type: 'ready', id: 'a' });
  expect(handleMessage({ ganttlet: 1, type: 'seek', t: 5, id: 2 }, one)).toEqual({
    ganttlet: 1,
    type: 'state',
    id: 2,
    t: 5,
    end: 9,
    running: false,
    complete: true,
  });
  expect(one.seek).toHaveBeenCalledWith(5);
  handleMessage({ ganttlet: 1, type: 'play' }, one);
  handleMessage({ ganttlet: 1, type: 'pause' }, one);
  expect([one.play, one.pause].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('does nothing for what is not meant for it, and says what is wrong with what is', () => {
  const one = player();
  for (const data of [null, 'play', { type: 'play' }, { ganttlet: 2, type: 'play' }, { ganttlet: 1, type: 'explode' }, { ganttlet: 1 }])
    expect(handleMessage(data, one)).toBeUndefined();
  for (const t of [undefined, NaN, -1, '5', Infinity])
    expect(handleMessage({ ganttlet: 1, type: 'seek', t }, one)).toMatchObject({ type: 'error' });
  expect([one.play, one.pause, one.seek].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
});
