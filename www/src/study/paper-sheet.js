/**
 * @file The readable sheet of a published experiment: its question, its setup, and our results beside the published
 * ones.
 */

import { html, nothing } from 'lit';
import { pageAddress } from '../address/links.js';
import { FIRST_SEED, MOST_SEED, papersFragment } from '../address/papers.js';
import { studyFragment } from '../address/study.js';
import { tryAction } from '../commands/try-action.js';
import { openPapers } from '../commands.js';
import { copyWithNotice } from '../elements/clipboard.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { formatCount } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { latestWork, startExperiment } from './experiment-runs.js';
import { countVerdicts, outcomeText, withExperiment } from './findings-texts.js';
import { runStrip, storedCheck } from './progress-strip.js';
import { computedResult, facts, storedResult } from './result-sections.js';
import { runList } from './run-list.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Experiment } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { ExperimentWork } from './experiment-runs.js' */
/** @import { RunListing } from './run-list.js' */
/** @import { Read } from './study-view.js' */
/** @import { RunQueue } from './run-queue.js' */

/**
 * The content of a sheet.
 * @typedef {object} Sheet
 * @property {Page} page
 * @property {RunQueue} queue
 * @property {Experiment} experiment
 * @property {Read} read the experiment as published
 * @property {() => void} retry fetches it again
 * @property {number} seed of the next runs
 * @property {string} engine the version of this engine
 * @property {(listing: RunListing) => void} list
 * @property {(work: ExperimentWork, run: number) => void} open shows a run in the charts
 */

/** The sheet of a published experiment: question, runs, results. @param {Sheet} sheet */
export function paperSheet(sheet) {
  const { queue, experiment, retry, engine, list, open } = sheet;
  const { published, failure, listing } = sheet.read;
  const { id, title, question, source, verdicts } = experiment;
  const work = latestWork(queue, id);
  const targets = work?.status === 'done' ? work.findings?.findings.targets : undefined;
  return html`<article>
    <h2 tabindex="-1"><span class="id soft">${id}</span> ${title}</h2>
    <p class="question">${question}</p>
    ${facts({ source, ...published?.doc }, work?.findings !== undefined && work.paper.quick)}
    ${failure || (published && !published.result) ? html`<p class="trouble" role="alert">${failure ? `The experiment could not be loaded: ${failure}.` : 'The stored result could not be loaded.'} <button @click=${retry}>Try again</button></p>` : nothing}
    ${renderControls(sheet, work)} ${work ? renderRunStrip(sheet, work) : nothing}
    <div role="status" class="unseen">${targets ? `${id} is done. ${outcomeText(withExperiment(targets, id), verdicts.length)}` : ''}</div>
    ${
      work?.findings && published
        ? computedResult({
            ...published,
            work,
            quick: work.paper.quick,
            engine,
            effort: effortOf(work),
            tools: html`<p class="row">
              <button @click=${() => copyWithNotice(sheet.page, resultsJson(published.doc, work, engine), 'Results copied to the clipboard.')}>${icon('copy')} Copy as JSON</button>
              <button @click=${() => print()}>${icon('print')} Print</button>
            </p>`,
          })
        : published?.result
          ? storedResult(
              published.doc,
              published.result,
              '“Full” repeats all runs with identical results; “Quick” runs fewer seeds or values.',
            )
          : nothing
    }
    ${work && work.labels.length > 0 ? runList(work, listing, list, (run) => open(work, run)) : nothing}
  </article>`;
}

/**
 * Renders the buttons that run an experiment, choose a seed and copy the link.
 * @param {Sheet} sheet
 * @param {ExperimentWork|undefined} work
 */
function renderControls({ page, queue, experiment: { id, runs, quick_runs }, read: { published }, seed }, work) {
  const off = !published || work?.status === 'running' || work?.status === 'waiting';
  // Completed runs are not repeated, because they would give the same results.
  const done = (/** @type {boolean} */ quick) => work?.status === 'done' && work.paper.quick === quick && work.paper.seed === seed;
  const start = (/** @type {boolean} */ quick) => published && startExperiment(queue, published.text, { id, seed, quick });
  const draw = async () => {
    const drawn = await tryAction(page, 'No seed could be drawn', () => page.services.propose_seed());
    if (drawn !== undefined) openPapers(page, { id, seed: drawn });
  };
  const link = () => copyWithNotice(page, pageAddress(location, papersFragment({ id, seed })), 'Link copied to the clipboard.');
  return html`<div class="row controls" role="group" aria-label="Run ${id}">
    <button class="primary" ?disabled=${off || done(true)} @click=${() => start(true)}>${icon('play')} Quick ${formatCount(quick_runs, 'runs')}</button>
    <button ?disabled=${off || done(false)} @click=${() => start(false)}>${icon('play')} Full ${formatCount(runs, 'runs')}</button>
    <label>Seed ${numberField({ value: seed, low: 0, high: MOST_SEED, whole: true, change: (next) => openPapers(page, { id, seed: next }) })}</label>
    <button class="icon-only" aria-label="Another seed" title="Another seed" @click=${draw}>${icon('dice')}</button>
    <button @click=${link}>${icon('link')} Copy link</button>
    <a class="button" href="#${studyFragment({ name: id, quick: true })}">${icon('study')} Edit as a study</a>
  </div>`;
}

/** @param {ExperimentWork['paper']} paper */
const paperText = ({ quick, seed }) => `${quick ? 'Quick' : 'Full'}, seed ${seed}`;

/** @param {ExperimentWork} work */
const effortOf = ({ paper, status, labels, seconds }) =>
  `${paperText(paper)}${status === 'done' ? `: ${formatCount(labels.length, 'runs')} in ${formatTime(seconds)}` : ''}`;

/**
 * Renders the progress of the runs of an experiment.
 * @param {Sheet} sheet
 * @param {ExperimentWork} work
 */
function renderRunStrip({ queue, experiment: { runs, quick_runs }, read: { published }, open }, work) {
  const { quick, seed } = work.paper;
  return runStrip(work, {
    count: work.labels.length || (quick ? quick_runs : runs),
    note: paperText(work.paper),
    start: () => {
      work.paused = false;
      queue.startTask(work.study, work);
    },
    stop: (gently) => {
      work.paused = gently;
      queue.stop(work, gently);
    },
    open: (run) => open(work, run),
    check: (digest) => storedCheck(digest, quick || seed !== FIRST_SEED ? undefined : published?.result),
  });
}

/**
 * The results of an experiment for other programs.
 * @param {StudyDocument} doc
 * @param {Pick<ExperimentWork, 'paper'|'labels'|'outcomes'|'findings'>} work
 * @param {string} engine
 * @returns {string} JSON
 */
export function resultsJson({ id, name: title, question, source, setup, notes }, { paper, labels, outcomes, findings: found }, engine) {
  const { findings, summary } = found ?? {};
  const said = {
    experiment: id,
    title,
    question,
    source,
    setup,
    notes,
    engine,
    seed: paper.seed,
    effort: paper.quick ? 'quick' : 'full',
    result: summary?.digest,
    verdicts: countVerdicts(findings?.targets ?? []),
    ...findings,
    cases: labels.map((label, at) => ({ label, values: [...(outcomes[at] ?? [])] })),
  };
  return JSON.stringify(said, null, 1);
}
