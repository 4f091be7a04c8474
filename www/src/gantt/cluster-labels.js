/** @file Labels beside the rows of a chart: the clusters, or their machines if they fit. */

import { css, html, nothing } from 'lit';
import { inlineStyle } from '../elements/style-directive.js';

/** @import { Band, ClusterPlace } from '../engine/types.js' */

/** Minimum height of clusters with name and size on two lines, CSS pixels. */
const LOW_PX = 32;
/** Minimum height of clusters with three lines, CSS pixels. */
const THREE_PX = 48;
/** Number of letters of a line. */
const LETTERS = 9;
/** Minimum height of clusters with a label, CSS pixels. */
const LOWEST_PX = 12;
/** Minimum mean height of clusters that are drawn separately, CSS pixels. */
const MERGED_PX = 6;
/** Height of a line of text beside a low cluster, CSS pixels. */
const LINE_PX = 16;

export const clusterLabelStyle = css`
  .band {
    position: absolute;
    inset-inline: 0;
    padding: 3px 6px 0 8px;
    border-bottom: 1px solid var(--line);
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .band b {
    font-weight: 600;
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .band b .soft {
    font-weight: 400;
  }
  .band.low {
    padding-block: 0;
    white-space: nowrap;
    font-size: min(var(--text-note), 13px);
  }
  .band.low b {
    display: inline;
    margin-right: 5px;
  }
  .band.unused {
    align-content: center;
    border: 0;
    color: var(--ink-soft);
  }
  /* On a phone a name has as many lines as it needs, or covers the first bars if there is only one line. */
  @media (width < 700px) {
    div.gutter {
      overflow: visible;
      z-index: 1;
    }
    .band:not(.low) {
      padding-inline: 3px 0;
      font-size: 10px;
    }
    /** Speeds are shown if they fit. */
    .band b .soft {
      display: none;
    }
    .band:not(.low) b {
      white-space: normal;
      overflow-wrap: anywhere;
    }
    .band.low {
      padding-inline: 3px;
      inset-inline-end: auto;
      min-width: 100%;
      overflow: visible;
      pointer-events: none;
    }
    .band.low b,
    .band.low .soft {
      background: var(--surface);
    }
  }
  .row-name {
    position: absolute;
    inset-inline: 0;
    padding: 0 6px 0 8px;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .row-name b {
    font-weight: 600;
    margin-right: 5px;
  }
`;

/**
 * Renders the labels of all visible clusters.
 * @param {readonly Band[]} bands
 * @param {readonly ClusterPlace[]} places of the last frame
 * @param {{height: number, scale: number}} size of the frame: device pixels, and device pixels per CSS pixel
 */
export function renderClusterLabels(bands, places, { height, scale }) {
  const at = (/** @type {{y: number, h: number}} */ { y, h }) => ({ top: `${(y / height) * 100}%`, height: `${(h / height) * 100}%` });
  const average = places.reduce((sum, { h }) => sum + h / scale, 0) / places.length;
  if (places.length > 1 && average < MERGED_PX) return html`<div class="band low">${places.length} clusters</div>`;
  return places.map((place) => {
    const band = bands[place.first];
    if (!band || place.h / scale < LOWEST_PX) return nothing;
    if (place.shown === 0) return renderUnusedLabel(bands.slice(place.first, place.last + 1), at(place));
    return place.machines.length > 0
      ? renderMachineLabels(band, bands.length > 1, place, at, scale)
      : renderClusterLabel(band, place.shown, at(place), place.h / scale);
  });
}

/**
 * The label of unused clusters, which share a line.
 * @param {readonly Band[]} bands
 * @param {Record<string, string>} box
 */
function renderUnusedLabel(bands, box) {
  return html`<div class="band low unused" ${inlineStyle(box)} title="${joinClusterNames(bands)}: never used">${bands.length} unused</div>`;
}

/**
 * The names of clusters that share a line.
 * @param {readonly Band[]} bands
 */
export const joinClusterNames = (bands) => bands.map(({ name }) => name).join(', ');

/**
 * The name of a cluster beside its rows, with its number of nodes if it fits.
 * @param {Band} band
 * @param {number} shown number of its drawn rows
 * @param {Record<string, string>} box
 * @param {number} height CSS pixels
 */
function renderClusterLabel(band, shown, box, height) {
  const speed = band.speeds ? '' : speedText(band.speed);
  const left = shown < band.rows;
  const low = height < LOW_PX;
  const count = left ? `${shown} of ${band.rows}` : `${band.rows}`;
  const fits = (/** @type {string} */ one, /** @type {string} */ other) => one.length + other.length <= LETTERS;
  // Names that do not fit are shown in full as tooltips.
  const beside = !low && fits(band.name, speed);
  const below = !beside && !low && speed !== '' && (fits(count, speed) || height >= THREE_PX);
  // A line is at most as high as the cluster, with its text centred.
  return html`<div class="band ${low ? 'low' : ''}" ${inlineStyle(low ? { ...box, 'line-height': `${Math.min(LINE_PX, height - 1)}px` } : box)} title="${band.name}: ${band.rows} nodes${speed}${left ? `, ${shown} of them used` : ''}">
    <b>${band.name}${beside ? html`<span class="soft">${speed}</span>` : nothing}</b>${low && !fits(band.name, count) ? nothing : html`<span class="soft">${count}${below ? speed : nothing}</span>`}
  </div>`;
}

/**
 * The labels of machines whose rows are visible.
 * @param {Band} band
 * @param {boolean} several whether there are other clusters
 * @param {ClusterPlace} place
 * @param {(place: {y: number, h: number}) => Record<string, string>} box
 * @param {number} scale
 */
function renderMachineLabels({ name, first_row, names = [], speeds, speed }, several, { machines: seen }, box, scale) {
  return seen.map((machine, at) => {
    const row = machine.row - first_row;
    const fast = speedText(speeds?.[row] ?? speed);
    return html`<div class="row-name" ${inlineStyle({ ...box(machine), 'line-height': `${machine.h / scale}px` })} title="${names[row]} of ${name}${fast}">
      ${several && at === 0 ? html`<b>${name}</b>` : nothing}${names[row]}
    </div>`;
  });
}

/** @param {number} speed */
function speedText(speed) {
  return speed === 1 ? '' : ` \u00d7${Number(speed.toPrecision(3))}`;
}
