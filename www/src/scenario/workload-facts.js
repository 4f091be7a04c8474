/**
 * @file Facts about the work and the platform of a scenario that decide which parameters have an effect. A fact that cannot be read from
 * the document counts as "may be": then nothing is folded because of it.
 */

import { findEntry, workOfPart } from './catalog-choices.js';

/** @import { Catalog, Work } from '../engine/types.js' */
/** @import { ScenarioDocument, SystemChoice, WorkloadPart } from './types.js' */

/**
 * @typedef {object} ScenarioFacts
 * @property {number|undefined} clusters number of clusters, if it is known
 * @property {boolean} exactEstimates whether the estimate of each job equals its runtime
 * @property {boolean} sufficientEstimates whether no job runs beyond its estimate
 * @property {boolean} malleable whether there may be malleable or moldable grid jobs
 * @property {boolean} scavenging whether there may be scavenging applications
 * @property {boolean} components whether there may be workflows of components
 * @property {boolean} placed whether there may be jobs or tasks that a placement policy places
 * @property {boolean} localJobs whether there may be jobs of local users
 * @property {boolean} jobs whether the work may contain rigid jobs
 * @property {boolean} absences whether machines may be absent
 * @property {boolean} complex whether there may be applications on several clusters
 * @property {boolean} manyUsers whether there may be several users
 */

/** Overrides of a variant that do not change any of these facts. */
const HARMLESS = new Set(['seed', 'load']);

/** What generators of grid jobs make. @type {Record<string, 'placed'|'malleable'|'scavenging'>} */
const GRID_GENERATORS = { 'grid-parallel': 'placed', 'grid-blocks': 'placed', 'grid-malleable': 'malleable', 'grid-sweep': 'scavenging' };

/**
 * The facts about a scenario for one of its variants.
 * @param {Catalog | null | undefined} catalog
 *
 * @param {ScenarioDocument} scenario
 *
 * @param {SystemChoice} system
 *
 * @param {number} [clusters] of the platform of the scenario
 *
 * @returns {ScenarioFacts}
 */
export function scenarioFacts(catalog, scenario, system, clusters) {
  const parts = scenario.workload;
  const known = parts.length > 0 && Object.keys(system.set ?? {}).every((id) => HARMLESS.has(id));
  const all = (/** @type {(part: WorkloadPart) => boolean} */ holds) => known && parts.every(holds);
  const some = (/** @type {(part: WorkloadPart) => boolean} */ holds) => !known || parts.some(holds);
  const makes = (/** @type {Work} */ work) => some((part) => [work, undefined].includes(workOfPart(catalog, part)));
  const grid = (/** @type {string} */ kind) => some((part) => makesGridJobs(catalog, part, kind));
  const beside = (/** @type {Work} */ work) =>
    !known || (scenario.background ?? []).some((part) => [work, undefined].includes(workOfPart(catalog, part)));
  const value = (/** @type {WorkloadPart} */ part, /** @type {string} */ id) => generatorValue(catalog, part, id);
  // Edited jobs keep no relation between runtime and estimate.
  const edited = [...(scenario.edits ?? []), ...(system.edits ?? [])].some(
    ({ run_s = null, estimate_s = null }) => run_s !== null || estimate_s !== null,
  );
  return {
    clusters: clusterCount(system.platform ?? scenario.platform) ?? (system.platform ? undefined : clusters),
    exactEstimates: !edited && all((part) => hasExactEstimates(part, value)),
    sufficientEstimates: !edited && all((part) => hasSufficientEstimates(part, value)),
    malleable: grid('malleable'),
    scavenging: grid('scavenging'),
    components: makes('hoc-workflows'),
    placed: grid('placed') || grid('malleable') || makes('workflows') || makes('jobs'),
    localJobs: beside('jobs'),
    jobs: makes('jobs'),
    absences: beside('absences'),
    complex: some((part) =>
      'generator' in part ? value(part, 'complex_share') !== 0 : !('launchers' in part) || part.launchers.some((one) => 'complex' in one),
    ),
    manyUsers: !all((part) => 'generator' in part && value(part, 'users') === 1),
  };
}

/**
 * The number of clusters of a platform, if the document states it.
 * @param {ScenarioDocument['platform'] | undefined} platform
 */
function clusterCount(platform) {
  if (!platform) return undefined;
  if ('clusters' in platform) return platform.clusters.length;
  return platform.preset === 'one-cluster' ? 1 : undefined;
}

/**
 * The value of a parameter of a generated part.
 * @param {Catalog | null | undefined} catalog
 * @param {WorkloadPart} part
 * @param {string} id
 * @returns {unknown}
 */
function generatorValue(catalog, part, id) {
  if (!('generator' in part)) return undefined;
  const parameter = findEntry(catalog, 'generator', part.generator)?.parameters.find((one) => one.id === id);
  return parameter && (part.parameters?.[id] ?? parameter.default);
}

/**
 * Whether a part may contain grid jobs of a kind.
 * @param {Catalog | null | undefined} catalog
 * @param {WorkloadPart} part
 * @param {string} kind
 */
function makesGridJobs(catalog, part, kind) {
  if ('generator' in part && part.generator in GRID_GENERATORS) return GRID_GENERATORS[part.generator] === kind;
  const work = workOfPart(catalog, part);
  return work === undefined || work === 'grid-jobs';
}

/**
 * @param {WorkloadPart} part
 * @param {(part: WorkloadPart, id: string) => unknown} value
 */
function hasExactEstimates(part, value) {
  if ('jobs' in part) {
    const { run_s: runs, estimate_s: estimates = [] } = part.jobs;
    return runs.every((run, at) => (estimates[at] ?? run) === run);
  }
  const kind = value(part, 'estimates');
  return kind === 'exact' || kind === 'none' || ((kind === 'factor' || kind === undefined) && value(part, 'estimate_factor') === 0);
}

/**
 * Generated estimates are at least the runtimes.
 * @param {WorkloadPart} part
 * @param {(part: WorkloadPart, id: string) => unknown} value
 */
function hasSufficientEstimates(part, value) {
  if ('jobs' in part) {
    const { run_s: runs, estimate_s: estimates = [] } = part.jobs;
    return runs.every((run, at) => (estimates[at] ?? run) >= run);
  }
  return value(part, 'estimates') !== undefined || value(part, 'estimate_factor') !== undefined;
}
