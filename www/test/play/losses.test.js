import { expect, test } from 'vitest';
import { bestContinuation } from '../../src/play/best-continuation.js';
import { costSentence, findLosses, lossSentence, verdictSentence } from '../../src/play/losses.js';
import { choiceOf, decisionAt, WAIT } from '../../src/scenario/board.js';

/** @import { KnownJob } from '../../src/play/best-continuation.js' */
/** @import { Board } from '../../src/scenario/board.js' */

/** @type {Record<string, any>} */
const scenarios = import.meta.glob('../../../static/boards/*.json', { eager: true, import: 'default' });
/** @type {Board[]} */
const boards = scenarios['../../../static/boards/index.json'];

/** The jobs of a board. @param {string} id @returns {KnownJob[]} */
function jobsOf(id) {
  const [{ jobs }] = scenarios[`../../../static/boards/${id}.json`].workload;
  return jobs.submit_s.map((/** @type {number} */ submit_s, /** @type {number} */ at) => ({
    number: at + 1,
    submit_s,
    run_s: jobs.run_s[at],
    size: jobs.nodes[at],
  }));
}

/**
 * A board under choices up to the first decision without one, as the engine runs it.
 * @param {readonly KnownJob[]} jobs
 * @param {number} nodes
 * @param {string} choices
 */
function play(jobs, nodes, choices) {
  const run = jobs.map(({ number, submit_s, size }) => ({
    number,
    submit_s,
    size,
    start_s: NaN,
    end_s: NaN,
    estimate_s: 0,
    nodes: /** @type {number[]} */ ([]),
  }));
  const rest = [...choices];
  let now_s = 0;
  while (run.some(({ start_s }) => Number.isNaN(start_s))) {
    const fitting = decisionAt(run, nodes, now_s).waiting.filter(({ place }) => place > 0);
    const choice = fitting.length > 0 ? rest.shift() : WAIT;
    if (choice === undefined) break;
    const chosen = run.find(({ number }) => number === fitting.find(({ place }) => choiceOf(place) === choice)?.number);
    if (chosen) {
      chosen.start_s = now_s;
      chosen.end_s = now_s + (jobs[chosen.number - 1]?.run_s ?? 0);
      continue;
    }
    now_s = Math.min(...run.flatMap(({ submit_s, end_s }) => [submit_s, end_s]).filter((time_s) => time_s > now_s));
  }
  const wait_s = run.reduce((sum, { start_s, submit_s }) => sum + start_s - submit_s, 0) / run.length;
  return { jobs: run, now_s, wait_s, end_s: NaN, digest: '', findings: [] };
}

/** Starts jobs whenever one fits. @param {readonly KnownJob[]} jobs @param {number} nodes */
function greedyChoices(jobs, nodes) {
  let choices = '';
  while (Number.isNaN(play(jobs, nodes, choices).wait_s)) choices += '1';
  return choices;
}

/** @param {string} id @param {(jobs: KnownJob[], nodes: number) => string} choose */
async function verdictOf(id, choose) {
  const board = /** @type {Board} */ (boards.find((one) => one.id === id));
  const { nodes, best_s, proven } = board;
  const jobs = jobsOf(id);
  const choices = choose(jobs, nodes);
  const { wait_s } = play(jobs, nodes, choices);
  const verdict = await findLosses({
    choices,
    wait_s,
    best_s,
    proven,
    nodes,
    run: (part) => Promise.resolve(play(jobs, nodes, part)),
    search: ({ jobs: run, now_s }) => {
      const started = run.filter(({ start_s }) => Number.isFinite(start_s));
      const starts = new Map(started.map(({ number, start_s }) => [number, start_s]));
      return bestContinuation({ jobs, nodes, starts, from_s: now_s });
    },
  });
  if (!verdict) throw new Error('cancelled');
  return verdict;
}

test.each(boards.filter(({ jobs }) => jobs <= 12))('the search finds the proven optimum of $id', async ({ id, nodes, best_s }) => {
  const found = await bestContinuation({ jobs: jobsOf(id), nodes, starts: new Map(), from_s: 0 });
  expect(found?.exact).toBe(true);
  expect(found?.wait_s).toBeCloseTo(best_s, 2);
});

test('a search can be cancelled', async () => {
  const position = { jobs: jobsOf('twenty-jobs'), nodes: 24, starts: new Map(), from_s: 0 };
  expect(await bestContinuation(position, () => true)).toBeUndefined();
});

test('a schedule above the optimum has a decision that lost it, measured by the best schedules', async () => {
  const verdict = await verdictOf('eight-jobs', greedyChoices);
  expect(verdict.wait_s - verdict.best_s).toBe(420);
  expect(verdict.exact).toBe(true);
  expect(verdictSentence(verdict, true)).toMatch(
    /^Your schedule is 7 min above the optimum\. The first decision after which 9 min was no longer possible: \S+, .* instead of .*\.$/u,
  );
  const [loss] = verdict.losses;
  if (!loss) throw new Error('no loss');
  expect(lossSentence(loss)).toMatch(/ instead of .*\. Cost: .*\.$/u);
  expect(costSentence(true)).toMatch(/lowest mean wait that was still possible\./u);
});

test('an optimal schedule lost nothing', async () => {
  const jobs = jobsOf('five-jobs');
  const best = await bestContinuation({ jobs, nodes: 8, starts: new Map(), from_s: 0 });
  const verdict = await verdictOf('five-jobs', () => {
    let choices = '';
    for (let run = play(jobs, 8, ''); Number.isNaN(run.wait_s); run = play(jobs, 8, choices)) {
      const fitting = decisionAt(run.jobs, 8, run.now_s).waiting.filter(({ place }) => place > 0);
      const due = fitting.find(({ number }) => best?.starts.some((start) => start.number === number && start.start_s <= run.now_s));
      choices += due ? choiceOf(due.place) : WAIT;
    }
    return choices;
  });
  expect(verdict.losses).toEqual([]);
  expect(verdictSentence(verdict, true)).toBe('Your schedule is optimal: none has a lower mean wait.');
});

test.each(['three-wide-jobs', 'sixteen-jobs'])('the costs of %s add up to the distance to the best schedule or less', async (id) => {
  const { wait_s, best_s, losses, first } = await verdictOf(id, greedyChoices);
  expect(losses.length).toBeGreaterThan(0);
  expect(first?.what).toBeTruthy();
  const cost_s = losses.reduce((sum, loss) => sum + loss.cost_s, 0);
  expect(cost_s).toBeLessThanOrEqual(wait_s - best_s + 0.1);
});
