import { describe, expect, it, vi } from 'vitest';
import { Desk, secondsLeft } from '../../src/study/desk.js';
import { latestWork, startExperiment, stopExperiments } from '../../src/study/experiment-runs.js';
import { createPlans } from '../../src/study/host.js';
import { Plan } from './fake.js';

/** @import { ExperimentWork } from '../../src/study/experiment-runs.js' */
/** @import { StudyDesk } from '../../src/study/study-desk.js' */

const readers = () => Promise.reject(new Error('No file is read.'));
const results = () => {
  throw new Error('No results are read.');
};

/**
 * A worker as a lane, whose host runs here: each answer comes when `gate` lets it.
 * @param {(method: string, args: any[]) => Promise<unknown>} [gate]
 */
function lane(gate = async () => undefined) {
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  const pending = new Map();
  const handle = createPlans(
    (/** @type {any} */ { id, value, error }) => {
      const call = pending.get(id);
      pending.delete(id);
      if (error) call?.reject(new Error(error.message));
      else call?.resolve(value);
    },
    async () => undefined,
    Plan,
    readers,
    results,
  );
  void handle(/** @type {any} */ ({ module: {} }));
  let next = 0;
  /** @type {[string, ...any[]][]} */
  const asked = [];
  return {
    asked,
    call: async (/** @type {string} */ method, /** @type {any[]} */ ...args) => {
      asked.push([method, ...args]);
      const id = (next += 1);
      const answer = new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
      // What is given up while it waits is rejected before anybody listens.
      answer.catch(() => undefined);
      await gate(method, args);
      void handle(/** @type {any} */ ({ id, method, args }));
      return answer;
    },
    giveUp: vi.fn(() => {
      for (const { reject } of pending.values()) reject(new Error('Given up.'));
      pending.clear();
    }),
  };
}

/**
 * @param {ReturnType<typeof lane>[]} lanes
 * @param {() => number} [now]
 */
const deskOver = (lanes, now) => /** @type {StudyDesk} */ (/** @type {unknown} */ (new Desk(() => /** @type {any} */ (lanes), now)));

/**
 * @param {StudyDesk} desk
 * @param {string} id
 */
const start = (desk, id, seed = 1, quick = true) => startExperiment(desk, id, { id, seed, quick });

/**
 * @param {StudyDesk} desk
 * @param {(work: ExperimentWork) => boolean} holds
 * @returns {Promise<ExperimentWork>} the work for which it holds
 */
const until = (desk, holds) =>
  new Promise((resolve) => {
    const look = () => {
      const found = /** @type {ExperimentWork[]} */ (desk.works).find(holds);
      if (!found) return;
      end();
      resolve(found);
    };
    const end = desk.subscribe(look);
    look();
  });

describe('the desk of the experiments', () => {
  it('spreads the cases over the workers, each once, and works out the findings from all', async () => {
    const lanes = [lane(), lane()];
    const desk = deskOver(lanes);
    start(desk, 'E2.6', 3);
    const work = await until(desk, ({ status }) => status === 'done');
    const run = lanes.map(({ asked }) => asked.filter(([method]) => method === 'run').map((question) => question[4]));
    expect(run.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, at) => at));
    expect(run.every((list) => list.length > 0)).toBe(true);
    expect(work.outcomes.map((outcome) => outcome?.[1])).toEqual(Array.from({ length: 12 }, (_, at) => at));
    expect(work.findings?.findings.tables[1]?.rows[0]?.[1][0]?.ours?.mean).toBe(3 + 5.5);
    expect(work.ended).toBe(12);
  });

  it('stops at once, closes the workers, and goes on where it stopped', async () => {
    let cases = 0;
    /** @type {() => void} */
    let stuck = () => undefined;
    const reached = new Promise((resolve) => (stuck = () => resolve(undefined)));
    const gate = (/** @type {string} */ method) => {
      if (method !== 'run' || (cases += 1) <= 4) return Promise.resolve();
      stuck();
      return cases <= 6 ? new Promise(() => undefined) : Promise.resolve();
    };
    const lanes = [lane(gate), lane(gate)];
    const desk = deskOver(lanes);
    start(desk, 'E2.6');
    const work = /** @type {ExperimentWork} */ (desk.current);
    await reached;
    await vi.waitFor(() => expect(cases).toBe(6));
    desk.stop(work);
    expect(work.status).toBe('stopped');
    expect(lanes.every(({ giveUp }) => giveUp.mock.calls.length === 1)).toBe(true);
    expect(work.ended).toBe(4);
    for (const { asked } of lanes) asked.length = 0;
    start(desk, 'E2.6');
    await until(desk, ({ status }) => status === 'done');
    expect(lanes.flatMap(({ asked }) => asked.filter(([method]) => method === 'run'))).toHaveLength(8);
    expect(work.ended).toBe(12);
  });

  it('says what there is so far, and what a cancelled work had found', async () => {
    let clock = 0;
    let cases = 0;
    const gate = async (/** @type {string} */ method) => {
      if (method !== 'run') return;
      cases += 1;
      clock += 1000;
      if (cases > 9) await new Promise(() => undefined);
    };
    const desk = deskOver([lane(gate), lane(gate)], () => clock);
    start(desk, 'E2.6');
    const work = /** @type {ExperimentWork} */ (desk.current);
    await vi.waitFor(() => expect(work.ended).toBe(9));
    expect(work.findings?.findings.targets).toHaveLength(3);
    expect(work.counted).toBeLessThan(9);
    desk.stop(work);
    await vi.waitFor(() => expect(work.counted).toBe(9));
    expect(work.status).toBe('stopped');
  });

  it('keeps what is computed when a case breaks, says which, and can try again', async () => {
    let broken = true;
    const gate = async (/** @type {string} */ method, /** @type {any[]} */ args) => {
      if (method === 'run' && args[3] === 5 && broken) throw new Error('unreachable');
    };
    const desk = deskOver([lane(gate), lane(gate)]);
    start(desk, 'E2.6');
    const work = await until(desk, ({ status }) => status === 'failed');
    expect([work.broken, work.error, work.labels[work.broken]]).toEqual([5, 'unreachable', 'FCM, Wave, 35 %, seed 1']);
    expect(work.ended).toBeGreaterThanOrEqual(4);
    broken = false;
    start(desk, 'E2.6');
    await until(desk, ({ status }) => status === 'done');
    expect([work.ended, work.error, work.broken]).toEqual([12, '', -1]);
  });

  it('runs one experiment after another, also after one that broke', async () => {
    const gate = async (/** @type {string} */ method, /** @type {any[]} */ args) => {
      if (method === 'run' && args[0] === 'E2.6') throw new Error('no');
    };
    const desk = deskOver([lane(gate), lane(gate)]);
    start(desk, 'E2.6');
    start(desk, 'E2.8');
    start(desk, 'E4.2', 1, false);
    expect(latestWork(desk, 'E4.2')?.paper.quick).toBe(false);
    expect(latestWork(desk, 'E9.9')).toBeUndefined();
    expect(desk.works.map(({ status }) => status)).toEqual(['running', 'waiting', 'waiting']);
    await until(desk, ({ paper, status }) => paper.id === 'E4.2' && status === 'done');
    expect(desk.works.map(({ status }) => status)).toEqual(['failed', 'done', 'done']);
  });

  it('takes away what waits', async () => {
    const lanes = [lane(() => new Promise(() => undefined)), lane()];
    const desk = deskOver(lanes);
    start(desk, 'E2.6');
    start(desk, 'E2.8');
    stopExperiments(desk);
    expect(desk.works.map(({ status }) => status)).toEqual(['stopped', 'stopped']);
    expect(lanes[0]?.giveUp).toHaveBeenCalledTimes(1);
  });

  it('gives the scenario of a case, and says what cannot be had', async () => {
    const desk = deskOver([lane(), lane()]);
    expect(JSON.parse(await desk.scenario({ which: ['E2.8', true, 2] }, 3)).name).toBe('FCM, Wave, 25 %, seed 2');
    start(desk, 'E9.9');
    expect((await until(desk, ({ status }) => status === 'failed')).error).toBe('There is no experiment E9.9.');
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
  it('comes from the cases that ended since the start', () => {
    expect(secondsLeft(work, 3000)).toBe(2);
    expect(secondsLeft({ ...work, before: 5 }, 3000)).toBeNaN();
    expect(secondsLeft({ ...work, status: 'stopped' }, 3000)).toBeNaN();
  });
});

describe('the host of studies', () => {
  it('forgets the plan that trapped, and answers the next question with a fresh one', async () => {
    /** @type {{id: number, value?: any, error?: import('../../src/engine/errors.js').PlainError}[]} */
    const answers = [];
    const free = vi.fn();
    let trap = true;
    class Broken extends Plan {
      /** @override @param {number} index */
      run(index) {
        if (trap) throw new WebAssembly.RuntimeError('unreachable');
        return super.run(index);
      }
      /** @override */
      free() {
        free();
      }
    }
    const handle = createPlans(
      (/** @type {any} */ answer) => answers.push(answer),
      async () => undefined,
      Broken,
      readers,
      results,
    );
    await handle(/** @type {any} */ ({ module: {} }));
    await handle({ id: 1, method: 'run', args: ['E2.6', true, 1, 0] });
    trap = false;
    await handle({ id: 2, method: 'run', args: ['E2.6', true, 1, 0] });
    expect(answers[0]?.error?.trap).toBe(true);
    expect(free).not.toHaveBeenCalled();
    expect([...(answers[1]?.value ?? [])]).toEqual([1, 0]);
    await handle(/** @type {any} */ ({ id: 3, method: 'constructor', args: [] }));
    expect(answers[2]?.error?.message).toBe('There is no method constructor.');
  });
});
