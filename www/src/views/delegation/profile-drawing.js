/** @file The drawing of a view: the busy hosts of each cluster over time, as steps, with requests and configurations. */

import { css, html, nothing, svg } from 'lit';
import { formatCount, formatNumber } from '../../text/numbers.js';
import { formatMoment, formatTime, timeTicks } from '../../text/time.js';
import { clusterName, hostsText, requestText } from './launcher-texts.js';
import { earliestFit, ghostsIn, maxBusyHosts } from './launchers.js';

/** @import { ClusterView, Configuration, LauncherState, Part, Request, Step } from './launchers.js' */

/**
 * A box in the drawing of a view.
 * @typedef {object} Planned
 * @property {'asked'|'before'|'weighed'} look
 * @property {number} start_s
 * @property {number} end_s
 * @property {readonly Part[]} parts
 * @property {string} text
 */

/**
 * @typedef {Pick<LauncherState, 'views'|'clusters'|'ghosts'|'now_s'> & {planned: readonly Planned[]}} Shown planned: in
 *   drawing order
 */

/**
 * Distances, CSS pixels: beside the charts, the height of a chart among few and among many clusters, between charts,
 * below the last one, and the width of a letter.
 */
const ROOM = { left: 92, right: 12, top: 4, gap: 10, axis: 22, letter: 6.4 };
const HIGH = { few: 96, many: 56, until: 4 };
/** The axis ends this share of its length after the last change. */
const TAIL_SHARE = 0.06;
/** Minimum height of boxes with text. */
const LEAST_TEXT_HEIGHT = 15;

/** The colours of the drawing, for its key. */
export const profileKeyStyle = css`
  .keys i {
    width: 14px;
    box-sizing: border-box;
  }
  .keys .busy {
    background: color-mix(in srgb, var(--work) 34%, var(--paper));
    border: 1px solid var(--work);
  }
  .keys .ghost {
    background-image: repeating-linear-gradient(135deg, var(--work) 0 1px, transparent 1px 4px);
  }
  .keys .asked {
    background: var(--accent-soft);
    border: 2px solid var(--accent);
  }
  .keys .before {
    border: 1px dashed var(--ink-soft);
  }
  .keys .weighed {
    border: 2px dashed var(--ink-soft);
  }
`;

/**
 * The meaning of the colours.
 * @param {Pick<Shown, 'views'|'ghosts'|'planned'>} shown
 * @param {string} busy
 */
export function renderProfileKey({ views, ghosts, planned }, busy) {
  const legendEntry = (/** @type {boolean} */ shown, /** @type {string} */ look, /** @type {string} */ name) =>
    shown ? html`<span><i class=${look}></i>${name}</span>` : nothing;
  const has = (/** @type {Planned['look']} */ look) => planned.some((box) => box.look === look);
  const isGhostly = views.some((view) => ghostsIn(view, ghosts).length > 0);
  return html`<p class="keys" aria-hidden="true">
    ${legendEntry(true, 'busy', busy)} ${legendEntry(isGhostly, 'busy ghost', 'ghost')} ${legendEntry(has('asked'), 'asked', 'requested')}
    ${legendEntry(has('before'), 'before', 'previous request')} ${legendEntry(has('weighed'), 'weighed', 'considered')}
  </p>`;
}

/**
 * The boxes of requests, and of a configuration that the reader has marked.
 * @param {Omit<LauncherState, 'ghosts'|'last'>} state
 * @param {Configuration} [marked]
 * @returns {Planned[]}
 */
export function plannedBoxes({ launcher, views, request, previous, start_s, now_s, clusters }, marked) {
  /** Returns a planned request as a list of one box; an empty list if it has no start. */
  const planBoxes = (
    /** @type {Planned['look']} */ look,
    /** @type {string} */ name,
    /** @type {Pick<Request, 'parts'|'wall_s'>|undefined} */ wanted,
    /** @type {number|null} */ start_s,
  ) =>
    wanted && start_s !== null
      ? [
          {
            look,
            start_s,
            end_s: start_s + wanted.wall_s,
            parts: wanted.parts,
            text: `${name}: ${requestText(wanted, clusters)}, from ${formatMoment(start_s)}`,
          },
        ]
      : [];
  const waits = !(launcher && launcher.start_s <= now_s);
  const before_s = previous && request && waits ? earliestFit(views, clusters, previous, request.time_s) : null;
  return [
    ...planBoxes('before', 'previous request', previous, before_s),
    ...planBoxes('asked', 'request', request, start_s),
    ...planBoxes('weighed', 'considered', marked && { parts: marked.parts, wall_s: marked.end_s - marked.from_s }, marked?.from_s ?? null),
  ];
}

/** The tokens that the drawing uses. */
export const TOKENS = ['paper', 'ink', 'ink-soft', 'line', 'edge', 'work', 'accent', 'accent-soft', 'sunken'];

/** The height of the chart of one cluster. */
function chartHeight(/** @type {readonly ClusterView[]} */ views) {
  return views.length > HIGH.until ? HIGH.many : HIGH.few;
}

/** The height of the drawing. */
export function drawingHeight(/** @type {readonly ClusterView[]} */ views) {
  return ROOM.top + views.length * (chartHeight(views) + ROOM.gap) - ROOM.gap + ROOM.axis;
}

/**
 * The span of time shown: to a little after the last change and the last planned box.
 * @param {Pick<Shown, 'views'|'planned'|'now_s'>} shown
 * @returns {[number, number]}
 */
export function shownSpan({ views, planned, now_s }) {
  // The data of a started launcher begins before the playhead.
  const from = Math.min(now_s, ...views.flatMap(({ steps }) => steps.at(0)?.from_s ?? []), ...planned.map(({ start_s }) => start_s));
  const last = Math.max(
    ...views.flatMap(({ steps }) => steps.at(-1)?.from_s ?? []),
    ...planned.map(({ end_s }) => end_s),
    now_s,
    from + 1e-3,
  );
  return [from, last + (last - from) * TAIL_SHARE];
}

/**
 * The busy hosts of a cluster as a path of steps.
 * @param {readonly Step[]} steps
 * @param {(time_s: number) => number} x
 * @param {(hosts: number) => number} y
 * @param {number} right
 */
export function stepPath(steps, x, y, right) {
  const first = steps[0];
  if (!first) return '';
  const levels = steps.map(({ from_s, busy }, at) => {
    const next = steps[at + 1];
    return `L${x(from_s).toFixed(1)} ${y(busy).toFixed(1)}H${(next ? x(next.from_s) : right).toFixed(1)}`;
  });
  return `M${x(first.from_s).toFixed(1)} ${y(0).toFixed(1)}${levels.join('')}V${y(0).toFixed(1)}Z`;
}

/**
 * The content of the `<svg>`.
 * @param {Shown} shown
 * @param {number} width
 * @param {(token: string) => string} colour
 */
export function drawProfiles(shown, width, colour) {
  const { views, clusters, now_s } = shown;
  const [from, to] = shownSpan(shown);
  const right = Math.max(ROOM.left + 40, width - ROOM.right);
  const high = chartHeight(views);
  const x = (/** @type {number} */ time_s) =>
    ROOM.left + ((Math.max(from, Math.min(to, time_s)) - from) / (to - from)) * (right - ROOM.left);
  const bottom = ROOM.top + views.length * (high + ROOM.gap) - ROOM.gap;
  const ticks = timeTicks(from, to, Math.max(2, Math.floor((right - ROOM.left) / 72)));
  return svg`
    <g stroke=${colour('line')}>${ticks.map(({ time_s }) => svg`<path d="M${x(time_s)} ${ROOM.top}V${bottom}"></path>`)}</g>
    ${views.map((view, at) => drawCluster(shown, view, { top: ROOM.top + at * (high + ROOM.gap), high, left: ROOM.left, right, x, colour, name: clusterName(clusters, view.cluster) }))}
    <g fill=${colour('ink-soft')} font-size="11" text-anchor="middle">
      ${ticks.map(({ time_s, text }) => (x(time_s) > right - 16 ? nothing : svg`<text x=${x(time_s)} y=${bottom + 15}>${text}</text>`))}
    </g>
    <path d="M${x(now_s)} ${ROOM.top}V${bottom + 3}" stroke=${colour('accent')} stroke-width="1.5"></path>`;
}

/**
 * @typedef {object} Place the place of the view of a cluster in the drawing
 * @property {number} top
 * @property {number} high
 * @property {number} left
 * @property {number} right
 * @property {(time_s: number) => number} x
 * @property {(token: string) => string} colour
 */

/**
 * Draws the rows of one cluster.
 * @param {Shown} shown
 * @param {ClusterView} view
 * @param {Place & {name: string}} place
 */
function drawCluster(shown, view, place) {
  const { top, high, colour, name } = place;
  const { hosts = 0, speed = 1 } = shown.clusters[view.cluster] ?? {};
  return svg`<g data-cluster=${view.cluster}>
    <text x="0" y=${top + 12} font-size="12" font-weight="600" fill=${colour('ink')}>${name.length > 11 ? `${name.slice(0, 10)}\u2026` : name}</text>
    <text x="0" y=${top + 27} font-size="11" fill=${colour('ink-soft')}>${hostsText(hosts, speed)}</text>
    <g font-size="11" text-anchor="end" fill=${colour('ink-soft')}>
      <text x=${ROOM.left - 5} y=${top + 9}>${formatNumber(hosts)}</text><text x=${ROOM.left - 5} y=${top + high}>0</text>
    </g>
    ${drawLane(shown, view, place)}
  </g>`;
}

/**
 * The view of a cluster with its requests, without text beside it.
 * @param {Pick<Shown, 'clusters'|'planned'|'ghosts'>} shown
 * @param {ClusterView} view
 * @param {Place} place
 */
export function drawLane({ clusters, planned, ghosts }, view, { top, high, left, right, x, colour }) {
  const { cluster, steps } = view;
  const { hosts = 0 } = clusters[cluster] ?? {};
  const y = (/** @type {number} */ many) => top + high - (Math.min(many, hosts) / Math.max(1, hosts)) * high;
  const kept = ghostsIn(view, ghosts).map(({ from_s, to_s, busy, hosts: many }) => ({
    x: x(from_s),
    w: Math.max(0, x(to_s) - x(from_s)),
    y: y(busy),
    h: y(busy - many) - y(busy),
  }));
  return svg`
    <path d="M${left} ${top}H${right}" stroke=${colour('line')} stroke-dasharray="2 3"></path>
    <path class="busy" d=${stepPath(steps, x, y, right)} fill=${colour('work')} fill-opacity="0.34" stroke=${colour('work')}></path>
    ${kept.map((box) => svg`<path class="ghost" d=${hatchPath(box)} stroke=${colour('work')} fill="none"><title>ghost</title></path>`)}
    <path d="M${left} ${top + high}H${right}" stroke=${colour('edge')}></path>
    ${planned.map((box) => drawBox(box, view, { x, y, colour, left, right }))}`;
}

/** Distance between the lines of a hatch, CSS pixels, and their maximum number, since a box may reach far beyond the visible area. */
const HATCH_PX = 5;
const MOST_LINES = 400;

/**
 * A box filled with rising lines.
 * @param {{x: number, y: number, w: number, h: number}} box
 */
export function hatchPath({ x, y, w, h }) {
  const lines = Array.from({ length: Math.min(MOST_LINES, Math.floor((w + h) / HATCH_PX)) }, (_, at) => {
    const along = (at + 1) * HATCH_PX;
    const [from, to] = [Math.max(0, along - h), Math.min(w, along)];
    return `M${(x + from).toFixed(1)} ${(y + along - from).toFixed(1)}L${(x + to).toFixed(1)} ${(y + along - to).toFixed(1)}`;
  });
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${w.toFixed(1)}v${h.toFixed(1)}h${(-w).toFixed(1)}z${lines.join('')}`;
}

/**
 * Draws a planned request on top of the busy hosts of a cluster.
 * @param {Planned} box
 * @param {Pick<ClusterView, 'cluster'|'steps'>} view
 * @param {Pick<Place, 'x'|'colour'|'left'|'right'> & {y: (hosts: number) => number}} place
 */
function drawBox(box, { cluster, steps }, { x, y, colour, left: first, right: last }) {
  const part = box.parts.find((one) => one.cluster === cluster);
  if (!part) return nothing;
  // The box is on top of the busy hosts, and thus visible in the gap.
  const floor = maxBusyHosts(steps, box.start_s, box.end_s);
  const [left, wide] = [x(box.start_s), Math.max(1.5, x(box.end_s) - x(box.start_s))];
  const [top, tall] = [y(floor + part.hosts), Math.max(1.5, y(floor) - y(floor + part.hosts))];
  const asked = box.look === 'asked';
  const texts = [
    `${formatCount(part.hosts, 'hosts')}, ${formatTime(box.end_s - box.start_s)}, from ${formatMoment(box.start_s)}`,
    `${formatNumber(part.hosts)} from ${formatMoment(box.start_s)}`,
    formatNumber(part.hosts),
  ];
  const [from, to] = [Math.max(first, left), Math.min(last, left + wide)];
  const side = left >= last ? 'end' : left + wide <= first ? 'start' : '';
  // Parts outside the window are named at the nearest edge.
  if (side !== '')
    return asked
      ? svg`<text class="beyond" x=${side === 'end' ? last - 6 : first + 6} y=${y(0) - 8} font-size="11" font-weight="600" text-anchor=${side} paint-order="stroke" stroke-width="4" stroke-linejoin="round" stroke=${colour('paper')} fill=${colour('accent')}>${side === 'end' ? `${texts[1]} \u203a` : `\u2039 ${texts[1]}`}</text>`
      : nothing;
  const text = tall < LEAST_TEXT_HEIGHT ? undefined : texts.find((one) => one.length * ROOM.letter + 6 < to - from);
  return svg`<g class=${box.look}>
    <rect x=${left} y=${top} width=${wide} height=${tall} fill=${asked ? colour('accent-soft') : 'none'} fill-opacity=${asked ? 0.75 : 0}
      stroke=${asked ? colour('accent') : colour('ink-soft')} stroke-width=${box.look === 'before' ? 1 : 2} stroke-dasharray=${asked ? 'none' : '4 3'}><title>${box.text}</title></rect>
    ${text && box.look !== 'before' ? svg`<text x=${(from + to) / 2} y=${top + tall / 2 + 4} font-size="11" font-weight=${asked ? 600 : 400} text-anchor="middle" fill=${asked ? colour('accent') : colour('ink')}>${text}</text>` : nothing}
  </g>`;
}
