/** @file Axes of a study that set what another axis sets: their labels would name settings that no run uses. */

/** @import { StudyAxisDocument, StudyBlock, StudyDocument } from './new-study.js' */
/** @import { ScenarioDocument } from './types.js' */

/**
 * The name of a setting, whichever of the compared systems a pointer names: each value of the axis of systems is one of them.
 * @param {string} name
 * @param {readonly string[]} roles
 */
function settingName(name, roles) {
  const [, role] = /^\/(?:system|compare\/\d+)\/policies\/(.+)$/u.exec(name) ?? [];
  return role ?? (name === 'policy' ? (roles[0] ?? name) : name);
}

/**
 * The settings that an axis sets.
 * @param {StudyAxisDocument} axis
 * @param {ScenarioDocument} base
 * @param {readonly string[]} roles of the systems of the base
 * @returns {string[]}
 */
function axisSettingNames({ compare, knob, variants = [], ...axis }, base, roles) {
  if (compare) return [...roles, ...[base.system, ...(base.compare ?? [])].flatMap(({ set = {} }) => Object.keys(set))];
  const { also = [] } = /** @type {{also?: string[]}} */ (axis);
  const set = variants.flatMap((variant) => [
    ...Object.keys(variant.set ?? {}),
    ...Object.keys(variant.change?.system?.policies ?? {}),
    // A patch of the compared systems replaces them.
    ...(variant.change?.compare ? roles : []),
  ]);
  return [...new Set([...(knob ? [knob, ...also] : []), ...set].map((name) => settingName(name, roles)))];
}

/**
 * The axis that sets a setting: that of the systems, if there is one, or the last.
 * @param {readonly StudyAxisDocument[]} axes
 * @param {ScenarioDocument} base
 * @param {readonly string[]} roles
 * @param {string} setting
 * @returns {StudyAxisDocument|undefined}
 */
export function axisOfSetting(axes, base, roles, setting) {
  const sets = (/** @type {StudyAxisDocument} */ axis) => axisSettingNames(axis, base, roles).includes(setting);
  return axes.find((axis) => axis.compare && sets(axis)) ?? axes.findLast(sets);
}

/**
 * The axes of a block that set what another axis sets.
 * @param {StudyBlock} block
 * @param {ScenarioDocument} base
 * @param {readonly string[]} roles of the systems of the base
 * @returns {{at: number, axis: StudyAxisDocument, by: StudyAxisDocument, setting: string}[]}
 */
export function axisConflicts({ axes = [] }, base, roles) {
  return axes.flatMap((axis, at) => {
    if (axis.compare) return [];
    for (const setting of axisSettingNames(axis, base, roles)) {
      const by = axisOfSetting(axes, base, roles, setting);
      if (by && by !== axis) return [{ at, axis, by, setting }];
    }
    return [];
  });
}

/**
 * Why a study cannot be run: axes that set what another axis sets.
 * @param {StudyDocument} doc
 * @param {{id: string, name: string}[]} roles of the systems of the base
 * @returns {{place: string, message: string, hint: string}[]}
 */
export function conflictDiagnostics(doc, roles) {
  const blocks = [
    { block: /** @type {StudyBlock} */ (doc), place: '' },
    ...(doc.parts ?? []).map((block, at) => ({ block, place: `/parts/${at}` })),
  ];
  const ids = roles.map(({ id }) => id);
  return blocks.flatMap(({ block, place }) =>
    axisConflicts(block, doc.base, ids).map(({ at, axis, by, setting }) => ({
      place: `${place}/axes/${at}`,
      message: `the axis “${axis.name}” has no effect: the axis “${by.name}” sets the ${settingTitle(setting, roles)}`,
      hint: `Remove one of the two axes, or add what “${axis.name}” varies to the axis “${by.name}”.`,
    })),
  );
}

/**
 * @param {string} setting
 * @param {readonly {id: string, name: string}[]} roles
 */
export const settingTitle = (setting, roles) => roles.find(({ id }) => id === setting)?.name.toLowerCase() ?? setting;
