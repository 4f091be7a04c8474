/** @file HTML as text, with everything escaped that is not HTML already. */

/** A piece of HTML. */
export class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * HTML from a template; values are escaped, pieces of HTML and lists of them are not.
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export function html(strings, ...values) {
  return new Html(strings.reduce((all, string, place) => `${all}${place > 0 ? piece(values[place - 1]) : ''}${string}`, ''));
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function piece(value) {
  if (Array.isArray(value)) return value.map(piece).join('');
  if (value instanceof Html) return value.text;
  return value === undefined || value === null || value === false ? '' : escaped(String(value));
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
