/** @file Citations of results: the command that computes them, and a bibliography entry. */

/**
 * The command that runs a scenario file with the same digests.
 * @param {string} file
 */
export const commandLine = (file) => `ganttlet run ${file}`;

/**
 * A BibTeX entry: the scenario, the engine, its results, and the address to run it again.
 * @param {{title: string, engine: string, url: string, results: readonly {name: string, whole: string}[]}} what
 */
export function bibtexEntry({ title, engine, url, results }) {
  // Braces and backslashes would be commands.
  const plain = (/** @type {string} */ text) => text.replaceAll(/[{}\\]/gu, '').replaceAll(/[%&#_$]/gu, '\\$&');
  const came = results.map(({ name, whole }) => `${plain(name)} ${whole}`).join(', ');
  return `@misc{ganttlet-${(results[0]?.whole ?? '').slice(0, 8) || 'scenario'},
  title = {${plain(title)}},
  note = {Ganttlet ${engine}${came ? `; digests: ${came}` : ''}},
  howpublished = {\\url{${url}}}
}`;
}
