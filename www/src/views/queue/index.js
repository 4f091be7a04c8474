/** @file The queue at the playhead, in every system. */

import { html } from 'lit';
import { loadPart } from '../../commands/part-loading.js';

/** @type {import('../types.js').SpecialView} */
export const queue = {
  id: 'queue',
  name: 'Queue',
  icon: 'M4 7h4v4H4zM10 7h4v4h-4zM16 7h4v4h-4zM4 16h13M14 13l3 3-3 3',
  needs: [],
  panel: () => html`<queue-panel></queue-panel>`,
  load: (page, tell) => loadPart(page, 'The queue panel', () => import('./queue-panel.js'), tell),
};
