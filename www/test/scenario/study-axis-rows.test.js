import { describe, expect, it } from 'vitest';
import { addSetting, setValueRows, setValues, setVariantRows, valueRows, variantRows } from '../../src/scenario/study-axis-rows.js';
import { createAxis } from '../../src/scenario/study-parameters.js';
import { appendRow, removeRow, setCell } from '../../src/scenario/table-parameters.js';

/** @type {import('../../src/engine/types.js').StudyKnob} */
const policy = {
  id: 'local',
  name: 'Policy',
  group: 'Policies',
  options: [
    ['fcfs', 'FCFS'],
    ['easy', 'EASY'],
    ['sjf', 'Shortest first'],
  ],
  of_system: false,
  value: 'fcfs',
};
/** @type {import('../../src/engine/types.js').StudyKnob} */
const load = {
  id: 'load',
  name: 'Load',
  group: 'Poisson',
  of_system: false,
  options: [],
  parameter: { id: 'load', name: 'Load', doc: '', unit: '', type: 'number', default: 0.7, min: 0.1, max: 1.5 },
  value: 0.8,
};

describe('the values of an axis', () => {
  const axis = { name: 'load', knob: 'load', values: [0.5, 0.7, 0.9], quick: [0.5, 0.9] };

  it('are rows, and back the same', () => {
    const { parameter, rows } = valueRows(axis);
    expect(parameter.columns?.map(({ type }) => type)).toEqual(['number']);
    expect(setValueRows(axis, rows)).toEqual(axis);
  });

  it('go on by as much in a new row, so that no value is run twice', () => {
    const { parameter, rows } = valueRows(axis);
    expect(setValueRows(axis, appendRow(parameter, rows)).values).toEqual([0.5, 0.7, 0.9, 1.1]);
  });

  it('lose what was enough for an impression only where it is gone', () => {
    expect(setValues(axis, [0.6, 0.9]).quick).toEqual([0.9]);
    expect(setValues(axis, [0.6]).quick).toBeUndefined();
  });

  it('can be words', () => {
    const words = { name: 'policy', knob: 'local', values: ['fcfs', 'easy'] };
    const { parameter, rows } = valueRows(words);
    expect(setValueRows(words, rows)).toEqual({ ...words, quick: undefined });
    expect(setValueRows(words, setCell(parameter, rows, 0, 'value', '0.5')).values).toEqual([0.5, 'easy']);
  });
});

describe('the variants of an axis', () => {
  const axis = {
    name: 'policy',
    variants: [
      { name: 'FCFS', set: { local: 'fcfs' } },
      { name: 'EASY', set: { local: 'easy' }, change: { system: { kind: 'batch' } } },
    ],
    quick: ['EASY'],
  };
  const rowsOf = (/** @type {any} */ one) => variantRows(one, [policy, load]);

  it('are rows with a choice, and back the same: what has no column stays with its variant', () => {
    const { parameter, rows } = rowsOf(axis);
    expect(parameter.columns?.map(({ name, type }) => [name, type])).toEqual([
      ['Name', 'expression'],
      ['Policy', 'choice'],
    ]);
    expect(setVariantRows(axis, rows, [policy, load])).toEqual(axis);
    const left = setVariantRows(axis, removeRow(parameter, rows, 0), [policy, load]);
    expect(left.variants).toEqual([axis.variants[1]]);
  });

  it('a new one is another option, with its name', () => {
    const { parameter, rows } = rowsOf(axis);
    const { variants = [] } = setVariantRows(axis, appendRow(parameter, rows), [policy, load]);
    expect(variants.at(-1)).toMatchObject({ name: 'Shortest first', set: { local: 'sjf' } });
    // One that sets nothing is as the base is, whatever it is called.
    const base = { name: 'policy', variants: [{ name: 'as usual' }, { name: 'shortest', set: { local: 'sjf' } }] };
    expect(setVariantRows(base, appendRow(rowsOf(base).parameter, rowsOf(base).rows), [policy]).variants?.at(-1)).toEqual({
      name: 'EASY',
      set: { local: 'easy' },
    });
  });

  it('one that is called by its choice is called by the next; a name of its own stays', () => {
    const { parameter, rows } = rowsOf(axis);
    expect(setVariantRows(axis, setCell(parameter, rows, 0, 'set:local', 'sjf'), [policy]).variants?.[0]).toEqual({
      name: 'Shortest first',
      set: { local: 'sjf' },
    });
    const own = { ...axis, variants: [{ name: 'mine', set: { local: 'fcfs' } }] };
    expect(setVariantRows(own, setCell(rowsOf(own).parameter, rowsOf(own).rows, 0, 'set:local', 'sjf'), [policy]).variants?.[0]?.name).toBe(
      'mine',
    );
  });

  it('two of one name are told apart, and what is not enough for an impression any more is dropped', () => {
    const { parameter, rows } = rowsOf(axis);
    const same = setVariantRows(axis, setCell(parameter, rows, 1, 'name', 'FCFS'), [policy]);
    expect(same.variants?.map(({ name }) => name)).toEqual(['FCFS', 'FCFS (2)']);
    expect(same.quick).toBeUndefined();
  });

  it('set one thing more as the base has it, to be changed row by row; an empty cell says nothing', () => {
    const more = addSetting(axis, load);
    const { parameter, rows } = rowsOf(more);
    expect(parameter.columns?.map(({ type }) => type)).toEqual(['expression', 'choice', 'number']);
    expect(setVariantRows(more, setCell(parameter, rows, 1, 'set:load', 0.9), [policy, load]).variants?.map(({ set }) => set)).toEqual([
      { local: 'fcfs', load: 0.8 },
      { local: 'easy', load: 0.9 },
    ]);
    const part = { name: 'policy', variants: [{ name: 'EASY', set: { local: 'easy' } }, { name: 'base' }] };
    expect(rowsOf(part).parameter.columns?.[1]).toMatchObject({ type: 'choice', options: [['', ''], ...policy.options] });
    expect(
      setVariantRows(part, setCell(rowsOf(part).parameter, rowsOf(part).rows, 0, 'set:local', ''), [policy]).variants?.[0]?.set,
    ).toBeUndefined();
    const some = { name: 'x', variants: [{ name: 'a', set: { load: 0.5 } }, { name: 'b' }] };
    const table = rowsOf(some);
    expect(table.parameter.columns?.[1]?.type).toBe('expression');
    expect(setVariantRows(some, table.rows, [load]).variants).toEqual(some.variants);
    expect(setVariantRows(some, setCell(table.parameter, table.rows, 1, 'set:load', '0.7'), [load]).variants?.[1]?.set).toEqual({
      load: 0.7,
    });
  });
});

it('an axis over a choice has variants by name, over a number values around the present one', () => {
  expect(createAxis(policy)).toEqual({
    name: 'policy',
    variants: [
      { name: 'FCFS', set: { local: 'fcfs' } },
      { name: 'EASY', set: { local: 'easy' } },
      { name: 'Shortest first', set: { local: 'sjf' } },
    ],
  });
  const axis = createAxis({ ...policy, value: 'sjf' });
  expect(axis.variants?.[0]?.name).toBe('Shortest first');
  expect(createAxis(load)).toMatchObject({ name: 'load', knob: 'load' });
  expect(createAxis(load).values).toContain(0.8);
});
