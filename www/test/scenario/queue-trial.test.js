import { expect, it } from 'vitest';
import { barShare, numberTest, orderRemark, trialScenario, valuedJobs } from '../../src/scenario/queue-trial.js';

/** @import { Decided } from '../../src/engine/types.js' */
/** @import { WaitingJob } from '../../src/scenario/queue-trial.js' */

/** @param {number} id @param {number} submit_s @returns {WaitingJob} */
const job = (id, submit_s) => ({ id, name: String(id), nodes: id, estimate_s: 60, submit_s, starts: false });
const start = (/** @type {number} */ id, /** @type {string} */ value) =>
  /** @type {Decided} */ (
    /** @type {unknown} */ ({ id, text: `Job ${id} started, with the lowest wait = ${value}: it needs 2, and 9 nodes were free.` })
  );

it('makes a scenario in which all waiting jobs start at one moment', () => {
  const { platform, workload, system } = JSON.parse(trialScenario('wait', [job(5, 30), job(2, 10)], 100));
  expect(platform.clusters[0].nodes).toBe(8);
  expect(workload[0].jobs).toEqual({ submit_s: [0, 10, 30], run_s: [100, 60, 60], nodes: [8, 2, 5], estimate_s: [3700, 60, 60] });
  expect(system.parameters.queue_rank).toBe('wait');
});

it('reads values and places from the decisions', () => {
  const jobs = [job(5, 30), job(2, 10)];
  const rows = valuedJobs([start(2, '-4319.37'), start(1, 'inf')], jobs, [start(2, '1'), start(1, '0')]);
  expect(rows.map(({ job, value, place, arrival }) => [job.id, value, place, arrival])).toEqual([
    [5, -4319.37, 1, 2],
    [2, NaN, 2, 1],
  ]);
  expect(numberTest('A: wait / 0 # why')).toBe('(wait / 0) == (wait / 0)');
});

it('counts places of the waiting jobs only', () => {
  const rows = valuedJobs([start(0, '0'), start(1, '3')], [job(7, 30)]);
  expect(rows.map(({ job, place }) => [job.id, place])).toEqual([[7, 1]]);
});

it('remarks on orders that say nothing', () => {
  const rows = (/** @type {number[]} */ ...values) =>
    values.map((value, at) => ({ job: job(at, at), value, place: at + 1, arrival: at + 1 }));
  expect(orderRemark(rows(1, 2))).toBe('');
  expect(orderRemark(rows(Infinity, Infinity))).toBe('The same value for all waiting jobs: order of arrival is used.');
  expect(orderRemark(rows(NaN, NaN))).toBe('Not a number for 2 of 2 waiting jobs: order of arrival is used.');
  expect(orderRemark(rows(3, NaN))).toBe('Not a number for 1 of 2 waiting jobs: they come last.');
  expect([barShare(0, rows(0, -10)), barShare(-10, rows(0, -10)), barShare(NaN, rows(NaN))]).toEqual([0, 1, 0]);
});
