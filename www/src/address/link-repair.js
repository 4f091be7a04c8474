/**
 * @file What comes of a link on its way: chat and mail programs put signs behind it, break it into lines, escape it. This is
 * the one place that takes that away again; a link that nothing has happened to stays as it is.
 */

/** What a fragment that opens something begins with: a packed scenario, or a name. */
const PACKED = /^(?:study=)?\d+\./u;
const NAMED = /^(?:ex|lesson|study|papers|glossary)(?:=|$)/u;
/** Names that are one word. */
const WORD = /^(?:ex|lesson|study|glossary)=/u;
/** Signs that nobody sees: soft hyphens, spaces of no width, marks of direction. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
const BLANK = /\s/gu;
const LINE_END = /\s*[\r\n\u2028\u2029]\s*/gu;
/** Signs behind a link that end none: punctuation and quotes, but none that links are made of. */
const TAIL = /[^\P{P}\-_/&]$|[^\P{S}~+=]$|\s$|\p{Default_Ignorable_Code_Point}$/u;
/** The same, as a page's source has them. */
const ENTITY_TAIL = /(?:&|%26)(?:amp|gt|lt|quot|apos|nbsp|(?:#|%23)x?[0-9a-f]+)(?:;|%3B)$/iu;
const ENTITY = /&(?:amp|#38|#x26);/giu;
const HEAD = /^[\s#<([{"'*`\p{Pi}\p{Ps}\p{Default_Ignorable_Code_Point}]+/u;
const ESCAPES = /(?:%[0-9a-f]{2})+/giu;
/** What mail programs and social networks add to all links. */
const TRACKER = /^(?:utm_\w*|gclid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id)=/u;
/** So often is a link escaped at most. */
const MOST_ESCAPED = 5;

/**
 * A fragment as it was before it was sent.
 * @param {string} fragment with or without #
 * @returns {string} without #
 */
export function cleanLink(fragment) {
  let text = unescapeWhole(fragment.replace(/:~:[\s\S]*$/u, '')).replace(HEAD, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(ENTITY, '&');
  }
  if (PACKED.test(bare(text))) {
    text = bare(withoutTail(text.replace(ESCAPES, unescaped)));
    // The letters of the other base64, which is not made for addresses.
    text = text.replace(/^[^&]*/u, (payload) => payload.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, ''));
  } else {
    for (let before = ''; before !== text; ) {
      before = text;
      text = withoutTail(text).replace(/[-_/~]+$/u, '');
    }
    text = text.split('&').map(cleanField).join('&');
  }
  return text
    .split('&')
    .filter((field) => field !== '' && !TRACKER.test(field))
    .join('&');
}

/**
 * The fragment of a text that is a link to something here; nothing if it is none.
 * @param {string} text
 * @returns {string|undefined}
 */
export function linkIn(text) {
  const [, fragment] = /^\s*[^\s#]*#([\s\S]*)$/u.exec(text) ?? [];
  if (fragment === undefined) return undefined;
  const clean = cleanLink(fragment);
  // Words behind a name are no part of it.
  return PACKED.test(clean) || (NAMED.test(clean) && !/\s/u.test(fragment.trim())) ? clean : undefined;
}

/**
 * The fields of a fragment, by name.
 * @param {string} fragment with or without #
 */
export function fieldsOf(fragment) {
  return new URLSearchParams(cleanLink(fragment));
}

/** @param {string} text that has no separator, so that it may be escaped as a whole */
function unescapeWhole(text) {
  let plain = text;
  for (let times = 0; times < MOST_ESCAPED && !/[&=]/u.test(plain); times += 1) plain = plain.replace(ESCAPES, unescaped);
  return plain;
}

/** @param {string} escapes as they are where they are no text */
function unescaped(escapes) {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** @param {string} text */
function withoutTail(text) {
  for (let rest = text; ; ) {
    const [last = ''] = /(?:%[0-9a-f]{2})+$/iu.exec(rest) ?? [];
    const start = rest.slice(0, rest.length - last.length);
    const said = last === '' ? rest : start + unescaped(last);
    if (ENTITY_TAIL.test(rest)) rest = rest.replace(ENTITY_TAIL, '');
    else if (!TAIL.test(said) || closes(said)) return rest;
    else if (last === '') rest = rest.replace(TAIL, '');
    else rest = start + encodeURIComponent([...unescaped(last)].slice(0, -1).join(''));
  }
}

/** Whether the last sign closes a bracket that the text opens: `max(nodes, 2)`. @param {string} text */
function closes(text) {
  const open = { ')': '(', ']': '[', '}': '{' }[text.at(-1) ?? ''];
  if (!open) return false;
  const count = (/** @type {string} */ sign) => text.split(sign).length;
  return count(open) >= count(text.at(-1) ?? '');
}

/**
 * @param {string} field of a link with a name
 * @returns {string}
 */
function cleanField(field) {
  // Separators that are escaped together: `ex=fcfs-vs-easy%26seed%3D7`.
  const parted = field.replaceAll(/%(?:25)*26([a-z_]+)%(?:25)*3D/giu, '&$1=');
  if (parted !== field) return parted.split('&').map(cleanField).join('&');
  const whole = bare(field);
  if (WORD.test(whole) || !whole.includes('=')) return whole;
  // Other values may be of several words.
  const [key, ...value] = field.split('=');
  return `${bare(key ?? '')}=${plain(value.join('='), (text) => text.replace(LINE_END, '').replace(UNSEEN, '')).trim()}`;
}

/** A text without blanks and signs that nobody sees. @param {string} text */
function bare(text) {
  return plain(text, (part) => part.replace(BLANK, '').replace(UNSEEN, ''));
}

/**
 * A text of which something is taken away, escaped or not; what else is escaped stays so.
 * @param {string} text
 * @param {(text: string) => string} less
 */
function plain(text, less) {
  const escaped = (/** @type {string} */ escapes) => {
    const said = unescaped(escapes);
    const left = less(said);
    return left === said ? escapes : encodeURIComponent(left);
  };
  return less(text.replace(ESCAPES, escaped));
}
