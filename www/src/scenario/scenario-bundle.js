/**
 * @file The self-contained scenario file: a scenario and the uploaded files that it names, in one JSON document `{ "scenario": {..},
 * "files": [{ "name", "sha256", "base64" }] }`. It wraps a scenario and is not part of the schema of scenarios.
 */

import { isObject, parseJson } from './json-values.js';

/** @import { ScenarioDocument } from './types.js' */
/** @import { Diagnostic } from '../types.js' */

/** Maximum size of embedded files, bytes: more would not fit beside the run in the memory of a small machine. */
export const LARGEST_BUNDLE = 256_000_000;

/** @typedef {{ name: string, sha256: string, bytes: Uint8Array }} BundledFile */

/**
 * The text of a scenario file, with embedded files, if any.
 * @param {unknown} scenario
 * @param {readonly BundledFile[]} files
 * @returns {string}
 */
export function writeBundle(scenario, files) {
  if (files.length === 0) return `${JSON.stringify(scenario, null, 2)}\n`;
  const packed = files.map(({ name, sha256, bytes }) => ({ name, sha256, base64: toBase64(bytes) }));
  return `${JSON.stringify({ scenario, files: packed }, null, 2)}\n`;
}

/**
 * Reads a scenario file with embedded files.
 * @param {string} text
 * @returns {{ scenario: object, files: BundledFile[], diagnostics: Diagnostic[] } | undefined} undefined for other
 *   texts (a plain scenario, a trace, broken JSON)
 */
export function readBundle(text) {
  if (!/^\s*\{/.test(text) || !text.includes('"scenario"')) return undefined;
  const document = parseJson(text);
  if (!isObject(document) || !isObject(document.scenario) || 'version' in document) return undefined;
  const listed = Array.isArray(document.files) ? document.files : [];
  /** @type {BundledFile[]} */
  const files = [];
  /** @type {Diagnostic[]} */
  const diagnostics = [];
  let budget = LARGEST_BUNDLE;
  for (const [index, file] of listed.entries()) {
    const place = `/files/${index}`;
    const read = readEmbeddedFile(file, budget);
    if (typeof read === 'string') diagnostics.push({ severity: 'error', place, message: read });
    else {
      budget -= read.bytes.length;
      files.push(read);
    }
  }
  return { scenario: document.scenario, files, diagnostics };
}

/**
 * The uploaded files that a scenario names, in the order of their names, each once.
 * @param {ScenarioDocument | null | undefined} scenario
 * @param {Map<string, { name: string, bytes: Uint8Array }>} files
 * @returns {BundledFile[]}
 */
export function uploadedFiles(scenario, files) {
  const named = new Set(
    [...(scenario?.workload ?? []), ...(scenario?.background ?? [])].map((part) => ('file' in part ? part.file.sha256 : '')),
  );
  return [...named].flatMap((sha256) => {
    const file = files.get(sha256);
    return file ? [{ name: file.name, sha256, bytes: file.bytes }] : [];
  });
}

/**
 * Reads an embedded file of a bundle.
 * @param {unknown} file
 * @param {number} budget
 * @returns {BundledFile | string} or its error
 */
function readEmbeddedFile(file, budget) {
  if (!isObject(file) || typeof file.base64 !== 'string' || typeof file.sha256 !== 'string') {
    return 'An embedded file needs "name", "sha256" and "base64".';
  }
  const name = typeof file.name === 'string' && file.name ? file.name : file.sha256.slice(0, 8);
  if (file.base64.length * 0.75 > budget) return `The embedded file ${name} is too large.`;
  const bytes = fromBase64(file.base64);
  return bytes ? { name, sha256: file.sha256.toLowerCase(), bytes } : `The embedded file ${name} is not base64.`;
}

/**
 * Bytes as base64.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function toBase64(bytes) {
  // In pieces of a multiple of 3 bytes: a call cannot have a million arguments, and padding is only at the end.
  const piece = 3 * 8192;
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + piece)));
  }
  return text;
}

/**
 * The bytes of base64; undefined if invalid.
 * @param {string} text
 * @returns {Uint8Array | undefined} undefined if it is not base64
 */
export function fromBase64(text) {
  try {
    const raw = atob(text);
    const bytes = new Uint8Array(raw.length);
    for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}
