/** @file A board as a drawing: jobs on their nodes over time, and a place for the next job. */

import { html, nothing, svg } from 'lit';
import { nodeSpans } from '../scenario/board.js';
import { timeTicks } from '../text/time.js';

/** @import { BoardJob } from '../scenario/board.js' */

/**
 * The scale of a board: its time span and its nodes in CSS pixels.
 * @typedef {{span_s: number, nodes: number, width: number, height: number}} BoardScale
 *
 * Some nodes over a time.
 * @typedef {{nodes: readonly number[], from_s: number, to_s: number}} BoardPlace
 *
 * A cluster of several: its name and its rows.
 * @typedef {{name: string, first_row: number, rows: number}} BoardCluster
 */

/** Minimum width of a bar with a number, px. */
const LABEL_PX = 15;
/** Height of the ruler, px. */
const RULER_PX = 20;
/** Lowest row of a cluster with a name, px. */
const NAME_PX = 11;

/**
 * The rectangles of some nodes over a time.
 * @param {BoardScale} scale
 * @param {BoardPlace} place
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
 * The borders and names of several clusters.
 * @param {BoardScale} scale
 * @param {readonly BoardCluster[]} clusters
 */
function clusterNames({ nodes, width, height }, clusters) {
  const row = height / nodes;
  return clusters.map(
    ({ name, first_row, rows }) => svg`<g class="cluster">
      ${first_row > 0 ? svg`<line x1="0" x2=${width} y1=${first_row * row} y2=${first_row * row}></line>` : nothing}
      ${rows * row >= NAME_PX ? svg`<text x=${width - 4} y=${first_row * row + 11} text-anchor="end">${name}</text>` : nothing}
    </g>`,
  );
}

/**
 * A schedule up to a moment. Jobs that run then are drawn to their requested end.
 * @param {BoardScale} scale
 * @param {readonly BoardJob[]} jobs
 * @param {number} now_s
 * @param {{ghost?: BoardPlace, ruler?: boolean, clusters?: readonly BoardCluster[], label: string}} options ghost: where the next job would run
 */
export function boardChart(scale, jobs, now_s, { ghost, ruler = false, clusters = [], label }) {
  const { span_s, nodes, width, height } = scale;
  const top = ruler ? RULER_PX : 0;
  const place = (/** @type {number} */ time_s) => (Math.min(time_s, span_s) / span_s) * width;
  const requestedEnd = (/** @type {BoardJob} */ { start_s, estimate_s }) => Math.max(now_s, start_s + (estimate_s || 0));
  const bars = jobs
    .filter(({ start_s }) => start_s <= now_s)
    .map((job) => {
      const over = job.end_s <= now_s;
      const to_s = over ? job.end_s : now_s;
      const [first = { first: 0, count: 1 }] = nodeSpans(job.nodes).sort((a, b) => b.count - a.count);
      const room = place(over ? job.end_s : requestedEnd(job)) - place(job.start_s);
      const row = height / nodes;
      return svg`<g>
        ${over ? nothing : rectangles(scale, { nodes: job.nodes, from_s: now_s, to_s: requestedEnd(job) }, 'request')}
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
      ${ghost ? rectangles(scale, ghost, 'ghost') : nothing}
      ${clusters.length > 1 ? clusterNames(scale, clusters) : nothing}
      ${now_s < span_s ? svg`<line class="now" x1=${place(now_s)} x2=${place(now_s)} y1="0" y2=${height}></line>` : nothing}
    </g>
  </svg>`;
}
