import { expect, it } from 'vitest';
import { createPage } from '../../../src/commands/page.js';
import { TablePanel } from '../../../src/views/declared/table-panel.js';

it('keeps the rows that it has read of the chart that the reader turned to', async () => {
  const panel = new TablePanel();
  const page = createPage();
  const table = { id: 'visits', name: 'Visits', columns: [] };
  const variant = { name: 'x', status: 'done', views: { declared: [table] } };
  const rows = (/** @type {number} */ at) => ({ columns: { a: [at] }, names: {}, because: [] });
  let pane = 0;
  Object.defineProperties(panel, {
    page: { value: page },
    state: { get: () => ({ variants: [variant, variant], pane }) },
  });
  const run = { call: async () => rows(pane) };
  Object.assign(page.runs, { clients: [run, run] });
  await panel.refresh();
  panel.willUpdate();
  pane = 1;
  panel.willUpdate();
  await panel.refresh();
  panel.willUpdate();
  expect(panel.rows).toEqual(rows(1));
});
