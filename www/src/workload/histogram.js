/** @file A small histogram as SVG, whose counts are also in its description. */

import { html, svg } from 'lit';
import { formatNumber } from '../text/numbers.js';

/** Size of the drawing, CSS pixels. */
const SIZE = { width: 160, height: 44 };

/**
 * A bar: its label for people, and its count.
 * @typedef {{label: string, count: number}} Bar
 */

/**
 * A histogram with a title above and the first and last label below.
 * @param {string} title
 * @param {readonly Bar[]} bars
 * @param {string} things the counted items, in the plural
 * @param {readonly [string, string]} ends the labels of both ends of the axis
 */
export function histogram(title, bars, things, ends) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const width = SIZE.width / Math.max(bars.length, 1);
  const counted = bars.filter(({ count }) => count > 0).map(({ label, count }) => `${label}: ${formatNumber(count)}`);
  // Every bar that is not empty is visible, even if its share is tiny.
  const height = (/** @type {number} */ count) => (count === 0 ? 0 : Math.max(1.5, (count / most) * SIZE.height));
  const gap = width > 3 ? 1 : 0;
  return html`<figure class="histogram">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" preserveAspectRatio="none" role="img" aria-label="${title}, number of ${things}. ${counted.join('; ')}">
      ${bars.map(
        ({ label, count }, at) =>
          svg`<rect x=${at * width} y=${SIZE.height - height(count)} width=${Math.max(width - gap, 0.5)} height=${height(count)}><title>${label}: ${formatNumber(count)}</title></rect>`,
      )}
    </svg>
    <span class="ends" aria-hidden="true"><span>${ends[0]}</span><span>${ends[1]}</span></span>
  </figure>`;
}
