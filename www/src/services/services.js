/** @file The page's side of the free functions. */

import { createCaller } from '../engine/caller.js';
import { engineModule } from '../engine/module.js';

/** @import { Catalog, Changed, Checked, Comparison, Decoded, Digest, FileReport } from '../types.js' */

/** What is quick must be answered by then; reading a large file may take as long as it takes, and can be cancelled, ms. */
const PATIENCE_MS = 15_000;
const patience = (/** @type {string} */ method) => (method === 'inspect' || method === 'sha256' ? Infinity : PATIENCE_MS);

/**
 * @param {{module?: () => Promise<WebAssembly.Module>, makeWorker?: () => Worker}} [parts] replaced in tests
 */
export function createServices({
  module = engineModule,
  makeWorker = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'services' }),
} = {}) {
  const { call, giveUp } = createCaller({ module, makeWorker, patience, loadLocal: async () => (await import('./host.js')).startServices });
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
    giveUp,
  };
}

/** @typedef {ReturnType<typeof createServices>} Services */
