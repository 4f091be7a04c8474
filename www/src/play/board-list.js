/** @file The list of boards: the scenario on screen, if its decisions can be played, and the boards of this site. */

import { html, nothing } from 'lit';
import { playFragment } from '../address/play.js';
import { openPlay } from '../commands/play.js';
import { scenarioCode } from '../commands/played-runs.js';
import { choicesOf, playObstacle } from '../scenario/played-systems.js';
import { formatCount } from '../text/numbers.js';
import { scenarioTitle } from '../text/scenario-title.js';
import { continueText, placeOfBoard } from './board-texts.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Board } from '../scenario/board.js' */

/**
 * The list of boards with their size or the state of the game.
 * @param {Page} page
 * @param {readonly Board[]} boards
 * @param {string} message about a board that could not be opened
 */
export function renderBoardList(page, boards, message) {
  const { played } = page.store.get();
  return html`${message ? html`<p role="alert">${message}</p>` : nothing}
    ${renderScenarioBoard(page)}
    <p>Decide which job starts. You know what a policy knows: requested times, not runtimes, and no future arrivals. Can you beat EASY?</p>
    <ul class="boards">
      ${boards.map(
        (board, at) =>
          html`<li>
            <button @click=${() => openPlay(page, playFragment(placeOfBoard(board.id, played)))}>
              <b>${at + 1}. ${board.name}</b><span class="soft">${continueText(board, played) || `${formatCount(board.jobs, 'jobs')}, ${formatCount(board.nodes, 'nodes')}`}</span>
            </button>
          </li>`,
      )}
    </ul>`;
}

/** The board of the scenario on screen, or why there is none. @param {Page} page */
function renderScenarioBoard(page) {
  const { scenario, catalog, platform, variants, boardOnly } = page.store.get();
  if (!scenario || boardOnly) return nothing;
  const size = { clusters: platform?.clusters.length ?? 1, subjects: variants[0]?.layout?.subjects ?? 0 };
  const obstacle = playObstacle(scenario, catalog, size);
  if (obstacle) return html`<p class="soft">The decisions of the scenario on screen are not on a board: ${obstacle}.</p>`;
  return html`<p>Decide in place of the policies of the scenario on screen where each job or task runs, or which is next.</p>
    <ul class="boards">
      <li>
        <button class="scenario" @click=${() => openScenarioBoard(page)}>
          <b>${scenarioTitle(page.store.get())}</b><span class="soft">The scenario on screen</span>
        </button>
      </li>
    </ul>
    <h3>Boards of local queues</h3>`;
}

/** Opens the board of the scenario on screen, after the choices in it. @param {Page} page */
async function openScenarioBoard(page) {
  const { scenario, played } = page.store.get();
  if (!scenario) return;
  const code = await scenarioCode(page);
  const kept = played.find((place) => place.scenario === code && place.choices !== '');
  openPlay(page, playFragment(kept ?? { board: '', scenario: code, choices: choicesOf(scenario.system) }));
}
