/** @file The names of the reasons of decisions. */

import { formatChoiceId } from './choice-id.js';

/** @import { Catalog } from '../engine/types.js' */

/**
 * The name of a reason, and a sentence that explains it. A reason with the id of a policy has the name of this policy.
 * @param {string} rule id
 * @param {Pick<Catalog, 'reasons'|'entries'>|null} catalog
 * @returns {{name: string, summary: string}}
 */
export function reasonName(rule, catalog) {
  const { name, summary } = catalog?.reasons.find(({ id }) => id === rule) ??
    catalog?.entries.find(({ id, family }) => id === rule && family.endsWith('-policy')) ?? { name: formatChoiceId(rule), summary: '' };
  return { name, summary };
}
