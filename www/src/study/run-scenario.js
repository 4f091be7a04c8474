/** @file Opens the scenario of one run of a study in the charts. */

import { tryAction } from '../commands/try-action.js';
import { openStudy, setScenario, showNotice } from '../commands.js';

/** @import { Page } from '../commands/page.js' */

/**
 * Shows a scenario in the charts, with a button that returns.
 * @param {Page} page
 * @param {() => Promise<string>} create the text of the scenario
 * @param {string} [sentence] about the scenario
 * @param {{label: string, run: () => void}} [back]
 */
export function openRunScenario(
  page,
  create,
  sentence = 'This is one run of the study.',
  back = { label: 'Back to the study', run: () => openStudy(page) },
) {
  return tryAction(page, 'The run could not be opened', async () => {
    if (await setScenario(page, await create(), { fresh: true })) return showNotice(page, sentence, 'info', back);
    throw new Error(page.store.get().diagnostics[0]?.message ?? 'its scenario is not valid');
  });
}
