/** @file The publications of experiments. */

import { FIRST_SEED, papersFragment } from '../address/papers.js';

/** @import { Experiment } from '../engine/types.js' */

/**
 * The name of a publication, short: `Silberstein et al. 2006`.
 * @param {string} source of an experiment: authors, year, and part
 */
export function publicationName(source) {
  const [, authors = '', year = ''] = /^(.*?),?\s(\d{4})\b/u.exec(source) ?? [];
  if (!year) return source.split(/[,;:]|\bchapter\b|\bsection\b/iu)[0]?.trim() ?? '';
  // Three or more authors are shortened to the first.
  return `${authors.includes(',') ? `${authors.split(',')[0]} et al.` : authors} ${year}`;
}

/**
 * The experiments by publication. The chapter is the number before the point: `E2.6` is of chapter 2.
 * @param {readonly Experiment[]} experiments
 * @param {boolean} [chapters] whether those of one publication are grouped by chapter
 * @returns {{name: string, experiments: Experiment[]}[]}
 */
export function groupByPublication(experiments, chapters = true) {
  /** @type {Map<string, Experiment[]>} */
  const groups = new Map();
  for (const experiment of experiments) {
    const chapter = chapters ? /^[A-Z]+(\d+)\./u.exec(experiment.id)?.[1] : undefined;
    const name = [publicationName(experiment.source), chapter ? `chapter ${chapter}` : ''].filter(Boolean).join(', ');
    groups.set(name, [...(groups.get(name) ?? []), experiment]);
  }
  return [...groups].map(([name, list]) => ({ name, experiments: list }));
}

/**
 * The name of a publication in addresses: `klein-and-perez-2010`.
 * @param {string} name
 */
export const publicationKey = (name) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');

/**
 * The address of the report on a publication.
 * @param {string} name
 * @param {string} [id] an experiment in it
 */
export const reportFragment = (name, id = '') => papersFragment({ id, seed: FIRST_SEED, report: publicationKey(name) });
