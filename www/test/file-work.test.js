// The text of a file goes to one worker, which reads it; those that run it get what was read.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('../src/engine/module.js', () => ({ engineModule: async () => ({}), engineRest: { get: () => undefined } }));
vi.mock('../src/engine/readers.js', () => ({ readersModule: async () => ({}) }));

const { createPage } = await import('../src/commands/page.js');
const { cancelRuns, startRuns } = await import('../src/commands/runs.js');
const { FileWork } = await import('../src/services/file-work.js');
const { runQueueOf } = await import('../src/study/run-queue.js');

/** A worker that keeps what it is sent, and answers what the test says. */
class FakeWorker {
  /** @type {FakeWorker[]} */
  static all = [];
  /** @type {any[]} */
  sent = [];
  closed = false;
  onmessage = (/** @type {{data: any}} */ _event) => undefined;

  /** @param {URL} _ @param {{name: string}} options */
  constructor(_, { name }) {
    this.name = name;
    FakeWorker.all.push(this);
  }
  postMessage(/** @type {any} */ message) {
    // What is transferred is of no use to the sender.
    this.sent.push(structuredClone(message));
  }
  terminate() {
    this.closed = true;
  }
  /** Answers the last call of a method, as soon as it is there. @param {string} method @param {unknown} value */
  async answer(method, value) {
    const asked = await vi.waitFor(() => {
      const known = this.sent.findLast((message) => message.method === method);
      if (!known) throw new Error(`${method} was not called`);
      return known;
    });
    this.onmessage({ data: { id: asked.id, value } });
    return asked;
  }
}

const named = (/** @type {string} */ name) => FakeWorker.all.filter((worker) => worker.name === name);
const input = { sha256: 'a', name: 'a.swf', format: 'swf', settings: '{}' };
const source = { sha256: 'a', name: 'a.swf', bytes: new TextEncoder().encode('the text of the log') };
const read = { found: 'a', work: new Uint8Array([1, 2, 3]) };

/** Whether a message holds the text of the log. @param {unknown} message @returns {boolean} */
const hasText = (message) =>
  ArrayBuffer.isView(message)
    ? message.byteLength === source.bytes.byteLength
    : message !== null && typeof message === 'object' && Object.values(message).some(hasText);
const holdText = (/** @type {FakeWorker[]} */ workers) => workers.filter(({ sent }) => sent.some(hasText)).length;

/** @type {import('../src/commands/page.js').Page} */
let page;
const systems = ['a', 'b'].map((name) => ({ name, system: {} }));
const loads = (/** @type {FakeWorker} */ { sent }) => sent.filter(({ type }) => type === 'load');

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', { visibilityState: 'visible', baseURI: 'https://here.example/' });
  page = createPage();
  vi.spyOn(page.services, 'file_inputs').mockResolvedValue([input]);
});
afterEach(() => {
  cancelRuns(page);
  vi.unstubAllGlobals();
});

it('one worker reads a log; all variants and studies run what it has read', async () => {
  startRuns(page, '{}', systems, [source]);
  await vi.waitFor(() => expect(named('readers')).toHaveLength(1));
  const [reader] = /** @type {[FakeWorker]} */ (named('readers'));
  expect(await reader.answer('read', read)).toMatchObject({ args: ['a.swf', source.bytes, 'swf', '{}'] });
  const runs = named('run');
  await vi.waitFor(() => expect(runs.map((run) => loads(run).length)).toEqual([1, 1]));
  expect(runs.flatMap(loads).map(({ variant, files }) => [variant, files])).toEqual([
    [0, [{ ...input, ...read }]],
    [1, [{ ...input, ...read }]],
  ]);
  expect(reader.closed, 'its memory is given back').toBe(true);

  const queue = runQueueOf(page);
  const study = { text: 's', quick: false, seed: undefined, sources: [source] };
  const outcomes = [queue.ask(0, 'run', study, 0), queue.ask(1, 'run', study, 1)];
  for (const worker of await vi.waitFor(() => (named('study').length === 2 ? named('study') : Promise.reject(new Error('no workers'))))) {
    await worker.answer('open', undefined);
    await worker.answer('file_inputs', [input]);
    expect(await worker.answer('add_files', undefined)).toMatchObject({ args: [[{ ...input, ...read }]] });
    await worker.answer('run', new Float64Array([7]));
  }
  expect(await Promise.all(outcomes)).toEqual([new Float64Array([7]), new Float64Array([7])]);
  expect([named('readers').length, holdText(FakeWorker.all)]).toEqual([1, 1]);
});

it('a changed policy neither reads the log again nor interrupts its reading', async () => {
  startRuns(page, '{}', systems, [source]);
  startRuns(page, '{"other": 1}', systems, [source]);
  await vi.waitFor(() => expect(named('readers')).toHaveLength(1));
  await named('readers')[0]?.answer('read', read);
  await vi.waitFor(() =>
    expect(
      named('run')
        .flatMap(loads)
        .map(({ scenario }) => scenario),
    ).toEqual(['{"other": 1}', '{"other": 1}']),
  );
  startRuns(page, '{"third": 1}', systems, [source]);
  await vi.waitFor(() => expect(named('run').flatMap(loads)).toHaveLength(4));
  expect([named('readers').length, holdText(FakeWorker.all)]).toEqual([1, 1]);
});

it('a cancelled run ends the reading of its file', async () => {
  startRuns(page, '{}', systems, [source]);
  await vi.waitFor(() => expect(named('readers')[0]?.sent.at(-1)?.method).toBe('read'));
  cancelRuns(page);
  expect(named('readers')[0]?.closed).toBe(true);
  expect(page.store.get().variants.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

it('a file that cannot be read is the error of all variants, which can be tried again', async () => {
  startRuns(page, '{}', systems, [source]);
  await vi.waitFor(() => expect(named('readers')[0]?.sent.at(-1)?.method).toBe('read'));
  const { id } = named('readers')[0]?.sent.at(-1) ?? {};
  named('readers')[0]?.onmessage({ data: { id, error: { message: 'no such file', diagnostics: [], trap: false, lack: '' } } });
  await vi.waitFor(() => expect(page.store.get().variants.map(({ status }) => status)).toEqual(['failed', 'failed']));
  const { notice } = page.store.get();
  expect(notice?.text).toBe('The run could not start: no such file');
  notice?.action?.run();
  await vi.waitFor(() => expect(named('readers')).toHaveLength(2));
});

it('what was read is forgotten when neither charts nor study need it, and each way of reading is another', async () => {
  /** @type {string[]} */
  const calls = [];
  const work = new FileWork(async (_signal, name, _bytes, _format, settings) => {
    calls.push(`${name} ${settings}`);
    return read;
  });
  const other = { ...input, settings: '{"min_run_s":3}' };
  await work.take('charts', [input, other], [source]);
  await work.take('study', [input], [source]);
  await work.take('charts', [], []);
  expect(calls).toEqual(['a.swf {}', 'a.swf {"min_run_s":3}']);
  await work.take('study', [other], [source], true);
  await work.take('study', [input], [source], true);
  expect(calls.slice(2)).toEqual(['a.swf {"min_run_s":3}']);
  await work.take('study', [], []);
  await work.take('charts', [input], [source]);
  expect(calls.slice(3)).toEqual(['a.swf {}']);
});

it('workers share the bytes where the browser lets them', async () => {
  vi.stubGlobal('crossOriginIsolated', true);
  const [file] = await new FileWork(async () => read).take('charts', [input], [source]);
  expect(file?.work.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect([...(file?.work ?? [])]).toEqual([1, 2, 3]);
});
