/** @file What a shared link looks like, how long it may be, and the text that embeds it in another page. */

/** Above this many characters chat programs, forums and shorteners begin to cut links. */
export const LONG_LINK = 2000;

/** The themes. */
export const THEMES = /** @type {const} */ (['auto', 'light', 'dark', 'projector']);

/**
 * A link to what a page shows.
 * @param {Pick<Location, 'origin'|'pathname'>} page its address, or that of the embedded view beside it
 * @param {string} fragment
 * @returns {string}
 */
export function pageAddress({ origin, pathname }, fragment) {
  return `${origin}${pathname.replace(/embed\.html$/u, '')}#${fragment.replace(/^#/u, '')}`;
}

/**
 * The address of the embedded view beside a page.
 * @param {string} page
 * @param {string} fragment
 * @param {{ show: readonly string[], theme: string, plays?: boolean, t?: number|null, window?: {from_s: number, to_s: number}|null, lock?: boolean }} options
 * @returns {string}
 */
export function embedAddress(page, fragment, { show, theme, plays = true, t = null, window = null, lock = false }) {
  const url = new URL('embed.html', page);
  url.search = '';
  url.hash = '';
  const query = [show.length > 0 ? `show=${show.join(',')}` : '', theme === 'auto' ? '' : `theme=${theme}`];
  if (t !== null) query.push(`t=${t}`);
  // A moment alone is looked at, all else plays.
  if (plays !== (t === null)) query.push(`autoplay=${Number(plays)}`);
  if (window) query.push(`window=${window.from_s}-${window.to_s}`);
  if (lock) query.push('lock=1');
  const options = query.filter((one) => one !== '').join('&');
  return `${url.href}${options ? `?${options}` : ''}#${fragment}`;
}

/**
 * The text that embeds a view in another page.
 * @param {string} address
 * @param {string} title
 * @param {number} height in CSS pixels
 * @param {string} [width] in CSS pixels, or `100%`
 * @returns {string}
 */
export function embedText(address, title, height, width = '100%') {
  const safe = escapeAttribute(title);
  return `<iframe src="${escapeAttribute(address)}" title="${safe}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
}

/**
 * A name for a file made from a scenario: readable, safe everywhere, with the first digits of its digest.
 * @param {string | undefined} name
 * @param {string | undefined} digest
 * @param {string} ending `svg`, `jobs.csv`, ..
 * @returns {string}
 */
export function fileName(name, digest, ending) {
  const plain = (name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${[plain.slice(0, 60) || 'scenario', (digest ?? '').slice(0, 8)].filter(Boolean).join('-')}.${ending}`;
}

/** @param {string} text */
function escapeAttribute(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
