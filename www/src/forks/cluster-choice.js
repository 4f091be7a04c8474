/** @file The other clusters for a job or task: where its run decided on one, and the choices that decide on another. */

import { BoardRuns } from '../play/board-runs.js';
import { playedRun, playObstacle, policyRun, withChoice } from '../scenario/played-systems.js';
import { formatMoment } from '../text/time.js';

/** @import { Page } from '../commands/page.js' */
/** @import { ScenarioDocument as Scenario, SystemChoice } from '../scenario/types.js' */

/**
 * Another cluster for a job or task; choices: those before this decision, and this one.
 * @typedef {{name: string, choices: string, end: string}} OtherCluster
 *
 * The decision on a cluster for a job or task.
 * @typedef {{time_s: number, others: OtherCluster[]}} ClusterChoice
 */

/**
 * The decision of a run on the cluster of a job or task, or why no other one can be chosen.
 * @param {Page} page
 * @param {number} variant
 * @param {number} subject
 * @returns {Promise<{cluster?: ClusterChoice, reason?: string}>}
 */
export async function findClusterChoice(page, variant, subject) {
  const { scenario, catalog, platform, variants } = page.store.get();
  if (!scenario) return {};
  const system = /** @type {SystemChoice} */ ([scenario.system, ...(scenario.compare ?? [])][variant]);
  const size = { clusters: platform?.clusters.length ?? 1, subjects: variants[variant]?.layout?.subjects ?? 0 };
  const run = { ...scenario, system, compare: [] };
  const reason = playObstacle(run, catalog, size);
  if (reason) return { reason };
  const runs = new BoardRuns();
  try {
    const cluster = await searchChoice(run, subject, runs);
    return cluster ? { cluster } : {};
  } finally {
    runs.close();
  }
}

/**
 * @param {Scenario} run
 * @param {number} subject
 * @param {BoardRuns} runs
 * @returns {Promise<ClusterChoice|undefined>}
 */
async function searchChoice(run, subject, runs) {
  const { before, jobs } = await runs.decide(run, { recorded: true, before: subject });
  if (before === undefined) return undefined;
  const { open, bands, now_s } = await runs.decide(playedRun(policyRun(run), before));
  if (!open || open.subjects[0] !== subject) return undefined;
  const offset = run.system.kind === 'bags' ? open.decider : 0;
  const taken = jobs[subject]?.cluster;
  const others = open.places.flatMap((place, at) => {
    const name = bands[offset + place - 1]?.name ?? '';
    if (name === taken) return [];
    const expected = open.expected[at];
    return [{ name, choices: withChoice(before, open.decider, place), end: expected ? `ends ${formatMoment(expected.end_s)}` : '' }];
  });
  return { time_s: now_s, others };
}
