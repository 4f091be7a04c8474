/** @file What EASY would decide on a board, for hints and for decisions that the reader leaves to it. */

import { playedScenario } from '../scenario/board.js';

/** @import { ScenarioDocument as Scenario } from '../scenario/types.js' */
/** @import { BoardRun, BoardRuns } from './board-runs.js' */

/**
 * The numbers of the jobs that EASY would start now.
 * @param {BoardRuns} runs
 * @param {Scenario} scenario
 * @param {BoardRun & {choices: string}} run to the decision
 */
export async function easyStarts(runs, scenario, run) {
  const easy = await runs.run(playedScenario(scenario, run.choices, 'easy'));
  const known = new Set(run.jobs.filter(({ start_s }) => Number.isFinite(start_s)).map(({ number }) => number));
  return easy.jobs.filter(({ number, start_s }) => start_s === run.now_s && !known.has(number)).map(({ number }) => number);
}

/** A hint. @param {readonly number[]} numbers of the jobs that EASY would start */
export function hintSentence(numbers) {
  return numbers.length > 0
    ? `EASY would start ${numbers.map((number) => `job ${number}`).join(' and ')} now.`
    : 'EASY would wait: a start now could delay the head of the queue.';
}
