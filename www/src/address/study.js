/**
 * @file How the address names a study: `#study` for the list, `#study=load-against-policy` for an example,
 * `#study=1.<packed>&result=<digest>` for one that a link carries with its result.
 */

/** @typedef {{name: string, packed: string, result: string, engine: string}} StudyPlace name: of an example; packed: base64url of a deflated text; result: the digest that its maker got, with this engine */

/**
 * What a fragment says of a study; nothing if it speaks of something else.
 * @param {string} fragment with or without #
 * @returns {StudyPlace|undefined}
 */
export function studyOf(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/u, ''));
  const said = parts.get('study');
  if (said === null) return undefined;
  const packed = /^1\.([\w-]+)$/u.exec(said)?.[1] ?? '';
  return { name: packed ? '' : said.trim(), packed, result: /^[0-9a-f]{16}$/u.exec(parts.get('result') ?? '')?.[0] ?? '', engine: parts.get('engine') ?? '' };
}

/**
 * The fragment of a study, without #.
 * @param {Partial<StudyPlace>} place
 */
export function studyFragment({ name = '', packed = '', result = '', engine = '' }) {
  if (!packed) return name ? `study=${encodeURIComponent(name)}` : 'study';
  return `study=1.${packed}${result ? `&result=${result}&engine=${encodeURIComponent(engine)}` : ''}`;
}
