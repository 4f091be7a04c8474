/** @file The tasks of a workflow as a graph, and the parts of the time of its critical path. */

import { html } from 'lit';
import { loadPart } from '../../commands/part-loading.js';

/** @type {import('../types.js').SpecialView} */
export const graph = {
  id: 'graph',
  name: 'Graph',
  icon: 'M9 3h6v4H9zM3 10h6v4H3zM15 10h6v4h-6zM9 17h6v4H9zM12 7L6 10M12 7l6 3M6 14l6 3M18 14l-6 3',
  needs: 'run',
  fetchData: async (_ask, _tables, _page, layout) => layout?.graphs || null,
  opens: true,
  panel: () => html`<graph-panel></graph-panel>`,
  load: (page, tell) => loadPart(page, 'The task graph', () => import('./graph-panel.js'), tell),
};
