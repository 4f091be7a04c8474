/**
 * @file The address of a file on another site: `#src=https://host/log.swf.gz&sha256=<64 digits>`, or the same with the
 * address escaped. The text between `src=` and the last `&sha256=` is the address, so that it can be written by hand.
 */

import { unescapeOrKeep } from './link-repair.js';

/**
 * @typedef {{url: string, sha256: string, trouble?: string}} FilePlace sha256: empty if not in the link; trouble: the
 *   reason why the link cannot be opened
 */

/**
 * The file that a fragment names; undefined for other fragments.
 * @param {string} fragment without #
 * @returns {FilePlace|undefined}
 */
export function parseFileFragment(fragment) {
  const [, said, sum] = /^src=(.*?)(?:&sha256=([^&]*))?$/su.exec(fragment) ?? [];
  if (said === undefined) return undefined;
  const sha256 = (sum ?? '').trim().toLowerCase();
  const url = /^https?%3a/iu.test(said) ? unescapeOrKeep(said) : said;
  if (sum !== undefined && !/^[0-9a-f]{64}$/u.test(sha256))
    return {
      url,
      sha256: '',
      trouble: 'its sha256 must be 64 hexadecimal digits. Copy the whole link again: some programs cut long links',
    };
  return { url, sha256 };
}
