/** @file The rule behind each change of the number of workers, and all iterations as a table. */

import { html, nothing } from 'lit';
import { formatNumber, formatShare } from '../../text/numbers.js';
import { formatTime, sentenceCase } from '../../text/time.js';
import { renderFigures, renderLineList } from '../panel-parts.js';

/** @import { Change, Placed } from './rounds.js' */

/** Number of changes shown at first. */
const FIRST_CHANGES = 20;

/**
 * The changes of the number of workers, each with its rule.
 * @param {object} shown
 * @param {Change[]} shown.changes the changes, the newest first
 * @param {number} shown.current the number of the current iteration
 * @param {boolean} shown.every whether all changes are shown
 * @param {() => void} shown.more callback that shows all
 * @param {(round: Placed) => void} shown.go callback that moves the playhead to an iteration
 */
export function renderRuleList({ changes, current, every, more, go }) {
  const shown = every ? changes : changes.slice(0, FIRST_CHANGES);
  const rest = changes.length - shown.length;
  const lines = shown.map(({ round, from, to, text }) => ({
    content: html`<span>Iteration ${round.number} <span class="soft">${formatTime(round.end_s)}</span></span>
      <span class="workers">${from === to ? to : html`${from} <span aria-hidden="true">\u2192</span><span class="unseen">to</span> ${to}`}<span class="unseen"> workers</span></span>
      ${text ? html`<span class="why soft">${sentenceCase(text)}</span>` : nothing}`,
    name: 'rule',
    pressed: round.number === current,
    press: () => go(round),
  }));
  return html`${renderLineList(lines)}
    ${rest > 0 ? html`<div><button type="button" class="quiet" @click=${more}>Show ${rest} more</button></div>` : nothing}`;
}

/** @type {readonly [string, (round: Placed) => string][]} */
const COLUMNS = [
  ['End', ({ end_s }) => formatTime(end_s)],
  ['Time', ({ time_s }) => formatTime(time_s)],
  ['Tasks', ({ tasks }) => formatNumber(tasks)],
  ['Requested', ({ wanted }) => formatNumber(wanted)],
  ['Allocated', ({ held }) => formatNumber(held)],
  ['Efficiency', ({ efficiency }) => formatShare(efficiency)],
  ['EER', ({ ratio }) => formatTime(ratio)],
  ['Achievable speedup', ({ achievable }) => formatNumber(achievable)],
  ['Suspended', ({ suspensions }) => formatNumber(suspensions)],
  ['Lost', ({ losses }) => formatNumber(losses)],
];

/** Maximum number of rows, the newest. */
const MOST_ROWS = 200;

/**
 * The completed iterations as a table, the newest first.
 * @param {readonly Placed[]} over
 */
export function renderRoundTable(over) {
  const rows = over.slice(-MOST_ROWS).reverse();
  return html`${over.length > rows.length ? html`<p class="soft">The last ${MOST_ROWS} of ${formatNumber(over.length)}.</p>` : nothing}
    ${renderFigures(
      'Table of iterations',
      ['Iteration', ...COLUMNS.map(([name]) => name)],
      rows.map((round) => [round.number, ...COLUMNS.map(([, text]) => text(round))]),
    )}`;
}
