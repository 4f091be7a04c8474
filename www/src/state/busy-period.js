/** @file The first view of a long log: its busiest tenth. */

/** @import { FileReport } from '../engine/types.js' */
/** @import { State } from '../types.js' */

/** Minimum number of jobs of a long log; fewer are visible at a glance. */
const LONG_LOG = 200;

/**
 * The initially shown part of a log; null for the whole log.
 * @param {FileReport|undefined} report
 * @returns {{from_s: number, to_s: number}|null}
 */
export function busyPeriod(report) {
  const { count = 0, busiest = null } = report?.summary ?? {};
  return count >= LONG_LOG ? busiest : null;
}

/**
 * The log that was opened, of several the first, if it is still the workload.
 * @param {Pick<State, 'openedLog'|'files'|'scenario'>} state
 */
export function openedFile({ openedLog, files, scenario }) {
  const isUsed = (scenario?.workload ?? []).some((part) => 'file' in part && part.file.sha256 === openedLog);
  return isUsed ? files.get(openedLog) : undefined;
}

/**
 * All files of the workload with a summary, if the log that was opened is one of them.
 * @param {Pick<State, 'openedLog'|'files'|'scenario'>} state
 * @returns {NonNullable<ReturnType<typeof openedFile>>[]}
 */
export function summarisedFiles(state) {
  if (!openedFile(state)) return [];
  const sums = new Set((state.scenario?.workload ?? []).flatMap((part) => ('file' in part ? [part.file.sha256] : [])));
  return [...sums].flatMap((sha256) => {
    const file = state.files.get(sha256);
    return file?.report.summary ? [file] : [];
  });
}

/**
 * Whether the charts show the busiest period of the log that was opened.
 * @param {Pick<State, 'openedLog'|'files'|'scenario'|'view'>} state
 */
export function showsBusyPeriod(state) {
  const period = busyPeriod(openedFile(state)?.report);
  const { from_s, to_s, fitted } = state.view;
  return period !== null && !fitted && Math.abs(from_s - period.from_s) < 1 && Math.abs(to_s - period.to_s) < 1;
}
