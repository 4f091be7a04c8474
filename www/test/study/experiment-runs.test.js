import { describe, expect, it, vi } from 'vitest';
import { FileWork } from '../../src/services/file-work.js';
import { latestWork, startExperiment, stopExperiments } from '../../src/study/experiment-runs.js';
import { RunQueue, secondsLeft } from '../../src/study/run-queue.js';
import { createStudyHost } from '../../src/study/study-methods.js';
import { StudyWorker } from '../../src/study/study-worker.js';
import { Plan } from './study-fixtures.js';

/** @import { ExperimentWork } from '../../src/study/experiment-runs.js' */

const results = () => {
  throw new Error('No results are read.');
};

/**
 * A worker whose host runs here; `sent` are the messages to it.
 * @param {any} [StudyPlan]
 */
function studyWorker(StudyPlan = Plan) {
  /** @type {[string, ...any[]][]} */
  const sent = [];
  const worker = new StudyWorker(async () => [], {
    module: async () => /** @type {any} */ ({}),
    makeWorker: () => {
      throw new Error('No worker can start.');
    },
    loadLocal: async () => (post) => {
      const handle = createStudyHost(post, async () => undefined, StudyPlan, results);
      return (message) => {
        if (message.method) sent.push([message.method, ...message.args]);
        void handle(message);
      };
    },
  });
  return { worker, sent };
}

/**
 * A worker of which each call waits until `gate` lets it through.
 * @param {(method: string, study: any, args: any[]) => Promise<unknown>} [gate]
 */
function gated(gate = async () => undefined) {
  const { worker } = studyWorker();
  /** @type {[string, any, ...any[]][]} */
  const asked = [];
  return {
    asked,
    call: async (/** @type {any} */ method, /** @type {any} */ study, /** @type {any[]} */ ...args) => {
      asked.push([method, study, ...args]);
      await gate(method, study, args);
      return worker.call(method, study, .../** @type {any} */ (args));
    },
    giveUp: vi.fn(() => worker.giveUp()),
  };
}

/**
 * @param {ReturnType<typeof gated>[]} workers
 * @param {() => number} [now]
 */
const queueOver = (workers, now) =>
  new RunQueue(new FileWork(vi.fn()), { openWorkers: () => /** @type {any} */ (workers), ...(now ? { now } : {}) });

/**
 * @param {RunQueue} queue
 * @param {string} id
 */
const start = (queue, id, seed = 1, quick = true) => startExperiment(queue, id, { id, seed, quick });

/**
 * @param {RunQueue} queue
 * @param {(work: ExperimentWork) => boolean} holds
 * @returns {Promise<ExperimentWork>} the work for which it holds
 */
const until = (queue, holds) =>
  new Promise((resolve) => {
    const look = () => {
      const found = /** @type {ExperimentWork[]} */ (queue.tasks).find(holds);
      if (!found) return;
      end();
      resolve(found);
    };
    const end = queue.subscribe(look);
    look();
  });

describe('the queue of runs', () => {
  it('spreads the cases over the workers, each once, and works out the findings from all', async () => {
    const workers = [gated(), gated()];
    const queue = queueOver(workers);
    start(queue, 'E2.6', 3);
    const work = await until(queue, ({ status }) => status === 'done');
    const run = workers.map(({ asked }) => asked.filter(([method]) => method === 'run').map((question) => question[2]));
    expect(run.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at));
    expect(run.every((list) => list.length > 0)).toBe(true);
    expect(work.outcomes.map((outcome) => outcome?.[1])).toEqual(Array.from({ length: 12 }, (_, at) => at));
    expect(work.findings?.findings.tables[1]?.rows[0]?.[1][0]?.ours?.mean).toBe(3 + 5.5);
    expect(work.ended).toBe(12);
  });

  it('stops at once, closes the workers, and continues where it stopped', async () => {
    let cases = 0;
    /** @type {() => void} */
    let stuck = () => undefined;
    const reached = new Promise((resolve) => (stuck = () => resolve(undefined)));
    const gate = (/** @type {string} */ method) => {
      if (method !== 'run' || (cases += 1) <= 4) return Promise.resolve();
      stuck();
      return cases <= 6 ? new Promise(() => undefined) : Promise.resolve();
    };
    const workers = [gated(gate), gated(gate)];
    const queue = queueOver(workers);
    start(queue, 'E2.6');
    const work = /** @type {ExperimentWork} */ (queue.current);
    await reached;
    await vi.waitFor(() => expect(cases).toBe(6));
    queue.stop(work);
    expect(work.status).toBe('stopped');
    expect(workers.every(({ giveUp }) => giveUp.mock.calls.length === 1)).toBe(true);
    expect(work.ended).toBe(4);
    for (const { asked } of workers) asked.length = 0;
    start(queue, 'E2.6');
    await until(queue, ({ status }) => status === 'done');
    expect(workers.flatMap(({ asked }) => asked.filter(([method]) => method === 'run'))).toHaveLength(8);
    expect(work.ended).toBe(12);
  });

  it('returns the results so far, also of a cancelled task', async () => {
    let clock = 0;
    let cases = 0;
    const gate = async (/** @type {string} */ method) => {
      if (method !== 'run') return;
      cases += 1;
      clock += 1000;
      if (cases > 9) await new Promise(() => undefined);
    };
    const queue = queueOver([gated(gate), gated(gate)], () => clock);
    start(queue, 'E2.6');
    const work = /** @type {ExperimentWork} */ (queue.current);
    await vi.waitFor(() => expect(work.ended).toBe(9));
    expect(work.findings?.findings.targets).toHaveLength(3);
    expect(work.counted).toBeLessThan(9);
    queue.stop(work);
    await vi.waitFor(() => expect(work.counted).toBe(9));
    expect(work.status).toBe('stopped');
  });

  it('keeps the results when a run fails, names the run, and can retry', async () => {
    let broken = true;
    const gate = async (/** @type {string} */ method, /** @type {any} */ _, /** @type {any[]} */ args) => {
      if (method === 'run' && args[0] === 5 && broken) throw new Error('unreachable');
    };
    const queue = queueOver([gated(gate), gated(gate)]);
    start(queue, 'E2.6');
    const work = await until(queue, ({ status }) => status === 'failed');
    expect([work.broken, work.error, work.labels[work.broken]]).toEqual([5, 'unreachable', 'FCM, Wave, 35 %, seed 1']);
    expect(work.ended).toBeGreaterThanOrEqual(4);
    broken = false;
    start(queue, 'E2.6');
    await until(queue, ({ status }) => status === 'done');
    expect([work.ended, work.error, work.broken]).toEqual([12, '', -1]);
  });

  it('runs one experiment after another, also after one that broke', async () => {
    const gate = async (/** @type {string} */ method, /** @type {any} */ study) => {
      if (method === 'run' && study.text === 'E2.6') throw new Error('no');
    };
    const queue = queueOver([gated(gate), gated(gate)]);
    start(queue, 'E2.6');
    start(queue, 'E2.8');
    start(queue, 'E4.2', 1, false);
    expect(latestWork(queue, 'E4.2')?.paper.quick).toBe(false);
    expect(latestWork(queue, 'E9.9')).toBeUndefined();
    expect(queue.tasks.map(({ status }) => status)).toEqual(['running', 'waiting', 'waiting']);
    await until(queue, ({ paper, status }) => paper.id === 'E4.2' && status === 'done');
    expect(queue.tasks.map(({ status }) => status)).toEqual(['failed', 'done', 'done']);
  });

  it('removes waiting tasks', async () => {
    const workers = [gated(() => new Promise(() => undefined)), gated()];
    const queue = queueOver(workers);
    start(queue, 'E2.6');
    start(queue, 'E2.8');
    stopExperiments(queue);
    expect(queue.tasks.map(({ status }) => status)).toEqual(['stopped', 'stopped']);
    expect(workers[0]?.giveUp).toHaveBeenCalledTimes(1);
  });

  it('returns the scenario of a run, or why there is none', async () => {
    const queue = queueOver([gated(), gated()]);
    expect(JSON.parse(await queue.scenario({ study: { text: 'E2.8', quick: true, seed: 2, sources: [] } }, 3)).name).toBe(
      'FCM, Wave, 25 %, seed 2',
    );
    start(queue, 'E9.9');
    expect((await until(queue, ({ status }) => status === 'failed')).error).toBe('There is no experiment E9.9.');
  });
});

describe('the time that is left', () => {
  const work = /** @type {ExperimentWork} */ ({
    status: 'running',
    labels: Array.from({ length: 10 }, String),
    ended: 6,
    before: 2,
    started: 1000,
  });
  it('is estimated from the runs that ended since the start', () => {
    expect(secondsLeft(work, 3000)).toBe(2);
    expect(secondsLeft({ ...work, before: 5 }, 3000)).toBeNaN();
    expect(secondsLeft({ ...work, status: 'stopped' }, 3000)).toBeNaN();
  });
});

describe('a worker of studies', () => {
  const study = { text: 'E2.6', quick: true, seed: 1, sources: [] };

  it('is replaced by a fresh one after a trap', async () => {
    const free = vi.fn();
    let trap = true;
    class Broken extends Plan {
      /** @override @param {number} index */
      run(index) {
        if (trap) throw new WebAssembly.RuntimeError('unreachable');
        return super.run(index);
      }
      free() {
        free();
      }
    }
    const { worker, sent } = studyWorker(Broken);
    await expect(worker.call('run', study, 0)).rejects.toThrow('unreachable');
    trap = false;
    expect([...(await worker.call('run', study, 0))]).toEqual([1, 0]);
    expect(sent.map(([method]) => method)).toEqual(['open', 'run', 'open', 'run']);
    expect(free).not.toHaveBeenCalled();
    await expect(worker.call(/** @type {any} */ ('constructor'), study)).rejects.toThrow('There is no method constructor.');
  });

  it('is sent a study only when it holds another one', async () => {
    const { worker, sent } = studyWorker();
    const label = async (/** @type {string} */ text) => (await worker.call('labels', { ...study, text }))[0];
    expect(await Promise.all([label('E2.6'), label('E2.6')])).toEqual(['FCM, Wave, 10 %, seed 1', 'FCM, Wave, 10 %, seed 1']);
    await label('E2.8');
    await label('E2.6');
    expect(sent.map(([method, text]) => [method, text].filter(Boolean).join(' '))).toEqual([
      'open E2.6',
      'labels',
      'labels',
      'open E2.8',
      'labels',
      'open E2.6',
      'labels',
    ]);
  });

  it('plans a study once, also when it names it as the engine writes it afterwards', async () => {
    class Written extends Plan {
      text() {
        return 'E2.8';
      }
    }
    const { worker, sent } = studyWorker(Written);
    const { text } = await worker.call('opened', study);
    await worker.call('labels', { ...study, text });
    expect(sent.map(([method]) => method)).toEqual(['open', 'opened', 'labels']);
  });

  it('reports what is wrong with a study, and can open another one', async () => {
    const { worker } = studyWorker();
    await expect(worker.call('labels', { ...study, text: 'E9.9' })).rejects.toThrow('There is no experiment E9.9.');
    expect(await worker.call('labels', study)).toHaveLength(12);
  });
});
