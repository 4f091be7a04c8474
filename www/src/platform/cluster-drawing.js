/** @file A drawing of clusters: blocks in proportion to their numbers of nodes. */
import { html, nothing, svg } from 'lit';
import { formatCount, formatNumber } from '../text/numbers.js';

/** @import { Platform } from '../engine/types.js' */

/** Maximum number of drawn clusters; more would be too small. */
const MOST_CLUSTERS = 40;
/** Width of the drawing, in drawing units; the page scales it. */
const WIDTH = 320;
const GAP = 12;
const LABEL = 28;

/**
 * The position of each block: squares of nodes in rows, the largest at most 96 units wide.
 * @param {readonly { nodes: number }[]} clusters
 * @returns {{ blocks: { x: number, y: number, columns: number, rows: number, last: number, cell: number }[], height: number }}
 */
export function layOutBlocks(clusters) {
  const largest = Math.max(1, ...clusters.map((one) => one.nodes));
  const most = Math.ceil(Math.sqrt(largest));
  const cell = Math.min(10, 96 / most);
  let x = 0;
  let y = 0;
  let tallest = 0;
  const blocks = clusters.map(({ nodes }) => {
    const columns = Math.max(1, Math.ceil(Math.sqrt(Math.max(1, nodes))));
    const rows = Math.max(1, Math.ceil(nodes / columns));
    // A label needs space even beside a tiny block.
    const width = Math.max(columns * cell, 64);
    if (x > 0 && x + width > WIDTH) {
      x = 0;
      y += tallest + GAP;
      tallest = 0;
    }
    const block = { x, y, columns, rows, last: nodes - (rows - 1) * columns, cell };
    x += width + GAP;
    tallest = Math.max(tallest, rows * cell + LABEL);
    return block;
  });
  return { blocks, height: y + tallest };
}

/**
 * The drawing, with a description for screen readers.
 * @param {Platform} platform
 */
export function renderClusters(platform) {
  const clusters = platform.clusters.slice(0, MOST_CLUSTERS);
  const { blocks, height } = layOutBlocks(clusters);
  const speeds = clusters.map((one) => one.speed);
  const same = speeds.every((speed) => speed === speeds[0]);
  const total = platform.clusters.reduce((sum, one) => sum + one.nodes, 0);
  const words = clusters.map((one) => `${one.name} ${formatCount(one.nodes, 'nodes')}, speed ${formatNumber(one.speed)}`);
  const count = platform.clusters.length;
  return html`<figure class="sketch">
    <svg viewBox="0 0 ${WIDTH} ${height}" preserveAspectRatio="xMinYMin" role="img" aria-label=${words.join('; ')}>
      ${clusters.map((cluster, at) => renderBlock(cluster, blocks[at], same))}
    </svg>
    <figcaption class="soft">
      ${formatCount(count, 'clusters')}, ${formatCount(total, 'nodes')}
      ${count > MOST_CLUSTERS ? html`(the first ${MOST_CLUSTERS} are drawn)` : nothing}
    </figcaption>
  </figure>`;
}

/**
 * The drawing of one cluster: a square for each node, or one for many.
 * @param {{ name: string, nodes: number, speed: number }} cluster
 * @param {ReturnType<typeof layOutBlocks>['blocks'][number] | undefined} at
 * @param {boolean} same whether all clusters are equally fast
 */
function renderBlock(cluster, at, same) {
  if (!at) return nothing;
  const { x, y, columns, rows, last, cell } = at;
  const [width, height] = [columns * cell, rows * cell];
  const name = cluster.name.length > 12 ? `${cluster.name.slice(0, 11)}…` : cluster.name;
  const speed = same ? '' : ` · ×${formatNumber(cluster.speed)}`;
  const path = `M${x} ${y}h${width}v${height - cell}h${(last - columns) * cell}v${cell}h${-last * cell}z`;
  return svg`<g>
    <title>${cluster.name}: ${formatCount(cluster.nodes, 'nodes')}, speed ${formatNumber(cluster.speed)}</title>
    <path class="nodes" d=${path}></path>
    ${cell >= 2.5 ? svg`<path class="gaps" d=${gapLines(x, y, columns, rows, cell)}></path>` : nothing}
    <text x=${x} y=${y + height + 12}>${name}</text>
    <text class="small" x=${x} y=${y + height + 23}>${formatNumber(cluster.nodes)}${speed}</text>
  </g>`;
}

/**
 * The lines between nodes.
 * @param {number} x
 * @param {number} y
 * @param {number} columns
 * @param {number} rows
 * @param {number} cell
 */
function gapLines(x, y, columns, rows, cell) {
  const down = Array.from({ length: columns - 1 }, (_, at) => `M${x + (at + 1) * cell} ${y}v${rows * cell}`);
  const across = Array.from({ length: rows - 1 }, (_, at) => `M${x} ${y + (at + 1) * cell}h${columns * cell}`);
  return [...down, ...across].join('');
}
