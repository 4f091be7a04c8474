/**
 * @file Edits of single jobs: merging them, listing them, and the values that jobs have without them. No object is
 * modified in place.
 */

import { valueAt, withValue } from './json-pointer.js';

/** @import { Platform } from '../engine/types.js' */

/**
 * An edit as in the scenario: omitted properties keep the value of the workload.
 * @typedef {{job: number, submit_s?: number|null, run_s?: number|null, estimate_s?: number|null, nodes?: number|null, absent?: boolean}} JobEdit
 *
 * The values of a job that an edit can change; times are on nodes of speed 1. estimate_s is null if the job has no
 * estimate.
 * @typedef {{submit_s: number, run_s: number, estimate_s: number|null, nodes: number}} JobValues
 *
 * The edited property: of a job, or the nodes of a cluster.
 * @typedef {'run_s'|'estimate_s'|'nodes'|'submit_s'|'cluster'} Property
 *
 * One changed value. job: its number, 0 for a cluster; cluster: its index in the platform; of: its name; from: the
 * value before.
 * @typedef {{property: Property, job: number, cluster: number, of: string, from: number, to: number, estimate_s: number|null, estimate_from_s: number|null}} Change
 */

/** The properties of jobs, in the order in which they are listed. */
const PROPERTIES = /** @type {const} */ (['run_s', 'estimate_s', 'nodes', 'submit_s']);

/** Two times that differ by less are equal, s: the resolution of the engine is 1 µs. */
const EQUAL_S = 5e-7;

/**
 * The edits with some values of one job set. Values equal to those without edits are removed.
 * @param {readonly JobEdit[]} edits
 * @param {number} job its number
 * @param {Partial<Record<typeof PROPERTIES[number], number>>} values
 * @param {JobValues} original without edits
 * @returns {JobEdit[]}
 */
export function mergeEdit(edits, job, values, original) {
  const known = edits.find((edit) => edit.job === job);
  const whole = { ...known, job, ...values };
  /** @type {JobEdit} */
  const next = { job };
  for (const property of /** @type {const} */ (['submit_s', 'run_s', 'estimate_s', 'nodes'])) {
    const [value, first] = [whole[property] ?? null, original[property]];
    if (value !== null && (first === null || Math.abs(value - first) > EQUAL_S)) next[property] = value;
  }
  if (known?.absent) next.absent = true;
  const empty = Object.keys(next).length === 1;
  if (!known) return empty ? [...edits] : [...edits, next];
  return edits.flatMap((edit) => (edit !== known ? [edit] : empty ? [] : [next]));
}

/**
 * A runtime with its requested time, because a job that exceeds its requested time would be killed. A requested time
 * that an earlier edit raised is lowered to the necessary value.
 * @param {readonly JobEdit[]} edits
 * @param {number} job
 * @param {number} run_s
 * @param {JobValues} original
 * @returns {{run_s: number, estimate_s?: number}}
 */
export function runtimeValues(edits, job, run_s, original) {
  const known = edits.find((edit) => edit.job === job);
  const raised = known?.estimate_s !== undefined && known.estimate_s === known.run_s;
  const requested = raised ? original.estimate_s : (known?.estimate_s ?? original.estimate_s);
  if (requested === null) return { run_s };
  return { run_s, estimate_s: Math.max(requested, run_s) };
}

/**
 * The values of a job with its edits.
 * @param {readonly JobEdit[]} edits
 * @param {number} job
 * @param {JobValues} original
 * @returns {JobValues}
 */
export function editedValues(edits, job, original) {
  const known = edits.find((edit) => edit.job === job);
  const { submit_s, run_s, estimate_s, nodes } = original;
  return {
    submit_s: known?.submit_s ?? submit_s,
    run_s: known?.run_s ?? run_s,
    estimate_s: known?.estimate_s ?? estimate_s,
    nodes: known?.nodes ?? nodes,
  };
}

/**
 * The values of a job without edits, if they follow from its values with them.
 * @param {readonly JobEdit[]} edits
 * @param {number} job
 * @param {JobValues} values with its edits
 * @returns {JobValues|null} null if an edit hides a value
 */
export function originalValues(edits, job, values) {
  const known = edits.find((edit) => edit.job === job);
  return known && PROPERTIES.some((property) => known[property] !== undefined) ? null : values;
}

/**
 * The edits one by one, for listing and removal. A requested time that only follows the runtime is part of that edit.
 * @param {readonly JobEdit[]} edits
 * @returns {{job: number, property: typeof PROPERTIES[number]|'absent', value: number}[]}
 */
export function listEdits(edits) {
  return edits.flatMap((edit) => {
    const follows = edit.estimate_s !== undefined && edit.estimate_s === edit.run_s;
    const values = PROPERTIES.filter((property) => typeof edit[property] === 'number' && !(property === 'estimate_s' && follows)).map(
      (property) => ({ job: edit.job, property, value: Number(edit[property]) }),
    );
    return edit.absent ? [...values, { job: edit.job, property: /** @type {const} */ ('absent'), value: 1 }] : values;
  });
}

/**
 * The edits without one value of one job.
 * @param {readonly JobEdit[]} edits
 * @param {number} job
 * @param {string} property
 * @returns {JobEdit[]}
 */
export function removeEdit(edits, job, property) {
  return edits.flatMap((edit) => {
    if (edit.job !== job) return [edit];
    const follows = property === 'run_s' && edit.estimate_s === edit.run_s;
    const rest = Object.entries(edit).filter(
      ([key, value]) => key !== property && !(follows && key === 'estimate_s') && value !== null && value !== false,
    );
    return rest.length > 1 ? [/** @type {JobEdit} */ (Object.fromEntries(rest))] : [];
  });
}

/**
 * The scenario with these edits; without any, it has no list of them.
 * @template {{edits?: unknown}} T
 * @param {T} scenario
 * @param {readonly JobEdit[]} edits
 * @returns {T}
 */
export function withEdits(scenario, edits) {
  const { edits: _, ...rest } = scenario;
  return /** @type {T} */ (edits.length > 0 ? { ...rest, edits } : rest);
}

/**
 * The JSON pointer of the number of nodes of a cluster; empty if there is no single number.
 * @param {{platform?: any}} scenario
 * @param {Platform|null} platform
 * @param {number} cluster
 * @returns {string} a JSON pointer
 */
export function clusterPointer(scenario, platform, cluster) {
  const list = scenario.platform?.clusters;
  if (Array.isArray(list)) return list[cluster]?.machines?.length ? '' : `/platform/clusters/${cluster}/nodes`;
  const pointer = '/platform/parameters/nodes';
  return platform?.clusters.length === 1 && typeof valueAt(scenario, pointer) === 'number' ? pointer : '';
}

/**
 * The scenario with another number of nodes of a cluster.
 * @template T
 * @param {T} scenario
 * @param {string} pointer
 * @param {number} nodes
 * @returns {T}
 */
export function withClusterNodes(scenario, pointer, nodes) {
  return withValue(scenario, pointer, nodes);
}

/**
 * Whether the jobs of a scenario can be edited: rigid jobs of batch queues in all variants.
 * @param {{system?: {kind: string}, compare?: readonly {kind: string}[]}|null} scenario
 */
export function isEditable(scenario) {
  return scenario?.system?.kind === 'batch' && (scenario.compare ?? []).every(({ kind }) => kind === 'batch');
}
