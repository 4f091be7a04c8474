/** @file JSON files of the site. */

/**
 * Fetches a JSON file of the site.
 * @param {string} path relative to the page
 * @returns {Promise<any>}
 */
export async function fetchSiteJson(path) {
  const response = await fetch(new URL(path, document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.json();
}
