/** @file Names of downloaded files. */

/**
 * A file name valid on all systems.
 * @param {string} name
 * @param {string} [fallback] for a name without letters and digits
 * @returns {string}
 */
export function safeFileName(name, fallback = 'ganttlet') {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain.slice(0, 60) || fallback;
}

/**
 * The name of a file exported from a scenario: readable, valid on all systems, and with the first digits of its digest.
 * @param {string | undefined} name
 * @param {string | undefined} digest
 * @param {string} ending `svg`, `jobs.csv`, ..
 * @returns {string}
 */
export function exportFileName(name, digest, ending) {
  return `${[safeFileName(name ?? '', 'scenario'), (digest ?? '').slice(0, 8)].filter(Boolean).join('-')}.${ending}`;
}
