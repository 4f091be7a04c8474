// A field that the policy form folds, because it has no effect in a scenario, has none: with every other choice the schedule is the same.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';
import { form_fields } from '../../www/pkg/ganttlet_wasm.js';
import { systemFields } from '../../www/src/scenario/field-layout.js';
import { Engine, whole } from './engine.mjs';

whole();
const at = (path) => new URL(`../../${path}`, import.meta.url);
const catalog = JSON.parse(await readFile(at('www/pkg/catalog.json'), 'utf8'));
const gallery = await Promise.all(
  (await readdir(at('static/gallery')))
    .filter((name) => name.endsWith('.json') && name !== 'index.json')
    .map(async (name) => [name, JSON.parse(await readFile(at(`static/gallery/${name}`), 'utf8'))]),
);
const pinned = JSON.parse(await readFile(at('tests/parity/scenarios.json'), 'utf8')).map(({ id, scenario }) => [id, scenario]);

/** Longer runs are not repeated for each field, events. */
const MOST_EVENTS = 20_000;
/** Each of these changes something, as the reason of its group says. */
const NAMED_EXCEPTIONS = new Set(['role:routing fastest-processor-first']);

/** The digest of a run and its number of events; nothing if it cannot be made. */
function digest(scenario) {
  let run;
  try {
    run = new Engine(JSON.stringify(scenario), 0, [], 0);
  } catch {
    return undefined;
  }
  let progress;
  do progress = run.advance(100_000, NaN);
  while (!progress.done);
  const { whole } = run.report(NaN).digest;
  run.free();
  return { whole, events: progress.events };
}

/** Other values of a parameter; of a number, one. */
function otherValues({ type, options = [], min, max, default: usual }, value = usual) {
  if (type === 'bool') return [!value];
  if (type === 'choice') return options.map(([id]) => id).filter((id) => id !== value);
  if (type !== 'number' && type !== 'integer') return [];
  const fit = (number) => Math.min(max ?? Infinity, Math.max(min ?? -Infinity, type === 'integer' ? Math.round(number) : number));
  return [fit(value * 3 + 1), fit(value / 2), fit(min ?? 0)].filter((one) => one !== value).slice(0, 1);
}

/** A scenario with another choice in each folded field, one at a time. */
function* changes(scenario, system) {
  const [{ first, idle }] = form_fields(JSON.stringify({ ...scenario, system, compare: [] }));
  for (const { key, role, parameter } of systemFields(catalog, system, first)) {
    if (!idle.some(({ field }) => field === key)) continue;
    if (role) {
      const chosen = system.policies?.[role.id] ?? role.default;
      for (const { id } of catalog.entries.filter((one) => one.family === role.family && one.id !== chosen)) {
        if (!NAMED_EXCEPTIONS.has(`${key} ${id}`)) yield [`${key} ${id}`, { ...system, policies: { ...system.policies, [role.id]: id } }];
      }
    } else {
      for (const value of otherValues(parameter, system.parameters?.[key])) {
        yield [`${key} ${value}`, { ...system, parameters: { ...system.parameters, [key]: value } }];
      }
    }
  }
}

const tried = new Set();
for (const [name, scenario] of [...gallery, ...pinned]) {
  test(`${name}: folded fields do not change the schedule`, () => {
    for (const [index, system] of [scenario.system, ...(scenario.compare ?? [])].entries()) {
      const { set, platform = scenario.platform, ...plain } = system;
      if (set) continue;
      const alone = { ...scenario, platform, compare: [] };
      const known = digest({ ...alone, system: plain });
      if (!known || known.events > MOST_EVENTS) continue;
      for (const [change, changed] of changes(alone, plain)) {
        const other = digest({ ...alone, system: changed });
        if (other === undefined) continue;
        assert.equal(other.whole, known.whole, `${index}: ${change}`);
        tried.add(change.split(' ')[0]);
      }
    }
  });
}

test('each field of the rules was tried', async () => {
  const systems = new URL('../../crate/sim/src/system/', import.meta.url);
  const named = new Set();
  for (const { id } of catalog.entries.filter(({ family }) => family === 'system')) {
    const text = await readFile(new URL(`${id}/form.rs`, systems), 'utf8');
    for (const [, list] of text.matchAll(/fields: &\[([^\]]+)\]/gu)) for (const [, field] of list.matchAll(/"([^"]+)"/gu)) named.add(field);
  }
  assert.ok(named.size > 60, `${named.size} fields`);
  assert.deepEqual(
    [...named].filter((field) => !tried.has(field)),
    [],
  );
});
