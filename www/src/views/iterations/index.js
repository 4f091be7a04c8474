/** @file Iterations of applications: workers, efficiency, the trade-off, and the reasons for changes of the number of workers. */

import { html } from 'lit';
import { loadPart } from '../../commands/part-loading.js';

/** @type {import('../types.js').SpecialView} */
export const iterations = {
  id: 'iterations',
  name: 'Iterations',
  icon: 'M4 4v16h16M7 8h3v3h4v3h3v3h3M7 17c3 0 4-2 6-5s3-4 7-4',
  needs: ['rounds'],
  fetchData: async (ask, _tables, page) => {
    const rounds = /** @type {import('../../engine/types.js').Rounds} */ (await ask('view', 'rounds', NaN));
    // The strip must be defined before a chart shows it.
    const strip = rounds.rounds.length > 0 ? await loadPart(page, 'The iterations panel', () => import('./rounds-strip.js')) : undefined;
    return strip?.groupRounds(rounds) ?? null;
  },
  opens: true,
  roomy: true,
  panel: () => html`<rounds-panel></rounds-panel>`,
  strip: { name: 'iteration', part: (variant) => html`<rounds-strip class="strip" .variant=${variant}></rounds-strip>` },
  load: (page, tell) => loadPart(page, 'The iterations panel', () => import('./rounds-panel.js'), tell),
};
