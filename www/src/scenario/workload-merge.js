/** @file Merges new work with the existing workload. */
import { acceptsWork, workOfPart } from './catalog-choices.js';

/** @import { Catalog, Work } from '../engine/types.js' */
/** @import { WorkloadPart } from './types.js' */

/**
 * The parts of both workloads, each file once. A new file replaces the workload; this restores the old parts as far as the system runs
 * them.
 * @param {Catalog | null} catalog
 *
 * @param {readonly WorkloadPart[]} before
 *
 * @param {readonly WorkloadPart[]} after
 *
 * @param {Work} accepts
 *
 * @returns {WorkloadPart[] | undefined} nothing if `after` is all there is
 */
export function mergeWorkloads(catalog, before, after, accepts) {
  const known = new Set(after.map(partKey));
  const kept = before.filter((part) => !known.has(partKey(part)) && acceptsWork(catalog, accepts, workOfPart(catalog, part)));
  return kept.length > 0 ? [...kept, ...after] : undefined;
}

/** @param {WorkloadPart} part */
function partKey(part) {
  return 'file' in part ? part.file.sha256 : JSON.stringify(part);
}
