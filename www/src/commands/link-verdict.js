/** @file Compares results with those stored in the opened link. */

/** @import { Page } from './page.js' */

/**
 * Compares the results with those of the link when all are complete.
 * @param {Page} page
 */
export async function compareWithLink(page) {
  const { variants, link, scenario, canonical } = page.store.get();
  if (!scenario || canonical !== link.canonical) return;
  if (link.results.length === 0 || variants.some(({ status }) => status !== 'done')) return;
  const verdicts = await Promise.all(
    variants.map(async ({ name, digest, progress }, index) => {
      const expected = link.results[index];
      if (!expected || !digest) return { name, same: false, text: 'The link contains no result for this variant.' };
      const { identical, text } = await page.services.verify(expected, digest, progress?.end_s ?? 0);
      return { name, same: identical, text };
    }),
  );
  if (page.store.get().link === link) page.store.set({ link: { ...link, verdicts } });
}
