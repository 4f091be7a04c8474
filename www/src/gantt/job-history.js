/** @file The history of a job in the inspector: its size over time, its components, its events and decisions. */

import { html, nothing, svg } from 'lit';
import { dataTable } from '../elements/data-table.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { reasonName } from '../text/reason-names.js';
import { groupReasons } from '../text/repeated-reasons.js';
import { formatMoment } from '../text/time.js';

/** @import { Card, Catalog, Phase, Reason } from '../engine/types.js' */

/** The size of the line, in its drawing units. */
const WIDE = 300;
const HIGH = 48;
/** Maximum number of listed marks, the latest ones. */
const MOST_MARKS = 30;

/** @typedef {{x: number, y: number, w: number, h: number, phase: Phase}} Stretch */

/**
 * The intervals of constant size of a job, as areas of a drawing of 300 by 48.
 * @param {Card['sizes']} sizes
 * @param {number} until_s end of the last one
 * @returns {Stretch[]}
 */
export function sizeAreas(sizes, until_s) {
  const [first] = sizes;
  if (!first) return [];
  const end = Math.max(until_s, sizes.at(-1)?.time_s ?? until_s);
  const span = Math.max(end - first.time_s, 1e-9);
  const most = Math.max(1, ...sizes.map(({ nodes }) => nodes));
  const place = (/** @type {number} */ time) => ((time - first.time_s) / span) * WIDE;
  return sizes
    .map(({ time_s, nodes, phase }, i) => {
      const x = place(time_s);
      const h = (nodes / most) * HIGH;
      return { x, y: HIGH - h, w: place(sizes[i + 1]?.time_s ?? end) - x, h, phase };
    })
    .filter(({ w, h }) => w > 0 && h > 0);
}

/**
 * The transfers for a task up to a moment: `1 transfer, 2 MB`; empty for none.
 * @param {Card['transfers']} transfers
 * @param {number} now_s
 */
export function transfersText(transfers, now_s) {
  const begun = transfers.filter(({ start_s }) => start_s <= now_s);
  return begun.length === 0
    ? ''
    : `${formatCount(begun.length, 'transfers')}, ${formatNumber(begun.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)} MB`;
}

/**
 * The smallest and the largest size, and the mean weighted by time.
 * @param {Card['sizes']} sizes
 * @param {number} until_s
 */
export function sizeRange(sizes, until_s) {
  const held = sizes.filter(({ nodes }) => nodes > 0).map(({ nodes }) => nodes);
  let sum = 0;
  let time = 0;
  sizes.forEach(({ time_s, nodes }, i) => {
    const length = (sizes[i + 1]?.time_s ?? until_s) - time_s;
    if (nodes > 0 && length > 0) {
      sum += nodes * length;
      time += length;
    }
  });
  return { least: Math.min(...held), most: Math.max(...held), mean: time > 0 ? sum / time : NaN };
}

/**
 * The size of a job over time, if it changed.
 * @param {Card} card
 * @param {number} now_s the playhead
 */
export function renderSizes(card, now_s) {
  const { sizes } = card;
  if (new Set(sizes.map(({ nodes }) => nodes).filter((nodes) => nodes > 0)).size < 2) return nothing;
  const until = card.end_s !== null && card.end_s < now_s ? card.end_s : now_s;
  const { least, most, mean } = sizeRange(sizes, until);
  const words = `${formatNumber(least)} to ${formatNumber(most)} nodes, ${formatNumber(mean)} on average`;
  return html`<h4>Size over time: ${words}</h4>
    ${svg`<svg class="size" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label=${`Size over time: ${words}`}>
      ${sizeAreas(sizes, until).map(({ x, y, w, h, phase }) => svg`<rect class=${phase} x=${x} y=${y} width=${w} height=${h}></rect>`)}
    </svg>`}
    <p class="soft ends"><span>${formatMoment(sizes[0]?.time_s ?? 0)}</span><span>${formatMoment(until)}</span></p>
    ${sizes.some(({ phase }) => phase !== 'works' && phase !== 'copies') ? html`<p class="soft">Light: nodes are allocated, but there is no progress.</p>` : nothing}`;
}

/**
 * The components of a job on several clusters.
 * @param {Card} card
 */
export function renderComponents({ components }) {
  if (components.length < 2) return nothing;
  return html`<h4>On ${components.length} clusters at once</h4>
    ${dataTable({
      css: '',
      rows: components,
      columns: [
        { name: 'cluster', css: 'place', cell: ({ cluster }) => cluster },
        { name: 'nodes', css: 'n', cell: ({ nodes }) => formatNumber(nodes) },
        { name: 'node numbers', cell: ({ rows }) => rows },
      ],
    })}`;
}

/**
 * The events of a job, the latest last.
 * @param {Card} card
 */
export function renderEvents({ marks }) {
  if (marks.length === 0) return nothing;
  const left_out = marks.length - MOST_MARKS;
  return html`<h4>Events</h4>
    ${left_out > 0 ? html`<p class="soft">${formatNumber(left_out)} earlier events are not listed.</p>` : nothing}
    <ol class="marks">
      ${marks.slice(-MOST_MARKS).map(({ time_s, text }) => html`<li><span class="number soft">${formatMoment(time_s)}</span> ${text}</li>`)}
    </ol>`;
}

/**
 * The table of tries of a placement that failed.
 * @param {import('../text/repeated-reasons.js').ReasonGroup} group
 */
export function renderTries({ clusters, rows }) {
  return dataTable({
    css: '',
    rows,
    columns: [
      { name: 'try', cell: ({ tries }) => tries },
      { name: 'time', cell: ({ time }) => time },
      ...clusters.map((name, at) => ({
        name,
        css: 'n',
        cell: (/** @type {import('../text/repeated-reasons.js').TryRow} */ { idle }) => formatNumber(idle[at]),
      })),
      { name: 'largest idle group', css: 'n', cell: ({ largest }) => largest },
    ],
  });
}

/**
 * The decisions about a job; repeated ones are folded.
 * @param {Pick<Card, 'reasons'|'nodes'>} card
 * @param {Catalog|null} [catalog] the names of reasons
 */
export function renderDecisions({ reasons, nodes }, catalog = null) {
  return groupReasons(reasons, nodes).map((group) =>
    group.tries === 0
      ? group.reasons.map((reason) => renderDecision(reason, catalog))
      : html`<li>
          <span class="number soft">${formatMoment(group.reasons[0]?.time_s)}</span>
          <p>${group.text}</p>
          <details class="tries"><summary>${group.tries} tries</summary>${renderTries(group)}</details>
        </li>`,
  );
}

/**
 * A decision with its candidate clusters.
 * @param {Reason} reason
 * @param {Catalog|null} catalog the names of reasons
 */
export function renderDecision({ time_s, rule, text, candidates, score: scoreName, score_is_time: time }, catalog) {
  const { name, summary } = reasonName(rule, catalog);
  const withIdle = candidates.some(({ idle }) => idle !== null);
  const scored = candidates.some(({ score, idle }) => score !== null && score !== idle);
  return html`<li>
    <span class="number soft">${formatMoment(time_s)} \u00b7 <span title=${summary || nothing}>${name}</span></span>
    <p>${text}</p>
    ${
      candidates.length > 1
        ? dataTable({
            css: '',
            rows: candidates,
            mark: ({ chosen }) => (chosen ? 'chosen' : ''),
            columns: [
              { name: 'candidate', css: 'place', cell: ({ cluster, chosen }) => `${cluster}${chosen ? ' (chosen)' : ''}` },
              withIdle && { name: 'idle', css: 'n', cell: ({ idle }) => formatNumber(idle) },
              withIdle && { name: 'allocated', css: 'n', cell: ({ taken }) => (taken > 0 ? formatNumber(taken) : '') },
              scored && { name: scoreName, css: 'n', cell: ({ score }) => (time ? formatMoment(score) : formatNumber(score)) },
            ],
          })
        : nothing
    }
  </li>`;
}
