/** @file How far a study is, what it would take, and what came of the digest that a link promised. */

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
  const seeds = complete > 0 && complete < part.seeds ? `${complete === 1 ? 'the first seed is' : `the first ${complete} of ${part.seeds} seeds are`} in at every point` : '';
  const effort = hasQuick(doc)
    ? html`<label class="quick"><input type="checkbox" .checked=${quick} @change=${(/** @type {Event} */ event) => hurry(/** @type {HTMLInputElement} */ (event.target).checked)} /> Quick <span class="small soft">${quick ? 'fewer values or seeds: intervals are wide' : 'off: all values and seeds'}</span></label>`
    : nothing;
  if (work.status === 'failed') {
    return html`<div class="strip" role="alert"><span class="grow trouble">${work.broken >= 0 ? `The run ${work.labels[work.broken]} stopped: ` : 'It stopped: '}${work.error}</span><button @click=${() => study.start()}>Try again</button>${effort}</div>`;
  }
  if (work.status === 'done') {
    const digest = study.summary?.digest ?? '';
    return html`<div class="strip"><span class="grow">All ${counted(count, 'run')} ${count === 1 ? 'is' : 'are'} in. Result <code>${digest}</code>. ${promise(study, engine, digest)}${asKept(study, digest)}</span>${effort}</div>`;
  }
  if (work.status === 'running' || work.status === 'waiting') {
    const left = secondsLeft(work, performance.now());
    return html`<div class="strip">
      <b class="number">${known}</b><progress max=${count} value=${work.ended} aria-label="Runs of the study"></progress>
      <span class="grow number">${[seeds, Number.isNaN(left) ? '' : `about ${formatTime(Math.ceil(left))} left`].filter(Boolean).join('; ')}</span>
      ${effort}<button @click=${() => study.stop(true)}>${icon('pause')} Pause</button><button @click=${() => study.stop(false)}>${icon('close')} Cancel, keep these</button>
    </div>`;
  }
  if (study.measuring) {
    return html`<div class="strip"><progress aria-label="First runs of the study"></progress><span class="grow number">${counted(count, 'run')}; the first are being made to know how long they take</span>${effort}<button @click=${() => study.giveUpMeasuring()}>${icon('close')} Cancel</button></div>`;
  }
  if (work.ended <= Math.max(1, study.measured)) {
    return html`<div class="strip"><span class="grow number">${runsText(count, estimate, memory)}</span>${effort}<button class="primary" @click=${() => study.start()}>${icon('play')} Run</button></div>`;
  }
  return html`<div class="strip"><b class="number">${known}</b><span class="grow">${work.paused ? 'paused' : 'kept'}${seeds ? `; ${seeds}` : ''}</span>${effort}<button class="primary" @click=${() => study.start()}>${icon('play')} Go on</button></div>`;
}

/**
 * Whether all runs of a published experiment gave what they gave before.
 * @param {OpenStudy} study
 * @param {string} digest
 */
function asKept({ shipped, quick, isChanged }, digest) {
  if (!shipped || quick || isChanged) return nothing;
  return digest === shipped.digest
    ? html`<span class="good">The same, to the bit, as the kept result.</span>`
    : html`<span class="trouble">Not the kept result, <code>${shipped.digest}</code>, made by Ganttlet ${shipped.engine}.</span>`;
}

/**
 * What the link promised, and what came of it.
 * @param {OpenStudy} study
 * @param {string} here the version of the engine
 * @param {string} digest
 */
function promise({ promised: { result, engine }, known }, here, digest) {
  if (!result) return nothing;
  if (result === digest) return html`<span class="good">${known ? 'Identical to that of the link (computed in this browser before).' : 'Reproduced, identical to that of the link.'}</span>`;
  return html`<span class="trouble">The link carries another result, <code>${result}</code>${engine && engine !== here ? `: it was made with engine ${engine}, this is ${here}` : ''}.</span>`;
}
