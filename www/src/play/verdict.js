/**
 * @file The verdict on a complete schedule of a board: its distance from the best one, and the decisions that caused
 * it.
 */

import { html } from 'lit';
import { playedScenario } from '../scenario/board.js';
import { bestContinuation } from './best-continuation.js';
import { costSentence, findLosses, lossSentence, verdictSentence } from './losses.js';

/** @import { Board } from '../scenario/board.js' */
/** @import { ScenarioDocument as Scenario } from '../scenario/types.js' */
/** @import { BoardRun, BoardRuns } from './board-runs.js' */
/** @import { Verdict } from './losses.js' */

/**
 * Compares a complete schedule with the best one, decision by decision.
 * @param {{scenario: Scenario, board: Board}} game
 * @param {BoardRun & {choices: string}} complete
 * @param {BoardRuns} runs
 * @param {() => boolean} isCancelled
 * @returns {Promise<Verdict|undefined>} undefined if cancelled
 */
export function judgeSchedule({ scenario, board: { best_s, nodes, proven } }, complete, runs, isCancelled) {
  const { choices, wait_s } = complete;
  const jobs = complete.jobs.map(({ number, submit_s, start_s, end_s, size }) => ({ number, submit_s, run_s: end_s - start_s, size }));
  return findLosses({
    choices,
    wait_s,
    best_s,
    proven,
    nodes,
    run: (part) => runs.run(playedScenario(scenario, part)),
    search: async (run) => {
      if (isCancelled()) return undefined;
      const started = run.jobs.filter(({ start_s }) => Number.isFinite(start_s));
      const starts = new Map(started.map(({ number, start_s }) => [number, start_s]));
      return bestContinuation({ jobs, nodes, starts, from_s: run.now_s }, isCancelled);
    },
  });
}

/**
 * The verdict on a played schedule, and its losses.
 * @param {Verdict|undefined} verdict undefined while it is computed
 * @param {boolean} proven whether the best known schedule is an optimum
 * @param {(choices: string) => void} goTo returns to a decision
 */
export function renderVerdict(verdict, proven, goTo) {
  if (!verdict) return html`<p class="soft">Comparing your decisions …</p>`;
  const { losses, exact } = verdict;
  const sentence = verdictSentence(verdict, proven);
  if (losses.length === 0) return html`<p class="verdict good">${sentence}</p>`;
  return html`<p class="verdict">${sentence}</p>
    <h3>Where it was lost</h3>
    <ol class="losses">
      ${losses.map((loss) => html`<li>${lossSentence(loss)} <button class="quiet" @click=${() => goTo(loss.before)}>Try again from here</button></li>`)}
    </ol>
    <p class="soft">${costSentence(exact)}</p>`;
}
