import { expect, it, vi } from 'vitest';
import { Desk } from '../../src/study/desk.js';

/** A worker whose runs wait until they are let go. */
function slowLane() {
  /** @type {(() => void)[]} */
  const held = [];
  return {
    held,
    call: vi.fn(async (/** @type {string} */ method, /** @type {any[]} */ ...args) => {
      if (method === 'labels') return ['a', 'b', 'c', 'd'];
      if (method === 'findings') return { counted: args[1].filter((/** @type {Float64Array} */ one) => one.length > 0).length };
      await new Promise((resolve) => held.push(() => resolve(undefined)));
      return new Float64Array([args[1]]);
    }),
    giveUp: vi.fn(),
  };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

it('what was made before is not made again', async () => {
  const lane = slowLane();
  /** @type {Desk<[string], any, any, {}>} */
  const desk = new Desk(() => /** @type {any} */ ([lane]));
  const work = desk.add(['s'], {}, [new Float64Array([7]), undefined, new Float64Array([9])]);
  expect([work.status, work.ended]).toEqual(['stopped', 2]);
  desk.begin(['s'], {});
  for (let runs = 0; runs < 2; runs += 1) {
    await turns();
    lane.held.shift()?.();
  }
  await vi.waitFor(() => expect(work.status).toBe('done'));
  expect(lane.call.mock.calls.filter(([method]) => method === 'run').map(([, , index]) => index)).toEqual([1, 3]);
  expect(work.findings).toEqual({ counted: 4 });
});

it('a pause lets the run under way end, and closes no worker', async () => {
  const lane = slowLane();
  /** @type {Desk<[string], any, any, {}>} */
  const desk = new Desk(() => /** @type {any} */ ([lane]));
  const work = desk.begin(['s'], {});
  await turns();
  desk.stop(work, true);
  expect([work.status, lane.giveUp.mock.calls.length]).toEqual(['stopped', 0]);
  lane.held.shift()?.();
  await turns();
  expect(work.ended).toBe(1);
  desk.begin(['s'], {});
  await turns();
  desk.stop(work);
  expect(lane.giveUp).toHaveBeenCalledTimes(1);
});
