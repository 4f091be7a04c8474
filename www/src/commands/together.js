/** @file What comes together stays together: several files at once are one workload. */

import { editedScenario } from '../scenario/edited.js';
import { mergeWork } from '../scenario/merge-work.js';
import { notice } from './notices.js';
import { takeFile, tell } from './files.js';
import { patchScenarioAll } from './scenario.js';

/** @import { Page } from './page.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */

/**
 * Takes files, one after the other, and says once what came of them all.
 * @param {Page} page
 * @param {readonly File[]} files
 * @param {{keep?: boolean}} [how] keep: beside the work that is there
 * @returns {Promise<boolean>} whether any could be used
 */
export async function addFiles(page, files, { keep = false } = {}) {
  /** @type {import('./files.js').Taken[]} */
  const taken = [];
  const used = await together(page, files.map((file) => async () => {
    const one = await takeFile(page, file);
    taken.push(one);
    return one.good;
  }), keep);
  const [first] = taken;
  if (taken.length === 1 && first) {
    tell(page, first);
    return used;
  }
  const good = taken.filter((one) => one.good);
  const bad = taken.filter((one) => !one.good && one.text !== '');
  const names = good.map(({ name }) => name).join(', ');
  const sum = good.length > 0 ? `${good.length} of ${taken.length} files are in: ${names}; sent nowhere.` : `None of ${taken.length} files could be used.`;
  if (taken.length > 0) notice(page, [sum, ...bad.map(({ name, text }) => `${text.startsWith(name) ? '' : `${name}: `}${text.replace(/\.?$/u, '.')}`)].join(' '), bad.length === 0 ? 'good' : used ? 'warning' : 'error');
  return used;
}

/**
 * Does what brings work in, one after the other; what the first brought stays beside what the next brings.
 * @param {Page} page
 * @param {readonly (() => Promise<boolean>)[]} actions
 * @param {boolean} keep beside the work that is there as well
 * @returns {Promise<boolean>} whether any brought something
 */
export async function together(page, actions, keep) {
  let used = false;
  for (const action of actions) {
    const before = { scenario: editedScenario(page.store.get()), nodes: nodes(page) };
    if (!(await action())) continue;
    if (keep || used) await merge(page, before);
    used = true;
  }
  return used;
}

/** Nodes of the platform. */
function nodes(/** @type {Page} */ page) {
  return (page.store.get().platform?.clusters ?? []).reduce((sum, cluster) => sum + cluster.nodes, 0);
}

/**
 * Puts what was there beside what came. The machines are those of the larger of both, so that all jobs fit.
 * @param {Page} page
 * @param {{ scenario: ScenarioDocument | null, nodes: number }} before
 */
async function merge(page, { scenario, nodes: nodesBefore }) {
  const { catalog, work } = page.store.get();
  const after = editedScenario(page.store.get())?.workload ?? [];
  // A scenario that was opened is taken as it is.
  if (!work || after.length !== 1 || !after.every((part) => 'file' in part)) return;
  const merged = mergeWork(catalog, scenario?.workload ?? [], after, work.id);
  if (!merged) return;
  /** @type {[string, unknown][]} */
  const patches = [['/workload', merged]];
  if (scenario && nodesBefore > nodes(page)) patches.push(['/platform', scenario.platform]);
  await patchScenarioAll(page, patches);
}
