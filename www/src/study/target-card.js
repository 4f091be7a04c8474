/**
 * @file A published target beside our result: the claim, a picture of both numbers if they are known, the verdict and
 * its weaknesses.
 */

import { css, html, nothing, svg } from 'lit';
import { FIRST_SEED, papersFragment } from '../address/papers.js';
import { sentenceCase } from '../text/time.js';
import { minusSigns, SET_AFTER, splitTargets, verdictOf, verdictText } from './findings-texts.js';
import { causeText } from './target-causes.js';
import { biasText, relatedTargets, targetBias, targetParts } from './target-parts.js';
import { verdictMark } from './verdict-marks.js';

/** @import { Experiment, Target } from '../engine/types.js' */
/** @import { PublishedStudy } from './study-library.js' */
/** @import { Part } from './target-parts.js' */

/** Maximum number of rows of the picture. */
const MOST_ROWS = 8;
/** Size of the picture, CSS pixels. */
const SIZE = { width: 344, names: 132, row: 20, bar: 10, pad: 8, axis: 16 };

/**
 * The card of a published number: claim, published and our value, verdict.
 * @param {Experiment} experiment
 * @param {PublishedStudy|undefined} published undefined before its download, or after a failed one
 * @param {number} at the number of the target among the published ones
 * @param {boolean} fetched
 */
export function targetCard({ id, title, source, verdicts }, published, at, fetched) {
  const head = html`<p class="head"><b>${id} ${title}</b> <span class="soft">${source}</span></p>`;
  const findings = published?.result?.findings;
  const target = splitTargets(findings?.targets ?? []).published[at];
  if (!published || !findings || !target)
    return html`${head}<p class="soft">${fetched ? 'The stored result could not be loaded.' : 'Loading …'}</p>
      <p class="judged">${verdicts[at] ? html`${verdictMark(verdicts[at])} <b>${verdictOf(verdicts[at]).name}</b>` : nothing}</p>`;
  const { doc } = published;
  const cause = published.result ? minusSigns(causeText(published.result, target)) : '';
  const own = targetParts(doc, findings, target);
  const single = own.length === 1 ? relatedTargets(doc, findings.targets, target) : [];
  const rows = (
    single.length > 1
      ? single.flatMap((one) =>
          targetParts(doc, findings, one).map((part) => ({ ...part, name: shortName(one, single), chosen: one === target })),
        )
      : own.map((part) => ({ ...part, chosen: false }))
  ).slice(0, MOST_ROWS);
  const picture = rows.length > 1 && new Set(rows.map(({ name }) => name)).size > 1 ? drawParts(rows) : nothing;
  return html`${head}
    <p>${sentenceCase(minusSigns(target.claim))}</p>
    ${picture}
    <dl>
      <dt>Published</dt><dd>${minusSigns(target.published)}</dd>
      <dt>Ours</dt><dd>${shorten(minusSigns(target.ours))}</dd>
      <dt>Tolerance</dt><dd>${minusSigns(target.tolerance)}</dd>
    </dl>
    <p class="judged">${verdictMark(target.verdict)} <b>${verdictText(target)}</b></p>
    ${targetMarks(target, biasText(targetBias(doc, findings, target)))}
    ${cause ? html`<p class="cause">${cause}</p>` : nothing}
    <p><a href=${papersFragment({ id, seed: FIRST_SEED })}>Open ${id}</a></p>`;
}

/**
 * Marks of the weaknesses of a verdict.
 * @param {Pick<Target, 'tolerance_set_after'>} target
 * @param {string} bias empty for none
 */
export function targetMarks({ tolerance_set_after: after }, bias) {
  if (!after && !bias) return nothing;
  return html`<p class="marks">${bias ? html`<span>${bias}</span>` : nothing}${after ? html`<span>tolerance ${SET_AFTER}</span>` : nothing}</p>`;
}

/** Maximum number of letters of our numbers on a card. */
const MOST_LETTERS = 140;

/** Shortens a text at a word. @param {string} text */
const shorten = (text) => (text.length > MOST_LETTERS ? `${text.slice(0, text.lastIndexOf(' ', MOST_LETTERS))} …` : text);

/**
 * The part of a claim that distinguishes it from the claims beside it: the text before their common end.
 * @param {Target} target
 * @param {readonly Target[]} all
 */
export function shortName({ claim }, all) {
  let shared = 0;
  while (shared < claim.length && all.every((one) => one.claim.at(-1 - shared) === claim.at(-1 - shared))) shared += 1;
  // Words stay whole.
  while (shared > 0 && /^\w\w/u.test(claim.slice(claim.length - shared - 1, claim.length - shared + 1))) shared -= 1;
  return claim.slice(0, claim.length - shared).replace(/[\s:,;]+$/u, '') || claim;
}

/** Draws published and reproduced values of each part of a claim on one scale. @param {readonly (Part & {chosen: boolean})[]} rows */
function drawParts(rows) {
  const ends = rows.flatMap(({ published, ours, half }) => [...published, ours[0] - half, ours[1] + half]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  if (!(high > low)) return nothing;
  const { width, names, row, bar, pad, axis } = SIZE;
  const log = low > 0 && high / low > 100;
  const scale = (/** @type {number} */ value) => (log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
  const x = (/** @type {number} */ value) => names + pad + scale(Math.max(low, value)) * (width - names - 2 * pad);
  const height = rows.length * row + axis;
  const number = (/** @type {number} */ value) => String(Number(value.toPrecision(3))).replace('-', '−');
  return html`<svg class="parts" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${rows.map(({ name, published, ours, half, chosen }, at) => {
      const y = at * row + row / 2;
      return svg`${chosen ? svg`<rect class="chosen" x="0" y=${at * row} width=${width} height=${row}></rect>` : ''}
        <text x="0" y=${y + 4}>${name.length > 22 ? `${name.slice(0, 21)}…` : name}</text>
        ${
          ours[1] > ours[0]
            ? svg`<rect class="ours" x=${x(ours[0])} y=${y - bar / 2} width=${x(ours[1]) - x(ours[0])} height=${bar}></rect>`
            : svg`<path class="whisker" d="M${x(ours[0] - half)} ${y}H${x(ours[0] + half)}"></path><circle class="ours" cx=${x(ours[0])} cy=${y} r="4"></circle>`
        }
        ${
          published[1] > published[0]
            ? svg`<rect class="published" x=${x(published[0])} y=${y - bar / 2} width=${x(published[1]) - x(published[0])} height=${bar}></rect>`
            : svg`<circle class="published" cx=${x(published[0])} cy=${y} r="4"></circle>`
        }`;
    })}
    <text x=${x(low)} y=${height - 3} text-anchor="start">${number(low)}</text>
    <text x=${x(high)} y=${height - 3} text-anchor="end">${number(high)}${log ? ' (log)' : ''}</text>
  </svg>
  <p class="keys"><svg viewBox="0 0 12 12" aria-hidden="true"><circle class="published" cx="6" cy="6" r="4"></circle></svg> published
    <svg viewBox="0 0 12 12" aria-hidden="true"><circle class="ours" cx="6" cy="6" r="4"></circle></svg> ours</p>`;
}

export const cardStyle = css`
  .target-card {
    border: 1px solid var(--edge);
    border-radius: 6px;
    background: var(--surface);
    box-shadow: var(--shadow);
    padding: 12px 16px;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    align-content: start;
    overflow: auto;
  }
  @media (width >= 1100px) {
    .target-card {
      height: 372px;
    }
  }
  /** Below the squares, a card would be out of sight. */
  @media (width < 1100px) {
    .target-card.found {
      position: sticky;
      bottom: 8px;
      max-height: 45vh;
    }
  }
  .target-card .meanings {
    font-size: var(--text-small);
    line-height: 1.3;
  }
  .target-card .head {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 12px;
  }
  .target-card dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 2px 12px;
    margin: 0;
  }
  .target-card dt {
    display: flex;
    align-items: center;
    gap: 6px;
    color: var(--ink-soft);
  }
  .target-card dd {
    overflow-wrap: anywhere;
  }
  .judged,
  .keys {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .keys {
    font-size: var(--text-small);
  }
  .keys svg {
    width: 12px;
    height: 12px;
  }
  .parts {
    width: 100%;
    font-size: 11px;
  }
  .parts text {
    fill: var(--ink-soft);
  }
  svg .chosen {
    fill: var(--sunken);
  }
  svg .ours {
    fill: var(--held);
  }
  svg .whisker {
    stroke: var(--held);
    stroke-width: 1.5;
  }
  svg .published {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .marks span {
    border: 1px solid var(--warn);
    border-radius: 4px;
    padding: 0 6px;
    font-size: var(--text-small);
    color: var(--warn);
    background: var(--fault-soft);
  }
`;
