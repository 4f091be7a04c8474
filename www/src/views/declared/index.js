/** @file The tables that a system declares and that have no special view: each as a list and as a line. */

import { html } from 'lit';
import { loadPart } from '../../commands/part-loading.js';

/** @type {import('../types.js').SpecialView} */
export const declared = {
  id: 'declared',
  name: 'Tables',
  icon: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  needs: 'rest',
  fetchData: async (_ask, tables) => {
    const shown = tables.filter(({ rows, is_part: part }) => rows > 0 && !part);
    return shown.length > 0 ? shown : null;
  },
  roomy: true,
  panel: () => html`<table-panel></table-panel>`,
  load: (page, tell) => loadPart(page, 'The tables', () => import('./table-panel.js'), tell),
};
