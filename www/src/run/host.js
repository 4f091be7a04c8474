/**
 * @file The loop that drives one engine: listens, computes a slice, answers. The same code runs in a worker and, where
 * none can start, on the main thread.
 */

import { plainError } from '../engine/errors.js';
import { buffersOf, CREDIT, LOOP, SLICE_MS } from './protocol.js';
import { Share } from './share.js';

/** @import { Engine, Frame, FrameRequest, FromRun, Method, ToRun } from './protocol.js' */
/** @import { Progress, RunFile } from '../engine/types.js' */
/** @import { Read } from './readings.js' */
/** @import { Question } from './share.js' */

/** Events of the first slice, and most of one; the number adapts to the time a slice takes. */
const FIRST = 100;
const MOST = 100_000;
/** Some engines serve messages before all else: every so often the loop goes by way of a timer, so that timers run too, ms. */
const TURN_MS = 50;
/** Progress is told at most this often, ms. */
const TELL_MS = 60;

/**
 * @param {(message: FromRun, transfer?: Transferable[]) => void} post
 * @param {(module: WebAssembly.Module, rest?: WebAssembly.Module) => Promise<unknown>} init makes the engine's code ready
 * @param {(scenario: string, variant: number, files: RunFile[], decisions: number, read?: Read) => Engine} makeEngine
 * @param {(files: RunFile[]) => Promise<Read|undefined>} [reader] fetches what reads these files
 * @param {(method: string) => Promise<unknown>|undefined} [rest] fetches what this method needs, if it is not here yet
 * @returns {(message: ToRun) => Promise<void>}
 */
export function createHost(post, init, makeEngine, reader = async () => undefined, rest = () => undefined) {
  /** The engine's code. @type {Promise<unknown>} */
  let started = Promise.resolve();
  /** What came before needs nothing any more that is not here. @type {Promise<unknown>} */
  let ready = started;
  /** @type {Engine|undefined} */
  let engine;
  let run = 0;
  let running = false;
  let finished = false;
  let until = Infinity;
  let credit = CREDIT;
  let events = FIRST;
  let told = 0;
  let spent = 0;
  const share = new Share();
  /** @type {Progress|undefined} */
  let untold;

  // A message to oneself comes back after the messages that wait already, without the 4 ms a timer would add.
  const channel = new MessageChannel();
  channel.port1.onmessage = () => slice();
  let turned = 0;
  const later = () => {
    const now = performance.now();
    if (now - turned < TURN_MS) return channel.port2.postMessage(0);
    turned = now;
    setTimeout(slice);
  };

  const drop = () => {
    running = false;
    untold = undefined;
    for (const { run, id } of share.empty()) post({ type: 'refused', run, id, error: plainError(new Error('The run has ended.')) });
    const old = engine;
    engine = undefined;
    old?.free();
  };

  const fail = (/** @type {unknown} */ error) => {
    const plain = plainError(error);
    // After a trap the instance's memory means nothing: nothing of it may be called, not even free.
    if (plain.trap) engine = undefined;
    drop();
    post({ type: 'error', run, error: plain });
  };

  const slice = () => {
    if (!running || !engine) return;
    try {
      const started = performance.now();
      const progress = engine.advance(events, until);
      const now = performance.now();
      const took = now - started;
      spent += took;
      share.earn(took);
      // A slow policy may take milliseconds for one event: then a slice is a few events, so that messages are heard in time.
      events = Math.min(MOST, Math.max(1, Math.round(events * Math.min(2, Math.max(0.1, SLICE_MS / Math.max(took, 0.1))))));
      if (progress.done) {
        running = false;
        finished = true;
        untold = undefined;
        post({ type: 'done', run, progress, report: engine.report(NaN), seconds: spent / 1000 });
        share.empty().forEach(answer);
        return;
      }
      untold = progress;
      if (progress.now_s >= until) running = false;
      if (now - told > TELL_MS || !running) tell(now);
      const next = running ? share.next() : undefined;
      if (next) answer(next);
      // An answer may have ended the run.
      if (running) later();
      else share.empty().forEach(answer);
    } catch (error) {
      fail(error);
    }
  };

  const tell = (now = performance.now()) => {
    if (!untold || credit < 1) return;
    credit -= 1;
    told = now;
    post({ type: 'progress', run, progress: untold });
    untold = undefined;
  };

  /**
   * @param {Engine} engine
   * @param {FrameRequest} request
   * @returns {Frame}
   */
  const draw = (engine, { view, followed, outlines, labels, decision, region }) => {
    const started = performance.now();
    const pixels = engine.raster(view);
    // Who is pointed at comes before who is selected.
    const looked = Uint32Array.from(outlines.filter((subject) => subject >= 0).reverse());
    return {
      view,
      pixels: /** @type {ArrayBuffer} */ (pixels.buffer),
      labels: labels ? engine.labels(view) : [],
      places: labels ? engine.places(view) : [],
      holes: labels ? engine.holes(view) : [],
      difference: labels ? engine.difference(view, looked) : null,
      lanes: labels ? engine.lanes(view, followed ?? -1) : null,
      flow: labels ? engine.flow(view, looked) : null,
      marks: labels ? engine.marks(view) : [],
      outlines: outlines.map((subject) => (subject < 0 ? [] : engine.boxes(view, subject))),
      decision: decision ? decisionBoxes(engine, view, decision) : null,
      region: region ? engine.region_area(view, region) : null,
      moment: engine.state(view.now_s),
      cost_ms: performance.now() - started,
    };
  };

  /** @param {Question} question */
  const answer = (question) => {
    const { id } = question;
    const started = performance.now();
    try {
      if (!engine) throw new Error('Nothing is loaded.');
      if (question.type === 'frame') {
        const frame = draw(engine, question.request);
        post({ type: 'frame', run, id, frame }, [frame.pixels]);
      } else {
        const { method, args } = question;
        const known = LOOP.some((name) => name === method) ? undefined : engine[/** @type {Method} */ (method)];
        if (typeof known !== 'function') throw new Error(`A run has no method ${method}.`);
        const value = Reflect.apply(known, engine, args);
        // What is long is handed over: a copy of it would hold up the page.
        post({ type: 'answer', run, id, value }, buffersOf([value]));
      }
    } catch (error) {
      const plain = plainError(error);
      post({ type: 'refused', run, id, error: plain });
      if (plain.trap) fail(error);
    }
    share.spend(question, performance.now() - started);
  };

  return async (message) => {
    if (message.type === 'start') {
      ready = started = init(message.module, message.rest);
      ready.catch(() => undefined);
      return;
    }
    if (message.type === 'load') {
      const { scenario, variant, files, decisions } = message;
      // What comes next waits for the readers too: messages stay in their order.
      const reading = ready
        .catch(() => undefined)
        .then(() => started)
        .then(() => reader(files));
      ready = reading;
      try {
        const read = await reading;
        drop();
        run = message.run;
        finished = false;
        until = Infinity;
        credit = CREDIT;
        events = FIRST;
        spent = 0;
        share.begin();
        engine = makeEngine(scenario, variant, files, decisions, read);
        post({ type: 'loaded', run, layout: engine.layout() });
      } catch (error) {
        run = message.run;
        fail(error);
      }
      return;
    }
    await ready.catch(() => undefined);
    if (message.type === 'call' && engine) {
      try {
        const coming = rest(message.method);
        if (coming) await coming;
      } catch (error) {
        post({ type: 'refused', run: message.run, id: message.id, error: plainError(error) });
        return;
      }
    }
    if (message.run !== run) {
      if ('id' in message) post({ type: 'refused', run: message.run, id: message.id, error: plainError(new Error('Superseded.')) });
      return;
    }
    switch (message.type) {
      case 'run':
        if (!running && !finished && engine) {
          running = true;
          later();
        }
        return;
      case 'pause':
        running = false;
        share.empty().forEach(answer);
        return;
      case 'seek':
        until = message.until_s;
        return;
      case 'credit':
        credit = Math.min(CREDIT, credit + message.count);
        tell();
        return;
      case 'cancel':
        drop();
        post({ type: 'cancelled', run });
        return;
      default:
    }
    if (running && !share.admits(message)) share.keep(message);
    else answer(message);
  };
}

/**
 * Where those are whom a decision is about. Who has not started has no bar yet: it is shown where it is going to start.
 * @param {Engine} engine
 * @param {FrameRequest['view']} view
 * @param {NonNullable<FrameRequest['decision']>} decision
 * @returns {Frame['decision']}
 */
function decisionBoxes(engine, view, { decided, behind, ahead }) {
  const now = behind < 0 ? [] : engine.boxes(view, behind);
  const later = now.length === 0 && behind >= 0 && ahead;
  return {
    decided: decided.map((subject) => engine.boxes(view, subject)),
    behind: later ? engine.boxes({ ...view, now_s: Infinity }, behind) : now,
    later,
  };
}
