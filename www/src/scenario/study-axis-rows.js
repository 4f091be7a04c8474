/** @file The values and variants of a study's axis as rows of a table, and back. */

import { typedValues } from './new-study.js';

/** @import { StudyAxisDocument, StudyVariant } from './new-study.js' */
/** @import { StudyKnob } from './study-parameters.js' */
/** @import { Parameter, TableRow } from './types.js' */

/** The most rows of an axis. */
const MOST = 1000;

/**
 * A column without a usual value: what a row does not say stays unsaid.
 * @param {Partial<Parameter> & {id: string, name: string}} column
 * @returns {import('./types.js').Typed}
 */
const column = (column) => /** @type {any} */ ({ doc: '', unit: '', type: 'expression', default: undefined, ...column });

/**
 * A table of such columns.
 * @param {string} name
 * @param {import('./types.js').Typed[]} columns
 * @returns {Parameter}
 */
const table = (name, columns) => ({ id: name, name, doc: '', unit: '', type: 'table', default: [], min: 1, max: MOST, columns });

/** @param {readonly unknown[]} values whether all are numbers */
const areNumbers = (values) => values.length > 0 && values.every((value) => typeof value === 'number');

/**
 * The values of an axis, a row each.
 * @param {StudyAxisDocument} axis
 * @returns {{parameter: Parameter, rows: TableRow[]}}
 */
export function valueRows({ name, unit = '', values = [] }) {
  const type = areNumbers(values) ? 'number' : 'expression';
  return {
    parameter: table(`Values of ${name}`, [column({ id: 'value', name, unit, type })]),
    rows: values.map((value) => ({ value: typeof value === 'number' && type === 'number' ? value : String(value) })),
  };
}

/**
 * The axis with these values. Those that were enough for an impression still are.
 * @param {StudyAxisDocument} axis
 * @param {readonly unknown[]} values
 * @returns {StudyAxisDocument}
 */
export function withValues(axis, values) {
  return { ...axis, values: [...values], quick: stillQuick(axis, values) };
}

/**
 * The axis with the values of rows.
 * @param {StudyAxisDocument} axis
 * @param {readonly TableRow[]} rows
 */
export function withValueRows(axis, rows) {
  const values = rows.map(({ value = 0 }) => (typeof value === 'string' ? (typedValues(value)[0] ?? '') : value));
  const last = values.at(-1);
  // A new row is like the last one, and no value is run twice: it goes on by as much.
  if (rows.length > (axis.values?.length ?? 0) && typeof last === 'number') {
    const before = values.findLast((value) => value !== last);
    values[values.length - 1] = Number((last + (typeof before === 'number' ? last - before : 1)).toPrecision(12));
  }
  return withValues(axis, values);
}

/**
 * @param {StudyAxisDocument} axis
 * @param {readonly unknown[]} labels
 */
function stillQuick({ quick = [] }, labels) {
  const left = quick.filter((label) => labels.includes(label));
  return left.length > 0 ? left : undefined;
}

/**
 * What the variants of an axis set, each once.
 * @param {StudyAxisDocument} axis
 */
export const settingsOf = ({ variants = [] }) => [...new Set(variants.flatMap(({ set = {} }) => Object.keys(set)))];

/**
 * The variants of an axis: a row each, with its name and what it sets.
 * @param {StudyAxisDocument} axis
 * @param {readonly StudyKnob[]} knobs
 * @returns {{parameter: Parameter, rows: TableRow[]}}
 */
export function variantRows(axis, knobs) {
  const { variants = [] } = axis;
  const columns = settingsOf(axis).map((id) => {
    const knob = knobs.find((one) => one.id === id);
    const values = variants.map(({ set }) => set?.[id]);
    const common = { id: `set:${id}`, name: knob?.name ?? id };
    const said = values.filter((value) => value !== undefined);
    if (knob && said.every((value) => knob.options.some(([word]) => word === value))) {
      // What a variant does not set is as the base has it.
      return column({ ...common, type: 'choice', options: [['', ''], ...knob.options] });
    }
    if (areNumbers(values)) return column({ ...common, type: 'number', unit: knob?.parameter?.unit ?? '' });
    return values.every((value) => typeof value === 'boolean') ? column({ ...common, type: 'bool' }) : column(common);
  });
  return {
    parameter: table(`Variants of ${axis.name}`, [column({ id: 'name', name: 'Name' }), ...columns]),
    // Which variant it was: what has no column stays with it.
    rows: variants.map(({ name, set = {} }, was) => ({
      was,
      name,
      ...Object.fromEntries(
        Object.entries(set).map(([id, value]) => [
          `set:${id}`,
          typeof value === 'object' ? JSON.stringify(value) : /** @type {any} */ (value),
        ]),
      ),
    })),
  };
}

/**
 * The axis with the variants of rows. A new one has a name of its own, and of a choice the first option that no other has;
 * one that was called by its choice is called by the new one.
 * @param {StudyAxisDocument} axis
 * @param {readonly TableRow[]} rows
 * @param {readonly StudyKnob[]} knobs
 * @returns {StudyAxisDocument}
 */
export function withVariantRows(axis, rows, knobs) {
  const before = axis.variants ?? [];
  /** @type {StudyVariant[]} */
  const variants = [];
  for (const row of rows) {
    const old = before[Number(row.was)];
    const set = Object.fromEntries(settingsOf(axis).flatMap((id) => valueIn(row[`set:${id}`], old?.set?.[id]).map((value) => [id, value])));
    const fresh = variants.length === before.length && rows.length > before.length;
    const next = {
      ...old,
      name: String(row.name ?? '').trim() || `variant ${variants.length + 1}`,
      ...(Object.keys(set).length > 0 ? { set } : { set: undefined }),
    };
    variants.push(fresh ? unlike(next, variants, knobs) : named(next, old, variants, knobs));
  }
  return {
    ...axis,
    variants,
    quick: stillQuick(
      axis,
      variants.map(({ name }) => name),
    ),
  };
}

/**
 * What a cell says; nothing of an empty one.
 * @param {unknown} cell
 * @param {unknown} old
 */
function valueIn(cell, old) {
  if (cell === undefined || cell === '') return [];
  if (typeof cell !== 'string') return [cell];
  if (typeof old === 'object' && JSON.stringify(old) === cell) return [old];
  const number = Number(cell);
  return [typeof old !== 'string' && cell.trim() !== '' && Number.isFinite(number) ? number : cell];
}

/**
 * What people call the choice of a variant that sets nothing else.
 * @param {StudyVariant|undefined} variant
 * @param {readonly StudyKnob[]} knobs
 */
function calledBy(variant, knobs) {
  const [first, ...others] = Object.entries(variant?.set ?? {});
  return first && others.length === 0
    ? knobs.find(({ id }) => id === first[0])?.options.find(([word]) => word === first[1])?.[1]
    : undefined;
}

/**
 * With another option than the variants before it have, and its name.
 * @param {StudyVariant} variant
 * @param {readonly StudyVariant[]} before
 * @param {readonly StudyKnob[]} knobs
 * @returns {StudyVariant}
 */
function unlike(variant, before, knobs) {
  const [id = '', ...others] = Object.keys(variant.set ?? {});
  const knob = others.length === 0 ? knobs.find((one) => one.id === id) : undefined;
  // What sets nothing is as the base is.
  const free = knob?.options.find(([word]) => !before.some(({ set }) => (set?.[id] ?? knob.value) === word));
  return named(free ? { ...variant, name: free[1], set: { [id]: free[0] } } : variant, undefined, before, knobs);
}

/**
 * With a name that fits and that no other has.
 * @param {StudyVariant} variant
 * @param {StudyVariant|undefined} old
 * @param {readonly StudyVariant[]} before
 * @param {readonly StudyKnob[]} knobs
 * @returns {StudyVariant}
 */
function named(variant, old, before, knobs) {
  const called = calledBy(variant, knobs);
  const name = called && variant.name === old?.name && old.name === calledBy(old, knobs) ? called : variant.name;
  let [own, count] = [name, 1];
  while (before.some((other) => other.name === own)) own = `${name} (${(count += 1)})`;
  return { ...variant, name: own };
}

/**
 * The axis with one more setting, which each variant has as the base has it.
 * @param {StudyAxisDocument} axis
 * @param {StudyKnob} knob
 * @returns {StudyAxisDocument}
 */
export function withSetting(axis, { id, value }) {
  return { ...axis, variants: (axis.variants ?? []).map((variant) => ({ ...variant, set: { ...variant.set, [id]: value } })) };
}
