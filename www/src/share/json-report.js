/** @file The results of a scenario as a JSON document, as printed by `ganttlet run --json`. */

/** @import { Variant } from '../types.js' */
/** @import { ScenarioDocument } from '../scenario/types.js' */

/**
 * The report: the baseline at the top, the other variants in a list.
 * @param {ScenarioDocument} scenario
 * @param {readonly Variant[]} variants all complete
 * @param {string} engine its version
 */
export function createReport(scenario, variants, engine) {
  const [first, ...others] = variants.map(({ name, report, digest, progress }) => ({
    variant: name,
    complete: report?.complete ?? false,
    rejected: report?.rejected ?? null,
    digest: digest?.whole ?? null,
    parts: digest?.parts ?? null,
    subjects: progress?.subjects ?? 0,
    events: progress?.events ?? 0,
    last_end_s: report?.last_end_s ?? null,
    metrics: Object.fromEntries((report?.rows ?? []).map(({ id, ...row }) => [id, row])),
  }));
  return { ...first, ...(others.length > 0 ? { compare: others } : {}), percentiles: 'nearest rank', engine, scenario };
}
