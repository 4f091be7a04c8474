/** @file The use of the links between clusters. */

import { html } from 'lit';
import { fetchPart } from '../../commands/lazy.js';

/** @type {import('../types.js').SpecialView} */
export const linkUse = {
  id: 'link-use',
  name: 'Link use',
  icon: 'M4 6h4v4H4zM16 14h4v4h-4zM8 8h4v8h4',
  needs: ['links'],
  look: async (_ask, tables) => (tables.some(({ rows }) => rows > 0) ? true : null),
  panel: () => html`<link-use-panel></link-use-panel>`,
  load: (page, tell) => fetchPart(page, 'The panel of link use', () => import('./link-use-panel.js'), tell),
};
