/** @file The score of a board: mean waits beside those of FCFS and EASY, stars, and the costs of decisions. */

import { html, nothing } from 'lit';
import { meanWaitAt, starsOf } from '../scenario/board.js';
import { formatCount } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/** @import { Board } from '../scenario/board.js' */
/** @import { ScenarioDocument as Scenario } from '../scenario/types.js' */
/** @import { BoardRun } from './board-runs.js' */

/** @typedef {{scenario: Scenario, board: Board, beat: string, nodes: number, fcfs: BoardRun, easy: BoardRun, theirs?: BoardRun}} Game a board, and its runs under FCFS, EASY and the choices to beat (beat) */

/**
 * The mean waits so far.
 * @param {Game} game
 * @param {BoardRun} run of the reader's choices
 */
export function renderScore({ fcfs, easy }, { jobs, now_s }) {
  const started = jobs.filter(({ start_s }) => Number.isFinite(start_s)).length;
  return html`<h3>Mean wait so far</h3>
    <dl class="score">
      <dt>You</dt>
      <dd><b>${formatTime(meanWaitAt(jobs, now_s))}</b></dd>
      <dt>EASY</dt>
      <dd>${formatTime(meanWaitAt(easy.jobs, now_s))}</dd>
      <dt>FCFS</dt>
      <dd>${formatTime(meanWaitAt(fcfs.jobs, now_s))}</dd>
    </dl>
    <p class="soft">Of the jobs submitted so far; those that wait count up to now.</p>
    <p>${started} of ${formatCount(jobs.length, 'jobs')} started.</p>
    <p class="soft">Stars: below FCFS, below EASY, near the best known. Hints cost no stars.</p>`;
}

/**
 * The mean wait to beat.
 * @param {BoardRun} theirs the schedule in the link
 * @param {boolean} isOpen whether the schedule is shown
 * @param {() => void} open
 */
export function renderChallenge({ wait_s }, isOpen, open) {
  return html`<p class="beat"><b>Beat ${formatTime(wait_s)}</b>, the mean wait of the schedule in the link.
    ${isOpen ? nothing : html`<button class="quiet" @click=${open}>Show their schedule</button>`}</p>`;
}

/**
 * The stars and mean waits of a complete schedule.
 * @param {Game} game
 * @param {BoardRun} run of the reader's choices
 */
export function renderResult({ fcfs, easy, theirs, board }, run) {
  const { best_s, proven } = board;
  const stars = starsOf(run.wait_s, { fcfs_s: fcfs.wait_s, easy_s: easy.wait_s, best_s });
  const count = stars.filter(Boolean).length;
  return html`<p class="stars" role="img" aria-label=${formatCount(count, 'stars')}>${stars.map((won) => (won ? '★' : '☆'))}</p>
    <dl class="score">
      <dt>You</dt>
      <dd><b>${formatTime(run.wait_s)}</b></dd>
      ${theirs ? html`<dt>Schedule to beat</dt><dd>${formatTime(theirs.wait_s)}</dd>` : nothing}
      <dt>EASY</dt>
      <dd>${formatTime(easy.wait_s)}</dd>
      <dt>FCFS</dt>
      <dd>${formatTime(fcfs.wait_s)}</dd>
      <dt>${proven ? 'Optimum, proven' : 'Best known, not proven'}</dt>
      <dd>${formatTime(best_s)}</dd>
    </dl>
    <p class="soft">Mean wait of all jobs. The ${proven ? 'optimum' : 'best known schedule'} knew all runtimes and arrivals.</p>`;
}

/**
 * The result of a complete schedule, as a sentence.
 * @param {Game} game
 * @param {BoardRun} run of the reader's choices
 */
export function resultSentence({ easy }, { wait_s }) {
  const by_s = easy.wait_s - wait_s;
  const beside =
    Math.abs(by_s) < 0.5
      ? 'as long as under EASY'
      : by_s > 0
        ? `${formatTime(by_s)} less than under EASY`
        : `${formatTime(-by_s)} more than under EASY`;
  return `Your jobs wait ${formatTime(wait_s)} on average, ${beside}.`;
}
