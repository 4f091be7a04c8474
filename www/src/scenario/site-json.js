/** @file Fetches a JSON file that the site serves beside the page. */

/**
 * @param {string} path relative to the page
 * @returns {Promise<any>}
 */
export async function fetched(path) {
  const response = await fetch(new URL(path, document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.json();
}
