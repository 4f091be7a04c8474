/**
 * @file The queues of a hierarchy: a lane for each above the charts, and a panel with the history of a task and the
 * results by level.
 */

import { html } from 'lit';
import { loadPart } from '../../commands/part-loading.js';

/** @type {import('../types.js').SpecialView} */
export const lanes = {
  id: 'lanes',
  name: 'Levels',
  icon: 'M3 5h8v4H3zM9 13h8M9 11v8h12v-8h-4M5 9v8h4',
  needs: ['limits'],
  fetchData: async (_ask, tables, page) => {
    // The strip must be defined before a chart shows it.
    const strip = tables.some(({ rows }) => rows > 0) && (await loadPart(page, 'The levels panel', () => import('./lanes-strip.js')));
    return strip ? true : null;
  },
  opens: true,
  roomy: true,
  panel: () => html`<lanes-panel></lanes-panel>`,
  strip: { name: '', part: (variant) => html`<lanes-strip class="strip" .variant=${variant}></lanes-strip>` },
  load: (page, tell) => loadPart(page, 'The levels panel', () => import('./lanes-panel.js'), tell),
};
