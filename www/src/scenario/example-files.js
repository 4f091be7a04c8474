/** @file The example files beside the page. */

/** @typedef {{ name: string, file: string, about?: string, kind?: string }} ExampleFile kind: `platform` for platforms */

/** The list of example files. */
const LIST = 'example/index.json';

/**
 * The examples of a kind; a page without a list has none.
 * @param {'work' | 'platform'} kind
 * @returns {Promise<ExampleFile[]>}
 */
export async function fetchExamples(kind) {
  try {
    const response = await fetch(LIST);
    const list = response.ok ? await response.json() : [];
    const all = Array.isArray(list) ? list.filter((one) => typeof one?.name === 'string' && typeof one.file === 'string') : [];
    return all.filter((one) => (one.kind ?? 'work') === kind);
  } catch {
    return [];
  }
}

/**
 * The address of an example.
 * @param {ExampleFile} example
 * @returns {string}
 */
export function exampleAddress({ file }) {
  return new URL(file, new URL(LIST, document.baseURI)).href;
}
