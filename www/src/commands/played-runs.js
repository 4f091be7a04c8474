/** @file A played schedule of a board compared with policies, in the charts of the page. */

import { fitWindow } from './chart-view.js';
import { runsCompleted } from './forks.js';
import { closePlay } from './play.js';
import { seekEnd } from './player.js';
import { setScenario } from './scenario.js';

/**
 * Closes the board, and shows a played schedule beside others in full. An open lesson ends, because it is about other
 * runs.
 * @param {import('./page.js').Page} page
 * @param {import('../scenario/types.js').ScenarioDocument} scenario
 */
export async function comparePlayed(page, scenario) {
  closePlay(page);
  if (!(await setScenario(page, scenario, { fresh: true, hold: true }))) return;
  await runsCompleted(page);
  fitWindow(page);
  seekEnd(page);
}
