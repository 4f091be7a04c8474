/** @file Applications that select their own hosts: the view and the request of a launcher, and the messages between launchers and the resource manager. */

import { html } from 'lit';
import { loadPart } from '../../commands/part-loading.js';

/** @type {import('../types.js').SpecialView} */
export const delegation = {
  id: 'delegation',
  name: 'Launchers',
  icon: 'M3 20V9h5v4h6V6h7v14zM10 4h4M12 2v4',
  needs: ['messages', 'asked', 'weighed', 'views', 'view-steps', 'estimates'],
  fetchData: async (_ask, tables, page) => {
    if (!tables.some(({ rows }) => rows > 0)) return null;
    await loadPart(page, 'The view of launchers', () => import('./launcher-view.js'));
    return true;
  },
  opens: true,
  roomy: true,
  under: () => html`<launcher-view></launcher-view>`,
  panel: () => html`<launchers-panel></launchers-panel>`,
  load: (page, tell) => loadPart(page, 'The launchers panel', () => import('./launchers-panel.js'), tell),
};
