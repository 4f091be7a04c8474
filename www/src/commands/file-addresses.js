/** @file Opens files at addresses: named by a link, typed, or chosen from the list of public files. */

import { parseFileFragment } from '../address/file-address.js';
import { fetchBytes } from './byte-streams.js';
import { addFile } from './file-opening.js';
import { showNotice } from './notices.js';

/** @import { InspectedFile } from './file-opening.js' */
/** @import { Page } from './page.js' */

/**
 * Opens the file that a link names. A foreign file is fetched only on request, because a link could track its readers.
 * @param {Page} page
 * @param {string} fragment without #
 * @returns {Promise<boolean>} whether it was opened or can be requested
 */
export async function openFileLink(page, fragment) {
  const { url, sha256, trouble } = parseFileFragment(fragment) ?? { url: '', sha256: '' };
  if (trouble) {
    showNotice(page, `The link cannot be opened: ${trouble}.`, 'error');
    return false;
  }
  const address = parseUrl(page, url);
  if (!address) return false;
  if (address.origin === location.origin) return openUrl(page, url, { sha256 });
  const checked = sha256 ? ' The link says which content it must have.' : '';
  showNotice(
    page,
    `The link names ${fileNameInUrl(address)} on ${address.host}. That server would see your IP address, but nothing of your scenarios.${checked}`,
    'info',
    { label: `Fetch it from ${address.host}`, run: () => void openUrl(page, url, { sha256 }) },
  );
  return true;
}

/**
 * Opens a file at an address; its host must allow it (CORS).
 * @param {Page} page
 * @param {string} url
 * @param {{sha256?: string, add?: (page: Page, file: InspectedFile) => Promise<boolean>}} [how] sha256: that of the
 *   expected file; another file is opened only on request; add: opens the fetched file
 * @returns {Promise<boolean>}
 */
export async function openUrl(page, url, { sha256 = '', add = addFile } = {}) {
  const address = parseUrl(page, url);
  if (!address) return false;
  try {
    const bytes = await fetchBytes(page, address);
    if (bytes === undefined) return false;
    const file = { name: fileNameInUrl(address), bytes, url: address.href };
    if (sha256 === '' || (await page.services.sha256(bytes)) === sha256) return await add(page, file);
    showNotice(
      page,
      `${file.name} on ${address.host} is not the file that the link names: its content has changed, or the link is damaged.`,
      'error',
      { label: 'Open it anyway', run: () => void add(page, file) },
    );
  } catch (error) {
    showNotice(
      page,
      `${address.host} could not be read: ${error instanceof Error ? error.message : error}. Its server must allow other pages to read it (CORS). Otherwise download the file and drop it here.`,
      'error',
    );
  }
  return false;
}

/**
 * The address of a file; reports an invalid one.
 * @param {Page} page
 * @param {string} url
 * @returns {URL|undefined}
 */
function parseUrl(page, url) {
  const address = URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI) : undefined;
  if (!address) showNotice(page, `${url} is not a valid address.`, 'error');
  else if (/^https?:$/u.test(address.protocol)) return address;
  else showNotice(page, `Only http and https addresses can be opened, not ${address.protocol}`, 'error');
  return undefined;
}

/** @param {URL} address */
function fileNameInUrl({ pathname }) {
  const last = pathname.split('/').pop() || 'file';
  try {
    return decodeURIComponent(last);
  } catch {
    // An invalid escape.
    return last;
  }
}
