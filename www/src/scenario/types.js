/**
 * @file The shapes inside a scenario, as the forms edit them. What the engine makes of them is in `../engine/types.d.ts`.
 */

/** @import { Settings } from '../engine/types.js' */

/**
 * A machine of a pool; what is not said is as the engine takes it to be.
 * @typedef {Partial<import('../engine/types.js').Machine>} Machine
 *
 * A parameter with what only some types of them have, as forms ask for it.
 * @typedef {import('../engine/types.js').Parameter} Typed
 * @typedef {Pick<Typed, 'id'|'name'|'doc'|'unit'|'type'> & {default: any, min?: number, max?: number}
 *   & Partial<Pick<Extract<Typed, {type: 'choice'}>, 'options'>> & Partial<Pick<Extract<Typed, {type: 'table'}>, 'columns'>>} Parameter
 *
 * @typedef {Record<string, number | boolean | string>} TableRow
 *
 * @typedef {object} SystemChoice
 * @property {string} kind
 * @property {Record<string, string>} [policies]
 * @property {Settings} [parameters]
 *
 * @typedef {object} Cluster
 * @property {string} name
 * @property {number} [nodes] may be left out where the machines are listed
 * @property {number} [speed]
 * @property {Machine[]} [machines] where they differ, one a node
 *
 * @typedef {object} Network
 * @property {number | number[][]} [bandwidth_mb_s]
 * @property {number | number[][]} [latency_ms]
 *
 * @typedef {{ preset: string, parameters?: Settings } | { clusters: Cluster[], network?: Network }} PlatformChoice
 *
 * @typedef {object} FileReference
 * @property {string} name
 * @property {string} sha256
 * @property {string} format
 * @property {string} [url]
 *
 * @typedef {{ generator: string, parameters?: Settings }
 *   | { file: FileReference, parameters?: Settings }
 *   | { jobs: Record<string, number[]> }
 *   | { grid_jobs: unknown[] }
 *   | { applications: { tasks_s?: unknown[], batches_s?: unknown[][] }[] }
 *   | { absences: unknown[] }
 *   | { workflow: { name?: string, tasks: unknown[] } }} WorkloadPart
 *
 * @typedef {object} ScenarioDocument
 * @property {number} version
 * @property {string} [name]
 * @property {number} [seed]
 * @property {PlatformChoice} platform
 * @property {WorkloadPart[]} workload
 * @property {WorkloadPart[]} [background]
 * @property {SystemChoice} system
 * @property {SystemChoice[]} [compare]
 * @property {number | null} [horizon_s]
 * @property {number} [warm_up_s]
 * @property {string[]} [measures]
 * @property {Settings} [measure_parameters]
 */

export {};
