/** @file Text functions of the scenario editor, for either editor. */
import { lineStart, locatePointer } from '../scenario/text-position.js';

/** @import { Diagnostic } from '../types.js' */

/**
 * The interface of an editor.
 * @typedef {object} Editor
 * @property {() => string} text
 * @property {(text: string) => void} setText replaces the text; the cursor keeps its position
 * @property {(diagnostics: readonly Diagnostic[]) => void} setDiagnostics
 * @property {(from: number, to: number) => void} select selects and shows
 * @property {() => void} close
 */

/**
 * The callbacks of an editor.
 * @typedef {object} EditorNeeds
 * @property {HTMLElement} parent
 * @property {ShadowRoot} root
 * @property {string} text
 * @property {(text: string) => void} changed called after typing
 * @property {() => void} left called after the loss of focus
 */

/**
 * The smallest replacement that turns `before` into `after`.
 * @param {string} before
 * @param {string} after
 * @returns {{ from: number, to: number, insert: string } | undefined} undefined if they are equal
 */
export function smallestChange(before, after) {
  if (before === after) return undefined;
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < shortest - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/**
 * The positions of diagnostics in the text; those about uploaded files have none.
 * @param {string} text
 * @param {readonly Diagnostic[]} diagnostics
 * @returns {{ from: number, to: number, severity: 'error' | 'warning' | 'info', message: string }[]} in the order of the text
 */
export function diagnosticMarks(text, diagnostics) {
  return diagnostics
    .filter((one) => !one.file)
    .map((one) => {
      const { from, to } = diagnosticPosition(text, one);
      const message = [one.message, one.hint].filter(Boolean).join('\n');
      const severity = one.severity === 'note' ? /** @type {const} */ ('info') : one.severity;
      return { from, to, severity, message };
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

/**
 * The position of a diagnostic in the text.
 * @param {string} text
 * @param {Pick<Diagnostic, 'place' | 'line'>} diagnostic
 * @returns {{ from: number, to: number }}
 */
export function diagnosticPosition(text, { place, line }) {
  if (place?.startsWith('/')) return locatePointer(text, place);
  if (!line) return { from: 0, to: Math.min(1, text.length) };
  const from = lineStart(text, line);
  const end = text.indexOf('\n', from);
  return { from, to: end < 0 ? text.length : end };
}

/**
 * The text with standard layout, if it is JSON.
 * @param {string} text
 * @returns {string | undefined} undefined otherwise
 */
export function formatText(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}

/** Maximum numbers of characters, of characters in a line, and of nested brackets for which the code editor is fast. */
const LONGEST = 2_000_000;
const LONGEST_LINE = 20_000;
const DEEPEST = 128;

/**
 * Whether the code editor is fast enough for a text.
 * @param {string} text
 */
export function fitsCodeEditor(text) {
  if (text.length > LONGEST) return false;
  let [line, depth] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    line = letter === 10 ? 0 : line + 1;
    if (letter === 91 || letter === 123) depth += 1;
    else if (letter === 93 || letter === 125) depth -= 1;
    if (line > LONGEST_LINE || depth > DEEPEST) return false;
  }
  return true;
}

/**
 * A plain text field as an editor, used if the code editor cannot be loaded.
 * @param {EditorNeeds} needs
 * @returns {Editor}
 */
export function createPlainEditor({ parent, text, changed, left }) {
  const area = parent.appendChild(document.createElement('textarea'));
  area.value = text;
  area.spellcheck = false;
  area.setAttribute('aria-label', 'Scenario as JSON');
  area.addEventListener('input', () => changed(area.value));
  area.addEventListener('blur', left);
  return {
    text: () => area.value,
    setText: (next) => {
      const change = smallestChange(area.value, next);
      if (change) area.setRangeText(change.insert, change.from, change.to, 'preserve');
    },
    setDiagnostics: () => {},
    select: (from, to) => {
      area.focus();
      area.setSelectionRange(from, to);
    },
    close: () => area.remove(),
  };
}
