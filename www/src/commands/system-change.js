/**
 * @file Replaces the system or the work of the scenario, and removes unsupported parts. Loaded with the forms and
 * files.
 */

import { removedText } from '../scenario/catalog-choices.js';
import { showNotice } from './notices.js';
import { editedDocument, setScenario, undo } from './scenario.js';
import { tryAction } from './try-action.js';

/** @import { Page } from './page.js' */
/** @import { Adapted } from '../engine/types.js' */
/** @import { ScenarioDocument, SystemChoice } from '../scenario/types.js' */

/**
 * Replaces the scenario by the adapted one from the engine.
 * @param {Page} page
 * @param {(document: any) => Promise<Adapted>} adapt
 * @returns {Promise<{good: boolean, left: string[]}>} left: descriptions of the removed parts
 */
export async function adaptScenario(page, adapt) {
  for (;;) {
    const { text } = page.store.get();
    const { scenario, left } = await adapt(editedDocument(page));
    // An edit made meanwhile is adapted too.
    if (page.store.get().text === text) return { good: await setScenario(page, scenario), left };
  }
}

/**
 * Replaces the system. Parts that it does not support are removed and listed.
 * @param {Page} page
 * @param {SystemChoice} system
 * @param {Partial<ScenarioDocument>} [changes] made before
 */
export async function changeSystem(page, system, changes = {}) {
  const adapted = await tryAction(page, 'The system could not be changed', () =>
    adaptScenario(page, (document) => page.services.change_system(JSON.stringify({ ...document, ...changes }), JSON.stringify(system))),
  );
  const left = adapted?.good ? adapted.left : [];
  if (left.length > 0) showNotice(page, removedText(left), 'info', { label: 'Restore', run: () => undo(page) });
}
