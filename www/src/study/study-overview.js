/** @file The overview of studies: the examples, and the published experiments with their verdicts. */

import { html, nothing } from 'lit';
import { FIRST_SEED, papersFragment } from '../address/papers.js';
import { studyFragment } from '../address/study.js';
import { icon } from '../elements/icons.js';
import { formatNumber } from '../text/numbers.js';
import { sentenceCase } from '../text/time.js';
import { latestWork } from './experiment-runs.js';
import { outcomeShort, totalsText } from './findings-texts.js';
import { groupByPublication } from './publications.js';
import { publishedClasses } from './verdict-layout.js';
import './verdict-map.js';

/** @import { Experiment } from '../engine/types.js' */
/** @import { VerdictClass } from './verdict-layout.js' */
/** @import { RunQueue } from './run-queue.js' */

/**
 * The published experiments by publication, beside the sheet of an experiment.
 * @param {readonly Experiment[]} experiments
 * @param {RunQueue} queue
 * @param {string} current the id of the experiment on screen
 */
export function experimentNav(experiments, queue, current) {
  const entry = (/** @type {Experiment} */ experiment) => {
    const { id, title } = experiment;
    const state = stateText(queue, experiment);
    return html`<li>
      <a href=${papersFragment({ id, seed: FIRST_SEED })} aria-current=${id === current ? 'page' : nothing}>
        <span class="id">${id}</span><span>${title}</span>${state ? html`<span class="small soft">${state}</span>` : nothing}
      </a>
    </li>`;
  };
  return html`<nav aria-label="Published experiments">
    <h2>Published experiments</h2>
    ${groupByPublication(experiments).map(({ name, experiments: list }) => html`<h3>${name}</h3><ul>${list.map(entry)}</ul>`)}
  </nav>`;
}

/**
 * The error message for lists that could not be loaded, with a button that tries again.
 * @param {string} reason
 * @param {() => void} retry
 */
export function failedLists(reason, retry) {
  return html`<div role="alert">
    <h2>The experiments could not be loaded</h2>
    <p>${sentenceCase(reason)}.</p>
    <button @click=${retry}>Try again</button>
  </div>`;
}

/**
 * The published experiments with the verdicts on their claims.
 * @param {readonly Experiment[]} experiments
 * @param {RunQueue} queue
 * @param {{runAll: () => void, cancelAll: () => void, chosen: ReadonlySet<VerdictClass>, filter: (chosen: ReadonlySet<VerdictClass>) => void}} ways
 *   chosen: the verdicts that filter the listed experiments; no filter if empty
 */
export function experimentTable(experiments, queue, { runAll, cancelAll, chosen, filter }) {
  const states = experiments.map(({ id }) => latestWork(queue, id)?.status);
  const busy = states.some((status) => status === 'running' || status === 'waiting');
  const idle = states.some((status) => status !== 'done');
  const listed = experiments.filter((one) => chosen.size === 0 || publishedClasses(one).some((verdict) => chosen.has(verdict)));
  return html`<h2>Published results, reproduced</h2>
    <p class="totals soft">${totalsText(experiments.flatMap(experimentVerdicts), groupByPublication(experiments, false).length, experiments.length)}</p>
    <verdict-map .experiments=${experiments} .chosen=${chosen} @filter=${(/** @type {CustomEvent<ReadonlySet<VerdictClass>>} */ { detail }) => filter(detail)}></verdict-map>
    <p>
      Each experiment lists our results next to the published ones. You can rerun any of them in this browser and get identical numbers.
      Every published target gets a verdict, including those that did not hold. The notes name values to which a model was fitted.
    </p>
    <p>${
      busy
        ? html`<button @click=${cancelAll}>${icon('close')} Cancel all</button>`
        : html`<button class="primary" ?disabled=${!idle} @click=${runAll}>${icon('play')} Run all, quick</button>`
    }</p>
    <div class="scroll wide" tabindex="0" role="group" aria-label="All experiments">
      <table class="all">
        <thead>
          <tr><th scope="col">Experiment</th><th scope="col">Question</th><th scope="col">Runs</th><th scope="col">Verdicts</th></tr>
        </thead>
        <tbody>
          ${listed.map((experiment) => {
            const { id, question, runs } = experiment;
            const state = stateText(queue, experiment);
            return html`<tr>
              <th scope="row"><a href=${papersFragment({ id, seed: FIRST_SEED })}>${id}</a></th>
              <td>${question}</td>
              <td>${formatNumber(runs)}</td>
              <td class="outcome">${outcomeShort(experimentVerdicts(experiment))}${state ? html`<br /><span class="soft">${state}</span>` : nothing}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
}

/**
 * An explanation of studies, and the examples.
 * @param {readonly {id: string, name: string, question: string}[]} examples
 * @param {(() => void)|undefined} start studies the scenario on screen, if there is one
 */
export function studyExamples(examples, start) {
  return html`<h2>Studies</h2>
    <p>
      One run with one seed says little. A study repeats a scenario with many seeds, or varies its settings, and computes confidence
      intervals of the differences. “20 seeds” and “Sweep this” beside the settings of a scenario start a study of it.
    </p>
    ${start ? html`<p><button class="primary" @click=${start}>${icon('study')} Study the current scenario</button></p>` : nothing}
    <ul class="list">
      ${examples.map(({ id, name, question }) => html`<li><a href="#${studyFragment({ name: id })}"><b>${name}</b></a><br /><span class="soft">${question}</span></li>`)}
    </ul>`;
}

/**
 * The verdicts on the claims of an experiment in a full run, our own checks last.
 * @param {Experiment & {fitted?: readonly number[]}} experiment
 * @returns {import('./findings-texts.js').Judged[]}
 */
export function experimentVerdicts({ verdicts, own, fitted = [] }) {
  const all = [...verdicts.map((verdict) => ({ verdict, own: false })), ...own.map((verdict) => ({ verdict, own: true }))];
  return all.map((target, place) => ({ ...target, fitted: fitted.includes(place) }));
}

/**
 * The state of an experiment in this browser, briefly; empty if it was not run here.
 * @param {RunQueue} queue
 * @param {Experiment} experiment
 */
function stateText(queue, { id, verdicts }) {
  const work = latestWork(queue, id);
  if (!work) return '';
  const { status, ended, labels, findings, paper } = work;
  const share = labels.length > 0 ? `, ${Math.floor((ended / labels.length) * 100)} %` : '';
  const state = {
    running: `running${share}`,
    waiting: 'waiting',
    failed: 'failed',
    done: findings ? outcomeShort(findings.findings.targets, verdicts.length) : 'completed',
    stopped: `cancelled at ${ended} of ${labels.length} runs`,
  }[status];
  return `here, ${paper.quick ? 'quick' : 'full'}, seed ${paper.seed}: ${state}`;
}
