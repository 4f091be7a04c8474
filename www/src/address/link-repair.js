/**
 * @file Repairs links that chat and mail programs have changed by appending punctuation, breaking lines or escaping. An unchanged link
 * stays as it is.
 */

/** The start of a fragment with a packed document. */
const PACKED = /^(?:study=)?\d+\./u;
/** The start of a fragment with a name. */
const NAMED = /^(?:ex|lesson|src|study|papers|report|glossary)(?:=|$)/u;
/** Fragments whose value is a single word. */
const SINGLE_WORD = /^(?:ex|lesson|sha256|study|glossary)=/u;
/** Invisible characters: soft hyphens, zero-width spaces, direction marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const BLANK = /\s/gu;
const LINE_END = /\s*[\r\n\u2028\u2029]\s*/gu;
/** Characters after a link that never end one: punctuation and quotes, except those that links contain. */
const TAIL = /[^\P{P}\-_/&]$|[^\P{S}~+=]$|\s$|\p{Default_Ignorable_Code_Point}$/u;
/** The same characters as HTML entities. */
const ENTITY_TAIL = /(?:&|%26)(?:amp|gt|lt|quot|apos|nbsp|(?:#|%23)x?[0-9a-f]+)(?:;|%3B)$/iu;
const ENTITY = /&(?:amp|#38|#x26);/giu;
const HEAD = /^[\s#<([{"'*`\p{Pi}\p{Ps}\p{Default_Ignorable_Code_Point}]+/u;
const ESCAPES = /(?:%[0-9a-f]{2})+/giu;
/** Parameters that mail programs and social networks append. */
const TRACKER = /^(?:utm_\w*|gclid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id)=/u;
/** Maximum number of times that a link is unescaped. */
const MAX_ESCAPINGS = 5;

/**
 * Restores the original fragment of a sent link.
 * @param {string} fragment with or without #
 * @returns {string} without #
 */
export function repairLink(fragment) {
  let text = unescapeRepeatedly(fragment.replace(/:~:[\s\S]*$/u, '')).replace(HEAD, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(ENTITY, '&');
  }
  if (PACKED.test(removeBlanks(text))) {
    text = removeBlanks(removeTail(text.replace(ESCAPES, unescapeOrKeep)));
    // Characters of standard base64 become those of the URL alphabet.
    text = text.replace(/^[^&]*/u, (payload) => payload.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, ''));
  } else {
    for (let before = ''; before !== text; ) {
      before = text;
      text = removeTail(text).replace(/[-_/~]+$/u, '');
    }
    text = text.split('&').map(repairField).join('&');
  }
  return text
    .split('&')
    .filter((field) => field !== '' && !TRACKER.test(field))
    .join('&');
}

/**
 * The fragment of a text that is a link to a document of this site; undefined if it is none.
 * @param {string} text
 * @returns {string|undefined}
 */
export function findLink(text) {
  const [, fragment] = /^\s*[^\s#]*#([\s\S]*)$/u.exec(text) ?? [];
  if (fragment === undefined) return undefined;
  const clean = repairLink(fragment);
  // Words after a name are not part of it.
  return PACKED.test(clean) || (NAMED.test(clean) && !/\s/u.test(fragment.trim())) ? clean : undefined;
}

/**
 * The fields of a fragment, by name.
 * @param {string} fragment with or without #
 */
export function parseFields(fragment) {
  return new URLSearchParams(repairLink(fragment));
}

/**
 * Unescapes a text without separators until it has one.
 * @param {string} text without a separator, so that it may be escaped as a whole
 */
function unescapeRepeatedly(text) {
  let plain = text;
  for (let times = 0; times < MAX_ESCAPINGS && !/[&=]/u.test(plain); times += 1) plain = plain.replace(ESCAPES, unescapeOrKeep);
  return plain;
}

/** Unescapes a text, or returns it unchanged if the escapes are invalid. @param {string} escapes */
export function unescapeOrKeep(escapes) {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** Removes characters that programs have appended to a link. @param {string} text */
function removeTail(text) {
  for (let rest = text; ; ) {
    const [last = ''] = /(?:%[0-9a-f]{2})+$/iu.exec(rest) ?? [];
    const start = rest.slice(0, rest.length - last.length);
    const unescaped = last === '' ? rest : start + unescapeOrKeep(last);
    if (ENTITY_TAIL.test(rest)) rest = rest.replace(ENTITY_TAIL, '');
    else if (!TAIL.test(unescaped) || closesBracket(unescaped)) return rest;
    else if (last === '') rest = rest.replace(TAIL, '');
    else rest = start + encodeURIComponent([...unescapeOrKeep(last)].slice(0, -1).join(''));
  }
}

/** Whether the last character closes a bracket opened in the text: `max(nodes, 2)`. @param {string} text */
function closesBracket(text) {
  const open = { ')': '(', ']': '[', '}': '{' }[text.at(-1) ?? ''];
  if (!open) return false;
  const count = (/** @type {string} */ sign) => text.split(sign).length;
  return count(open) >= count(text.at(-1) ?? '');
}

/**
 * Repairs one field of a link with a name.
 * @param {string} field of a link with a name
 * @returns {string}
 */
function repairField(field) {
  // Separators `&` and `=` that are both escaped: `ex=fcfs-vs-easy%26seed%3D7`.
  const parted = field.replaceAll(/%(?:25)*26([a-z_]+)%(?:25)*3D/giu, '&$1=');
  if (parted !== field) return parted.split('&').map(repairField).join('&');
  const whole = removeBlanks(field);
  if (SINGLE_WORD.test(whole) || !whole.includes('=')) return whole;
  // Other values may contain blanks.
  const [key, ...value] = field.split('=');
  return `${removeBlanks(key ?? '')}=${editUnescaped(value.join('='), (text) => text.replace(LINE_END, '').replace(INVISIBLE, '')).trim()}`;
}

/** Removes blanks and invisible characters. @param {string} text */
function removeBlanks(text) {
  return editUnescaped(text, (part) => part.replace(BLANK, '').replace(INVISIBLE, ''));
}

/**
 * Edits the unescaped form of a text; unchanged escapes stay as they are.
 * @param {string} text
 * @param {(text: string) => string} less
 */
function editUnescaped(text, less) {
  const escaped = (/** @type {string} */ escapes) => {
    const unescaped = unescapeOrKeep(escapes);
    const left = less(unescaped);
    return left === unescaped ? escapes : encodeURIComponent(left);
  };
  return less(text.replace(ESCAPES, escaped));
}
