/**
 * @file Positions in the text of a scenario: the place of the subject of a diagnostic. The text may be invalid during
 * typing, so it is scanned without a parser, in one pass, to the deepest place found.
 */

import { parsePointer } from './json-pointer.js';

/**
 * The position of the value at `pointer`. For an object or a list it is the name (or the opening bracket), to avoid
 * marking half the text; for a missing value it is the nearest existing container.
 * @param {string} text
 * @param {string} pointer
 * @returns {{ from: number, to: number, exact: boolean }}
 */
export function locatePointer(text, pointer) {
  let at = skipSpace(text, 0);
  let mark = { from: at, to: Math.min(text.length, at + 1) };
  for (const token of pointer.startsWith('/') ? parsePointer(pointer) : []) {
    const found = text[at] === '{' ? findMember(text, at, token) : text[at] === '[' ? findElement(text, at, token) : undefined;
    if (!found) return { ...mark, exact: false };
    at = found.value;
    const composite = text[at] === '{' || text[at] === '[';
    if (!composite) mark = { from: at, to: skipValue(text, at) };
    else mark = found.name ?? { from: at, to: at + 1 };
  }
  return { ...mark, exact: true };
}

/**
 * Offset of the first character of a line (from 1); the end of the text if it has fewer.
 * @param {string} text
 * @param {number} line
 * @returns {number}
 */
export function lineStart(text, line) {
  let at = 0;
  for (let seen = 1; seen < line; seen += 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}

/**
 * The position of a member's value in the text of an object.
 * @param {string} text
 * @param {number} open offset of `{`
 * @param {string} name
 * @returns {{ value: number, name?: { from: number, to: number } } | undefined}
 */
function findMember(text, open, name) {
  let at = skipSpace(text, open + 1);
  while (text[at] === '"') {
    const end = skipString(text, at);
    const found = unquote(text.slice(at, end));
    const colon = skipSpace(text, end);
    if (text[colon] !== ':') return undefined;
    const value = skipSpace(text, colon + 1);
    if (found === name) return { value, name: { from: at, to: end } };
    at = skipItem(text, value);
  }
  return undefined;
}

/**
 * @param {string} text
 * @param {number} open offset of `[`
 * @param {string} index
 * @returns {{ value: number, name?: undefined } | undefined}
 */
function findElement(text, open, index) {
  if (!/^\d+$/.test(index)) return undefined;
  let at = skipSpace(text, open + 1);
  for (let left = Number(index); at < text.length && text[at] !== ']'; left -= 1) {
    if (left === 0) return { value: at };
    at = skipItem(text, at);
  }
  return undefined;
}

/**
 * Offset after the value at `at` and its comma; the end of the text if there is no comma.
 * @param {string} text
 * @param {number} at
 */
function skipItem(text, at) {
  const comma = skipSpace(text, skipValue(text, at));
  return text[comma] === ',' ? skipSpace(text, comma + 1) : text.length;
}

/** @param {string} text @param {number} at */
function skipSpace(text, at) {
  let here = at;
  while (here < text.length && /\s/.test(text.charAt(here))) here += 1;
  return here;
}

/** @param {string} text @param {number} at offset of the opening quote */
function skipString(text, at) {
  let here = at + 1;
  while (here < text.length && text[here] !== '"') here += text[here] === '\\' ? 2 : 1;
  return Math.min(text.length, here + 1);
}

/** The position after a JSON value. @param {string} text @param {number} at */
function skipValue(text, at) {
  if (text[at] === '"') return skipString(text, at);
  if (text[at] !== '{' && text[at] !== '[') {
    let here = at;
    while (here < text.length && !/[\s,\]}]/.test(text.charAt(here))) here += 1;
    return here;
  }
  let depth = 0;
  let here = at;
  while (here < text.length) {
    const letter = text[here];
    if (letter === '"') {
      here = skipString(text, here);
      continue;
    }
    if (letter === '{' || letter === '[') depth += 1;
    if (letter === '}' || letter === ']') depth -= 1;
    here += 1;
    if (depth === 0) return here;
  }
  return here;
}

/** @param {string} quoted */
function unquote(quoted) {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
