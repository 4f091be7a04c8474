/** @file A played schedule of a board compared with policies, in the charts of the page. */

import { fitWindow } from './chart-view.js';
import { runsCompleted } from './forks.js';
import { closePlay } from './play.js';
import { seekEnd } from './player.js';
import { patchScenarioAll, setScenario } from './scenario.js';

/** @import { Page } from './page.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */

/**
 * The packed text of a scenario, which names it in the address of its board: its link without checksums, which are separate fields.
 * @param {Page} page
 * @param {string} [text] without it, that of the scenario on screen
 */
export async function scenarioCode({ services, store }, text = store.get().canonical) {
  const [code = ''] = (await services.encode_link(text, [])).split('&');
  return code;
}

/**
 * Closes the board, and shows a played schedule beside others as a whole. If the board was that of the scenario on screen, only its systems
 * change, so that an open lesson goes on; else it is about other runs and ends.
 * @param {Page} page
 * @param {ScenarioDocument} scenario
 * @param {string} [code] of the scenario of the board
 */
export async function comparePlayed(page, scenario, code) {
  closePlay(page);
  const isOnScreen = code !== undefined && page.store.get().scenario !== null && (await scenarioCode(page)) === code;
  const { system, compare } = scenario;
  const isShown = isOnScreen
    ? patchScenarioAll(page, [
        ['/system', system],
        ['/compare', compare],
      ])
    : setScenario(page, scenario, { fresh: true, hold: true });
  if (!(await isShown)) return;
  await runsCompleted(page);
  fitWindow(page);
  seekEnd(page);
}
