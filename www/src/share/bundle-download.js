/** @file Downloads the scenario file with its uploaded files. `addFile` opens it again. */

import { saveFile } from '../commands.js';
import { editedScenario } from '../scenario/edited-scenario.js';
import { uploadedFiles, writeBundle } from '../scenario/scenario-bundle.js';
import { exportFileName } from '../text/file-names.js';
import { scenarioTitle } from '../text/scenario-title.js';

/** @import { Page } from '../commands/page.js' */

/** The name of the file. */
export function bundleName(/** @type {Page} */ page) {
  const state = page.store.get();
  const digest = state.variants.length === 1 ? state.variants[0]?.digest?.whole : undefined;
  return exportFileName(scenarioTitle(state), digest, 'ganttlet.json');
}

/** Downloads the scenario being edited, with the uploaded files it needs. */
export function saveBundle(/** @type {Page} */ page) {
  const state = page.store.get();
  const scenario = editedScenario(state);
  if (!scenario) return;
  saveFile(bundleName(page), writeBundle(scenario, uploadedFiles(scenario, state.files)), 'application/json');
}
