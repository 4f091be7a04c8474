/**
 * @file The shapes that cross the boundary of the second wasm package: published experiments and what came of them.
 * Types only.
 */

/**
 * A published experiment.
 * @typedef {object} Experiment
 * @property {string} id such as `E2.6`
 * @property {string} title
 * @property {string} question
 * @property {string} source publication, section, tables and figures
 * @property {string} setup
 * @property {string[]} notes what was fitted, what is our reading, what did not reproduce
 * @property {number} runs how many it takes in full
 * @property {number} quick_runs how many when quick
 */

/**
 * A mean over replications and its 95 % confidence interval.
 * @typedef {{mean: number, low: number, high: number, count: number}} Interval
 */

/** @typedef {'held'|'direction-only'|'not-held'|'undecided'|'by-construction'} Verdict */

/**
 * A published number, order or sign, and what came of it.
 * @typedef {object} Target
 * @property {string} id
 * @property {string} claim
 * @property {string} published
 * @property {string} ours
 * @property {string} tolerance
 * @property {Verdict} verdict
 * @property {string} note what explains a difference; may be empty
 */

/** @typedef {{published?: string|null, ours?: Interval|null, text: string}} Cell */

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {string[]} columns the first is the head of the row heads
 * @property {[string, Cell[]][]} rows the head, then a cell for each other column
 */

/**
 * @typedef {object} Line
 * @property {string} name
 * @property {number[]} x
 * @property {number[]} y NaN for a gap
 * @property {number[]} low empty for none
 * @property {number[]} high
 */

/** @typedef {{title: string, x: string, y: string, lines: Line[]}} Plot */

/** @typedef {{targets: Target[], tables: Table[], plots: Plot[]}} Findings */

/**
 * The second wasm package, as the page uses it.
 * @typedef {object} PapersEngine
 * @property {() => Experiment[]} experiments
 * @property {new (id: string, seed: number, quick: boolean) => StudyRun} Study
 */

/**
 * One experiment with a seed and an effort.
 * @typedef {object} StudyRun
 * @property {() => number} count of its cases
 * @property {(index: number) => string} label
 * @property {(index: number) => string} scenario JSON text to open
 * @property {(index: number) => Float64Array} run
 * @property {(outcomes: Float64Array[]) => Findings} findings
 * @property {() => void} free
 */

export {};
