/** @file The sentences about edits: the question, the answer, the effect on each variant, and the names of edits in a list. */

import { formatCount, formatNumber } from '../text/numbers.js';
import { formatMoment, formatTime } from '../text/time.js';

/** @import { Change, JobEdit, JobValues } from './job-edits.js' */
/** @import { Effect } from './edit-effects.js' */

/** A part of a sentence; strong parts are values. @typedef {{text: string, strong?: boolean}} Part */

/** Minimum difference of times that is mentioned, s; smaller ones would look like rounding. */
const LEAST_S = 0.05;

/**
 * The question of an edit.
 * @param {Pick<Change, 'property'|'job'|'of'|'from'|'to'>} change
 * @returns {string}
 */
export function questionText({ property, job, of, from, to }) {
  const apart = formatTime(Math.abs(to - from));
  switch (property) {
    case 'run_s':
      return to === from
        ? `What if job ${job} ran longer or shorter?`
        : `What if job ${job} ran ${apart} ${to > from ? 'longer' : 'shorter'}?`;
    case 'estimate_s':
      return `What if job ${job} requested ${formatTime(to)}?`;
    case 'nodes':
      return `What if job ${job} asked for ${formatCount(to, 'nodes')}?`;
    case 'submit_s':
      return to === from
        ? `What if job ${job} were submitted at another time?`
        : `What if job ${job} were submitted ${apart} ${to > from ? 'later' : 'earlier'}?`;
    default:
      return `What if ${of || 'the cluster'} had ${formatCount(to, 'nodes')}?`;
  }
}

/**
 * The answer: the change of the mean wait under each variant.
 * @param {readonly Effect[]} effects
 * @param {readonly string[]} names of the variants
 * @returns {Part[]}
 */
export function answerParts(effects, names) {
  if (effects.length === 0) return [];
  if (effects.every(({ later, earlier, wait_s }) => later + earlier === 0 && Math.abs(waitChange(wait_s)) < LEAST_S))
    return [{ text: 'Nothing changes: no other job moves.' }];
  /** @type {Part[]} */
  const parts = [{ text: 'The mean wait' }];
  let verb = '';
  effects.forEach(({ wait_s }, at) => {
    const by = waitChange(wait_s);
    const next = Math.abs(by) < LEAST_S ? 'stays the same' : by > 0 ? 'rises' : 'falls';
    parts.push({ text: at === 0 ? ' ' : at === effects.length - 1 ? ' and ' : ', ' });
    if (next !== verb) parts.push({ text: `${next} ` });
    if (Math.abs(by) >= LEAST_S) parts.push({ text: 'by ' }, { text: formatTime(Math.abs(by)), strong: true }, { text: ' ' });
    parts.push({ text: `under ${names[at] ?? ''}` });
    verb = next;
  });
  return [...parts, { text: '.' }];
}

/** @param {Effect['wait_s']} wait_s */
function waitChange([before, after]) {
  return before === null || after === null ? 0 : after - before;
}

/**
 * The effect on the other jobs of a variant, in one or two sentences.
 * @param {Effect} effect
 * @param {boolean} [all] whether all jobs are counted, because no single one was edited
 * @returns {Part[]}
 */
export function effectParts({ later, earlier, later_by_s, others, end_s: [ended, ends] }, all = false) {
  const of = `of the ${all ? '' : 'other '}${formatNumber(others)} jobs`;
  const end = ended === null || ends === null || Math.abs(ends - ended) < LEAST_S ? 0 : ends - ended;
  const last = end === 0 ? '' : ` The last job ends ${formatTime(Math.abs(end))} ${end > 0 ? 'later' : 'earlier'}.`;
  if (later + earlier === 0) return [{ text: `No ${all ? '' : 'other '}job moves.${last}` }];
  if (earlier === 0) {
    const start = later === 1 ? 'starts' : 'start';
    return [
      { text: `${formatNumber(later)} ${of} ${start} later,`, strong: true },
      { text: ` by ${formatTime(later_by_s)}${later === 1 ? '' : ' on average'}.${last}` },
    ];
  }
  if (later === 0) {
    const start = earlier === 1 ? 'starts' : 'start';
    return [{ text: `${formatNumber(earlier)} ${of} ${start} earlier.`, strong: true }, { text: last }];
  }
  return [{ text: `${formatNumber(later)} start later, ${formatNumber(earlier)} earlier.`, strong: true }, { text: last }];
}

/** The text of a sentence without its emphasis. @param {readonly Part[]} parts */
export function plainText(parts) {
  return parts.map(({ text }) => text).join('');
}

/**
 * The label beside the pointer: the value before and after, and a second line.
 * @param {Change} change
 * @returns {{before: string, after: string, more: string}}
 */
export function changeLabel(change) {
  const { property, from, to, estimate_s, estimate_from_s } = change;
  const before = valueText(property, from);
  const after = valueText(property, to);
  const longer = to === from ? 'as before' : `${formatTime(Math.abs(to - from))} ${to > from ? 'longer' : 'shorter'}`;
  if (property === 'run_s') {
    const raised = estimate_s !== null && estimate_from_s !== null && estimate_s !== estimate_from_s;
    if (raised) return { before, after, more: `requested ${formatTime(estimate_from_s)} \u2192 ${formatTime(estimate_s)}` };
    return { before, after, more: estimate_s === null ? longer : `${longer} \u00b7 requested ${formatTime(estimate_s)}` };
  }
  const moved = { nodes: ['more', 'fewer'], cluster: ['more', 'fewer'], submit_s: ['later', 'earlier'], estimate_s: ['longer', 'shorter'] }[
    property
  ];
  const size = property === 'submit_s' || property === 'estimate_s' ? formatTime(Math.abs(to - from)) : formatNumber(Math.abs(to - from));
  return {
    before: property === 'submit_s' ? `submitted ${before}` : before.replace(/ nodes?$/u, ''),
    after,
    more: to === from ? 'as before' : `${size} ${moved[to > from ? 0 : 1]}`,
  };
}

/** The reason why a job gets no more nodes. @param {number} high */
export function limitParts(high) {
  return { text: `${formatCount(high, 'nodes')} is all there is.`, more: 'Drag the edge of the cluster for more.' };
}

/**
 * The change of the mean wait of a variant, in a line.
 * @param {Effect} effect
 * @param {string} name of the variant
 */
export function waitText({ wait_s }, name) {
  const by = waitChange(wait_s);
  return `${name}: mean wait ${Math.abs(by) < LEAST_S ? 'as before' : `${formatTime(Math.abs(by))} ${by > 0 ? 'more' : 'less'}`}`;
}

/**
 * A value of a property with its unit.
 * @param {import('./job-edits.js').Property} property
 * @param {number} value
 */
export function valueText(property, value) {
  if (property === 'nodes' || property === 'cluster') return formatCount(value, 'nodes');
  return property === 'submit_s' ? formatMoment(value) : formatTime(value);
}

/**
 * The value of a handle for screen readers: `58 minutes, 14 minutes longer`.
 * @param {import('./job-edits.js').Property} property
 * @param {number} value
 * @param {number} from
 */
export function spokenValue(property, value, from) {
  const apart = value - from;
  if (property === 'nodes' || property === 'cluster') {
    const more = apart === 0 ? '' : `, ${formatNumber(Math.abs(apart))} ${apart > 0 ? 'more' : 'fewer'}`;
    return `${formatCount(value, 'nodes')}${more}`;
  }
  const words = property === 'submit_s' ? ['later', 'earlier'] : ['longer', 'shorter'];
  const more = apart === 0 ? '' : `, ${spokenTime(Math.abs(apart))} ${words[apart > 0 ? 0 : 1]}`;
  return `${spokenTime(value)}${more}`;
}

/** A duration with its units spelled out. @param {number} time_s */
export function spokenTime(time_s) {
  const names = { d: 'day', h: 'hour', min: 'minute', s: 'second', ms: 'millisecond' };
  return formatTime(time_s).replace(/([\d.]+) (ms|min|d|h|s)/gu, (_, count, unit) => {
    const name = names[/** @type {keyof typeof names} */ (unit)];
    return `${count} ${name}${count === '1' ? '' : 's'}`;
  });
}

/**
 * The text for screen readers after a change: the job, its value, and the mean wait of each variant.
 * @param {Change} change
 * @param {readonly Effect[]} effects
 * @param {readonly string[]} names
 */
export function spokenEffect(change, effects, names) {
  const { property, job, of, from, to } = change;
  const nouns = { run_s: 'runtime', estimate_s: 'requested time', nodes: 'nodes', submit_s: 'submitted at', cluster: '' };
  const who = property === 'cluster' ? of : `Job ${job}, ${nouns[property]}`;
  const waits = effects.map(({ wait_s: [before, after] }, at) => {
    const by = waitChange([before, after]);
    const more = Math.abs(by) < LEAST_S ? ', as before' : `, ${spokenTime(Math.abs(by))} ${by > 0 ? 'more' : 'less'}`;
    return `${names[at] ?? ''}: mean wait ${after === null ? 'unknown' : spokenTime(after)}${more}.`;
  });
  return `${who} ${spokenValue(property, to, from)}. ${waits.join(' ')}`;
}

/**
 * An edit in the list: its subject, its old value (empty if unknown) and its new one.
 * @param {{job: number, property: string, value: number}} edit
 * @param {JobValues|undefined} original
 * @returns {{what: string, before: string, after: string}}
 */
export function editChip({ job, property, value }, original) {
  const first = property === 'absent' ? null : (original?.[/** @type {keyof JobValues} */ (property)] ?? null);
  const before = first === null ? '' : valueText(/** @type {import('./job-edits.js').Property} */ (property), first);
  const after = property === 'absent' ? '' : valueText(/** @type {import('./job-edits.js').Property} */ (property), value);
  const what = {
    run_s: `job ${job} runs`,
    estimate_s: `job ${job} requests`,
    nodes: `job ${job} needs`,
    submit_s: `job ${job} submitted`,
    absent: `job ${job} is absent`,
  }[property];
  return { what: what ?? '', before: property === 'nodes' ? before.replace(/ nodes?$/u, '') : before, after };
}

/**
 * The question about all edits together.
 * @param {readonly JobEdit[]} edits
 * @param {number} count number of listed edits
 */
export function editsQuestion(edits, count) {
  const jobs = edits.map(({ job }) => job);
  if (count === 1) return `What does the edit of job ${jobs[0]} change?`;
  const list = jobs.length > 1 ? `${jobs.slice(0, -1).join(', ')} and ${jobs.at(-1)}` : jobs.join('');
  return jobs.length > 4
    ? `What do the ${count} edits change?`
    : `What do the edits of ${jobs.length > 1 ? 'jobs' : 'job'} ${list} change?`;
}
