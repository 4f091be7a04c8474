import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunLoop } from '../../src/run/run-loop.js';
import { CREDIT } from '../../src/run/run-protocol.js';

/** @import { FromRun } from '../../src/run/run-protocol.js' */

/** What the engine's work takes is counted, not waited for: the tests say the same on a busy machine. */
let clock = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => clock));
afterEach(() => vi.restoreAllMocks());

/** An engine of so many events that says what it was asked. */
function fakeEngine(events = Infinity, fail = /** @type {Error|null} */ (null)) {
  let at = 0;
  return {
    freed: false,
    asked: /** @type {number[]} */ ([]),
    layout: () => ({ name: 'fake', rows: 4 }),
    advance(/** @type {number} */ count) {
      if (fail) throw fail;
      this.asked.push(count);
      clock += 4.5;
      at = Math.min(events, at + count);
      return { done: at >= events, now_s: at, events: at, ended: 0, subjects: 1, end_s: at };
    },
    report: () => ({ rows: [], digest: { whole: 'd', parts: [] }, complete: true }),
    /** What a picture costs, ms. */
    dear: 0,
    drawn: 0,
    frame(/** @type {{view: {width: number, height: number}}} */ { view: { width, height } }) {
      this.drawn += 1;
      clock += this.dear;
      return { pixels: new Uint8ClampedArray(width * height * 4) };
    },
    state: () => ({ queued: 1 }),
    baseline: () => new Uint8Array(4),
    find: () => {
      throw Object.assign(new Error('bad query'), { diagnostics: [{ severity: 'error', message: 'bad query' }] });
    },
    free() {
      this.freed = true;
    },
  };
}

/** @param {ReturnType<typeof fakeEngine>} engine */
function start(engine) {
  /** @type {FromRun[]} */
  const told = [];
  /** What was handed over with each. @type {(Transferable[]|undefined)[]} */
  const given = [];
  const handle = createRunLoop(
    (message, transfer) => void (told.push(message), given.push(transfer)),
    async () => undefined,
    () => /** @type {any} */ (engine),
  );
  const first = (/** @type {string} */ type) =>
    vi.waitUntil(() => told.find((message) => 'type' in message && message.type === type), { timeout: 2000, interval: 2 });
  const answer = (/** @type {number} */ id) =>
    vi.waitUntil(() => /** @type {any} */ (told.find((message) => 'id' in message && message.id === id)), { timeout: 2000, interval: 2 });
  return { told, given, handle, first, answer };
}

/** @type {import('../../src/run/run-protocol.js').ToRun} */
const load = { type: 'load', run: 1, scenario: '{}', variant: 0, files: [], decisions: 0 };

describe('the loop of a run', () => {
  it('hands over what is long, so that the page need not copy it', async () => {
    const { told, given, handle } = start(fakeEngine());
    await handle(load);
    await handle({ type: 'call', run: 1, id: 1, method: 'baseline', args: [] });
    const answer = /** @type {any} */ (told.at(-1));
    expect(answer.value).toBeInstanceOf(Uint8Array);
    expect(given.at(-1)).toEqual([answer.value.buffer]);
  });

  it('loads, runs in growing slices and reports', async () => {
    const engine = fakeEngine(20_000);
    const { handle, first, told } = start(engine);
    await handle(load);
    await handle({ type: 'run', run: 1 });
    expect(await first('done')).toMatchObject({ run: 1, report: { digest: { whole: 'd' } } });
    expect(told[0]).toMatchObject({ type: 'loaded', layout: { name: 'fake' } });
    expect(engine.asked[0]).toBe(100);
    expect(Math.max(...engine.asked)).toBeLessThanOrEqual(100_000);
  });

  it('sends no more progress than it has credit for', async () => {
    const { handle, told } = start(fakeEngine());
    const count = () => told.filter((message) => 'type' in message && message.type === 'progress').length;
    await handle(load);
    await handle({ type: 'run', run: 1 });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(count()).toBe(CREDIT);
    await handle({ type: 'credit', run: 1, count: 1 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(count()).toBe(CREDIT + 1);
    await handle({ type: 'cancel', run: 1 });
  });

  it('answers frames and cancel while it runs, and frees the engine', async () => {
    const engine = fakeEngine();
    const { told, given, handle, first, answer } = start(engine);
    await handle(load);
    await handle({ type: 'run', run: 1 });
    const view = /** @type {any} */ ({ width: 3, height: 2, now_s: 5 });
    engine.dear = 7;
    await handle({ type: 'call', run: 1, id: 7, method: 'frame', args: [{ view, outlines: [4, -1], labels: true }] });
    const { value } = await answer(7);
    expect(value).toMatchObject({ view, cost_ms: 7 });
    expect(value.pixels.byteLength).toBe(24);
    expect(given.at(told.findIndex((message) => 'id' in message))).toEqual([value.pixels.buffer]);
    const asked = performance.now();
    await handle({ type: 'cancel', run: 1 });
    await first('cancelled');
    expect(performance.now() - asked).toBeLessThan(50);
    expect(engine.freed).toBe(true);
  });

  it('computes only up to the requested time', async () => {
    const engine = fakeEngine();
    const { handle, told } = start(engine);
    await handle(load);
    await handle({ type: 'seek', run: 1, until_s: 50 });
    await handle({ type: 'run', run: 1 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(engine.asked).toHaveLength(1);
    expect(told.some((message) => 'type' in message && message.type === 'done')).toBe(false);
  });

  it('draws as often as it is asked, but spends no more than a share of its time on it', async () => {
    const engine = fakeEngine();
    engine.dear = 20;
    /** @type {(message: any) => Promise<void>} */
    let handle;
    let [first, frames, answers, id] = [0, 0, 0, 0];
    const view = { width: 1, height: 1, now_s: 0 };
    const ask = () => void handle({ type: 'call', run: 1, id: (id += 1), method: 'frame', args: [{ view, outlines: [], labels: false }] });
    handle = createRunLoop(
      (message) => {
        if (!('id' in message) || message.error) return;
        if (message.value.pixels) {
          frames += 1;
          first ||= clock - begin;
          // As the page does: the next picture as soon as this one is there.
          setTimeout(ask);
        } else answers += 1;
      },
      async () => undefined,
      () => /** @type {any} */ (engine),
    );
    await handle(load);
    await handle({ type: 'run', run: 1 });
    const begin = clock;
    ask();
    await vi.waitUntil(() => frames > 20, { timeout: 5000, interval: 2 });
    // What costs little is answered at once, whoever waits.
    await handle({ type: 'call', run: 1, id: 900, method: 'state', args: [0] });
    expect(answers).toBe(1);
    expect(first).toBeLessThan(30);
    // A picture of 20 ms comes about every 100 ms.
    expect((clock - begin) / frames).toBeGreaterThan(90);
    // A dear one every 250 ms of computing, whatever its share.
    engine.dear = 400;
    const [before, drawn] = [clock, frames];
    await vi.waitUntil(() => frames >= drawn + 5, { timeout: 5000, interval: 2 });
    expect((clock - before) / 5).toBeLessThan(400 + 250 + 50);
    await handle({ type: 'cancel', run: 1 });
  });

  it('waits for the part of the engine that a query needs, and reports if it cannot be loaded', async () => {
    /** @type {any[]} */
    const told = [];
    /** @type {string[]} */
    const asked = [];
    /** @type {(() => void)[]} */
    const arrive = [];
    const handle = createRunLoop(
      (message) => void told.push(message),
      async () => undefined,
      () => /** @type {any} */ (fakeEngine()),
      (method) => {
        asked.push(method);
        if (method === 'report') return Promise.reject(new Error('no network'));
        return method === 'state' ? new Promise((done) => arrive.push(() => done(undefined))) : undefined;
      },
    );
    await handle(load);
    const answers = () => told.filter(({ id }) => id).map(({ id, error }) => `${error ? 'refused' : 'answer'} ${id}`);
    const late = handle({ type: 'call', run: 1, id: 1, method: 'state', args: [0] });
    await handle({ type: 'call', run: 1, id: 2, method: 'layout', args: [] });
    await handle({ type: 'call', run: 1, id: 3, method: 'report', args: [0] });
    expect(answers()).toEqual(['answer 2', 'refused 3']);
    expect(told.at(-1).error.message).toBe('no network');
    arrive[0]();
    await late;
    expect(answers()).toEqual(['answer 2', 'refused 3', 'answer 1']);
    expect(asked).toEqual(['state', 'layout', 'report']);
  });

  it('answers all that wait as soon as it stops', async () => {
    for (const stop of /** @type {const} */ (['pause', 'done', 'cancel'])) {
      const engine = fakeEngine(stop === 'done' ? 60_000 : undefined);
      engine.dear = 50;
      const { handle, told, first } = start(engine);
      await handle(load);
      await handle({ type: 'run', run: 1 });
      const request = { view: /** @type {any} */ ({ width: 1, height: 1 }), outlines: [], labels: false };
      for (const id of [1, 2, 3]) await handle({ type: 'call', run: 1, id, method: 'frame', args: [request] });
      expect(engine.drawn).toBe(1);
      if (stop === 'done') await first('done');
      else await handle({ type: stop, run: 1 });
      const ids = (/** @type {boolean} */ good) =>
        told.flatMap((message) => ('id' in message && !message.error === good ? [message.id] : []));
      expect(ids(true)).toEqual(stop === 'cancel' ? [1] : [1, 2, 3]);
      expect(ids(false)).toEqual(stop === 'cancel' ? [2, 3] : []);
    }
  });

  it('listens in time whatever an event costs', async () => {
    const engine = fakeEngine();
    const advance = engine.advance.bind(engine);
    engine.advance = (count) => {
      // 1 ms an event.
      clock += count;
      return advance(count);
    };
    const { handle } = start(engine);
    await handle(load);
    await handle({ type: 'run', run: 1 });
    await vi.waitUntil(() => engine.asked.length > 10, { timeout: 2000, interval: 2 });
    await handle({ type: 'cancel', run: 1 });
    expect(Math.max(...engine.asked.slice(5))).toBeLessThan(20);
  });

  it('refuses calls with the diagnostics they threw, and methods that are none', async () => {
    const { handle, told } = start(fakeEngine());
    await handle(load);
    await handle({ type: 'call', run: 1, id: 1, method: 'find', args: ['?'] });
    await handle({ type: 'call', run: 1, id: 2, method: 'free', args: [] });
    await handle({ type: 'call', run: 9, id: 3, method: 'find', args: [] });
    expect(told.slice(1)).toMatchObject([
      { id: 1, error: { message: 'bad query', diagnostics: [{ message: 'bad query' }] } },
      { id: 2, error: { message: 'A run has no method free.' } },
      { id: 3, error: { message: 'Superseded.' } },
    ]);
  });

  it('does not touch an engine that has trapped', async () => {
    const engine = fakeEngine(10, new WebAssembly.RuntimeError('unreachable'));
    const { handle, first } = start(engine);
    await handle(load);
    await handle({ type: 'run', run: 1 });
    expect(await first('error')).toMatchObject({ error: { trap: true, message: 'unreachable' } });
    expect(engine.freed).toBe(false);
  });
});
