/** @file The address of a published experiment: `#papers`, `#papers=E2.6`, `#papers=E2.6&seed=7`; of a publication's report: `#report=sonmez-2010`, with `&experiment=E2.6`. */

import { fragmentFields } from './fragments.js';

/**
 * @typedef {{id: string, seed: number, report?: string|undefined}} PapersPlace id: empty for the list; seed: NaN if it
 *   is invalid; report: the publication whose report contains the experiment
 */

/** The largest seed: all integers up to it are distinct. */
export const MOST_SEED = Number.MAX_SAFE_INTEGER;

/** The default seed: the first seed of all published experiments. */
export const FIRST_SEED = 70001;

/**
 * The published experiment that a fragment names; undefined for other fragments.
 * @param {string} fragment with or without #
 * @returns {PapersPlace|undefined}
 */
export function parsePapersFragment(fragment) {
  const parts = fragmentFields(fragment);
  const report = parts.get('report')?.trim();
  if (report) return { id: (parts.get('experiment') ?? '').trim(), seed: FIRST_SEED, report };
  const id = parts.get('papers');
  if (id === null) return undefined;
  const text = parts.get('seed') ?? String(FIRST_SEED);
  const seed = text.trim() === '' ? NaN : Number(text);
  return { id: id.trim(), seed: Number.isInteger(seed) && seed >= 0 && seed <= MOST_SEED ? seed : NaN };
}

/**
 * The fragment of a published experiment, with #.
 * @param {PapersPlace} place
 * @returns {string}
 */
export function papersFragment({ id, seed, report }) {
  if (report) return `#report=${encodeURIComponent(report)}${id === '' ? '' : `&experiment=${encodeURIComponent(id)}`}`;
  const name = id === '' ? '#papers' : `#papers=${encodeURIComponent(id)}`;
  return id === '' || seed === FIRST_SEED ? name : `${name}&seed=${seed}`;
}
