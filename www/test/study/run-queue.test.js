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
  const task = queue.addTask(study, about, [new Float64Array([7]), undefined, new Float64Array([9])]);
  expect([task.status, task.ended]).toEqual(['stopped', 2]);
  queue.startTask(study, about);
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
  const task = queue.startTask(study, about);
  await turns();
  queue.stop(task, true);
  expect([task.status, worker.giveUp.mock.calls.length]).toEqual(['stopped', 0]);
  held.shift()?.();
  await turns();
  expect(task.ended).toBe(1);
  queue.startTask(study, about);
  await turns();
  queue.stop(task);
  expect(worker.giveUp).toHaveBeenCalledTimes(1);
});

it('a study with looks ends at the first look at which no claim is open', async () => {
  const looks = { text: '{"replication": {"first_look": 2, "looks": 3}}', quick: false, seed: undefined, sources: [] };
  const parts = [
    { first: 0, points: 2, seeds: 8 },
    { first: 16, points: 1, seeds: 1 },
  ];
  /** @type {number[]} */
  const made = [];
  const call = vi.fn(async (/** @type {string} */ method, /** @type {unknown} */ _, /** @type {any} */ arg) => {
    if (method === 'labels') return Array.from({ length: 17 }, (_, run) => `run ${run}`);
    if (method === 'findings') {
      const ended = arg.filter((/** @type {Float64Array} */ one) => one.length > 0).length;
      return { summary: { parts }, findings: { targets: [{ looks: { open: ended < 9 } }, {}] } };
    }
    made.push(arg);
    return new Float64Array([arg]);
  });
  const worker = { call, giveUp: vi.fn() };
  const queue = new RunQueue(new FileWork(vi.fn()), { openWorkers: () => /** @type {any} */ ([worker]) });
  const task = queue.startTask(looks, about);
  await vi.waitFor(() => expect(task.status).toBe('done'));
  // Two seeds of each part, seed by seed, then two more; the part without randomness has one.
  expect(made).toEqual([0, 1, 16, 2, 3, 4, 5, 6, 7]);
  expect([task.ended, task.labels.length]).toEqual([9, 17]);
});
