/** @file Advice on a link whose scenario is invalid. */

/** @import { Page } from './page.js' */
/** @import { Diagnostic } from '../types.js' */

/**
 * Advice on the link.
 * @param {Page} page
 * @param {string|object} scenario
 * @param {string} engine that made the link
 * @returns {Promise<Diagnostic[]>}
 */
export async function adviseOnLink(page, scenario, engine) {
  return [...damagedLinkHint(scenario), ...(await newerEngineHint(page, engine))];
}

/**
 * Advice on a link whose text is not JSON: drafts can be shared, but most such links have lost characters.
 * @param {string|object} scenario
 * @returns {Diagnostic[]}
 */
function damagedLinkHint(scenario) {
  try {
    if (typeof scenario === 'string') JSON.parse(scenario);
    return [];
  } catch {
    return [
      {
        severity: 'warning',
        message: 'the link may be incomplete, or it was made from an unfinished draft',
        hint: 'Copy the whole link again, or ask its sender for a new one.',
      },
    ];
  }
}

/**
 * The reason why a link of another engine may fail.
 * @param {Page} page
 * @param {string} engine
 * @returns {Promise<Diagnostic[]>}
 */
async function newerEngineHint(page, engine) {
  const { engine: here } = await page.services.catalog().catch(() => ({ engine: '' }));
  if (engine === '' || here === '' || engine === here) return [];
  return [
    {
      severity: 'warning',
      message: `the link was made with engine ${engine}, this page has ${here}, which may not know everything that the link names`,
      hint: 'Reload the page to get the latest version of Ganttlet.',
    },
  ];
}
