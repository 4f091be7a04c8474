/** @file The minimum mean wait that is still possible on a board after some decisions, by a search of bounded size. */

/**
 * A job with its actual runtime.
 * @typedef {{number: number, submit_s: number, run_s: number, size: number}} KnownJob
 *
 * A board after some decisions; from_s: the time of the next decision; starts: of the jobs started earlier, by number.
 * @typedef {{jobs: readonly KnownJob[], nodes: number, starts: ReadonlyMap<number, number>, from_s: number}} Position
 * @typedef {{number: number, start_s: number}} JobStart
 *
 * The best schedule found; starts: added starts, in the order of time; exact: whether no schedule is better.
 * @typedef {{wait_s: number, starts: JobStart[], exact: boolean}} Continuation
 *
 * A partial schedule: the sum of the starts that it adds, a lower bound of that sum in the end, and the jobs that run, by their ends.
 * @typedef {{sum_s: number, bound_s: number, from_s: number, running: Running[], left: readonly KnownJob[], starts: JobStart[]}} Partial
 * @typedef {{end_s: number, size: number}} Running
 */

/**
 * Maximum number of kept partial schedules per number of starts, for a quick search and then a thorough one that it
 * bounds.
 */
const WIDTHS = [40, 3000];
/** Maximum number of jobs with these widths; with more jobs a partial schedule costs more, and fewer are kept. */
const FEW_JOBS = 16;
/** Maximum number of partial schedules with the same jobs that are compared with a new one. */
const COMPARED = 12;
/** Time of the search between two pauses, ms. */
const SLICE_MS = 12;
/** Smallest difference of two sums of times, s. */
const LEAST_S = 1e-6;

/**
 * Searches the orders of starts, in which each job starts as early as the previous ones permit. Partial schedules with
 * the smallest lower bounds are kept; if none had to be dropped, the result is exact.
 * @param {Position} position
 * @param {() => boolean} [isCancelled]
 * @returns {Promise<Continuation|undefined>} undefined if cancelled
 */
export async function bestContinuation({ jobs, nodes, starts, from_s }, isCancelled = () => false) {
  const known = jobs.filter(({ number }) => starts.has(number));
  const left = jobs.filter(({ number }) => !starts.has(number));
  const running = known
    .map(({ number, run_s, size }) => ({ end_s: (starts.get(number) ?? 0) + run_s, size }))
    .filter(({ end_s }) => end_s > from_s)
    .sort((a, b) => a.end_s - b.end_s);
  const first = { sum_s: 0, bound_s: 0, from_s, running, left, starts: [] };
  /** @type {{best: Partial, exact: boolean}|undefined} */
  let found;
  for (const width of WIDTHS) {
    const limited = Math.ceil(width * Math.min(1, (FEW_JOBS / Math.max(1, left.length)) ** 5));
    const result = await search(first, { nodes, width: limited, below_s: found?.best.sum_s ?? Infinity, isCancelled });
    if (!result) return undefined;
    found = { best: result.best ?? found?.best ?? first, exact: result.exact };
    if (found.exact) break;
  }
  if (!found) return undefined;
  const before_s = jobs.reduce((sum, { number, submit_s }) => sum + (starts.get(number) ?? 0) - submit_s, 0);
  return { wait_s: (before_s + found.best.sum_s) / jobs.length, starts: found.best.starts, exact: found.exact };
}

/**
 * One search; best is undefined if no schedule is below the limit.
 * @param {Partial} first
 * @param {{nodes: number, width: number, below_s: number, isCancelled: () => boolean}} limits
 * @returns {Promise<{best: Partial|undefined, exact: boolean}|undefined>}
 */
async function search(first, { nodes, width, below_s, isCancelled }) {
  let exact = true;
  let level = [first];
  let since = performance.now();
  for (let count = first.left.length; count > 0; count -= 1) {
    /** @type {Map<string, Partial[]>} */
    const kept = new Map();
    for (const partial of level) {
      if (performance.now() - since > SLICE_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        if (isCancelled()) return undefined;
        since = performance.now();
      }
      for (const job of partial.left) {
        const next = withStart(partial, job, nodes);
        if (next && next.bound_s < below_s - LEAST_S) keep(kept, next);
      }
    }
    level = [...kept.values()].flat();
    if (level.length > width) {
      exact = false;
      level.sort((a, b) => a.bound_s - b.bound_s);
      level.length = width;
    }
  }
  const [any] = level;
  return { best: any && level.reduce((least, one) => (one.sum_s < least.sum_s ? one : least), any), exact };
}

/**
 * A partial schedule with one more start; undefined if the same starts are found in another order.
 * @param {Partial} partial
 * @param {KnownJob} job
 * @param {number} nodes
 * @returns {Partial|undefined}
 */
function withStart({ sum_s, from_s, running, left, starts }, job, nodes) {
  let time_s = Math.max(from_s, job.submit_s);
  let free = running.reduce((sum, { end_s, size }) => sum - (end_s > time_s ? size : 0), nodes);
  for (const { end_s, size } of running) {
    if (free >= job.size) break;
    if (end_s <= time_s) continue;
    free += size;
    time_s = end_s;
  }
  const last = starts.at(-1);
  if (last && last.start_s === time_s && last.number > job.number) return undefined;
  const rest = running.filter(({ end_s }) => end_s > time_s);
  const end_s = time_s + job.run_s;
  const place = rest.findIndex((one) => one.end_s > end_s);
  rest.splice(place < 0 ? rest.length : place, 0, { end_s, size: job.size });
  const others = left.filter((one) => one !== job);
  const sum = sum_s + time_s;
  const next = {
    sum_s: sum,
    bound_s: 0,
    from_s: time_s,
    running: rest,
    left: others,
    starts: [...starts, { number: job.number, start_s: time_s }],
  };
  next.bound_s = sum + Math.max(startBound(next, nodes), areaBound(next, nodes));
  return next;
}

/**
 * A lower bound of the sum of the remaining starts: each job alone, after the running ones.
 * @param {Partial} partial
 * @param {number} nodes
 */
function startBound({ from_s, running, left }, nodes) {
  let sum = 0;
  const idle = running.reduce((free, { size }) => free - size, nodes);
  for (const { size: needed, submit_s } of left) {
    let time_s = from_s;
    let free = idle;
    for (const { end_s, size } of running) {
      if (free >= needed) break;
      free += size;
      time_s = end_s;
    }
    sum += Math.max(time_s, submit_s);
  }
  return sum;
}

/**
 * A lower bound of the sum of the remaining starts: all nodes work on one job at a time, the one with the least
 * remaining work.
 * @param {Partial} partial
 * @param {number} nodes
 */
function areaBound({ from_s, running, left }, nodes) {
  const jobs = left
    .map(({ submit_s, run_s, size }) => ({ submit_s: Math.max(submit_s, from_s), work: run_s * size }))
    .sort((a, b) => a.submit_s - b.submit_s);
  /** @type {{work: number}[]} */
  const waiting = [];
  let free = running.reduce((sum, { size }) => sum - size, nodes);
  let time_s = from_s;
  let next = 0;
  let ended = 0;
  let sum = 0;
  while (waiting.length > 0 || next < jobs.length) {
    for (let job = jobs[next]; job && job.submit_s <= time_s; job = jobs[next]) {
      waiting.push(job);
      next += 1;
    }
    const [shortest] = waiting.sort((a, b) => a.work - b.work);
    const event_s = Math.min(jobs[next]?.submit_s ?? Infinity, running[ended]?.end_s ?? Infinity);
    const over_s = shortest && free > 0 ? time_s + shortest.work / free : Infinity;
    if (shortest) shortest.work -= Math.min(shortest.work, free * (Math.min(event_s, over_s) - time_s) || 0);
    if (over_s <= event_s) {
      waiting.shift();
      sum += over_s;
    }
    time_s = Math.min(event_s, over_s);
    for (let job = running[ended]; job && job.end_s <= time_s; job = running[ended]) {
      free += job.size;
      ended += 1;
    }
  }
  return sum - left.reduce((total, { run_s }) => total + run_s, 0);
}

/**
 * Keeps a partial schedule, unless another one of the same jobs is at least as good at every moment; worse ones are
 * dropped.
 * @param {Map<string, Partial[]>} kept
 * @param {Partial} next
 */
function keep(kept, next) {
  const key = next.left.map(({ number }) => number).join();
  const same = kept.get(key);
  if (!same) {
    kept.set(key, [next]);
    return;
  }
  if (same.slice(0, COMPARED).some((other) => isAsGood(other, next))) return;
  for (let at = Math.min(same.length, COMPARED) - 1; at >= 0; at -= 1)
    if (isAsGood(next, /** @type {Partial} */ (same[at]))) same.splice(at, 1);
  same.push(next);
}

/**
 * Whether a partial schedule has no larger sum, and no fewer idle nodes at any moment from the last start of the other one on.
 * @param {Partial} one
 * @param {Partial} other of the same jobs
 */
function isAsGood(one, other) {
  if (one.sum_s > other.sum_s || one.from_s > other.from_s) return false;
  // Allocated nodes change only at ends: each end of one schedule is compared with the allocation of the other just
  // before.
  let held = 0;
  let otherHeld = 0;
  let at = other.running.length - 1;
  for (let place = one.running.length - 1; place >= 0; place -= 1) {
    const { end_s, size } = /** @type {Running} */ (one.running[place]);
    if (end_s <= other.from_s) break;
    held += size;
    for (let run = other.running[at]; run && run.end_s >= end_s; run = other.running[at]) {
      otherHeld += run.size;
      at -= 1;
    }
    if (held > otherHeld) return false;
  }
  return true;
}
