/**
 * @file The page's side of the free functions: each call is a promise, and work that takes too long can be given up.
 */

import { engineModule } from './engine.js';
import { openPort } from './port.js';
import { revivedError } from './run/protocol.js';

/** @import { Catalog, Changed, Checked, Comparison, Decoded, Digest, FileReport } from './types.js' */

/**
 * @param {{module?: () => Promise<WebAssembly.Module>, makeWorker?: () => Worker}} [parts] replaced in tests
 */
export function createServices({
  module = engineModule,
  makeWorker = () => new Worker(new URL('./services/worker.js', import.meta.url), { type: 'module', name: 'services' }),
} = {}) {
  let next = 0;
  /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
  let pending = new Map();
  /** @type {import('./port.js').Port|undefined} */
  let port;

  const give = (/** @type {Error} */ error) => {
    port?.close();
    port = undefined;
    const calls = [...pending.values()];
    pending = new Map();
    for (const { reject } of calls) reject(error);
  };

  const connect = () => {
    if (port) return port;
    const opened = openPort(
      makeWorker,
      async () => (await import('./services/host.js')).startServices,
      ({ id, value, error }) => {
        const call = pending.get(id);
        pending.delete(id);
        if (error) call?.reject(revivedError(error));
        else call?.resolve(value);
        if (error?.trap) give(new Error('The engine stopped and was started again.'));
      },
      (error) => give(error),
    );
    port = opened;
    module().then((compiled) => opened.send({ module: compiled }), give);
    return opened;
  };

  /**
   * @param {string} method
   * @param {any[]} args
   * @returns {Promise<any>}
   */
  const call = async (method, ...args) => {
    const opened = connect();
    await module();
    if (opened !== port) throw new Error('Given up.');
    return new Promise((resolve, reject) => {
      const id = (next += 1);
      pending.set(id, { resolve, reject });
      opened.send({ id, method, args });
    });
  };

  return {
    /** @returns {Promise<Catalog>} */
    catalog: () => call('catalog'),
    /** @type {(text: string) => Promise<Checked>} */
    check: (text) => call('check', text),
    /** @type {(name: string, bytes: Uint8Array) => Promise<FileReport>} */
    inspect: (name, bytes) => call('inspect', name, bytes),
    /** @type {(scenario: string, results: Digest[]) => Promise<string>} the fragment, without # */
    encode_link: (scenario, results) => call('encode_link', scenario, results),
    /** @type {(fragment: string) => Promise<Decoded>} */
    decode_link: (fragment) => call('decode_link', fragment),
    /** @type {(text: string, changes: Record<string, string>) => Promise<Changed>} the scenario with a link's hand-written changes */
    apply_overrides: (text, changes) => call('apply_overrides', text, changes),
    /** @type {(expected: Digest, actual: Digest, end_s: number) => Promise<Comparison>} whether a result was reproduced */
    verify: (expected, actual, end_s) => call('verify', expected, actual, end_s),
    /** @type {(bytes: Uint8Array) => Promise<string>} */
    sha256: (bytes) => call('sha256', bytes),
    /** @returns {Promise<number>} */
    propose_seed: () => call('propose_seed'),
    /** Ends what is under way: the worker is closed, the next call starts a fresh one. */
    giveUp: () => give(new Error('Given up.')),
  };
}

/** The services of this page. */
export const services = createServices();
