/**
 * @file Removes uninformative runs from studies: copies of a run without randomness, and recorded starts at an
 * unrecorded load.
 */

/** @import { StudyAxisDocument, StudyBlock, StudyDocument } from './new-study.js' */
/** @import { SystemChoice } from './types.js' */

/** Systems without random decisions. */
const SYSTEMS_WITHOUT_CHANCE = new Set(['batch']);
/** The parameter that changes the load of a log. */
const LOAD_FACTOR = 'load_factor';
/** The policy that starts each job at its recorded start. */
const RECORDED = 'as-recorded';

/** The blocks of runs: the study itself and its parts. @param {StudyDocument} doc @returns {StudyBlock[]} */
const blocksOf = (doc) => [doc, ...(doc.parts ?? [])];

/**
 * The scenario of a study, and the changes by its parts and variants.
 * @param {StudyDocument} doc
 * @returns {any[]}
 */
const scenarioChanges = (doc) => [
  doc.base,
  ...(doc.parts ?? []).map(({ change }) => change),
  ...blocksOf(doc).flatMap(({ axes = [] }) => axes.flatMap(({ variants = [] }) => variants.map(({ change }) => change))),
];

/** @param {unknown} value a list in a document, of unknown content */
const listOf = (value) => (Array.isArray(value) ? value : []);

/**
 * True if a generator produces some of the work of a study.
 * @param {StudyDocument} doc
 */
export function hasGenerator(doc) {
  return scenarioChanges(doc).some((tree) =>
    [...listOf(tree?.workload), ...listOf(tree?.background)].some(
      (part) => typeof part === 'object' && part !== null && 'generator' in part,
    ),
  );
}

/**
 * True if the runs of a study may be random: generated work, parameters that grow with the seed, or a system with
 * random decisions.
 * @param {StudyDocument} doc
 */
export function hasChance(doc) {
  if (hasGenerator(doc)) return true;
  if (blocksOf(doc).some((block) => listOf(/** @type {{with_seed?: unknown}} */ (block).with_seed).length > 0)) return true;
  const systems = scenarioChanges(doc).flatMap((tree) => [tree?.system, ...listOf(tree?.compare)]);
  return systems.some((system) => typeof system?.kind === 'string' && !SYSTEMS_WITHOUT_CHANCE.has(system.kind));
}

/**
 * The study, with a single run for each point if it has no randomness.
 * @param {StudyDocument} doc
 * @returns {StudyDocument}
 */
export function withoutCopies(doc) {
  if (hasChance(doc)) return doc;
  const once = (/** @type {StudyBlock} */ block) => {
    const { quick_seeds, ...rest } = block;
    // The default number of seeds is 20.
    return block.seeds === 1 && quick_seeds === undefined ? block : { ...rest, seeds: 1 };
  };
  const parts = doc.parts?.map((part) => /** @type {typeof part} */ (once(part)));
  const whole = /** @type {StudyDocument} */ ({ ...once(doc), ...(parts ? { parts } : {}) });
  return JSON.stringify(whole) === JSON.stringify(doc) ? doc : whole;
}

/** True if an axis runs logs at other loads. @param {StudyAxisDocument} axis */
function scalesLogs({ knob = '', values = [], variants = [] }) {
  const isFactor = (/** @type {string} */ name) => name.split('/').at(-1) === LOAD_FACTOR;
  return (
    (isFactor(knob) && values.some((value) => value !== 1)) ||
    variants.some(({ set = {} }) => Object.entries(set).some(([name, value]) => isFactor(name) && value !== 1))
  );
}

/** @param {SystemChoice} system */
const isRecorded = ({ policies }) => /** @type {Record<string, unknown>|undefined} */ (policies)?.local === RECORDED;

/** A title without one of its listed systems. @param {string} title @param {string} name */
function withoutName(title, name) {
  if (title.includes(` and ${name}`)) return title.replace(` and ${name}`, '').replace(/, ([^,:]+)(:|$)/u, ' and $1$2');
  return title.replace(`${name}, `, '').replace(`${name} and `, '');
}

/**
 * The study without the recorded schedule if it runs a log at other loads, and a note about it.
 * @param {StudyDocument} doc
 * @returns {StudyDocument}
 */
export function withoutRecordedStarts(doc) {
  if (doc.parts || !(doc.axes ?? []).some(scalesLogs)) return doc;
  const { base, axes = [] } = doc;
  const compares = axes.some(({ compare }) => compare);
  const systems = [base.system, ...(base.compare ?? [])];
  const [first, ...others] = compares ? systems.filter((system) => !isRecorded(system)) : systems;
  if (!first) return doc;
  const left = new Set(compares ? systems.filter(isRecorded).map(({ name }) => name || 'As recorded') : []);
  const kept = axes.flatMap((axis) => {
    if (axis.compare) return others.length > 0 ? [axis] : [];
    if (!axis.variants) return [axis];
    const variants = axis.variants.filter(({ name, set = {} }) => {
      const policy = set.local ?? set.policy ?? (!compares && isRecorded(base.system) ? RECORDED : undefined);
      if (policy === RECORDED) left.add(name);
      return policy !== RECORDED;
    });
    if (variants.length === axis.variants.length) return [axis];
    const quick = axis.quick?.filter((name) => variants.some((variant) => variant.name === name));
    return variants.length > 0 ? [{ ...axis, variants, ...(quick ? { quick: quick.length > 0 ? quick : undefined } : {}) }] : [];
  });
  if (left.size === 0 || kept.length === 0) return doc;
  const names = [...left].map((name) => `“${name}”`).join(' and ');
  const note = `${names} ${left.size > 1 ? 'are' : 'is'} left out: recorded starts do not exist at another load.`;
  return {
    ...doc,
    ...(doc.name ? { name: [...left].reduce(withoutName, doc.name) } : {}),
    base: compares ? { ...base, system: first, compare: others } : base,
    axes: kept,
    notes: [...(doc.notes ?? []).filter((one) => one !== note), note],
  };
}
