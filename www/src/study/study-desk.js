/** @file Where studies are run, on two workers of the page's own engine. */

import { createCaller } from '../engine/caller.js';
import { engineModule } from '../engine/module.js';
import { Desk } from './desk.js';
import { askByName } from './runs.js';

/** @import { Caller } from '../engine/caller.js' */
/** @import { Page } from '../commands/page.js' */
/** @import { RunFile, StudyFindings } from '../engine/types.js' */
/** @import { Methods, PlanName } from './host.js' */

/**
 * @typedef {{digest: string, paused: boolean, paper?: {id: string, seed: number, quick: boolean}}} About paused: by its reader, who may go on; paper: which published experiment it repeats
 * @typedef {import('./desk.js').Work<PlanName, StudyFindings> & About} StudyWork
 */

/** Workers beside each other. */
export const LANES = 2;

/** The questions that are not about a study. @type {ReadonlySet<string>} */
const OTHERS = new Set(['bring', 'held', 'results']);

/**
 * A worker, or the main thread where none can start. A worker that starts afresh is given the files first.
 * @param {() => RunFile[]} files
 * @returns {Caller<Methods>}
 */
function lane(files) {
  const caller = /** @type {Caller<any>} */ (
    createCaller({
      module: engineModule,
      makeWorker: () => new Worker(new URL('../worker.js', import.meta.url), { type: 'module', name: 'study' }),
      loadLocal: async () => (await import('./local.js')).startPlans,
    })
  );
  const studies = askByName(caller.call);
  /** The files that it has. @type {RunFile[]|undefined} */
  let has;
  return {
    call: async (method, ...args) => {
      const wanted = files();
      if (wanted !== has) {
        studies.forget();
        await caller.call('bring', wanted);
      }
      has = wanted;
      const answer = OTHERS.has(method) ? caller.call(method, ...args) : studies.ask(method, args.slice(0, 3), args.slice(3));
      return answer.catch((/** @type {unknown} */ error) => {
        has = undefined;
        throw error;
      });
    },
    giveUp: () => {
      has = undefined;
      studies.forget();
      caller.giveUp();
    },
    rest: () => {
      const idle = caller.rest();
      if (idle) {
        has = undefined;
        studies.forget();
      }
      return idle;
    },
  };
}

/**
 * Runs studies and keeps what came of them.
 * @extends {Desk<PlanName, StudyFindings, Methods, About>}
 */
export class StudyDesk extends Desk {
  constructor() {
    /** @type {{files: RunFile[]}} */
    const shelf = { files: [] };
    super(() => Array.from({ length: LANES }, () => lane(() => shelf.files)));
    this.shelf = shelf;
  }
}

/**
 * The desk of a page, which stays when its views are closed.
 * @param {Page} page
 */
export function studiesOf(page) {
  return (page.studies ??= new StudyDesk());
}
