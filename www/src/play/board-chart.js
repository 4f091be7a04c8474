/** @file A board as a drawing: jobs on their nodes over time, and a place for the next job. */

import { html, nothing, svg } from 'lit';
import { nodeSpans } from '../scenario/board.js';
import { timeTicks } from '../text/time.js';

/** @import { BoardJob } from '../scenario/board.js' */

/**
 * The scale of a board: its time span and its nodes in CSS pixels.
 * @typedef {{span_s: number, nodes: number, width: number, height: number}} BoardScale
 */

/** Minimum width of a bar with a number, px. */
const LABEL_PX = 15;
/** Height of the ruler, px. */
const RULER_PX = 20;

/**
 * The rectangles of some nodes over a time.
 * @param {BoardScale} scale
 * @param {{nodes: readonly number[], from_s: number, to_s: number}} place
 * @param {string} kind
 */
function rectangles({ span_s, nodes: all, width, height }, { nodes, from_s, to_s }, kind) {
  const x = (from_s / span_s) * width;
  const row = height / all;
  return nodeSpans(nodes).map(
    ({ first, count }) =>
      svg`<rect class=${kind} x=${x} y=${first * row} width=${Math.max(1, ((to_s - from_s) / span_s) * width)} height=${count * row - 0.5}></rect>`,
  );
}

/**
 * A schedule up to a moment. Running jobs are drawn to their requested end.
 * @param {BoardScale} scale
 * @param {readonly BoardJob[]} jobs
 * @param {number} now_s
 * @param {{ghost?: {job: BoardJob, nodes: number[]}, ruler?: boolean, label: string}} options ghost: the position of
 *   the next job
 */
export function boardChart(scale, jobs, now_s, { ghost, ruler = false, label }) {
  const { span_s, nodes, width, height } = scale;
  const top = ruler ? RULER_PX : 0;
  const place = (/** @type {number} */ time_s) => (Math.min(time_s, span_s) / span_s) * width;
  const bars = jobs
    .filter(({ start_s }) => start_s <= now_s)
    .map((job) => {
      const over = job.end_s <= now_s;
      const to_s = over ? job.end_s : now_s;
      const [first = { first: 0, count: 1 }] = nodeSpans(job.nodes).sort((a, b) => b.count - a.count);
      const room = place(over ? job.end_s : Math.max(now_s, job.start_s + job.estimate_s)) - place(job.start_s);
      const row = height / nodes;
      return svg`<g>
        ${over ? nothing : rectangles(scale, { nodes: job.nodes, from_s: now_s, to_s: Math.max(now_s, job.start_s + job.estimate_s) }, 'request')}
        ${rectangles(scale, { nodes: job.nodes, from_s: job.start_s, to_s }, 'bar')}
        ${room >= LABEL_PX && first.count * row >= 9 ? svg`<text x=${place(job.start_s) + 3} y=${(first.first + first.count / 2) * row + 4}>${job.number}</text>` : nothing}
      </g>`;
    });
  const ticks = ruler ? timeTicks(0, span_s, Math.max(2, Math.floor(width / 90))) : [];
  return html`<svg role="img" aria-label=${label} width=${width} height=${height + top} viewBox="0 0 ${width} ${height + top}">
    ${ticks.map(({ time_s, text }) => svg`<g class="tick"><text x=${place(time_s) + 3} y="13">${text}</text><line x1=${place(time_s)} x2=${place(time_s)} y1="0" y2=${height + top}></line></g>`)}
    <g transform="translate(0 ${top})">
      <rect class="past" width=${place(now_s)} height=${height}></rect>
      ${bars}
      ${ghost ? rectangles(scale, { nodes: ghost.nodes, from_s: now_s, to_s: now_s + ghost.job.estimate_s }, 'ghost') : nothing}
      ${now_s < span_s ? svg`<line class="now" x1=${place(now_s)} x2=${place(now_s)} y1="0" y2=${height}></line>` : nothing}
    </g>
  </svg>`;
}
