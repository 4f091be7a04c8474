/**
 * @file The shapes inside a scenario, as the forms edit them. What crosses the boundary is in `../types.js`.
 */

/**
 * @typedef {Record<string, number | boolean | string>} TableRow
 *
 * @typedef {number | boolean | string | TableRow[]} ParameterValue
 *
 * @typedef {Record<string, ParameterValue>} Settings
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
 * @property {import('./machine-types.js').Machine[]} [machines] where they differ, one a node
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
