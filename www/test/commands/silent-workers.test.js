import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const rest = vi.hoisted(() => ({ get: () => undefined, set: vi.fn() }));
vi.mock('../../src/engine/engine-module.js', () => ({ engineModule: async () => ({}), engineRest: rest }));

const { createCaller } = await import('../../src/engine/engine-caller.js');
const { startRuns } = await import('../../src/commands/runs.js');
const { openLink } = await import('../../src/commands/links.js');
const { cacheModule } = await import('../../src/engine/wasm-modules.js');
const { createPage } = await import('../../src/commands/page.js');

/** @type {import('../../src/commands/page.js').Page} */
let page;

/** The workers made, in order; each keeps what it is sent, and says only what a test makes it say. @type {SilentWorker[]} */
let workers = [];
class SilentWorker {
  /** @type {any[]} */
  sent = [];
  closed = false;
  onmessage = (/** @type {{data: any}} */ _event) => undefined;
  constructor() {
    workers.push(this);
  }
  postMessage(/** @type {any} */ message) {
    this.sent.push(message);
  }
  terminate() {
    this.closed = true;
  }
}

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('document', { visibilityState: 'visible', baseURI: 'https://here.example/' });
  page = createPage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a worker that has died without a word', () => {
  const caller = (/** @type {(method: string) => number} */ patience) =>
    createCaller({
      module: async () => /** @type {any} */ ({}),
      makeWorker: () => /** @type {any} */ (new SilentWorker()),
      loadLocal: async () => () => () => undefined,
      patience,
    });

  it('is replaced by another, which is asked the same', async () => {
    const answer = caller(() => 1000).call('check', 'x');
    await vi.advanceTimersByTimeAsync(1000);
    expect(workers.map(({ closed }) => closed)).toEqual([true, false]);
    const asked = workers[1]?.sent.at(-1);
    expect(asked).toMatchObject({ method: 'check', args: ['x'] });
    workers[1]?.onmessage({ data: { id: asked.id, value: 7 } });
    expect(await answer).toBe(7);
  });

  it('is reported if the other one is silent, too, and is not ended while it reads a large file', async () => {
    const { call } = caller((method) => (method === 'inspect' ? Infinity : 1000));
    const told = expect(call('check', 'x')).rejects.toThrow('The engine did not respond');
    await vi.advanceTimersByTimeAsync(2000);
    await told;
    void call('inspect').catch(() => undefined);
    void call('check').catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.at(-1)?.closed).toBe(false);
  });

  it('is not replaced while it waits for the rest of the engine, which it hands on', async () => {
    const answer = caller(() => 1000).call('check', 'x');
    await vi.advanceTimersByTimeAsync(10);
    workers[0]?.onmessage({ data: { type: 'engine', state: 'fetching' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers.map(({ closed }) => closed)).toEqual([false]);
    workers[0]?.onmessage({ data: { type: 'engine', state: 'ready', rest: 'rest' } });
    expect(rest.set).toHaveBeenCalledWith('rest');
    workers[0]?.onmessage({ data: { id: workers[0]?.sent.at(-1).id, value: 7 } });
    expect(await answer).toBe(7);
    await vi.advanceTimersByTimeAsync(1000);
  });

  it('keeps nothing else waiting while it waits for a connection', async () => {
    const { call } = caller(() => 1000);
    const slow = call('check', 'slow');
    await vi.advanceTimersByTimeAsync(10);
    workers[0]?.onmessage({ data: { type: 'engine', state: 'fetching' } });
    const quick = call('check', 'quick');
    await vi.advanceTimersByTimeAsync(10);
    workers[1]?.onmessage({ data: { id: workers[1]?.sent.at(-1).id, value: 7 } });
    expect(await quick).toBe(7);
    expect(workers.map(({ closed }) => closed)).toEqual([false, false]);
    workers[0]?.onmessage({ data: { id: workers[0]?.sent.at(-1).id, value: 8 } });
    expect(await slow).toBe(8);
    expect(
      workers.map(({ closed }) => closed),
      'one is enough then',
    ).toEqual([true, false]);
  });

  it('in the midst of a run can be replaced by the reader, and may still speak', async () => {
    startRuns(page, '{}', [{ name: 'a', system: {} }], []);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(page.store.get().notice).toBe(null);
    await vi.advanceTimersByTimeAsync(1000);
    const { notice } = page.store.get();
    expect(notice?.text).toContain('The run has not responded for 20 s');
    notice?.action?.run();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(workers.map(({ closed }) => closed)).toEqual([true, false]);
    expect(page.store.get().notice?.text).toContain('has not responded');
    workers[1]?.onmessage({ data: { type: 'loaded', run: 1, layout: { name: 'x', rows: 1, from_s: 0, bands: [], diagnostics: [] } } });
    expect(page.store.get().notice).toBe(null);
  });
});

it('a worker that has nothing to do gives its memory back, and is started again by the next question', async () => {
  const { call, rest } = createCaller({
    module: async () => /** @type {any} */ ({}),
    makeWorker: () => /** @type {any} */ (new SilentWorker()),
    loadLocal: async () => () => () => undefined,
  });
  const answered = async () => {
    const answer = call('check');
    await vi.advanceTimersByTimeAsync(0);
    expect(rest()).toBe(false);
    const worker = workers.at(-1);
    worker?.onmessage({ data: { id: worker?.sent.at(-1).id, value: 7 } });
    return answer;
  };
  await answered();
  expect(rest()).toBe(true);
  expect(workers[0]?.closed).toBe(true);
  expect(await answered()).toBe(7);
  expect(workers).toHaveLength(2);
});

it('a browser without WebAssembly gets a message', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  await expect(cacheModule('engine.wasm')()).rejects.toThrow('This browser has no WebAssembly, or it is switched off.');
});

it('examples get the same messages as links', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  const { services } = page;
  const warning = /** @type {const} */ ({ severity: 'warning', message: 'the result in the link is damaged' });
  vi.spyOn(services, 'decode_link').mockResolvedValue({
    scenario: null,
    example: 'one-server',
    overrides: {},
    results: [],
    engine: '',
    diagnostics: [warning],
  });
  vi.spyOn(services, 'check').mockResolvedValue(
    /** @type {any} */ ({
      scenario: { workload: [], background: [] },
      text: '{}',
      variants: [],
      work: { id: 'jobs' },
      platform: null,
      diagnostics: [],
    }),
  );
  vi.stubGlobal('location', { origin: 'https://here.example', pathname: '/', hash: '' });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  expect(await openLink(page, '#ex=one-server&r=xyz~0.1')).toBe(true);
  expect(page.store.get().diagnostics).toEqual([warning]);
});
