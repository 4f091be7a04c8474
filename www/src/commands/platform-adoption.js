/** @file Makes the platform in a file the platform of the scenario. */

import { createSystem, familyEntries } from '../scenario/catalog-choices.js';
import { safeFileName } from '../text/file-names.js';
import { formatCount } from '../text/numbers.js';
import { scenarioTitle } from '../text/scenario-title.js';
import { sentenceCase } from '../text/time.js';
import { saveFile } from './file-download.js';
import { showNotice } from './notices.js';
import { patchScenario, undo } from './scenario.js';
import { showCharts } from './study.js';
import { adaptScenario } from './system-change.js';
import { tryAction } from './try-action.js';

/** @import { Diagnostic, FoundPlatform } from '../engine/types.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */
/** @import { OpenedFile } from './file-opening.js' */
/** @import { Page } from './page.js' */

/** @typedef {Pick<FoundPlatform, 'document' | 'clusters' | 'nodes'>} PlatformContent the platform in a file */

/** Number of approximations in the notice; all of them are listed under Grid. */
const TOLD = 2;

/**
 * Replaces the platform; workload and variants stay. A page without a scenario gets the first system and its default workload.
 * @param {Page} page
 * @param {string} name of the file
 * @param {PlatformContent} found
 * @param {readonly Diagnostic[]} diagnostics approximations and repairs
 * @returns {Promise<OpenedFile>}
 */
export async function adoptPlatform(page, name, { document: platform, clusters, nodes }, diagnostics) {
  const before = page.store.get();
  const done = before.scenario
    ? await patchScenario(page, '/platform', platform)
    : await adaptScenario(page, (scenario) => page.services.change_system(JSON.stringify({ ...scenario, platform }), firstSystem(page)));
  const good = typeof done === 'boolean' ? done : done.good;
  const after = page.store.get();
  // A scenario that waits for a file has the new platform too.
  if (!good && after.scenario === before.scenario)
    return { name, good: false, text: `${name} does not fit the scenario; the errors are listed above the charts.` };
  page.store.set({ platformFile: { name, platform: platformKey(after.scenario), diagnostics } });
  showCharts(page);
  const sentences = diagnostics.map(({ message }) => sentenceCase(message).replace(/\.?$/u, '.'));
  const rest = sentences.length - TOLD;
  const more = rest > 0 ? [`${rest} more ${rest === 1 ? 'note is' : 'notes are'} listed under Grid.`] : [];
  const size = `${formatCount(clusters, 'clusters')} with ${formatCount(nodes, 'nodes')}`;
  return /** @type {OpenedFile} */ ({
    name,
    good: true,
    // Approximations take longer to read than the duration of a success notice.
    ...(sentences.length > 0 ? { kind: 'info' } : {}),
    text: [`${name}: ${size} read; they replace the platform.`, ...sentences.slice(0, TOLD), ...more].join(' '),
    action: { label: 'Undo', run: () => undo(page) },
    read: { count: nodes, things: 'nodes', warnings: 0, platform: true },
  });
}

/** The first system with its default policies, as JSON. @param {Page} page */
function firstSystem(page) {
  const { catalog } = page.store.get();
  return JSON.stringify(createSystem(catalog, familyEntries(catalog, 'system')[0]?.id ?? ''));
}

/** Downloads the platform in the format of SimGrid, and reports losses. @param {Page} page */
export async function savePlatform(page) {
  const state = page.store.get();
  const { platform } = state;
  if (!platform) return;
  const written = await tryAction(page, 'The platform could not be written', () => page.services.write_simgrid(JSON.stringify(platform)));
  if (!written) return;
  const name = `${safeFileName(scenarioTitle(state))}.platform.xml`;
  saveFile(name, written.text, 'application/xml');
  showNotice(page, [`${name} saved.`, ...written.losses.map((loss) => sentenceCase(loss).replace(/\.?$/u, '.'))].join(' '));
}

/** The platform of a scenario as text, to detect changes. @param {ScenarioDocument | null} scenario */
export const platformKey = (scenario) => JSON.stringify(scenario?.platform);

/**
 * The platform in a JSON document: that of a scenario, or a separate platform.
 * @param {string} text
 * @returns {PlatformContent | undefined}
 */
export function platformInDocument(text) {
  let parsed;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/u, ''));
  } catch {
    return undefined;
  }
  const platform = parsed?.platform ?? parsed;
  const { clusters } = platform ?? {};
  const count = (/** @type {any} */ cluster) => cluster?.machines?.length ?? cluster?.nodes;
  if (!Array.isArray(clusters) || !clusters.every((cluster) => Number.isInteger(count(cluster)))) return undefined;
  return { document: platform, clusters: clusters.length, nodes: clusters.reduce((sum, cluster) => sum + count(cluster), 0) };
}
