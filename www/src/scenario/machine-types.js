/** @file The shapes of machines, as scenarios say them and as charts show them. Types only. */

/**
 * A machine of a pool; what is not said is as the engine takes it to be.
 * @typedef {object} Machine
 * @property {string} [name]
 * @property {number} [speed] beside the speed of its cluster
 * @property {number} [kflops]
 * @property {number} [mips]
 * @property {number} [memory_mb]
 * @property {number} [load]
 * @property {string} [platform] architecture and operating system
 * @property {string} [owner]
 * @property {string[]} [groups] that may use it; empty for everyone
 * @property {[number, number]} [hours] of the day in which others may use it
 * @property {number} [cost] of an hour
 */

/**
 * A cluster in the picture.
 * @typedef {object} Band
 * @property {string} name
 * @property {number} first_row
 * @property {number} rows
 * @property {number} speed
 * @property {string[]} [names] of its machines, where they have some
 * @property {number[]} [speeds] of its machines, where they differ
 */

export {};
