/**
 * @file The loop that drives one engine: listens, computes a slice, answers. The same code runs in a worker and, where
 * none can start, on the main thread.
 */

import { plainError } from '../engine/errors.js';
import { buffersOf } from '../engine/transfer.js';
import { CREDIT, LOOP, SLICE_MS } from './protocol.js';
import { Share } from './share.js';

/** @import { Engine, FromRun, Method, ToRun } from './protocol.js' */
/** @import { FrameRequest, Progress, RunFile } from '../engine/types.js' */
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
 * @param {(scenario: string, variant: number, files: RunFile[], decisions: number) => Engine} makeEngine
 * @param {(method: string) => Promise<unknown>|undefined} [rest] fetches what this method needs, if it is not here yet
 * @returns {(message: ToRun) => Promise<void>}
 */
export function createHost(post, init, makeEngine, rest = () => undefined) {
  /** The engine's code. @type {Promise<unknown>} */
  let ready = Promise.resolve();
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
    for (const { id } of share.empty()) post({ id, error: plainError(new Error('The run has ended.')) });
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

  /** @param {Question} question */
  const answer = (question) => {
    const { id, method, args } = question;
    const started = performance.now();
    try {
      if (!engine) throw new Error('Nothing is loaded.');
      const known = LOOP.some((name) => name === method) ? undefined : engine[/** @type {Method} */ (method)];
      if (typeof known !== 'function') throw new Error(`A run has no method ${method}.`);
      const value = Reflect.apply(known, engine, args);
      if (method === 'frame')
        Object.assign(value, { view: /** @type {FrameRequest} */ (args[0]).view, cost_ms: performance.now() - started });
      // What is long is handed over: a copy of it would hold up the page.
      post({ id, value }, buffersOf([value, value?.pixels]));
    } catch (error) {
      const plain = plainError(error);
      post({ id, error: plain });
      if (plain.trap) fail(error);
    }
    share.spend(question, performance.now() - started);
  };

  return async (message) => {
    if (message.type === 'start') {
      ready = init(message.module, message.rest);
      ready.catch(() => undefined);
      return;
    }
    if (message.type === 'load') {
      const { scenario, variant, files, decisions } = message;
      try {
        await ready;
        drop();
        run = message.run;
        finished = false;
        until = Infinity;
        credit = CREDIT;
        events = FIRST;
        spent = 0;
        share.begin();
        engine = makeEngine(scenario, variant, files, decisions);
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
        post({ id: message.id, error: plainError(error) });
        return;
      }
    }
    if (message.run !== run) {
      if ('id' in message) post({ id: message.id, error: plainError(new Error('Superseded.')) });
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
