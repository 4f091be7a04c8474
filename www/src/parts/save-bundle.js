/** @file Scenario files out and in: with the uploaded traces they need. */
import { addFile, notice, save, setScenario } from '../commands.js';
import { store } from '../store.js';
import { filesOf, readBundle, writeBundle } from './bundle.js';
import { editedScenario } from './edited.js';
import { fileName } from './links.js';

/** Downloads the scenario that is being edited, and the uploaded files it needs with it. */
export function saveBundle() {
  const state = store.get();
  const scenario = editedScenario(state);
  if (!scenario) return;
  const digest = state.variants.length === 1 ? state.variants[0]?.digest?.whole : undefined;
  const name = fileName(scenario.name, digest, 'ganttlet.json');
  save(name, writeBundle(scenario, filesOf(scenario, state.files)), 'application/json');
}

/**
 * Opens a scenario file with embedded files.
 * @param {string} text
 * @returns {Promise<boolean | undefined>} undefined if the text is something else, else whether the scenario is good
 */
export async function openBundle(text) {
  const bundle = readBundle(text);
  if (!bundle) return undefined;
  const wrong = bundle.diagnostics[0];
  if (wrong) notice(wrong.message, 'error');
  // The scenario first: then its files are awaited, and do not become a workload of their own.
  let good = await setScenario(/** @type {object} */ (bundle.scenario), { fresh: true });
  for (const { name, bytes } of bundle.files) good = await addFile({ name, bytes });
  return good;
}
