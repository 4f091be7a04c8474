/**
 * @file The published experiments behind messages, in a worker or on the main thread. Every question names the
 * experiment, its seed and its effort, so that a worker that was started afresh can answer the next one.
 */

import { plainError } from '../run/protocol.js';

/** @import { Findings, PapersEngine, StudyRun } from './types.js' */
/** @import { PlainError } from '../run/protocol.js' */

/** @typedef {[id: string, seed: number, quick: boolean]} StudyName */

/**
 * Makes the handler of incoming messages: first `{module}`, then `{id, method, args}`.
 * @param {(message: {id: number, value?: any, error?: PlainError}) => void} post
 * @param {(module: WebAssembly.Module) => Promise<unknown>} init makes the engine's code ready
 * @param {PapersEngine} engine
 */
export function createStudies(post, init, engine) {
  /** @type {Promise<unknown>} */
  let ready = Promise.reject(new Error('The engine was not sent.'));
  ready.catch(() => undefined);
  /** The study asked for last. @type {{name: string, study: StudyRun}|undefined} */
  let open;

  const studyOf = (/** @type {StudyName} */ ...which) => {
    const name = JSON.stringify(which);
    if (open?.name !== name) {
      open?.study.free();
      open = undefined;
      open = { name, study: new engine.Study(...which) };
    }
    return open.study;
  };

  const methods = {
    experiments: () => engine.experiments(),
    /** @param {StudyName} which */
    labels: (...which) => {
      const study = studyOf(...which);
      return Array.from({ length: study.count() }, (_, index) => study.label(index));
    },
    /** @type {(...question: [...StudyName, number]) => Float64Array} */
    run: (id, seed, quick, index) => studyOf(id, seed, quick).run(index),
    /** @type {(...question: [...StudyName, number]) => string} */
    scenario: (id, seed, quick, index) => studyOf(id, seed, quick).scenario(index),
    /** @type {(...question: [...StudyName, Float64Array[]]) => Findings} */
    findings: (id, seed, quick, outcomes) => studyOf(id, seed, quick).findings(outcomes),
  };

  return async (/** @type {{module?: WebAssembly.Module, id: number, method: keyof typeof methods, args: any[]}} */ message) => {
    if (message.module) {
      ready = init(message.module);
      ready.catch(() => undefined);
      return;
    }
    const { id, method, args } = message;
    try {
      await ready;
      if (!Object.hasOwn(methods, method)) throw new Error(`An experiment has no method ${method}.`);
      const ask = /** @type {(...args: any[]) => any} */ (methods[method]);
      post({ id, value: ask(...args) });
    } catch (error) {
      const plain = plainError(error);
      // After a trap the instance's memory means nothing: nothing of it may be called, not even free.
      if (plain.trap) open = undefined;
      post({ id, error: plain });
    }
  };
}
