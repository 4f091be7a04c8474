/** @file Charts of the levels: overhead by queue, and expected durations by the level that served the tasks. */

import { html, nothing, svg } from 'lit';
import { inlineStyle } from '../../elements/style-directive.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { renderFigures, renderFolded } from '../panel-parts.js';

/** @import { Levels } from '../../engine/types.js' */

/** The colours of kinds of overhead, and of levels from the top; position and name also distinguish them. */
const OVERHEAD_TOKENS = ['var(--work)', 'var(--hole)', 'var(--variant-2)', 'var(--variant-4)', 'var(--accent)', 'var(--edge)'];
const LEVEL_TOKENS = ['var(--variant-3)', 'var(--work)', 'var(--variant-4)', 'var(--variant-5)'];
/** The size of the drawing of expected durations, in its own units. */
const WIDE = 320;
const HIGH = 96;

/** @param {number} level from 1 */
const levelToken = (level) => LEVEL_TOKENS[(level - 1) % LEVEL_TOKENS.length] ?? '';

/** The sum of numbers. */
const sum = (/** @type {readonly number[]} */ values) => values.reduce((all, value) => all + value, 0);

/** The meaning of the colours. @param {readonly {name: string, colour: string|undefined}[]} colours */
const renderKey = (colours) =>
  html`<p class="keys" aria-hidden="true">${colours.map(({ name, colour }) => html`<span><i ${inlineStyle({ background: colour ?? '' })}></i>${name}</span>`)}</p>`;

/**
 * The overhead of a task by the queue that served it: a bar per queue, and a table.
 * @param {Levels} levels
 */
export function renderOverhead({ queues, overheads }) {
  const served = queues.filter((queue) => queue.served > 0);
  if (served.length === 0) return html`<p class="soft">No task has completed yet.</p>`;
  const most = Math.max(1e-9, ...served.map(({ overhead_s }) => sum(overhead_s)));
  const used = overheads
    .map((name, at) => ({ name, at, colour: OVERHEAD_TOKENS[at] }))
    .filter(({ at }) => served.some(({ overhead_s }) => (overhead_s[at] ?? 0) > 0));
  return html`<div class="bars" aria-hidden="true">
      ${served.map(
        ({ name, overhead_s }) => html`<b>${name}</b>
          <div class="bar">${overhead_s.map((part, at) => (part > 0 ? html`<i ${inlineStyle({ width: `${(part / most) * 100}%`, background: OVERHEAD_TOKENS[at] ?? '' })} title="${overheads[at]}: ${formatTime(part)}"></i>` : nothing))}</div>
          <span>${formatTime(sum(overhead_s))}</span>`,
      )}
    </div>
    ${renderKey(used)}
    ${renderFolded(
      renderFigures(
        'Overhead by queue',
        ['Queue', ...used.map(({ name }) => name), 'total'],
        served.map(({ name, overhead_s }) => [name, ...used.map(({ at }) => formatTime(overhead_s[at])), formatTime(sum(overhead_s))]),
      ),
    )}`;
}

/**
 * The expected durations of tasks on the best level for them, in columns coloured by the level that served them.
 * @param {Levels} levels
 */
export function renderExpectedDurations({ expected }) {
  if (expected.length === 0) return html`<p class="soft">No task has completed yet.</p>`;
  const levels = expected[0]?.counts.map((_, at) => at + 1) ?? [];
  const most = Math.max(1, ...expected.map(({ counts }) => sum(counts)));
  const step = WIDE / expected.length;
  const column = (/** @type {readonly number[]} */ counts, /** @type {number} */ at) => {
    let y = HIGH;
    return counts.map((count, level) => {
      const h = (count / most) * (HIGH - 14);
      y -= h;
      return count > 0
        ? svg`<rect x=${at * step + step * 0.12} y=${y} width=${Math.min(60, step * 0.76)} height=${h} fill=${levelToken(level + 1)} stroke="var(--paper)"></rect>`
        : nothing;
    });
  };
  const label = (/** @type {typeof expected[number]} */ { from_s, to_s }) =>
    to_s === null ? `\u2265 ${formatTime(from_s)}` : `< ${formatTime(to_s)}`;
  return html`<svg class="columns" viewBox="0 0 ${WIDE} ${HIGH + 18}" aria-hidden="true">
      <path d="M0 ${HIGH}H${WIDE}" stroke="var(--edge)"></path>
      ${expected.map((bin, at) => {
        const all = sum(bin.counts);
        const middle = at * step + step * 0.12 + Math.min(60, step * 0.76) / 2;
        return svg`${column(bin.counts, at)}
          <text x=${middle} y=${HIGH - (all / most) * (HIGH - 14) - 3}>${all > 0 ? formatNumber(all) : ''}</text>
          <text x=${middle} y=${HIGH + 13} class="soft">${label(bin)}</text>`;
      })}
    </svg>
    ${renderKey(levels.map((level) => ({ name: `served by level ${level}`, colour: levelToken(level) })))}
    ${renderFolded(
      renderFigures(
        'Expected durations',
        ['Expected', ...levels.map((level) => `level ${level}`)],
        expected.map(({ from_s, to_s, counts }) => [
          `${formatTime(from_s)} ${to_s === null ? 'and more' : `to ${formatTime(to_s)}`}`,
          ...counts.map((count) => formatNumber(count)),
        ]),
      ),
    )}`;
}
