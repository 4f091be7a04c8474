/**
 * @file How the address names a study: `#study` for the list, `#study=load-against-policy` for an example, `#study=E2.6` for a
 * published one, `#study=1.<packed>&result=<digest>` for one that a link carries with its result; `&quick=1` for as much of
 * it as is enough for an impression.
 */

/** @typedef {{name: string, packed: string, quick: boolean, result: string, engine: string}} StudyPlace name: of an example; packed: base64url of a deflated text; result: the digest that its maker got, with this engine */

/**
 * What a fragment says of a study; nothing if it speaks of something else.
 * @param {string} fragment with or without #
 * @returns {StudyPlace|undefined}
 */
export function studyOf(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/u, ''));
  const said = parts.get('study');
  if (said === null) return undefined;
  const packed = /^1\.(.+)$/su.exec(said)?.[1] ?? '';
  return { name: packed ? '' : said.trim(), packed, quick: parts.get('quick') === '1', result: /^[0-9a-f]{16}$/u.exec(parts.get('result') ?? '')?.[0] ?? '', engine: parts.get('engine') ?? '' };
}

/**
 * The fragment of a study, without #.
 * @param {Partial<StudyPlace>} place
 */
export function studyFragment({ name = '', packed = '', quick = false, result = '', engine = '' }) {
  const less = quick ? '&quick=1' : '';
  if (!packed) return name ? `study=${encodeURIComponent(name)}${less}` : 'study';
  return `study=1.${packed}${less}${result ? `&result=${result}&engine=${encodeURIComponent(engine)}` : ''}`;
}
