/** @file Response times of bags of tasks by the size of the bag. */

import { html } from 'lit';
import { fetchPart } from '../../commands/lazy.js';

/** @type {import('../types.js').SpecialView} */
export const bagSizes = {
  id: 'bag-sizes',
  name: 'Bag sizes',
  icon: 'M4 20V14M10 20V10M16 20V6M2 20h20',
  needs: ['bags'],
  look: async (_ask, tables) => (tables.some(({ rows }) => rows > 0) ? true : null),
  panel: () => html`<bag-sizes-panel></bag-sizes-panel>`,
  load: (page, tell) => fetchPart(page, 'The panel of bag sizes', () => import('./bag-sizes-panel.js'), tell),
};
