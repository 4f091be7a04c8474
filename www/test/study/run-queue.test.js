import { expect, it, vi } from 'vitest';
import { FileWork } from '../../src/services/file-work.js';
import { RunQueue } from '../../src/study/run-queue.js';

const study = { text: 's', quick: false, seed: undefined, sources: [] };
const about = { digest: '', paused: false };

/** A queue with one worker, whose runs wait until they are let go. */
function slowQueue() {
  /** @type {(() => void)[]} */
  const held = [];
  const worker = {
    call: vi.fn(async (/** @type {string} */ method, /** @type {unknown} */ _, /** @type {any} */ arg) => {
      if (method === 'labels') return ['a', 'b', 'c', 'd'];
      if (method === 'findings') return { counted: arg.filter((/** @type {Float64Array} */ one) => one.length > 0).length };
      await new Promise((resolve) => held.push(() => resolve(undefined)));
      return new Float64Array([arg]);
    }),
    giveUp: vi.fn(),
  };
  const queue = new RunQueue(new FileWork(vi.fn()), { openWorkers: () => /** @type {any} */ ([worker]) });
  return { held, worker, queue };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

it('what was made before is not made again', async () => {
  const { held, worker, queue } = slowQueue();
  const task = queue.add(study, about, [new Float64Array([7]), undefined, new Float64Array([9])]);
  expect([task.status, task.ended]).toEqual(['stopped', 2]);
  queue.begin(study, about);
  for (let runs = 0; runs < 2; runs += 1) {
    await turns();
    held.shift()?.();
  }
  await vi.waitFor(() => expect(task.status).toBe('done'));
  expect(worker.call.mock.calls.filter(([method]) => method === 'run').map(([, , index]) => index)).toEqual([1, 3]);
  expect(task.findings).toEqual({ counted: 4 });
});

it('a pause lets the run under way end, and closes no worker', async () => {
  const { held, worker, queue } = slowQueue();
  const task = queue.begin(study, about);
  await turns();
  queue.stop(task, true);
  expect([task.status, worker.giveUp.mock.calls.length]).toEqual(['stopped', 0]);
  held.shift()?.();
  await turns();
  expect(task.ended).toBe(1);
  queue.begin(study, about);
  await turns();
  queue.stop(task);
  expect(worker.giveUp).toHaveBeenCalledTimes(1);
});
