/** @file The values and variants of a study axis as rows of a table, and back. */

import { parseValueList } from './new-study.js';

/** @import { StudyKnob } from '../engine/types.js' */
/** @import { StudyAxisDocument, StudyVariant } from './new-study.js' */
/** @import { Parameter, TableRow } from './types.js' */

/** Maximum number of rows of an axis. */
const MOST_ROWS = 1000;

/**
 * A column without a default.
 * @param {Partial<Parameter> & {id: string, name: string}} column
 * @returns {import('./types.js').Typed}
 */
const createColumn = (column) => /** @type {any} */ ({ doc: '', unit: '', type: 'expression', default: undefined, ...column });

/**
 * A table parameter of such columns.
 * @param {string} name
 * @param {import('./types.js').Typed[]} columns
 * @returns {Parameter}
 */
const createTable = (name, columns) => ({ id: name, name, doc: '', unit: '', type: 'table', default: [], min: 1, max: MOST_ROWS, columns });

/** @param {readonly unknown[]} values whether all are numbers */
const areNumbers = (values) => values.length > 0 && values.every((value) => typeof value === 'number');

/**
 * The values of an axis, one row each.
 * @param {StudyAxisDocument} axis
 * @returns {{parameter: Parameter, rows: TableRow[]}}
 */
export function valueRows({ name, unit = '', values = [] }) {
  const type = areNumbers(values) ? 'number' : 'expression';
  return {
    parameter: createTable(`Values of ${name}`, [createColumn({ id: 'value', name, unit, type })]),
    rows: values.map((value) => ({ value: typeof value === 'number' && type === 'number' ? value : String(value) })),
  };
}

/**
 * The axis with these values. Quick values are kept.
 * @param {StudyAxisDocument} axis
 * @param {readonly unknown[]} values
 * @returns {StudyAxisDocument}
 */
export function setValues(axis, values) {
  return { ...axis, values: [...values], quick: remainingQuick(axis, values) };
}

/**
 * The axis with the values of rows.
 * @param {StudyAxisDocument} axis
 * @param {readonly TableRow[]} rows
 */
export function setValueRows(axis, rows) {
  const values = rows.map(({ value = 0 }) => (typeof value === 'string' ? (parseValueList(value)[0] ?? '') : value));
  const last = values.at(-1);
  // A new row continues the last step, because a copy of the last value would run it twice.
  if (rows.length > (axis.values?.length ?? 0) && typeof last === 'number') {
    const before = values.findLast((value) => value !== last);
    values[values.length - 1] = Number((last + (typeof before === 'number' ? last - before : 1)).toPrecision(12));
  }
  return setValues(axis, values);
}

/**
 * The quick values that are still values of the axis.
 * @param {StudyAxisDocument} axis
 * @param {readonly unknown[]} labels
 */
function remainingQuick({ quick = [] }, labels) {
  const left = quick.filter((label) => labels.includes(label));
  return left.length > 0 ? left : undefined;
}

/**
 * The settings that the variants of an axis change, each once.
 * @param {StudyAxisDocument} axis
 */
export const axisSettings = ({ variants = [] }) => [...new Set(variants.flatMap(({ set = {} }) => Object.keys(set)))];

/**
 * The variants of an axis, one row each, with name and settings.
 * @param {StudyAxisDocument} axis
 * @param {readonly StudyKnob[]} knobs
 * @returns {{parameter: Parameter, rows: TableRow[]}}
 */
export function variantRows(axis, knobs) {
  const { variants = [] } = axis;
  const columns = axisSettings(axis).map((id) => {
    const knob = knobs.find((one) => one.id === id);
    const values = variants.map(({ set }) => set?.[id]);
    const common = { id: `set:${id}`, name: knob?.name ?? id };
    const said = values.filter((value) => value !== undefined);
    if (knob && said.every((value) => knob.options.some(([word]) => word === value))) {
      // Unset values are those of the base.
      return createColumn({ ...common, type: 'choice', options: [['', ''], ...knob.options] });
    }
    if (areNumbers(values)) return createColumn({ ...common, type: 'number', unit: knob?.parameter?.unit ?? '' });
    return values.every((value) => typeof value === 'boolean') ? createColumn({ ...common, type: 'bool' }) : createColumn(common);
  });
  return {
    parameter: createTable(`Variants of ${axis.name}`, [createColumn({ id: 'name', name: 'Name' }), ...columns]),
    // The index of the variant, which keeps settings without a column.
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
 * The axis with the variants of rows. A new variant gets an unused name and, for a choice, the first unused option; a
 * variant named after its option is renamed with it.
 * @param {StudyAxisDocument} axis
 * @param {readonly TableRow[]} rows
 * @param {readonly StudyKnob[]} knobs
 * @returns {StudyAxisDocument}
 */
export function setVariantRows(axis, rows, knobs) {
  const before = axis.variants ?? [];
  /** @type {StudyVariant[]} */
  const variants = [];
  for (const row of rows) {
    const old = before[Number(row.was)];
    const set = Object.fromEntries(
      axisSettings(axis).flatMap((id) => cellValue(row[`set:${id}`], old?.set?.[id]).map((value) => [id, value])),
    );
    const fresh = variants.length === before.length && rows.length > before.length;
    const next = {
      ...old,
      name: String(row.name ?? '').trim() || `variant ${variants.length + 1}`,
      ...(Object.keys(set).length > 0 ? { set } : { set: undefined }),
    };
    variants.push(fresh ? withUnusedOption(next, variants, knobs) : withUniqueName(next, old, variants, knobs));
  }
  return {
    ...axis,
    variants,
    quick: remainingQuick(
      axis,
      variants.map(({ name }) => name),
    ),
  };
}

/**
 * The value of a cell as a list; empty for an empty cell.
 * @param {unknown} cell
 * @param {unknown} old
 */
function cellValue(cell, old) {
  if (cell === undefined || cell === '') return [];
  if (typeof cell !== 'string') return [cell];
  if (typeof old === 'object' && JSON.stringify(old) === cell) return [old];
  const number = Number(cell);
  return [typeof old !== 'string' && cell.trim() !== '' && Number.isFinite(number) ? number : cell];
}

/**
 * The name of the option of a variant that sets nothing else.
 * @param {StudyVariant|undefined} variant
 * @param {readonly StudyKnob[]} knobs
 */
function optionName(variant, knobs) {
  const [first, ...others] = Object.entries(variant?.set ?? {});
  return first && others.length === 0
    ? knobs.find(({ id }) => id === first[0])?.options.find(([word]) => word === first[1])?.[1]
    : undefined;
}

/**
 * The variant with an option that no earlier variant has, and its name.
 * @param {StudyVariant} variant
 * @param {readonly StudyVariant[]} before
 * @param {readonly StudyKnob[]} knobs
 * @returns {StudyVariant}
 */
function withUnusedOption(variant, before, knobs) {
  const [id = '', ...others] = Object.keys(variant.set ?? {});
  const knob = others.length === 0 ? knobs.find((one) => one.id === id) : undefined;
  // A variant without settings equals the base.
  const free = knob?.options.find(([word]) => !before.some(({ set }) => (set?.[id] ?? knob.value) === word));
  return withUniqueName(free ? { ...variant, name: free[1], set: { [id]: free[0] } } : variant, undefined, before, knobs);
}

/**
 * The variant with a fitting unique name.
 * @param {StudyVariant} variant
 * @param {StudyVariant|undefined} old
 * @param {readonly StudyVariant[]} before
 * @param {readonly StudyKnob[]} knobs
 * @returns {StudyVariant}
 */
function withUniqueName(variant, old, before, knobs) {
  const called = optionName(variant, knobs);
  const name = called && variant.name === old?.name && old.name === optionName(old, knobs) ? called : variant.name;
  let [own, count] = [name, 1];
  while (before.some((other) => other.name === own)) own = `${name} (${(count += 1)})`;
  return { ...variant, name: own };
}

/**
 * The axis with one more setting, which each variant has with the value of the base scenario.
 * @param {StudyAxisDocument} axis
 * @param {StudyKnob} knob
 * @returns {StudyAxisDocument}
 */
export function addSetting(axis, { id, value }) {
  return { ...axis, variants: (axis.variants ?? []).map((variant) => ({ ...variant, set: { ...variant.set, [id]: value } })) };
}
