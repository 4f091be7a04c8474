/** @file The metrics that a study of a scenario can measure: those that one of its systems produces. */

import { familyEntries, findEntry } from './catalog-choices.js';

/** @import { Catalog, Entry } from '../engine/types.js' */
/** @import { ScenarioDocument } from './types.js' */

/** The groups of metrics, as shown. @type {Record<string, string>} */
const GROUPS = {
  jobs: 'Jobs',
  'grid-jobs': 'Grid jobs',
  workflows: 'Workflows',
  'hoc-workflows': 'Component workflows',
  bags: 'Bags of tasks',
  'master-worker': 'Master-worker applications',
  divisible: 'Tasks of the hierarchy',
  launchers: 'Launchers and resource manager',
};

/**
 * The metrics that the systems of a scenario produce, by group.
 * @param {Catalog|null} catalog
 * @param {ScenarioDocument} base
 * @returns {(Entry & {group: string})[]}
 */
export function producedMetrics(catalog, base) {
  const kinds = [base.system, ...(base.compare ?? [])].flatMap(({ kind }) => {
    const { accepts, takes = [] } = findEntry(catalog, 'system', kind) ?? {};
    return accepts ? [accepts, ...takes] : takes;
  });
  const metrics = familyEntries(catalog, 'metric');
  // For a system unknown to the catalog, all are listed.
  const produced = kinds.length === 0 ? metrics : metrics.filter(({ of }) => !of || of.some((one) => kinds.includes(one)));
  const groupOf = (/** @type {Entry} */ { of = [] }) => GROUPS[of.find((one) => kinds.includes(one)) ?? of[0] ?? ''] ?? 'Whole run';
  return produced.map((metric) => ({ ...metric, group: groupOf(metric) }));
}
