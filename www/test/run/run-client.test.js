import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../../src/engine/engine-module.js', () => ({
  engineModule: () => Promise.reject(new Error('no engine in this test')),
  engineRest: { get: () => undefined },
}));
const { RunClient } = await import('../../src/run/run-client.js');

/** @import { FromRun, ToRun } from '../../src/run/run-protocol.js' */

/** A worker that keeps what it is sent and says what it is told to say. */
class FakeWorker {
  constructor() {
    /** @type {ToRun[]} */
    this.sent = [];
    /** What was handed over with each. @type {Transferable[][]} */
    this.given = [];
    this.terminated = false;
    /** @type {((event: {data: FromRun}) => void)|undefined} */
    this.onmessage = undefined;
    FakeWorker.all.push(this);
  }
  /** @param {ToRun} message @param {Transferable[]} given */
  postMessage(message, given) {
    this.sent.push(message);
    this.given.push(given);
  }
  terminate() {
    this.terminated = true;
  }
  /** @param {any} data */
  say(data) {
    this.onmessage?.({ data });
  }
  get types() {
    return this.sent.map(({ type }) => type);
  }
}
/** @type {FakeWorker[]} */
FakeWorker.all = [];

const events = { loaded: vi.fn(), progress: vi.fn(), done: vi.fn(), cancelled: vi.fn(), error: vi.fn(), again: vi.fn() };
let visible = true;

async function client() {
  const made = new RunClient(events, {
    module: async () => /** @type {WebAssembly.Module} */ ({}),
    makeWorker: () => /** @type {Worker} */ (/** @type {unknown} */ (new FakeWorker())),
    visible: () => visible,
  });
  made.load('{}', 1, []);
  await Promise.resolve();
  await Promise.resolve();
  const worker = /** @type {FakeWorker} */ (FakeWorker.all.at(-1));
  return { made, worker };
}

beforeEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  FakeWorker.all = [];
  visible = true;
});

describe('the client of a run', () => {
  it('transfers large buffers instead of copying them', async () => {
    const { made, worker } = await client();
    worker.say({ type: 'loaded', run: 1, layout: {} });
    const long = new Uint8Array(8);
    made.call('compare', long).catch(() => undefined);
    expect(worker.given.at(-1)).toEqual([long.buffer]);
    made.close();
  });

  it('loads a run when its files have been read, and then asks what was asked before', async () => {
    const { made, worker } = await client();
    worker.say({ type: 'engine', state: 'ready' });
    /** @type {(files: any[]) => void} */
    let read = () => undefined;
    made.load('{}', 1, new Promise((resolve) => void (read = resolve)));
    worker.say({ type: 'cancelled', run: 1 });
    made.call('report', NaN).catch(() => undefined);
    expect([made.isReading, ...worker.types]).toEqual([true, 'start', 'load', 'cancel']);
    read([{ name: 'a.swf' }]);
    await vi.waitFor(() => expect(worker.types.slice(3)).toEqual(['load', 'call']));
    expect(worker.sent[3]).toMatchObject({ run: 2, files: [{ name: 'a.swf' }] });
    expect(made.isReading).toBe(false);
    made.load('{}', 1, Promise.reject(new Error('no such file')));
    await vi.waitFor(() => expect(events.error).toHaveBeenCalledWith({ message: 'no such file', diagnostics: [], trap: false, lack: '' }));
    made.close();
  });

  it('sends the engine before anything else', async () => {
    const { made, worker } = await client();
    made.start();
    expect(worker.types).toEqual(['start', 'load', 'run']);
  });

  it('gives credit back while the page is seen, and later when it was hidden', async () => {
    const { made, worker } = await client();
    worker.say({ type: 'progress', run: 1, progress: { now_s: 1 } });
    expect(worker.types.at(-1)).toBe('credit');
    visible = false;
    worker.say({ type: 'progress', run: 1, progress: { now_s: 2 } });
    expect(worker.types.filter((type) => type === 'credit')).toHaveLength(1);
    made.resume();
    expect(worker.sent.at(-1)).toEqual({ type: 'credit', run: 1, count: 1 });
    expect(events.progress).toHaveBeenCalledTimes(2);
  });

  it('answers calls by their number and ignores messages of an older run', async () => {
    const { made, worker } = await client();
    const first = made.call('next_event', 1);
    const second = made.call('frame', { view: /** @type {any} */ ({}), outlines: [], labels: false });
    worker.say({ id: 2, value: { pixels: 'p' } });
    worker.say({ id: 1, error: { message: 'no', diagnostics: [{ message: 'no' }], trap: false } });
    await expect(second).resolves.toEqual({ pixels: 'p' });
    await expect(first).rejects.toMatchObject({ message: 'no', diagnostics: [{ message: 'no' }] });
    made.load('{}', 0, []);
    worker.say({ type: 'done', run: 1, progress: {}, report: {}, seconds: 1 });
    expect(events.done).not.toHaveBeenCalled();
  });

  it('rejects what was asked of a run that is replaced', async () => {
    const { made } = await client();
    const asked = made.call('report', NaN);
    made.load('{}', 0, []);
    await expect(asked).rejects.toThrow('Superseded');
  });

  it('closes a worker that does not answer its cancel, within 50 ms', async () => {
    const { made, worker } = await client();
    vi.useFakeTimers();
    made.cancel();
    expect(events.cancelled).toHaveBeenCalledTimes(1);
    expect(worker.types.at(-1)).toBe('cancel');
    worker.say({ type: 'done', run: 1, progress: {}, report: {}, seconds: 1 });
    expect(events.done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(50);
    expect(worker.terminated).toBe(true);
    made.load('{}', 0, []);
    expect(FakeWorker.all).toHaveLength(2);
  });

  it('rejects what was asked of a worker that is closed for its silence', async () => {
    const { made, worker } = await client();
    worker.say({ type: 'engine', state: 'ready' });
    vi.useFakeTimers();
    made.load('{}', 0, []);
    const asked = made.call('report', NaN);
    const told = expect(asked).rejects.toThrow('Superseded');
    vi.advanceTimersByTime(50);
    await told;
    expect(made.port?.pendingMethods).toEqual([]);
  });

  it('keeps a worker that answers its cancel', async () => {
    const { made, worker } = await client();
    vi.useFakeTimers();
    made.cancel();
    worker.say({ type: 'cancelled', run: 1 });
    vi.advanceTimersByTime(100);
    expect(worker.terminated).toBe(false);
    expect(events.cancelled).toHaveBeenCalledTimes(1);
  });

  it('leaves a worker that is too busy to drop its run, and loads what is wanted in a fresh one', async () => {
    const { made, worker } = await client();
    vi.useFakeTimers();
    worker.say({ type: 'engine', state: 'ready' });
    made.load('{"seed": 2}', 0, []);
    expect(worker.types.slice(-2)).toEqual(['cancel', 'load']);
    await vi.advanceTimersByTimeAsync(50);
    expect(worker.terminated).toBe(true);
    expect(FakeWorker.all[1]?.sent.at(-1)).toMatchObject({ type: 'load', run: 2, scenario: '{"seed": 2}' });
    FakeWorker.all[1]?.say({ type: 'loaded', run: 2, layout: {} });
    expect(events.loaded).toHaveBeenCalledTimes(1);
  });

  it('keeps a worker that drops its run in time, or has not even started', async () => {
    const { made, worker } = await client();
    vi.useFakeTimers();
    made.load('{}', 0, []);
    vi.advanceTimersByTime(200);
    expect(worker.terminated).toBe(false);
    worker.say({ type: 'engine', state: 'ready' });
    made.load('{}', 0, []);
    worker.say({ type: 'cancelled', run: 1 });
    vi.advanceTimersByTime(30);
    worker.say({ type: 'cancelled', run: 2 });
    vi.advanceTimersByTime(100);
    expect(worker.terminated).toBe(false);
    worker.say({ type: 'loaded', run: 3, layout: {} });
    expect(events.loaded).toHaveBeenCalledTimes(1);
  });

  it('gives the memory of a run that is over back, and makes it once more for the next question without a word', async () => {
    const { made, worker } = await client();
    worker.say({ type: 'loaded', run: 1, layout: {} });
    expect(made.idleTime(), 'it is not over').toBe(0);
    worker.say({ type: 'done', run: 1, progress: {}, report: {}, seconds: 1 });
    const asked = made.call('report', NaN);
    expect(made.idleTime(), 'it is in use').toBe(0);
    worker.say({ id: 1, value: 7 });
    expect(await asked).toBe(7);
    await vi.waitFor(() => expect(made.idleTime()).toBeGreaterThan(0));
    made.release();
    expect(worker.terminated).toBe(true);
    const again = made.call('report', NaN);
    await vi.waitFor(() => expect(FakeWorker.all[1]?.types).toEqual(['start', 'load']));
    FakeWorker.all[1]?.say({ type: 'loaded', run: 1, layout: {} });
    FakeWorker.all[1]?.say({ type: 'done', run: 1, progress: {}, report: {}, seconds: 1 });
    expect(FakeWorker.all[1]?.types).toEqual(['start', 'load', 'run', 'call']);
    FakeWorker.all[1]?.say({ id: 1, value: 8 });
    expect(await again).toBe(8);
    expect([events.loaded, events.done, events.again].map((event) => event.mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('replaces only the worker that has trapped', async () => {
    const { made, worker } = await client();
    const asked = made.call('report', NaN);
    worker.say({ type: 'error', run: 1, error: { message: 'unreachable', diagnostics: [], trap: true } });
    await expect(asked).rejects.toThrow('unreachable');
    expect(worker.terminated).toBe(true);
    expect(events.error).toHaveBeenCalledTimes(1);
    made.load('{}', 0, []);
    expect(FakeWorker.all).toHaveLength(2);
  });
});
