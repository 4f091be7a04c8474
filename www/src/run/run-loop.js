/**
 * @file The loop that drives one engine: receives messages, computes a slice, answers. The same code runs in a worker and, if none can
 * start, on the main thread.
 */

import { toPlainError } from '../engine/engine-errors.js';
import { transferableBuffers } from '../engine/transferred-buffers.js';
import { CREDIT, LOOP, SLICE_MS } from './run-protocol.js';
import { TimeBudget } from './time-budget.js';

/** @import { Engine, FromRun, Method, ToRun } from './run-protocol.js' */
/** @import { FrameRequest, Progress, RunFile } from '../engine/types.js' */
/** @import { Question } from './time-budget.js' */

/** Number of events of the first slice, and maximum number; it adapts to the duration of a slice. */
const FIRST_EVENTS = 100;
const MOST_EVENTS = 100_000;
/** Some browsers prefer messages to timers, so at this interval the loop continues by a timer, ms. */
const TIMER_MS = 50;
/** Minimum interval between two progress messages, ms. */
const PROGRESS_MS = 60;

/**
 * Creates the handler of messages of the page.
 * @param {(message: FromRun, transfer?: Transferable[]) => void} post
 * @param {(module: WebAssembly.Module, rest?: WebAssembly.Module) => Promise<unknown>} init initialises the code of the
 *   engine
 * @param {(scenario: string, variant: number, files: RunFile[], decisions: number) => Engine} makeEngine
 * @param {(method: string) => Promise<unknown>|undefined} [rest] fetches the code that this method needs, if missing
 * @returns {(message: ToRun) => Promise<void>}
 */
export function createRunLoop(post, init, makeEngine, rest = () => undefined) {
  /** The engine's code. @type {Promise<unknown>} */
  let ready = Promise.resolve();
  /** @type {Engine|undefined} */
  let engine;
  let run = 0;
  let running = false;
  let finished = false;
  let until = Infinity;
  let credit = CREDIT;
  let events = FIRST_EVENTS;
  let progressSent = 0;
  let spent = 0;
  const share = new TimeBudget();
  /** @type {Progress|undefined} */
  let unsentProgress;

  // A message to this worker arrives after the waiting messages, without the 4 ms of a timer.
  const channel = new MessageChannel();
  channel.port1.onmessage = () => computeSlice();
  let lastTimer = 0;
  const scheduleSlice = () => {
    const now = performance.now();
    if (now - lastTimer < TIMER_MS) return channel.port2.postMessage(0);
    lastTimer = now;
    setTimeout(computeSlice);
  };

  const dropRun = () => {
    running = false;
    unsentProgress = undefined;
    for (const { id } of share.takeAll()) post({ id, error: toPlainError(new Error('The run has ended.')) });
    const old = engine;
    engine = undefined;
    old?.free();
  };

  const failRun = (/** @type {unknown} */ error) => {
    const plain = toPlainError(error);
    // After a trap the memory of the instance is undefined: no function of it may be called, not even `free`.
    if (plain.trap) engine = undefined;
    dropRun();
    post({ type: 'error', run, error: plain });
  };

  /** Computes events for one slice of time, reports progress and schedules the next slice. */
  const computeSlice = () => {
    if (!running || !engine) return;
    try {
      const started = performance.now();
      const progress = engine.advance(events, until);
      const now = performance.now();
      const took = now - started;
      spent += took;
      share.earn(took);
      // A slow policy may take milliseconds for one event: then a slice has few events, so that messages are received
      // in time.
      events = Math.min(MOST_EVENTS, Math.max(1, Math.round(events * Math.min(2, Math.max(0.1, SLICE_MS / Math.max(took, 0.1))))));
      if (progress.done) {
        running = false;
        finished = true;
        unsentProgress = undefined;
        post({ type: 'done', run, progress, report: engine.report(NaN), seconds: spent / 1000 });
        share.takeAll().forEach(answerCall);
        return;
      }
      unsentProgress = progress;
      if (progress.now_s >= until) running = false;
      if (now - progressSent > PROGRESS_MS || !running) sendProgress(now);
      const next = running ? share.takeNext() : undefined;
      if (next) answerCall(next);
      // An answer may have ended the run.
      if (running) scheduleSlice();
      else share.takeAll().forEach(answerCall);
    } catch (error) {
      failRun(error);
    }
  };

  const sendProgress = (now = performance.now()) => {
    if (!unsentProgress || credit < 1) return;
    credit -= 1;
    progressSent = now;
    post({ type: 'progress', run, progress: unsentProgress });
    unsentProgress = undefined;
  };

  /** Calls a method of the engine and posts its value or its error. @param {Question} question */
  const answerCall = (question) => {
    const { id, method, args } = question;
    const started = performance.now();
    try {
      if (!engine) throw new Error('Nothing is loaded.');
      const known = LOOP.some((name) => name === method) ? undefined : engine[/** @type {Method} */ (method)];
      if (typeof known !== 'function') throw new Error(`A run has no method ${method}.`);
      const value = Reflect.apply(known, engine, args);
      if (method === 'frame')
        Object.assign(value, { view: /** @type {FrameRequest} */ (args[0]).view, cost_ms: performance.now() - started });
      // Large arrays are transferred, because copies would delay the page.
      post({ id, value }, transferableBuffers([value, value?.pixels]));
    } catch (error) {
      const plain = toPlainError(error);
      post({ id, error: plain });
      if (plain.trap) failRun(error);
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
        dropRun();
        run = message.run;
        finished = false;
        until = Infinity;
        credit = CREDIT;
        events = FIRST_EVENTS;
        spent = 0;
        share.reset();
        engine = makeEngine(scenario, variant, files, decisions);
        post({ type: 'loaded', run, layout: engine.layout() });
      } catch (error) {
        run = message.run;
        failRun(error);
      }
      return;
    }
    await ready.catch(() => undefined);
    if (message.type === 'call' && engine) {
      try {
        const coming = rest(message.method);
        if (coming) await coming;
      } catch (error) {
        post({ id: message.id, error: toPlainError(error) });
        return;
      }
    }
    if (message.run !== run) {
      if ('id' in message) post({ id: message.id, error: toPlainError(new Error('Superseded.')) });
      return;
    }
    switch (message.type) {
      case 'run':
        if (!running && !finished && engine) {
          running = true;
          scheduleSlice();
        }
        return;
      case 'pause':
        running = false;
        share.takeAll().forEach(answerCall);
        return;
      case 'seek':
        until = message.until_s;
        return;
      case 'credit':
        credit = Math.min(CREDIT, credit + message.count);
        sendProgress();
        return;
      case 'cancel':
        dropRun();
        post({ type: 'cancelled', run });
        return;
      default:
    }
    if (running && !share.isAffordable(message)) share.enqueue(message);
    else answerCall(message);
  };
}
