/** @file The drawings of the panel of levels: overhead by queue, and expected durations by the level that served them. */

import { html, nothing, svg } from 'lit';
import { styled } from '../../elements/styled.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';

/** @import { Levels } from '../../engine/types.js' */

/** The colours of kinds of overhead, and of levels from the top; each kind and level is told by its place and its name, too. */
const KINDS = ['var(--work)', 'var(--hole)', 'var(--variant-2)', 'var(--variant-4)', 'var(--accent)', 'var(--edge)'];
const LEVELS = ['var(--variant-3)', 'var(--work)', 'var(--variant-4)', 'var(--variant-5)'];
/** The drawing of expected durations in its own units. */
const WIDE = 320;
const HIGH = 96;

/** @param {number} level from 1 */
const colourOf = (level) => LEVELS[(level - 1) % LEVELS.length] ?? '';

/**
 * What the overhead of a task went to, by the queue that served it: a bar a queue, and the same as a table.
 * @param {Levels} levels
 */
export function overheadBars({ queues, overheads }) {
  const served = queues.filter((queue) => queue.served > 0);
  if (served.length === 0) return html`<p class="soft">No task has completed yet.</p>`;
  const sum = (/** @type {readonly number[]} */ parts) => parts.reduce((all, part) => all + part, 0);
  const most = Math.max(1e-9, ...served.map(({ overhead_s }) => sum(overhead_s)));
  const used = overheads.map((name, at) => ({ name, at })).filter(({ at }) => served.some(({ overhead_s }) => (overhead_s[at] ?? 0) > 0));
  return html`<div class="bars" aria-hidden="true">
      ${served.map(
        ({ name, overhead_s }) => html`<b>${name}</b>
          <div class="bar">${overhead_s.map((part, at) => (part > 0 ? html`<i ${styled({ width: `${(part / most) * 100}%`, background: KINDS[at] ?? '' })} title="${overheads[at]}: ${formatTime(part)}"></i>` : nothing))}</div>
          <span>${formatTime(sum(overhead_s))}</span>`,
      )}
    </div>
    <p class="keys" aria-hidden="true">${used.map(({ name, at }) => html`<span><i ${styled({ background: KINDS[at] ?? '' })}></i>${name}</span>`)}</p>
    <details>
      <summary>The same as a table</summary>
      <div class="scroll" tabindex="0" role="group" aria-label="Overhead by queue">
        <table class="figures">
          <thead>
            <tr><th scope="col">Queue</th>${used.map(({ name }) => html`<th scope="col">${name}</th>`)}<th scope="col">total</th></tr>
          </thead>
          <tbody>
            ${served.map(({ name, overhead_s }) => html`<tr><th scope="row">${name}</th>${used.map(({ at }) => html`<td>${formatTime(overhead_s[at])}</td>`)}<td>${formatTime(sum(overhead_s))}</td></tr>`)}
          </tbody>
        </table>
      </div>
    </details>`;
}

/**
 * How long tasks were expected to take on the best level for them, in columns coloured by the level that served them.
 * @param {Levels} levels
 */
export function expectedColumns({ expected }) {
  if (expected.length === 0) return html`<p class="soft">No task has completed yet.</p>`;
  const levels = expected[0]?.counts.map((_, at) => at + 1) ?? [];
  const most = Math.max(1, ...expected.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0)));
  const step = WIDE / expected.length;
  const column = (/** @type {readonly number[]} */ counts, /** @type {number} */ at) => {
    let y = HIGH;
    return counts.map((count, level) => {
      const h = (count / most) * (HIGH - 14);
      y -= h;
      return count > 0
        ? svg`<rect x=${at * step + step * 0.12} y=${y} width=${Math.min(60, step * 0.76)} height=${h} fill=${colourOf(level + 1)} stroke="var(--paper)"></rect>`
        : nothing;
    });
  };
  const label = (/** @type {typeof expected[number]} */ { from_s, to_s }) =>
    to_s === null ? `\u2265 ${formatTime(from_s)}` : `< ${formatTime(to_s)}`;
  return html`<svg class="columns" viewBox="0 0 ${WIDE} ${HIGH + 18}" aria-hidden="true">
      <path d="M0 ${HIGH}H${WIDE}" stroke="var(--edge)"></path>
      ${expected.map((bin, at) => {
        const all = bin.counts.reduce((sum, count) => sum + count, 0);
        const middle = at * step + step * 0.12 + Math.min(60, step * 0.76) / 2;
        return svg`${column(bin.counts, at)}
          <text x=${middle} y=${HIGH - (all / most) * (HIGH - 14) - 3}>${all > 0 ? formatNumber(all) : ''}</text>
          <text x=${middle} y=${HIGH + 13} class="soft">${label(bin)}</text>`;
      })}
    </svg>
    <p class="keys" aria-hidden="true">${levels.map((level) => html`<span><i ${styled({ background: colourOf(level) })}></i>served by level ${level}</span>`)}</p>
    <details>
      <summary>The same as a table</summary>
      <table class="figures">
        <thead>
          <tr><th scope="col">Expected</th>${levels.map((level) => html`<th scope="col">level ${level}</th>`)}</tr>
        </thead>
        <tbody>
          ${expected.map((bin) => html`<tr><th scope="row">${formatTime(bin.from_s)} ${bin.to_s === null ? 'and more' : html`to ${formatTime(bin.to_s)}`}</th>${bin.counts.map((count) => html`<td>${formatNumber(count)}</td>`)}</tr>`)}
        </tbody>
      </table>
    </details>`;
}
