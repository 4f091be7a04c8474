/** @file Putting new work beside the work that is there. */
import { makesOf, takes } from './catalog-choices.js';

/** @import { Catalog, Work } from '../engine/types.js' */
/** @import { WorkloadPart } from './types.js' */

/**
 * The workload with the parts of both, each file once. A file that comes in replaces the workload; this puts back what
 * was there, as far as the system still runs it.
 * @param {Catalog | null} catalog
 * @param {readonly WorkloadPart[]} before
 * @param {readonly WorkloadPart[]} after
 * @param {Work} accepts
 * @returns {WorkloadPart[] | undefined} nothing if `after` is all there is
 */
export function mergeWork(catalog, before, after, accepts) {
  const known = new Set(after.map(identity));
  const kept = before.filter((part) => !known.has(identity(part)) && takes(catalog, accepts, makesOf(catalog, part)));
  return kept.length > 0 ? [...kept, ...after] : undefined;
}

/** @param {WorkloadPart} part */
function identity(part) {
  return 'file' in part ? part.file.sha256 : JSON.stringify(part);
}
