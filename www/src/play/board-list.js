/** @file The list of boards: the scenario on screen, if its decisions can be played, and the boards of this site. */

import { html, nothing } from 'lit';
import { playFragment } from '../address/play.js';
import { openPlay } from '../commands/play.js';
import { scenarioCode } from '../commands/played-runs.js';
import { dailyScenario } from '../scenario/daily-board.js';
import { choicesOf, playObstacle } from '../scenario/played-systems.js';
import { formatCount } from '../text/numbers.js';
import { scenarioTitle } from '../text/scenario-title.js';
import { continueText, placeOfBoard } from './board-texts.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Board } from '../scenario/board.js' */

/**
 * The list of boards with their size or the state of the game; the scenario on screen is first if its decisions can be played.
 * @param {Page} page
 * @param {readonly Board[]} boards
 * @param {string} message about a board that could not be opened
 */
export function renderBoardList(page, boards, message) {
  const { scenario, catalog, platform, variants, boardOnly } = page.store.get();
  const size = { clusters: platform?.clusters.length ?? 1, subjects: variants[0]?.layout?.subjects ?? 0 };
  const obstacle = scenario ? playObstacle(scenario, catalog, size) : 'it is not loaded yet';
  const own = boardOnly ? nothing : renderScenarioBoards(page, obstacle);
  return html`${message ? html`<p role="alert">${message}</p>` : nothing} ${obstacle ? nothing : own}
    ${renderQueueBoards(page, boards)} ${obstacle ? own : nothing}`;
}

/**
 * The boards of local queues.
 * @param {Page} page
 * @param {readonly Board[]} boards
 */
function renderQueueBoards(page, boards) {
  const { played } = page.store.get();
  return html`<p>Decide which job starts. You know what a policy knows: requested times, not runtimes, and no future arrivals. Can you beat EASY?</p>
    <ul class="boards">
      ${boards.map((board, at) =>
        boardButton(
          `${at + 1}. ${board.name}`,
          continueText(board, played) || `${formatCount(board.jobs, 'jobs')}, ${formatCount(board.nodes, 'nodes')}`,
          () => openPlay(page, playFragment(placeOfBoard(board.id, played))),
        ),
      )}
    </ul>`;
}

/** The board of the scenario on screen, or why there is none, and that of the day. @param {Page} page @param {string} obstacle */
function renderScenarioBoards(page, obstacle) {
  return html`<p>
      Decide in place of a policy where each job or task runs, or which is next.
      ${obstacle ? html`<span class="soft">The decisions of the scenario on screen are not on a board: ${obstacle}.</span>` : nothing}
    </p>
    <ul class="boards">
      ${obstacle ? nothing : boardButton(scenarioTitle(page.store.get()), 'The scenario on screen', () => openScenarioBoard(page))}
      ${boardButton('Board of the day', 'Twelve jobs on two clusters, the same for all', () => openDailyBoard(page))}
    </ul>`;
}

/** @param {string} name @param {string} text @param {() => void} open */
function boardButton(name, text, open) {
  return html`<li><button @click=${open}><b>${name}</b><span class="soft">${text}</span></button></li>`;
}

/** Opens the board of the scenario on screen, after the choices in it. @param {Page} page */
async function openScenarioBoard(page) {
  const { scenario } = page.store.get();
  if (scenario) openBoardOf(page, await scenarioCode(page), choicesOf(scenario.system));
}

/** Opens the board of today. @param {Page} page */
async function openDailyBoard(page) {
  openBoardOf(page, await scenarioCode(page, JSON.stringify(dailyScenario(new Date()))), '');
}

/**
 * Opens the board of a scenario where it was left, else after some choices.
 * @param {Page} page
 * @param {string} code
 * @param {string} choices
 */
function openBoardOf(page, code, choices) {
  const kept = page.store.get().played.find((place) => place.scenario === code && place.choices !== '');
  openPlay(page, playFragment(kept ?? { board: '', scenario: code, choices }));
}
