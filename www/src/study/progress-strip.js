/** @file Progress of runs, their expected cost, and the comparison of their digest with that of a link or a stored result. */

import { html, nothing } from 'lit';
import { icon } from '../elements/icons.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { seedsIn } from './axis-grid.js';
import { hasQuick } from './open-study.js';
import { secondsLeft } from './run-queue.js';
import { runsText } from './study-texts.js';

/** @import { Published } from '../engine/types.js' */
/** @import { OpenStudy } from './open-study.js' */
/** @import { StudyTask } from './run-queue.js' */

/**
 * Progress of the open study.
 * @param {OpenStudy} study
 * @param {object} of
 * @param {string} of.engine the version of this engine
 * @param {(quick: boolean) => void} of.hurry switches between a quick and a full run
 * @param {(run: number) => void} of.open shows a run in the charts
 */
export function progressStrip(study, { engine, hurry, open }) {
  const { subject, ready, shown: part, isChanged } = study;
  if (!subject || !ready || !part) return nothing;
  const { doc, quick, published } = subject;
  const {
    work,
    trial,
    opened: { count },
  } = ready;
  const complete = seedsIn(part, work.outcomes);
  const settings = hasQuick(doc)
    ? html`<label class="row"><input type="checkbox" .checked=${quick} @change=${(/** @type {Event} */ event) => hurry(/** @type {HTMLInputElement} */ (event.target).checked)} /> Quick <span class="small soft">${quick ? 'fewer values or seeds: wider intervals' : 'off: all values and seeds'}</span></label>`
    : nothing;
  if (trial.running) {
    return html`<div class="strip"><progress aria-label="First runs of the study"></progress><span class="grow number">${formatCount(count, 'runs')}; running the first ones to estimate the total time</span>${settings}<button @click=${() => study.cancelEstimate()}>${icon('close')} Cancel</button></div>`;
  }
  if (work.status === 'stopped' && work.ended <= Math.max(1, trial.runs)) {
    return html`<div class="strip"><span class="grow number">${runsText(count, trial.seconds, trial.bytes)}</span>${settings}<button class="primary" @click=${() => study.start()}>${icon('play')} Run</button></div>`;
  }
  return runStrip(work, {
    count,
    settings,
    open,
    start: () => study.start(),
    stop: (gently) => study.stop(gently),
    note:
      complete > 0 && complete < part.seeds
        ? `${complete === 1 ? 'the first seed is' : `the first ${complete} of ${part.seeds} seeds are`} complete at every point`
        : '',
    check: (digest) =>
      html`${linkCheck(subject.promised, ready.restored, engine, digest)}${storedCheck(digest, quick || isChanged ? undefined : published?.result)}`,
  });
}

/**
 * Progress of started runs.
 * @param {StudyTask} work
 * @param {object} of
 * @param {number} of.count number of runs
 * @param {string} of.note further notes
 * @param {unknown} [of.settings] the settings of the runs
 * @param {() => void} of.start continues them
 * @param {(gently: boolean) => void} of.stop gently: completes the runs in progress first
 * @param {(run: number) => void} of.open shows a run in the charts
 * @param {(digest: string) => unknown} of.check compares the digest of all runs
 */
export function runStrip(work, { count, note, settings = nothing, start, stop, open, check }) {
  const { status, ended, labels, broken, error, paused } = work;
  const known = `${formatNumber(ended)} of ${formatCount(count, 'runs')}`;
  switch (status) {
    case 'failed':
      return html`<div class="strip" role="alert">
        <span class="grow trouble">${broken >= 0 ? `Run ${broken + 1} (${labels[broken]}) failed: ` : 'Failed: '}${/[.!?]$/u.test(error) ? error : `${error}.`}${ended > 0 ? ` The results of ${known} are kept.` : ''}</span>
        <button @click=${start}>Try again</button>${broken >= 0 ? html`<button @click=${() => open(broken)}>${icon('open')} Open this run</button>` : nothing}${settings}
      </div>`;
    case 'done': {
      const digest = work.findings?.summary.digest ?? '';
      return html`<div class="strip"><span class="grow">${completedText(ended, count)} Digest <code>${digest}</code>. ${check(digest)} <span class="soft">${note}</span></span>${settings}</div>`;
    }
    case 'stopped':
      return html`<div class="strip"><b class="number">${known}</b><span class="grow">${[paused ? 'paused' : ended > 0 ? 'results kept' : 'cancelled', note].filter(Boolean).join('; ')}</span>${settings}<button class="primary" @click=${start}>${icon('play')} Continue</button></div>`;
    default: {
      const left = secondsLeft(work, performance.now());
      const time =
        status === 'waiting' ? 'waiting for other runs to finish' : Number.isNaN(left) ? '' : `about ${formatTime(Math.ceil(left))} left`;
      return html`<div class="strip">
        <b class="number">${known}</b><progress max=${count || 1} value=${labels.length > 0 ? ended : nothing} aria-label="Progress of the runs"></progress>
        <span class="grow number">${[time, note].filter(Boolean).join('; ')}</span>
        ${settings}<button @click=${() => stop(true)}>${icon('pause')} Pause</button><button @click=${() => stop(false)}>${icon('close')} Cancel, keep results</button>
      </div>`;
    }
  }
}

/**
 * The number of completed runs: all, or as many as the claims of the study need.
 * @param {number} ended
 * @param {number} count
 */
function completedText(ended, count) {
  if (ended < count) return `Completed after ${formatNumber(ended)} of ${formatCount(count, 'runs')}: no claim is open.`;
  return `${count === 1 ? '1 run' : `All ${formatCount(count, 'runs')}`} completed.`;
}

/**
 * Compares the digest of all runs of a published experiment with the stored one.
 * @param {string} digest
 * @param {Published|undefined} stored undefined if another result is expected
 */
export function storedCheck(digest, stored) {
  if (!stored) return nothing;
  return digest === stored.digest
    ? html`<span class="good">Reproduced: identical to the stored result.</span>`
    : html`<span class="trouble">Not reproduced: differs from the stored result, <code>${stored.digest}</code> (Ganttlet ${stored.engine}).</span>`;
}

/**
 * Compares the digest of the runs with that of the link.
 * @param {import('./study-states.js').Subject['promised']} promised
 * @param {boolean} restored whether the runs were completed before the link was opened
 * @param {string} here the version of this engine
 * @param {string} digest
 */
function linkCheck({ result, engine }, restored, here, digest) {
  if (!result) return nothing;
  if (result === digest)
    return html`<span class="good">${restored ? 'Identical to the digest in the link (computed earlier in this browser).' : 'Reproduced: identical to the digest in the link.'}</span>`;
  return html`<span class="trouble">Not reproduced: the link has another digest, <code>${result}</code>${engine && engine !== here ? `, computed with engine ${engine}; this is engine ${here}` : ''}.</span>`;
}
