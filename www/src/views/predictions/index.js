/** @file Predicted against actual values of jobs: wait times, accuracy, and the largest errors. */

import { html } from 'lit';
import { loadPart } from '../../commands/part-loading.js';

/** @type {import('../types.js').SpecialView} */
export const predictions = {
  id: 'predictions',
  name: 'Predictions',
  icon: 'M3 19c4 0 5-9 9-9M12 10l9-5M12 10l9 5M12 10h9',
  needs: ['predictions'],
  fetchData: async (_ask, tables) => (tables.some(({ rows }) => rows > 0) ? true : null),
  opens: true,
  roomy: true,
  panel: () => html`<predictions-panel></predictions-panel>`,
  load: (page, tell) => loadPart(page, 'The predictions panel', () => import('./predictions-panel.js'), tell),
};
