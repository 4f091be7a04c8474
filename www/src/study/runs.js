/**
 * @file Runs behind messages, in a worker or on the main thread. The study is sent once; later questions name it by digest, so that
 * a worker that was started afresh can say that it does not have it.
 */

/**
 * What makes runs in the engine.
 * @typedef {object} Runs
 * @property {() => string} digest
 * @property {() => number} count
 * @property {(index: number) => string} label
 * @property {(index: number) => string} scenario
 * @property {(index: number) => Float64Array} run
 * @property {() => void} free
 */

/** The error where the named runs are not the ones that are open. */
const NOT_OPEN = 'These runs are not open.';

/**
 * The questions that all runs answer.
 * @template {Runs} R
 * @param {(text: string, quick: boolean, seed: number|undefined) => R} make
 */
export function openRuns(make) {
  /** @type {{name: string, runs: R}|undefined} */
  let open;

  /** @type {(name: string) => R} */
  const runsOf = (name) => {
    if (open?.name !== name) throw new Error(NOT_OPEN);
    return open.runs;
  };

  return {
    runsOf,
    methods: {
      /** Opens runs instead of those that are open, and gives their name. @type {(...which: Parameters<typeof make>) => string} */
      open: (...which) => {
        open?.runs.free();
        open = undefined;
        const runs = make(...which);
        open = { name: `${runs.digest()} ${which[2] ?? ''}`, runs };
        return open.name;
      },
      /** @type {(name: string) => string[]} */
      labels: (name) => {
        const runs = runsOf(name);
        return Array.from({ length: runs.count() }, (_, index) => runs.label(index));
      },
      /** @type {(name: string, index: number) => Float64Array} */
      run: (name, index) => runsOf(name).run(index),
      /** @type {(name: string, index: number) => string} */
      scenario: (name, index) => runsOf(name).scenario(index),
    },
    /** Nothing of runs that trapped may be called, not even free. */
    trapped: () => void (open = undefined),
  };
}

/**
 * Asks about runs by what they are of: opens them where they are not open, and then names them.
 * @param {(method: string, ...args: any[]) => Promise<any>} call
 */
export function askByName(call) {
  /** The runs that were opened last. @type {{which: any[], name: Promise<string>}|undefined} */
  let last;
  return {
    /** @type {(method: string, which: any[], rest: any[]) => Promise<any>} */
    ask: async (method, which, rest) => {
      if (!last?.which.every((word, at) => word === which[at])) last = { which, name: call('open', ...which) };
      const { name } = last;
      try {
        return await call(method, await name, ...rest);
      } catch (error) {
        last = undefined;
        if (!(error instanceof Error) || error.message !== NOT_OPEN) throw error;
        last = { which, name };
        const known = await name;
        // Sent at once, so that no other question comes between.
        const [, answer] = await Promise.all([call('open', ...which), call(method, known, ...rest)]);
        return answer;
      }
    },
    /** Nothing is open in a worker that starts afresh. */
    forget: () => void (last = undefined),
  };
}
