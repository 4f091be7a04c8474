/**
 * @file The data of the report of a publication: totals, fitted numbers, reasons of deviations, commands to repeat it,
 * and citation.
 */

import { bibtexEntry } from '../share/citation.js';
import { splitTargets, withExperiment } from './findings-texts.js';
import { groupByPublication, publicationKey } from './publications.js';
import { findingsWithCauses } from './target-causes.js';

/** @import { Experiment, Target } from '../engine/types.js' */
/** @import { PublishedStudy } from './study-library.js' */

/** @typedef {{experiment: Experiment, study: PublishedStudy}} ReportPart */

/** Verdicts without a deviation. @type {readonly string[]} */
const SOUND = ['held', 'by-construction'];

/** The heading of deviations without a note. */
export const NO_REASON = 'No reason is noted beside the target; the notes of the experiment may name one.';

/**
 * The publication with this name in addresses.
 * @param {readonly Experiment[]} experiments
 * @param {string} key
 */
export const findPublication = (experiments, key) =>
  groupByPublication(experiments, false).find(({ name }) => publicationKey(name) === key.toLowerCase());

/**
 * The published targets of all parts, each with the name of its experiment.
 * @param {readonly ReportPart[]} parts
 * @returns {(Target & {experiment: string})[]}
 */
export function reportTargets(parts) {
  return parts.flatMap(({ experiment: { id }, study: { result } }) =>
    splitTargets(withExperiment(result ? findingsWithCauses(result).targets : [], id)).published.map((target) => ({
      ...target,
      experiment: id,
    })),
  );
}

/**
 * The numbers to which a model was fitted, with any verdict.
 * @template {Pick<Target, 'verdict'> & {fitted?: boolean|undefined}} T
 * @param {readonly T[]} targets
 */
export const fittedTargets = (targets) => targets.filter(({ fitted, verdict }) => fitted || verdict === 'by-construction');

/**
 * The targets that do not hold, by reason: the most frequent reason first, those without one last.
 * @template {Pick<Target, 'verdict'|'note'>} T
 * @param {readonly T[]} targets
 * @returns {{reason: string, targets: T[]}[]}
 */
export function groupByReason(targets) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const target of targets.filter(({ verdict }) => !SOUND.includes(verdict)))
    groups.set(target.note || NO_REASON, [...(groups.get(target.note || NO_REASON) ?? []), target]);
  const order = (/** @type {{reason: string, targets: T[]}} */ { reason, targets: list }) => (reason === NO_REASON ? 0 : list.length);
  return [...groups].map(([reason, list]) => ({ reason, targets: list })).toSorted((one, other) => order(other) - order(one));
}

/**
 * The command that repeats an experiment.
 * @param {string} id
 */
export const repeatCommand = (id) => `ganttlet reproduce ${id}`;

/**
 * The command that repeats several.
 * @param {readonly string[]} ids
 */
export function repeatAllCommand(ids) {
  return ids.length === 1 ? repeatCommand(ids[0] ?? '') : `for id in ${ids.join(' ')}; do ${repeatCommand('$id')}; done`;
}

/**
 * The bibliography entry of a report: the digests identify its numbers.
 * @param {string} name of the publication
 * @param {readonly ReportPart[]} parts
 * @param {string} url
 */
export function reportCitation(name, parts, url) {
  const results = parts.flatMap(({ experiment: { id }, study: { result } }) => (result ? [{ name: id, whole: result.digest }] : []));
  const engines = new Set(parts.flatMap(({ study: { result } }) => (result ? [result.engine] : [])));
  return bibtexEntry({ title: `Reproduction of ${name}`, engine: [...engines].join(', '), url, results });
}
