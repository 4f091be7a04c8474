/** @file The schedule of a completed run as a list of jobs: their times and their nodes. */

import { askRun } from '../commands.js';

/** @import { Page } from '../commands/page.js' */

/**
 * A job in a schedule. Times are NaN while they are unknown.
 * @typedef {object} ScheduledJob
 * @property {number} subject its index in the run
 * @property {number} number
 * @property {string} name
 * @property {string} kind
 * @property {number} submit_s
 * @property {number} start_s
 * @property {number} end_s
 * @property {number} wait_s
 * @property {number} run_s
 * @property {number} estimate_s
 * @property {number} size number of nodes
 * @property {number} user
 * @property {string} cluster
 * @property {number[]} nodes their numbers in the cluster, ascending
 */

/**
 * The fields of a line of CSV.
 * @param {string} line
 * @returns {string[]}
 */
export function csvFields(line) {
  if (!line.includes('"')) return line.split(',');
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}

/**
 * The numbers in a list of spans: `0-3 7` is 0, 1, 2, 3, 7.
 * @param {string} text
 * @returns {number[]}
 */
export function spanNumbers(text) {
  return text
    .split(' ')
    .filter(Boolean)
    .flatMap((span) => {
      const [first = 0, last = first] = span.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => first + at);
    });
}

/**
 * The jobs in the table of jobs of a run.
 * @param {string} csv
 * @returns {ScheduledJob[]}
 */
export function parseSchedule(csv) {
  const [head = '', ...lines] = csv.split('\r\n').filter(Boolean);
  const place = new Map(csvFields(head).map((name, at) => [name, at]));
  return lines.map((line, subject) => {
    const fields = csvFields(line);
    const text = (/** @type {string} */ name) => fields[place.get(name) ?? -1] ?? '';
    const number = (/** @type {string} */ name) => (text(name) === '' ? NaN : Number(text(name)));
    return {
      subject,
      number: number('id'),
      name: text('name'),
      kind: text('kind'),
      submit_s: number('submit_s'),
      start_s: number('start_s'),
      end_s: number('finish_s'),
      wait_s: number('wait_s'),
      run_s: number('run_s'),
      estimate_s: number('estimate_s'),
      size: number('processors'),
      user: number('user'),
      cluster: text('cluster'),
      nodes: spanNumbers(text('nodes')),
    };
  });
}

/**
 * The schedule of a completed run.
 * @param {Page} page
 * @param {number} variant
 */
export async function fetchSchedule(page, variant) {
  return parseSchedule(await askRun(page, variant, 'export_text', 'jobs'));
}
