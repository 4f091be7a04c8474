/** @file Workflows of components: their pattern on the clusters, the reason for the placement of each unit, and the messages on the links. */

import { html } from 'lit';
import { loadPart } from '../../commands/part-loading.js';

/** @type {import('../types.js').SpecialView} */
export const components = {
  id: 'components',
  name: 'Components',
  icon: 'M4 4h5v5H4zM15 4h5v5h-5zM4 15h5v5H4zM15 15h5v5h-5zM9 6.5h6M6.5 9v6M17.5 9v6M9 17.5h6',
  needs: ['components'],
  fetchData: async (_ask, tables) => (tables.some(({ rows }) => rows > 0) ? true : null),
  opens: true,
  roomy: true,
  panel: () => html`<components-panel></components-panel>`,
  load: (page, tell) => loadPart(page, 'The components panel', () => import('./components-panel.js'), tell),
};
