/**
 * @file Causes of targets that do not hold: a change of the experiment that makes a target hold, or a proof that it
 * cannot hold.
 */

/** @import { CauseResult, Findings, Published, Target } from '../engine/types.js' */

/**
 * The cause of a target, in sentences; empty for none, and for a change that does not make the target hold.
 * @param {Pick<Published, 'causes'>} result
 * @param {Pick<Target, 'id'|'claim'>} target
 */
export function causeText({ causes = [] }, { id, claim }) {
  const all = causes.filter((cause) => cause.id === id && cause.claim === claim).map(sentences);
  return all.filter(Boolean).join(' ');
}

/** @param {CauseResult} cause */
function sentences({ text, verdict, ours = '' }) {
  if (!verdict) return `Proof: ${text}`;
  // A fitted number within the tolerance has the verdict "by construction".
  return verdict === 'held' || verdict === 'by-construction' ? `With one change, the target holds: ${text}. Ours is then ${ours}.` : '';
}

/**
 * The findings of a stored result, with the causes of targets in their notes.
 * @param {Pick<Published, 'causes'|'findings'>} result
 * @returns {Findings}
 */
export function findingsWithCauses({ causes = [], findings }) {
  if (causes.length === 0) return findings;
  const targets = findings.targets.map((target) => ({
    ...target,
    note: [target.note, causeText({ causes }, target)].filter(Boolean).join(' '),
  }));
  return { ...findings, targets };
}
