/** @file The view of the board of a scenario: the chart of the reader above that of the policy, the candidates, and the numbers of both. */

import { html, nothing } from 'lit';
import { deltaText, formatMeasure, improvementClass } from '../text/measure-values.js';
import { formatCount } from '../text/numbers.js';
import { formatMoment } from '../text/time.js';
import { boardChart } from './board-chart.js';
import { decisionQuestion, pickLabel } from './decision-candidates.js';

/** @import { Catalog, ReportRow } from '../engine/types.js' */
/** @import { ScenarioDocument as Scenario } from '../scenario/types.js' */
/** @import { DecisionRun } from './board-runs.js' */
/** @import { DecisionBoard, DecisionGame } from './decision-board.js' */
/** @import { Candidate } from './decision-candidates.js' */

/** Height of the reader's chart and of the policy's, px. */
const CHART_PX = 260;
const POLICY_PX = 120;
/** Height of a node at most, px. */
const NODE_PX = 14;
/** Measures in the result. */
const MOST_ROWS = 6;

/** Which values of a measure are better. @param {Catalog|null} catalog @param {string} id */
const betterOf = (catalog, id) => catalog?.entries.find((entry) => entry.family === 'metric' && entry.id === id)?.better;

/**
 * The values of a run, the first measure of the scenario first.
 * @param {DecisionRun} run
 * @param {Scenario} scenario
 */
function valuesOf({ rows }, { measures = [] }) {
  const first = rows.filter(({ id }) => id === measures[0]);
  return [...first, ...rows.filter((row) => !first.includes(row))];
}

/**
 * A complete schedule beside that of the policy, by the first measure of the scenario.
 * @param {DecisionGame} game
 * @param {DecisionRun} run
 * @param {Catalog|null} catalog
 */
export function scheduleVerdict({ policy, scenario }, run, catalog) {
  const row = valuesOf(run, scenario).find(({ id, value }) => typeof value === 'number' && betterOf(catalog, id));
  const other = policy.rows.find(({ id }) => id === row?.id);
  if (!row || !other) return 'All decisions are made.';
  const delta = deltaText(row.value, other.value, row.unit, false);
  const beside = delta.includes('the same') ? `${delta} as under the policy` : `${delta} than under the policy`;
  return `${row.name}: ${formatMeasure(row.value, row.unit)}, ${beside}.`;
}

/**
 * The board of a scenario.
 * @param {DecisionBoard} board
 * @param {DecisionGame} game
 * @param {DecisionRun & {choices: string}} run
 */
export function renderDecisionBoard(board, game, run) {
  const { policy, scenario } = game;
  const { isOver, candidate, message, dialog } = board;
  const end_s = Math.max(0, ...run.jobs.map((job) => job.end_s || 0));
  const now_s = isOver ? end_s : run.now_s;
  const nodes = run.bands.reduce((count, { rows }) => count + rows, 0);
  const span_s = Math.max(policy.end_s, now_s) * 1.02 || 1;
  const width = Math.max(200, dialog.width || 800);
  const scale = { span_s, nodes, width, height: Math.min(NODE_PX * nodes, CHART_PX) };
  // What the policy starts right now would give its decision away.
  const theirs = isOver ? policy.jobs : policy.jobs.filter(({ start_s }) => start_s < now_s);
  const question = run.open ? decisionQuestion(run.open, run.jobs) : '';
  return html`<div class="game">
    <div>
      <p class="decision" tabindex=${isOver ? -1 : nothing}>
        ${isOver ? message : html`<b>Your decision at ${formatMoment(now_s)}.</b> ${message} ${question}`}
      </p>
      <div class="chart">
        ${boardChart(scale, onRows(run, scenario), now_s, { ghost: candidate?.ghost, ruler: true, clusters: run.bands, label: `Your schedule until ${formatMoment(now_s)}` })}
      </div>
      ${isOver ? nothing : renderCandidates(board, run)}
      <h3>${policyName(scenario)}, ${isOver ? 'complete' : `until ${formatMoment(now_s)}`}</h3>
      ${boardChart({ ...scale, height: Math.min(scale.height, POLICY_PX) }, onRows({ ...policy, jobs: theirs }, scenario), isOver ? span_s : now_s, { clusters: policy.bands, label: `The policy until ${formatMoment(now_s)}` })}
    </div>
    <div class="side">
      ${isOver ? renderEnd(board, game, run) : renderProgress(policy, run)}
      ${dialog.renderBoardsButton()}
    </div>
    <p class="unseen" role="status">${message} ${question}</p>
  </div>`;
}

/** The name of the policy of a scenario. @param {Scenario} scenario */
function policyName({ system }) {
  const name = system.name && system.name !== 'You' ? system.name : '';
  return name || 'Policy';
}

/**
 * The jobs of a run on the rows of its chart. Estimates of tasks are for nodes of speed 1; those of jobs are for their cluster.
 * @param {Pick<DecisionRun, 'jobs'|'bands'>} run
 * @param {Scenario} scenario
 */
function onRows({ jobs, bands }, { system }) {
  const places = new Map(bands.map((band) => [band.name, band]));
  return jobs.map((job) => {
    const { first_row = 0, speed = 1 } = places.get(job.cluster) ?? {};
    const estimate_s = system.kind === 'batch' ? job.estimate_s : job.estimate_s / speed;
    return { ...job, estimate_s, nodes: job.nodes.map((node) => first_row + node) };
  });
}

/**
 * The candidates, and what can be done.
 * @param {DecisionBoard} board
 * @param {DecisionRun & {choices: string}} run
 */
function renderCandidates(board, { open, choices }) {
  if (!open) return nothing;
  const { candidates, candidate } = board;
  return html`<h3 id="waiting">${{ cluster: 'Clusters', task: 'Waiting tasks', user: 'Users', plan: '' }[open.asked]}</h3>
    <div class="tray places" role="listbox" aria-labelledby="waiting">${candidates.map((one) => renderCandidate(board, one))}</div>
    <div class="buttons">
      <button class="primary" ?disabled=${!candidate} @click=${() => board.pick(board.chosen)}>
        ${pickLabel(open, candidate)}<span class="key"> (Enter)</span>
      </button>
      ${open.may_wait ? html`<button class="edged" @click=${() => board.pick(0)}>Wait<span class="key"> for next event (W)</span></button>` : nothing}
      <button class="edged" @click=${() => board.hint()}>Hint<span class="key"> (H)</span></button>
      <button class="edged" ?disabled=${choices === ''} @click=${() => board.undo()}>Undo</button>
      <button class="edged" @click=${() => board.leave()}>Policy decides<span class="key"> (P)</span></button>
      <button class="edged" @click=${() => board.leaveRest()}>Policy decides the rest</button>
      <button class="edged" ?disabled=${choices === ''} @click=${() => board.dialog.goTo('')}>Start again</button>
    </div>`;
}

/** @param {DecisionBoard} board @param {Candidate} candidate */
function renderCandidate(board, { place, name, details, allowed }) {
  const chosen = place === board.chosen;
  const choose = () => {
    board.chosen = place;
    board.dialog.requestUpdate();
  };
  return html`<div
    role="option"
    tabindex=${chosen ? 0 : -1}
    aria-selected=${chosen}
    aria-disabled=${allowed ? nothing : 'true'}
    data-place=${place}
    @click=${allowed ? choose : nothing}
    @dblclick=${() => board.pick(place)}
  >
    <b>${name}</b>${details.map((detail) => html`<span>${detail}</span>`)}${allowed ? nothing : html`<span class="soft">not possible</span>`}
  </div>`;
}

/**
 * How far both runs are.
 * @param {DecisionRun} policy
 * @param {DecisionRun} run
 */
function renderProgress(policy, run) {
  const ended = (/** @type {DecisionRun} */ { jobs }) => jobs.filter(({ end_s }) => end_s <= run.now_s).length;
  return html`<h3>Ended so far</h3>
    <dl class="score">
      <dt>You</dt>
      <dd><b>${ended(run)}</b></dd>
      <dt>Policy</dt>
      <dd>${ended(policy)}</dd>
    </dl>
    <p class="soft">Of ${formatCount(run.jobs.length, 'jobs or tasks')}. Expected times are those of the policies: estimates, not runtimes.</p>`;
}

/**
 * The result of a complete schedule, and what can be done with it.
 * @param {DecisionBoard} board
 * @param {DecisionGame} game
 * @param {DecisionRun} run
 */
function renderEnd(board, { policy, scenario }, run) {
  const { catalog } = board.dialog.page.store.get();
  const line = (/** @type {ReportRow} */ { id, name, value, unit }) => {
    const other = policy.rows.find((row) => row.id === id);
    const better = improvementClass(value, other?.value, unit, betterOf(catalog, id)) && 'good';
    return html`<tr>
      <th scope="row">${name}</th>
      <td class=${better}>${formatMeasure(value, unit)}</td>
      <td>${formatMeasure(other?.value, unit)}</td>
    </tr>`;
  };
  return html`<table class="result">
      <thead>
        <tr>
          <td></td>
          <th scope="col">You</th>
          <th scope="col">Policy</th>
        </tr>
      </thead>
      <tbody>
        ${valuesOf(run, scenario).slice(0, MOST_ROWS).map(line)}
      </tbody>
    </table>
    <div class="buttons">
      <button class="primary" @click=${() => board.compare()}>Open beside the policy</button>
      <button class="edged" @click=${() => board.copyLink()}>Copy the link to this schedule</button>
      <button class="edged" @click=${() => board.undo()}>Undo</button>
      <button class="edged" @click=${() => board.dialog.goTo('')}>Start again</button>
    </div>
    <p class="soft">Digest ${run.digest}. Beside the policy, the bounds show how much better a schedule can be.</p>`;
}
