/** @file The published side of a study: its source and setup, the stored result of its runs, and the result of runs made in this browser. */

import { html, nothing } from 'lit';
import { formatCount, formatNumber } from '../text/numbers.js';
import { sentenceCase } from '../text/time.js';
import { minusSigns, outcomeText, splitTargets, withExperiment } from './findings-texts.js';
import { hasPresentation, hasQuick } from './open-study.js';
import { findingsWithCauses } from './target-causes.js';
import './study-findings.js';

/** @import { Published } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { StudyTask } from './run-queue.js' */

/** The explanation of intervals. */
const INTERVALS = 'Intervals are 95 % confidence intervals of the mean; a single seed has none.';

/**
 * Source, setup and notes of an experiment.
 * @param {Pick<StudyDocument, 'source'|'setup'|'notes'>} doc
 * @param {boolean} [quick] whether a quick run is shown beside them: notes are about the full run
 */
export function facts({ source = '', setup = '', notes = [] }, quick = false) {
  return html`<dl class="facts">
    <dt>Source</dt><dd>${source}</dd>
    <dt>Setup</dt><dd>${setup}</dd>
    ${notes.length > 0 ? html`<dt>${quick ? 'Notes on the full run' : 'Notes'}</dt><dd><ul>${notes.map((note) => html`<li>${minusSigns(note)}</li>`)}</ul></dd>` : nothing}
  </dl>`;
}

/**
 * The stored result of all runs of a published experiment.
 * @param {StudyDocument} doc
 * @param {Published} result
 * @param {string} hint how to repeat the runs
 */
export function storedResult(doc, result, hint) {
  const { runs, digest, engine } = result;
  const findings = findingsWithCauses(result);
  return html`<section class="below stored" aria-label="Stored result">
    <h3 class="verdicts">Stored result. ${outcomeText(withExperiment(findings.targets, doc.id))}</h3>
    <p class="soft">All ${formatCount(runs, 'runs')}, seed ${doc.base.seed}, computed earlier by Ganttlet ${engine}: digest <code>${digest}</code>. ${hint} ${INTERVALS}</p>
    <study-findings .findings=${findings} .doc=${doc} about="${doc.id}, stored result, digest ${digest}, Ganttlet ${engine}"></study-findings>
  </section>`;
}

/**
 * The result of the completed runs in this browser.
 * @param {object} of
 * @param {StudyDocument} of.doc
 * @param {StudyTask} of.work
 * @param {boolean} of.quick whether fewer seeds or values are run
 * @param {string} of.engine
 * @param {Published|undefined} of.result the stored result, while the document is unchanged
 * @param {string} [of.effort] the extent of the runs, if the strip does not show it: `Quick, seed 7`
 * @param {unknown} [of.tools] buttons
 */
export function computedResult({ doc, work, quick, engine, result, effort = '', tools = nothing }) {
  if (!work.findings) return nothing;
  const { findings, unfit, summary } = work.findings;
  if (!hasPresentation(doc) && unfit.length === 0) return nothing;
  const whole = work.status === 'done';
  const claims = doc.claims?.length ?? 0;
  const stated = splitTargets(result?.findings.targets ?? []).published.length;
  const outcome =
    whole || findings.targets.length > 0
      ? outcomeText(withExperiment(findings.targets, doc.id), whole ? stated : 0)
      : 'too early for a verdict.';
  const title = !hasPresentation(doc) ? 'Quantities' : claims === 0 && !result ? 'Tables and plots' : outcome;
  const about = [
    doc.id || doc.name,
    effort || (quick ? 'quick' : ''),
    summary.digest ? `digest ${summary.digest}` : 'partial',
    `Ganttlet ${engine}`,
  ];
  return html`<section class="below computed" aria-label="Targets, tables and plots">
    <h3 class="verdicts">${whole || work.counted === 0 ? sentenceCase(title) : `So far, after ${formatNumber(work.counted)} of ${formatCount(work.labels.length, 'runs')}: ${title}`}</h3>
    <p class="soft">
      ${effort ? `${effort}.` : nothing} ${whole || claims === 0 ? nothing : 'Partial results: not all runs have completed, so verdicts can still change.'}
      ${quick && hasQuick(doc) ? '“Quick” runs fewer seeds or values: intervals are wider, and a verdict can differ from that of a full run.' : nothing}
      ${INTERVALS}
    </p>
    ${
      result && summary.digest !== result.digest
        ? html`<p class="kept"><b>Stored result of all ${formatCount(result.runs, 'runs')}:</b> ${outcomeText(withExperiment(result.findings.targets, doc.id))}</p>`
        : nothing
    }
    ${
      unfit.length > 0
        ? html`<div role="note"><p><b>${doc.id ? 'No longer applicable' : 'Cannot be computed'}:</b></p>
          <ul class="unfit">${unfit.map(({ place = '', message }) => html`<li>${nameAt(doc, place)}: ${message}</li>`)}</ul></div>`
        : nothing
    }
    ${tools}
    <study-findings .findings=${findings} .doc=${doc} about=${about.filter(Boolean).join(', ')}></study-findings>
  </section>`;
}

/**
 * The readable name of a place of a document.
 * @param {StudyDocument} doc
 * @param {string} place `/claims/3`
 */
function nameAt(doc, place) {
  const [, list = '', at = ''] = place.split('/');
  const named = /** @type {Record<string, {claim?: string, title?: string}[]>} */ (/** @type {unknown} */ (doc))[list]?.[Number(at)];
  // Quantities are referred to by their names.
  const name = list === 'quantities' ? `the quantity ${at.replaceAll('~1', '/').replaceAll('~0', '~')}` : place;
  return sentenceCase(named?.claim ?? named?.title ?? name);
}
