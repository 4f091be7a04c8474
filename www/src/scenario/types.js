/** @file The shapes inside a scenario in the forms. The types of the engine are in `../engine/types.d.ts`. */

/**
 * A parameter with the fields of particular types, as used by forms.
 * @typedef {import('../engine/types.js').Parameter} Typed
 * @typedef {Pick<Typed, 'id'|'name'|'doc'|'unit'|'type'> & {default: any, min?: number, max?: number}
 *   & Partial<Pick<Typed, 'quick'|'when'>>
 *   & Partial<Pick<Extract<Typed, {type: 'choice'}>, 'options'>>
 *   & Partial<Pick<Extract<Typed, {type: 'expression'}>, 'variables'>>
 *   & Partial<Pick<Extract<Typed, {type: 'text'}>, 'max_length'>>
 *   & Partial<Pick<Extract<Typed, {type: 'table'}>, 'columns'>>} Parameter
 * @typedef {Record<string, number | boolean | string>} TableRow
 *
 * A scenario, from its JSON Schema.
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
