/** @file `tableFiles`: the tables of a run behind a panel, as files to take away. */

import { html } from 'lit';
import { attempt } from '../commands/attempt.js';
import { ask, save } from '../commands.js';

/** @import { Page } from '../commands/page.js' */

/**
 * A button for each table.
 * @param {Page} page
 * @param {number} variant
 * @param {readonly {id: string, name: string}[]} tables by their ids, and what each file is called
 */
export function tableFiles(page, variant, tables) {
  const csv = (/** @type {string} */ id, /** @type {string} */ name) =>
    attempt(page, `The file of the ${name} could not be created`, async () =>
      save(`${id}.csv`, await ask(page, variant, 'export_text', id), 'text/csv'),
    );
  return html`<section class="stack">
    <h3>Data</h3>
    <div class="row">${tables.map(({ id, name }) => html`<button type="button" @click=${() => csv(id, name)}>CSV: ${name}</button>`)}</div>
  </section>`;
}
