// The values of an expression for the waiting jobs, which the policy form takes from a small run, are those of the run on screen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { trialScenario, valuedJobs } from '../../www/src/scenario/queue-trial.js';
import { Engine, whole } from './engine.mjs';

whole();
const example = JSON.parse(await readFile(new URL('../../static/gallery/your-own-policy.json', import.meta.url), 'utf8'));
const grid = {
  ...example,
  platform: { preset: 'das3' },
  workload: [{ generator: 'poisson', parameters: { jobs: 300, load: 1, nodes_max: 32, estimates: 'rounded', homes: 'equal' } }],
};
const RANK = 'Mine: nodes * estimate - 3 * wait + submit / 7';

/** A run to a time, or to its end. */
function advanced(scenario, until = NaN) {
  const run = new Engine(JSON.stringify(scenario), 0, [], 10_000);
  let progress;
  do progress = run.advance(100_000, until);
  while (!progress.done && !(progress.now_s >= until));
  return run;
}

for (const [name, base] of [
  ['one cluster', example],
  ['clusters of different speeds', grid],
]) {
  test(`${name}: values are those in the reasons of the run`, () => {
    const system = { kind: 'batch', policies: { local: 'written' }, parameters: { queue_rank: RANK } };
    const scenario = { ...base, system, compare: [], measures: undefined };
    const run = advanced(scenario);
    let compared = 0;
    for (let at = run.next_decision(0); !Number.isNaN(at); at = run.next_decision(at)) {
      const heads = run.decided(at).filter(({ starts, text }) => starts && / = \S+: it needs/u.test(text));
      for (const { cluster } of heads.slice(0, 1)) {
        const here = [...run.decided(at).filter(({ starts }) => starts), ...run.waiting(at)].filter((one) => one.cluster === cluster);
        const jobs = [...new Map(here.map(({ id }) => [id, run.subject(id, at)])).values()].map((card) => ({ ...card, starts: false }));
        const now = Math.ceil(at * 1000) / 1000;
        const trial = advanced(trialScenarioOf(jobs, now), now);
        const values = new Map(valuedJobs(trial.decided(now), jobs).map(({ job, value }) => [job.id, value]));
        for (const { id, text } of heads.filter((one) => one.cluster === cluster)) {
          const known = Number(/ = (\S+): it needs/u.exec(text)[1]);
          assert.ok(
            Math.abs(values.get(id) - known) <= 0.01 + 1e-6 * Math.abs(known),
            `${at}: job ${id} has ${values.get(id)}, not ${known}`,
          );
          compared += 1;
        }
      }
    }
    assert.ok(compared > 50, `${compared} values`);
  });
}

const trialScenarioOf = (jobs, now) => JSON.parse(trialScenario(RANK, jobs, now));
