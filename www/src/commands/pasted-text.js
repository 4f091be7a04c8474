/** @file Opens pasted text. */

import { findLink } from '../address/link-repair.js';
import { openUrl } from './file-addresses.js';
import { addFile } from './file-opening.js';
import { openLink } from './links.js';

/** @import { InspectedFile } from './file-opening.js' */
/** @import { Page } from './page.js' */

/**
 * Opens pasted text: a link, an address, a scenario, a trace or a workflow.
 * @param {Page} page
 * @param {string} text
 * @param {(page: Page, file: InspectedFile) => Promise<boolean>} [add] opens the fetched file
 * @returns {Promise<boolean>}
 */
export async function openPastedText(page, text, add = addFile) {
  const trimmed = text.trim();
  if (trimmed === '') return false;
  const link = findLink(trimmed);
  if (link !== undefined) return openLink(page, link);
  if (/^https?:\/\/\S+$/u.test(trimmed)) return openUrl(page, trimmed, { add });
  const name = trimmed.startsWith('{') ? 'pasted.json' : trimmed.startsWith('<') ? 'pasted.dax' : 'pasted.swf';
  // Pasted XML is in UTF-8, regardless of the declaration of its source file; a byte order mark states that.
  return addFile(page, { name, bytes: new TextEncoder().encode(name === 'pasted.dax' ? `\u{feff}${trimmed}` : text) });
}
