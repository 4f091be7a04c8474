/** @file The board of the day: jobs on two clusters, the same for all readers of a date. */

/** @import { ScenarioDocument as Scenario } from './types.js' */

/**
 * The scenario of a date, whose digits are its seed.
 * @param {Date} date of which the day in universal time counts
 * @returns {Scenario}
 */
export function dailyScenario(date) {
  const day = date.toISOString().slice(0, 10);
  return /** @type {Scenario} */ (
    /** @type {unknown} */ ({
      version: 1,
      name: `Board of ${day}`,
      seed: Number(day.replaceAll('-', '')),
      platform: {
        clusters: [
          { name: 'Large', nodes: 8 },
          { name: 'Fast', nodes: 4, speed: 2 },
        ],
      },
      workload: [
        {
          generator: 'poisson',
          parameters: {
            jobs: 12,
            load: 2.5,
            run_cv: 1,
            nodes_max: 8,
            run_mean_s: 1200,
            estimates: 'rounded',
            sizes: 'log-uniform',
            serial_share: 0.2,
          },
        },
      ],
      system: { kind: 'batch', policies: { local: 'easy', routing: 'earliest-completion' } },
      measures: ['response', 'wait', 'makespan'],
    })
  );
}
