/**
 * @file The runs of a study that replicates until its claims are decided: those of each look, after which the findings
 * show whether a claim is open. Fetched with the first such study.
 */

/** @import { StudyFindings } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */

/** Default looks of a document. */
const FIRST_LOOK = 16;
const LOOKS = 6;

/**
 * The numbers of seeds at the looks of a study.
 * @param {string} text its document
 * @returns {number[]} empty if it has a fixed number of seeds
 */
export function seedsOfLooks(text) {
  const { replication } = /** @type {StudyDocument} */ (JSON.parse(text));
  if (!replication) return [];
  const { first_look: first = FIRST_LOOK, looks = LOOKS } = replication;
  return Array.from({ length: looks }, (_, look) => first * 2 ** look);
}

/**
 * The numbers of the runs with the first seeds, seed by seed.
 * @param {readonly {first: number, points: number, seeds: number}[]} parts of the study
 * @param {number} seeds
 */
export function runsOfSeeds(parts, seeds) {
  const runs = parts.flatMap(({ first, points, seeds: most }) =>
    Array.from({ length: points * Math.min(seeds, most) }, (_, at) => ({ run: first + at, seed: Math.floor(at / points) })),
  );
  return runs.sort((one, other) => one.seed - other.seed || one.run - other.run).map(({ run }) => run);
}

/**
 * Whether no later look can change a verdict.
 * @param {StudyFindings|null} findings
 */
export function isDecided(findings) {
  const targets = /** @type {readonly {looks?: {open: boolean}}[]} */ (findings?.findings.targets ?? []);
  return targets.every(({ looks }) => !looks?.open);
}
