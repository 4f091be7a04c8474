/** @file The width of the column left of all charts and plots: the same everywhere, for one time scale. */

import { css } from 'lit';

/** @import { Variant } from '../types.js' */

/** For elements that contain charts; `named` where rows have names. */
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
  }
`;

/**
 * Whether rows need names beside them: those of several clusters, or of machines.
 * @param {readonly Pick<Variant, 'layout'>[]} variants
 */
export function hasNamedRows(variants) {
  return variants.some(
    ({ layout }) => layout !== null && (layout.bands.length > 1 || layout.bands.some(({ names }) => names !== undefined)),
  );
}
