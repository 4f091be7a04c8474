/** @file Variants that belong to one seed: they name moments, jobs or decisions of a single run. */

/** @import { ForkedSystem } from './forks.js' */

/** Why a variant has no replications; empty if it can have them. @param {object} variant */
export function oneSeedReason(variant) {
  const { fork, edits, policies } = /** @type {ForkedSystem} */ (variant);
  if (fork) return 'a fork';
  if (edits?.length) return 'an edited job';
  return policies?.local === 'played' ? 'a played schedule' : '';
}

/** The first reason of several variants. @param {readonly object[]} variants */
export const oneSeedReasonOf = (variants) => variants.map(oneSeedReason).find(Boolean) ?? '';
