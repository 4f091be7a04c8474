/** @file A plot of the size bound of a task, estimation by estimation, against the limits of the queues. */

import { html, nothing, svg } from 'lit';
import { formatTime } from '../../text/time.js';

/** @import { Levels } from '../../engine/types.js' */

/** The size of the drawing in its own units. */
const WIDE = 360;
const HIGH = 168;
const TOP = 16;
const BOTTOM = 16;
/** Number of pieces of the curve of an estimation. */
const PIECES = 24;

/**
 * The bound during an estimation: its ratio to the truth falls by the same factor in equal times.
 * @param {{from: number, to: number, truth: number}} step
 * @param {number} share of the time of the estimation
 */
export function boundAt({ from, to, truth }, share) {
  const [before, after] = [from - truth, to - truth];
  return before > 0 && after > 0 ? truth + before * (after / before) ** share : from + (to - from) * share;
}

/**
 * The estimations of a task, each with its initial and final bound, the truth and the limit of its queue, in seconds on a machine of the
 * first queue; null for queues without a limit.
 * @param {Pick<Levels, 'bounds'|'queues'>} levels
 */
export function listEstimations({ bounds, queues }) {
  const unit = queues[0]?.speed ?? 1;
  return bounds.map(({ queue, since_s: since, at_s: at, first_s: first, bound_s: bound, truth_s: truth }) => {
    const known = queues.find(({ name }) => name === queue);
    const speed = (known?.speed ?? 1) / unit;
    const limit = known?.largest_s ?? null;
    return {
      queue,
      took: at - since,
      from: first * speed,
      to: bound * speed,
      truth: truth * speed,
      limit: limit === null ? null : limit * speed,
    };
  });
}

/** The plot; all estimations have the same width, independently of their duration. */
export function renderBoundPlot(/** @type {Levels} */ levels) {
  const steps = listEstimations(levels);
  const [first] = steps;
  if (!first) return nothing;
  const values = steps.flatMap(({ from, to, truth, limit }) => [from, to, truth, limit ?? truth]);
  const [low, high] = [Math.log(Math.min(...values) * 0.7), Math.log(Math.max(...values) * 1.4)];
  const y = (/** @type {number} */ value) => HIGH - BOTTOM - ((Math.log(value) - low) / (high - low)) * (HIGH - TOP - BOTTOM);
  const step = WIDE / steps.length;
  const curve = (/** @type {typeof first} */ one, /** @type {number} */ at) =>
    Array.from(
      { length: PIECES + 1 },
      (_, piece) => `${piece === 0 ? 'M' : 'L'}${((at + piece / PIECES) * step).toFixed(1)} ${y(boundAt(one, piece / PIECES)).toFixed(1)}`,
    ).join('');
  const sentences = steps.map(
    ({ queue, took, from, to, limit }) =>
      `${queue}, ${formatTime(took)}: from ${formatTime(from)} to ${formatTime(to)}${limit === null ? '' : `, queue limit ${formatTime(limit)}`}`,
  );
  return html`<svg class="columns bound" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="Bounds on its work: ${sentences.join('; ')}; actual work ${formatTime(first.truth)}.">
      <path d="M0 ${y(first.truth)}H${WIDE}" class="truth"></path>
      ${steps.map((one, at) => {
        const x = at * step;
        const over = one.limit !== null && one.to > one.limit;
        return svg`${at > 0 ? svg`<path d="M${x} ${TOP}V${HIGH - BOTTOM}" stroke="var(--line)"></path>` : nothing}
          ${one.limit === null ? nothing : svg`<path d="M${x} ${y(one.limit)}h${step}" class="limit"></path><text x=${x + 4} y=${y(one.limit) + (one.from > one.limit ? 11 : -4)} class="start">${one.queue}: up to ${formatTime(one.limit)}</text>`}
          <path d=${curve(one, at)} class=${over ? 'curve over' : 'curve'}></path>
          <text x=${x + step - 4} y=${Math.min(y(one.to) - 5, y(one.limit ?? one.to) - 5)} class="end">\u2264 ${formatTime(one.to)}</text>
          <text x=${x + step / 2} y=${HIGH - 3} class="soft">${one.queue}: ${formatTime(one.took)} of estimation</text>`;
      })}
      <text x="4" y=${y(first.truth) + 11} class="start soft">actual ${formatTime(first.truth)}</text>
    </svg>
    <p class="keys soft" aria-hidden="true">Work as time on one machine of ${levels.queues[0]?.name}, log scale. Red: the bound exceeds the limit of the queue, so the task is demoted.</p>`;
}
