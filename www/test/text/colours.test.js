import { expect, test } from 'vitest';
import { colourLabel, mergeLegends } from '../../src/text/colours.js';

const sign = (/** @type {string} */ name, /** @type {number|null} */ count, fill = `#${name}`) => ({
  name,
  fill,
  ink: '#000000',
  pattern: /** @type {const} */ ('plain'),
  dotted: false,
  count,
  place: /** @type {number|null} */ (null),
});
const legend = (/** @type {import('../../src/engine/types.js').Colour} */ colour, /** @type {ReturnType<typeof sign>[]} */ signs) => ({
  colour,
  usual: colour,
  ordered: false,
  signs,
  wait_limits_s: [],
  wait_fills: [],
  looks: [],
});

test('several pictures have one legend for each thing that colours say', () => {
  const rigid = legend('kind', [sign('rigid', 4), sign('local job', 9)]);
  const spread = legend('kind', [sign('rigid', 3), sign('co-allocated', 1), sign('local job', 9)]);
  const waits = legend('wait', [sign('0', null)]);
  const [kinds, scale, ...none] = mergeLegends([rigid, waits, spread]);
  expect(kinds?.signs).toEqual([sign('rigid', null), sign('co-allocated', null), sign('local job', null)]);
  const [counted] = mergeLegends([rigid, rigid]);
  expect(counted?.signs).toEqual(rigid.signs);
  expect(scale).toEqual(waits);
  expect(none).toEqual([]);
});

test('names of one colour in several variants share an entry', () => {
  const [kinds] = mergeLegends([
    legend('kind', [sign('Q', 8, '#blue')]),
    legend('kind', [sign('M1', 5, '#blue'), sign('M2', 3, '#dark')]),
    legend('kind', [sign('Q1', 5, '#blue'), sign('Q2', 3, '#dark')]),
  ]);
  expect(kinds?.signs).toEqual([sign('Q / M1 / Q1', null, '#blue'), sign('M2 / Q2', null, '#dark')]);
});

test('steps of a scale that only one of two pictures has stand in their order', () => {
  const steps = (/** @type {[string, number][]} */ ...all) => ({
    ...legend(
      'wait',
      all.map(([name, place]) => ({ ...sign(name, null), place })),
    ),
    ordered: true,
  });
  const [scale] = mergeLegends([steps(['0', 0], ['\u2265 30 min', 3]), steps(['0', 0], ['\u2265 5 min', 1], ['\u2265 1 h', 4])]);
  expect(scale?.signs.map(({ name }) => name)).toEqual(['0', '\u2265 5 min', '\u2265 30 min', '\u2265 1 h']);
});

test('colours are called as the work calls what they tell apart', () => {
  expect(colourLabel('group', { things: 'tasks', group: 'bag' })).toBe('bag');
  expect(colourLabel('group', null)).toBe('group');
  expect(colourLabel('group', { things: 'jobs', group: 'group or workflow' })).toBe('group or workflow');
  expect(colourLabel('kind', { things: 'tasks', group: 'bag' })).toBe('task type');
  expect(colourLabel('wait', { things: 'tasks', group: 'workflow' })).toBe('wait time');
  expect(colourLabel('user', { things: 'jobs', group: 'group' })).toBe('user');
});
