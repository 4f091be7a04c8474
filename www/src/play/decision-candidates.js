/** @file The candidates of an open decision: clusters, tasks or users, with what the reader needs to know of them. */

import { formatCount, formatNumber } from '../text/numbers.js';
import { formatMoment, formatTime } from '../text/time.js';

/** @import { Band, OpenDecision } from '../engine/types.js' */
/** @import { ScheduledJob } from '../gantt/schedule-jobs.js' */
/** @import { BoardPlace } from './board-chart.js' */

/**
 * A candidate: its place, its name, a few lines about it, and whether it can be picked.
 * @typedef {{place: number, name: string, details: string[], allowed: boolean, ghost?: BoardPlace}} Candidate
 *
 * A run that stopped at a decision; offset: the number of the first cluster that the decider knows.
 * @typedef {{jobs: readonly ScheduledJob[], bands: readonly Band[], now_s: number, offset: number}} Stopped
 */

/** The name of a job or task, after its kind if that is a number. @param {ScheduledJob} job */
const jobTitle = ({ kind, name, number }) => (/^\D/u.test(name) ? name : `${kind} ${name || number}`);

/** The jobs of a cluster that hold nodes at a time. @param {Stopped} run @param {string} cluster */
function running({ jobs, now_s }, cluster) {
  return jobs.filter((job) => job.cluster === cluster && job.start_s <= now_s && !(job.end_s <= now_s));
}

/** The idle nodes of a cluster, as rows of the chart. @param {Stopped} run @param {Band} band */
function idleRows(run, { name, first_row, rows }) {
  const held = new Set(running(run, name).flatMap(({ nodes }) => nodes));
  return Array.from({ length: rows }, (_, node) => node)
    .filter((node) => !held.has(node))
    .map((node) => first_row + node);
}

/**
 * The candidates of a decision.
 * @param {OpenDecision} open
 * @param {Stopped} run
 * @returns {Candidate[]}
 */
export function decisionCandidates(open, run) {
  if (open.asked === 'cluster') return clusterCandidates(open, run);
  return open.places.map((place) => {
    const job = /** @type {ScheduledJob} */ (run.jobs[open.subjects[place - 1] ?? 0]);
    return { place, name: open.asked === 'user' ? userName(job) : jobTitle(job), details: jobDetails(job, run), allowed: true };
  });
}

/** @param {ScheduledJob} job */
const userName = ({ user, number }) => (Number.isNaN(user) ? `user of task ${number}` : `user ${user}`);

/** The nodes, the runtime and the wait of a job or task. @param {ScheduledJob} job @param {Stopped} run */
function jobDetails({ size, estimate_s, submit_s }, { now_s }) {
  return [
    size > 1 ? formatCount(size, 'nodes') : '',
    estimate_s > 0 ? `≤ ${formatTime(estimate_s)}` : '',
    now_s > submit_s ? `waits ${formatTime(now_s - submit_s)}` : '',
  ].filter(Boolean);
}

/**
 * @param {OpenDecision} open
 * @param {Stopped} run
 * @returns {Candidate[]}
 */
function clusterCandidates({ places, expected, subjects }, run) {
  const { bands, offset, now_s, jobs } = run;
  const job = /** @type {ScheduledJob} */ (jobs[subjects[0] ?? 0]);
  const sameSpeed = bands.every(({ speed }) => speed === bands[0]?.speed);
  return bands.slice(offset).map((band, at) => {
    const place = at + 1;
    const known = expected[places.indexOf(place)];
    const allowed = places.includes(place);
    const idle = idleRows(run, band);
    const waiting = jobs.filter((other) => other.cluster === band.name && other !== job && !(other.start_s <= now_s)).length;
    const rows = known && known.start_s <= now_s ? idle.slice(0, job.size) : bandRows(band).slice(0, job.size);
    return {
      place,
      name: band.name,
      details: [
        `${idle.length} of ${formatCount(band.rows, 'nodes')} idle`,
        waiting > 0 ? `${waiting} waiting` : '',
        sameSpeed ? '' : `speed ${formatNumber(band.speed)}`,
        known ? `${known.start_s > now_s ? `starts ${formatMoment(known.start_s)}, ` : ''}ends ${formatMoment(known.end_s)}` : '',
      ].filter(Boolean),
      allowed,
      ...(known ? { ghost: { nodes: rows, from_s: known.start_s, to_s: known.end_s } } : {}),
    };
  });
}

/** The rows of a cluster. @param {Band} band */
const bandRows = ({ first_row, rows }) => Array.from({ length: rows }, (_, row) => first_row + row);

/**
 * What is to be decided, as a sentence.
 * @param {OpenDecision} open
 * @param {readonly ScheduledJob[]} jobs
 */
export function decisionQuestion({ asked, subjects, places }, jobs) {
  const job = jobs[subjects[0] ?? 0];
  if (asked === 'user') return `Whose tasks are next? ${formatCount(places.length, 'users')} wait.`;
  if (asked === 'task') return `Which task is next? ${formatCount(places.length, 'tasks')} can be sent.`;
  if (!job) return '';
  const needs = [job.size > 1 ? formatCount(job.size, 'nodes') : '', job.estimate_s > 0 ? `at most ${formatTime(job.estimate_s)}` : ''];
  const need = needs.filter(Boolean).join(' for ');
  return `Where does ${jobTitle(job)} run?${need ? ` It needs ${need}.` : ''}`;
}

/** What a pick does, as the label of its button. @param {OpenDecision} open @param {Candidate|undefined} candidate */
export function pickLabel({ asked }, candidate) {
  return `${asked === 'cluster' ? 'Send to' : 'Choose'} ${candidate?.name ?? ''}`;
}
