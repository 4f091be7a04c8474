/** @file Progress of a study, its expected cost, and the check against the digest in a link. */

import { html, nothing } from 'lit';
import { icon } from '../elements/icons.js';
import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { secondsLeft } from './desk.js';
import { seedsIn } from './grid.js';
import { hasQuick } from './open-study.js';
import { counted, runsText } from './texts.js';

/** @import { OpenStudy } from './open-study.js' */

/**
 * @param {OpenStudy} study
 * @param {string} engine the version of this one
 * @param {(quick: boolean) => void} hurry runs as much as is enough for an impression, or all
 */
export function progressStrip(study, engine, hurry) {
  const { doc, quick, work, opened, estimate, memory, shown: part } = study;
  if (!doc || !work || !opened || !part) return nothing;
  const { count } = opened;
  const known = `${formatNumber(work.ended)} of ${counted(count, 'run')}`;
  const complete = seedsIn(part, work.outcomes);
  const seeds =
    complete > 0 && complete < part.seeds
      ? `${complete === 1 ? 'the first seed is' : `the first ${complete} of ${part.seeds} seeds are`} complete at every point`
      : '';
  const effort = hasQuick(doc)
    ? html`<label class="quick"><input type="checkbox" .checked=${quick} @change=${(/** @type {Event} */ event) => hurry(/** @type {HTMLInputElement} */ (event.target).checked)} /> Quick <span class="small soft">${quick ? 'fewer values or seeds: wider intervals' : 'off: all values and seeds'}</span></label>`
    : nothing;
  if (work.status === 'failed') {
    return html`<div class="strip" role="alert"><span class="grow trouble">${work.broken >= 0 ? `Run ${work.labels[work.broken]} failed: ` : 'Failed: '}${work.error}</span><button @click=${() => study.start()}>Try again</button>${effort}</div>`;
  }
  if (work.status === 'done') {
    const digest = study.summary?.digest ?? '';
    return html`<div class="strip"><span class="grow">${count === 1 ? '1 run' : `All ${counted(count, 'run')}`} completed. Digest <code>${digest}</code>. ${promise(study, engine, digest)}${asKept(study, digest)}</span>${effort}</div>`;
  }
  if (work.status === 'running' || work.status === 'waiting') {
    const left = secondsLeft(work, performance.now());
    return html`<div class="strip">
      <b class="number">${known}</b><progress max=${count} value=${work.ended} aria-label="Runs of the study"></progress>
      <span class="grow number">${[seeds, Number.isNaN(left) ? '' : `about ${formatTime(Math.ceil(left))} left`].filter(Boolean).join('; ')}</span>
      ${effort}<button @click=${() => study.stop(true)}>${icon('pause')} Pause</button><button @click=${() => study.stop(false)}>${icon('close')} Cancel, keep results</button>
    </div>`;
  }
  if (study.measuring) {
    return html`<div class="strip"><progress aria-label="First runs of the study"></progress><span class="grow number">${counted(count, 'run')}; running the first ones to estimate the total time</span>${effort}<button @click=${() => study.giveUpMeasuring()}>${icon('close')} Cancel</button></div>`;
  }
  if (work.ended <= Math.max(1, study.measured)) {
    return html`<div class="strip"><span class="grow number">${runsText(count, estimate, memory)}</span>${effort}<button class="primary" @click=${() => study.start()}>${icon('play')} Run</button></div>`;
  }
  return html`<div class="strip"><b class="number">${known}</b><span class="grow">${work.paused ? 'paused' : 'results kept'}${seeds ? `; ${seeds}` : ''}</span>${effort}<button class="primary" @click=${() => study.start()}>${icon('play')} Continue</button></div>`;
}

/**
 * Whether all runs of a published experiment gave what they gave before.
 * @param {OpenStudy} study
 * @param {string} digest
 */
function asKept({ shipped, quick, isChanged }, digest) {
  if (!shipped || quick || isChanged) return nothing;
  return digest === shipped.digest
    ? html`<span class="good">Identical to the stored result.</span>`
    : html`<span class="trouble">Differs from the stored result, <code>${shipped.digest}</code> (Ganttlet ${shipped.engine}).</span>`;
}

/**
 * What the link promised, and what came of it.
 * @param {OpenStudy} study
 * @param {string} here the version of the engine
 * @param {string} digest
 */
function promise({ promised: { result, engine }, known }, here, digest) {
  if (!result) return nothing;
  if (result === digest)
    return html`<span class="good">${known ? 'Identical to the digest in the link (computed earlier in this browser).' : 'Reproduced: identical to the digest in the link.'}</span>`;
  return html`<span class="trouble">Not reproduced: the link has another digest, <code>${result}</code>${engine && engine !== here ? `, computed with engine ${engine}; this is engine ${here}` : ''}.</span>`;
}
