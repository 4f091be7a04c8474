/** @file Steps of several tests of studies. */

import assert from 'node:assert/strict';
import { actions } from './actions.mjs';

/** The line with the progress of a study. */
export const strip = (page) => page.locator('study-view .strip');
/** Waits until all runs are complete. */
export const done = (page) =>
  strip(page)
    .getByText(/^All \d+ runs completed/)
    .waitFor({ timeout: 120_000 });
export const text = async (locator) => (await locator.textContent()).replace(/\s+/g, ' ').trim();
/** Starts a study: short ones start automatically; if this machine is too slow, the test clicks the button. */
export const going = async (page, which = /runs/) => {
  await strip(page).getByText(which).first().waitFor();
  await strip(page)
    .getByText(/^All|Pause/)
    .or(strip(page).getByRole('button', { name: 'Run' }))
    .first()
    .waitFor();
  if (await strip(page).getByRole('button', { name: 'Run' }).isVisible()) await strip(page).getByRole('button', { name: 'Run' }).click();
};
/** Another visit, by a link whose result it has reproduced. */
export async function reproduced(site, link) {
  const other = await site.visit();
  const fresh = await other.goto(link.slice(link.indexOf('#')));
  actions(fresh);
  await done(fresh);
  assert.match(await text(strip(fresh)), /Reproduced: identical to the digest in the link\./);
  return { other, fresh };
}
/** The answer of a study in a sentence. */
export const answer = (page) => text(page.locator('study-view .answer'));
