/** @file The width of the column left of all charts and plots: equal everywhere, for a common time scale. */

import { css } from 'lit';

/** @import { Variant } from '../types.js' */

/** Number of clusters from which each is too low on a phone. */
const MANY_CLUSTERS = 20;

/** For elements that contain charts; `named` if rows have names. */
export const columnStyle = css`
  :host([named]) {
    --bands: var(--named-bands);
    --gutter: calc(var(--side) + var(--bands));
    /* On a phone, names of clusters need more height. */
    --least-chart: 196px;
  }
  @media (width < 700px) {
    :host([named]) {
      --bands: 44px;
    }
    /** Below 6 px per cluster, all are drawn as one readable cluster. */
    :host([named='many']) {
      --least-chart: 0px;
      --most-rows: ${6 * MANY_CLUSTERS - 6}px;
      --chart-grow: 0;
    }
  }
`;

/**
 * Whether rows need names beside them: those of several clusters, or of machines.
 * @param {readonly Pick<Variant, 'layout'>[]} variants
 * @returns {'many'|'few'|''} whether there are many clusters; empty without names
 */
export function namedRows(variants) {
  const named = variants.flatMap(({ layout }) =>
    layout && (layout.bands.length > 1 || layout.bands.some(({ names }) => names !== undefined)) ? [layout.bands.length] : [],
  );
  return named.length === 0 ? '' : Math.max(...named) < MANY_CLUSTERS ? 'few' : 'many';
}

/**
 * Adapts the style of an element with charts to the names of rows. @param {Element} host
 * @param {ReturnType<typeof namedRows>} named
 */
export function applyNamedRows(host, named) {
  if (named) host.setAttribute('named', named);
  else host.removeAttribute('named');
}
