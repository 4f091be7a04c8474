/** @file Addresses of embeds, and the HTML code that shows them in other pages. */

/**
 * The address of an embed.
 * @param {string} page
 * @param {string} fragment
 * @param {{ show: readonly string[], theme: string, plays?: boolean, t?: number|null, window?: {from_s: number, to_s: number}|null, lock?: boolean, locked?: readonly string[] }} options
 * @returns {string}
 */
export function embedAddress(page, fragment, { show, theme, plays = true, t = null, window = null, lock = false, locked = [] }) {
  const url = new URL('embed.html', page);
  url.search = '';
  url.hash = '';
  const query = [show.length > 0 ? `show=${show.join(',')}` : '', theme === 'auto' ? '' : `theme=${theme}`];
  if (t !== null) query.push(`t=${t}`);
  // By default, an embed with a moment does not play, all others do.
  if (plays !== (t === null)) query.push(`autoplay=${Number(plays)}`);
  if (window) query.push(`window=${window.from_s}-${window.to_s}`);
  if (lock) query.push('lock=1');
  else if (locked.length > 0) query.push(`lock=${locked.join(',')}`);
  const options = query.filter((one) => one !== '').join('&');
  return `${url.href}${options ? `?${options}` : ''}#${fragment}`;
}

/**
 * The HTML code that embeds a view in another page.
 * @param {string} address
 * @param {string} title
 * @param {number} height in CSS pixels
 * @param {string} [width] in CSS pixels, or `100%`
 * @returns {string}
 */
export function embedCode(address, title, height, width = '100%') {
  const safe = escapeAttribute(title);
  return `<iframe src="${escapeAttribute(address)}" title="${safe}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`;
}

/**
 * The HTML code for the element of `embed.js`, which follows the height of its content.
 * @param {string} address of the embed
 * @param {string} title
 * @returns {string}
 */
export function viewCode(address, title) {
  const url = new URL(address);
  const options = [...url.searchParams].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
  const script = new URL('embed.js', url).href.replace(/[?#].*$/u, '');
  const page = `${new URL('./', url).href}${url.hash}`;
  return `<script defer src="${escapeAttribute(script)}"></script>\n<ganttlet-view src="${escapeAttribute(page)}" title="${escapeAttribute(title)}" height="auto"${options}></ganttlet-view>`;
}

/** @param {string} text */
function escapeAttribute(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
