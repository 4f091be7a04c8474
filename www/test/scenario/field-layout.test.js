import { expect, it } from 'vitest';
import json from '../../pkg/catalog.json';
import { arrangeFields, FIRST_FIELDS, matchesField, systemFields } from '../../src/scenario/field-layout.js';

/** @import { Catalog, FormFields } from '../../src/engine/types.js' */
/** @import { SystemChoice } from '../../src/scenario/types.js' */

const catalog = /** @type {Catalog} */ (/** @type {unknown} */ (json));

/** @param {string} group @param {string} reason @param {string[]} fields */
const idle = (group, reason, ...fields) => fields.map((field) => ({ field, group, reason }));

const PREDICTION = ['role:prediction', 'prediction_class', 'correct_predictions', 'first_prediction_s'];
/** What the engine says of exact estimates on one cluster. @type {FormFields} */
const EXACT = {
  first: ['role:local', 'role:routing', 'role:prediction', 'role:bound', 'estimates'],
  groups: ['Estimates', 'Runtime prediction', 'Bound on the wait', 'Routing', 'Failures'],
  idle: [
    ...idle('Estimates', 'Exact', 'estimates', 'kill_at_estimate'),
    ...idle('Runtime prediction', 'Not used', ...PREDICTION),
    ...idle('Bound on the wait', 'Quoted', 'role:bound', 'bound_history', 'bound_training'),
    ...idle('Routing', 'One cluster', 'role:routing'),
    ...idle('Failures', 'None', 'on_failure'),
  ],
};
/** @type {FormFields} */
const PLAIN = { first: [], groups: [], idle: [] };

/** @type {SystemChoice} */
const CUSTOM = { kind: 'batch', policies: { local: 'written' } };

/** @param {FormFields} fields @param {SystemChoice[]} [variants] @param {{ key: string, place: string }} [pinned] */
function layoutOf(fields, variants = [CUSTOM], pinned) {
  const { first, more, folded } = arrangeFields(catalog, variants, variants[0] ?? CUSTOM, fields, pinned);
  const keys = (/** @type {readonly { key: string }[]} */ all) => all.map(({ key }) => key);
  return { first: keys(first), more: keys(more), folded: folded.map(({ name, reason, fields: of }) => [name, of.length, reason]) };
}

it('shows three fields for a custom order, and folds the rest with reasons', () => {
  expect(layoutOf(EXACT)).toEqual({
    first: ['role:local', 'queue_rank', 'backfilling'],
    more: ['same_instant', 'played_choices', 'after_choices'],
    folded: [
      ['Estimates', 2, 'Exact'],
      ['Runtime prediction', 4, 'Not used'],
      ['Bound on the wait', 3, 'Quoted'],
      ['Routing', 1, 'One cluster'],
      ['Failures', 1, 'None'],
    ],
  });
});

it('shows a field with an effect, and joins the reasons of a group', () => {
  const { first, folded } = layoutOf({ ...EXACT, idle: EXACT.idle.filter(({ field }) => field !== 'estimates') });
  expect(first).toContain('estimates');
  expect(folded[0]).toEqual(['Estimates', 1, 'Exact']);
  const two = EXACT.idle.map((one) => (one.field === 'estimates' ? { ...one, reason: 'Not used' } : one));
  expect(layoutOf({ ...EXACT, idle: two }).folded[0]).toEqual(['Estimates', 2, 'Not used; exact']);
});

it('shows what variants differ in first', () => {
  const of = [{ kind: 'workflow' }, { kind: 'workflow', parameters: { transfer_latency: true } }];
  expect(layoutOf(PLAIN, of).first).toContain('transfer_latency');
  // Other policies come before the parameters of the second one.
  const order = ['scheme', 'role:limits', 'role:migration', 'queues', 'role:sharing'];
  expect(layoutOf({ ...PLAIN, first: order }, [{ kind: 'hierarchy' }]).first).toEqual(order.slice(0, FIRST_FIELDS));
});

it('keeps a field and its heading in their places while it has the focus', () => {
  const fields = { ...EXACT, idle: EXACT.idle.filter(({ group }) => group !== 'Bound on the wait') };
  expect(layoutOf(fields, [CUSTOM], { key: 'role:bound', place: 'Bound on the wait' }).folded.map(([name]) => name)).toEqual(EXACT.groups);
});

it('shows roles first in a system without important fields', () => {
  const { roles = [] } = catalog.entries.find(({ family, id }) => family === 'system' && id === 'bags') ?? {};
  expect(layoutOf(PLAIN, [{ kind: 'bags' }]).first.slice(0, 1)).toEqual([`role:${roles[0]?.id}`]);
});

it('finds each field by its words', () => {
  const fields = systemFields(catalog, { kind: 'batch' }, []).filter((field) => matchesField(field, 'bound TRAINING'));
  expect(fields.map(({ key }) => key)).toEqual(['bound_training']);
});
