/**
 * @file The scenario that the forms show: the edited text if its shape is right, else the last valid scenario. Commands patch the edited
 * text, so a form that showed anything else would lose edits that are not valid yet.
 */

import { isObject, parseJson } from './json-values.js';

/** @import { ScenarioDocument } from './types.js' */
/** @import { State } from '../types.js' */

/**
 * The scenario to show in forms.
 * @param {Pick<State, 'text' | 'scenario'>} state
 *
 * @returns {ScenarioDocument | null} null as long as nothing is loaded
 */
export function editedScenario({ text, scenario }) {
  const typed = parseJson(text);
  const good = /** @type {ScenarioDocument | null} */ (/** @type {unknown} */ (scenario));
  if (!isObject(typed) || !hasScenarioShape(typed)) return good;
  return /** @type {ScenarioDocument} */ (
    /** @type {unknown} */ ({ ...typed, background: typed.background ?? [], compare: typed.compare ?? [] })
  );
}

/** Whether forms can show a document, whatever the engine says of its values. @param {Record<string, unknown>} document */
function hasScenarioShape({ platform, workload, background = [], system, compare = [] }) {
  return (
    isPlatform(platform) &&
    Array.isArray(workload) &&
    workload.every(isWorkloadPart) &&
    Array.isArray(background) &&
    background.every(isWorkloadPart) &&
    isSystem(system) &&
    Array.isArray(compare) &&
    compare.every(isSystem)
  );
}

/** @param {unknown} value */
function isPlatform(value) {
  if (!isObject(value) || !hasValidSettings(value)) return false;
  if (typeof value.preset === 'string') return true;
  const { clusters, network = {} } = value;
  const isCluster = (/** @type {unknown} */ one) =>
    isObject(one) &&
    typeof one.name === 'string' &&
    (isMachines(one.machines) || (one.machines === undefined && typeof one.nodes === 'number'));
  return Array.isArray(clusters) && clusters.every(isCluster) && isObject(network) && Object.values(network).every(isTable);
}

/** @param {unknown} value */
function isMachines(value) {
  return Array.isArray(value) && value.every((one) => isObject(one) && (one.groups === undefined || Array.isArray(one.groups)));
}

/** @param {unknown} value */
function isTable(value) {
  return typeof value === 'number' || (Array.isArray(value) && value.every((row) => Array.isArray(row)));
}

/** @param {unknown} value */
function isWorkloadPart(value) {
  if (!isObject(value) || !hasValidSettings(value)) return false;
  if (typeof value.generator === 'string') return true;
  if (isObject(value.file)) return typeof value.file.sha256 === 'string' && typeof value.file.name === 'string';
  return isObject(value.jobs) || isObject(value.workflow) || [value.grid_jobs, value.applications, value.absences].some(Array.isArray);
}

/** @param {unknown} value */
function isSystem(value) {
  return isObject(value) && typeof value.kind === 'string' && hasValidSettings(value) && isObject(value.policies ?? {});
}

/** @param {Record<string, unknown>} value */
function hasValidSettings({ parameters = {} }) {
  return isObject(parameters);
}
