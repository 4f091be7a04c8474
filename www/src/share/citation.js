/** @file How results are named where others are to find them again: the command that computes them, and an entry for a list of references. */

/**
 * What runs a scenario file on the command line, with the same digests.
 * @param {string} file
 */
export const commandLine = (file) => `ganttlet run ${file}`;

/**
 * An entry of BibTeX: what was run, with which engine, what came of it, and where it is run again.
 * @param {{title: string, engine: string, url: string, results: readonly {name: string, whole: string}[]}} what
 */
export function citation({ title, engine, url, results }) {
  // Braces and backslashes would be commands.
  const plain = (/** @type {string} */ text) => text.replaceAll(/[{}\\]/gu, '').replaceAll(/[%&#_$]/gu, '\\$&');
  const came = results.map(({ name, whole }) => `${plain(name)} ${whole}`).join(', ');
  return `@misc{ganttlet-${(results[0]?.whole ?? '').slice(0, 8) || 'scenario'},
  title = {${plain(title)}},
  note = {Ganttlet ${engine}${came ? `; digests: ${came}` : ''}},
  howpublished = {\\url{${url}}}
}`;
}
