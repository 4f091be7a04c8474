/**
 * @file Runs behind messages, in a worker or on the main thread. Every question names what the runs are of, so that a
 * worker that was started afresh can answer the next one.
 */

/**
 * What makes runs in the engine.
 * @typedef {object} Runs
 * @property {() => number} count
 * @property {(index: number) => string} label
 * @property {(index: number) => string} scenario
 * @property {(index: number) => Float64Array} run
 * @property {() => void} free
 */

/**
 * The questions that all runs answer.
 * @template {unknown[]} Which
 * @template {Runs} R
 * @param {(...which: Which) => R} make
 * @param {number} names how many words name what the runs are of
 */
export function openRuns(make, names) {
  /** What was asked for last. @type {{which: Which, runs: R}|undefined} */
  let open;

  /** @type {(...which: Which) => R} */
  const runsOf = (...which) => {
    if (!open?.which.every((word, at) => word === which[at])) {
      open?.runs.free();
      open = undefined;
      open = { which, runs: make(...which) };
    }
    return open.runs;
  };
  /** @type {(question: unknown[]) => [R, any]} */
  const split = (question) => [runsOf(.../** @type {Which} */ (question.slice(0, names))), question[names]];

  return {
    runsOf,
    methods: {
      /** @type {(...which: Which) => string[]} */
      labels: (...which) => {
        const runs = runsOf(...which);
        return Array.from({ length: runs.count() }, (_, index) => runs.label(index));
      },
      /** @type {(...question: [...Which, number]) => Float64Array} */
      run: (...question) => {
        const [runs, index] = split(question);
        return runs.run(index);
      },
      /** @type {(...question: [...Which, number]) => string} */
      scenario: (...question) => {
        const [runs, index] = split(question);
        return runs.scenario(index);
      },
    },
    /** Nothing of runs that trapped may be called, not even free. */
    trapped: () => void (open = undefined),
  };
}
