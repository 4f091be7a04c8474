/**
 * @file The shapes inside a scenario, as the forms edit them. What the engine makes of them is in `../engine/types.d.ts`.
 */

/**
 * A parameter with what only some types of them have, as forms ask for it.
 * @typedef {import('../engine/types.js').Parameter} Typed
 * @typedef {Pick<Typed, 'id'|'name'|'doc'|'unit'|'type'> & {default: any, min?: number, max?: number}
 *   & Partial<Pick<Typed, 'quick'|'when'>>
 *   & Partial<Pick<Extract<Typed, {type: 'choice'}>, 'options'>>
 *   & Partial<Pick<Extract<Typed, {type: 'expression'}>, 'variables'>>
 *   & Partial<Pick<Extract<Typed, {type: 'text'}>, 'max_length'>>
 *   & Partial<Pick<Extract<Typed, {type: 'table'}>, 'columns'>>} Parameter
 * @typedef {Record<string, number | boolean | string>} TableRow
 *
 * What a scenario says, from its JSON Schema.
 * @typedef {import('../engine/types.js').ScenarioDocument} ScenarioDocument
 * @typedef {import('../engine/types.js').PlatformChoice} PlatformChoice
 * @typedef {import('../engine/types.js').WorkloadPart} WorkloadPart
 * @typedef {import('../engine/types.js').FileReference} FileReference
 * @typedef {import('../engine/types.js').SystemChoice} SystemChoice
 * @typedef {Extract<PlatformChoice, {clusters: unknown}>} OwnClusters
 * @typedef {OwnClusters['clusters'][number]} Cluster
 * @typedef {NonNullable<Cluster['machines']>[number]} Machine
 * @typedef {NonNullable<OwnClusters['network']>} Network
 */

export {};
