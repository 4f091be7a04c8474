/** @file A page: its state and the private state of its commands. One document can contain several independent pages. */

import { FileWork } from '../services/file-work.js';
import { createServices } from '../services/services.js';
import { createStorage } from '../state/storage.js';
import { createStore } from '../state/store.js';
import { createPlayerState } from './player.js';
import { createRunsState } from './runs.js';
import { createHistoryState } from './scenario.js';

/** @import { SpecialView } from '../views/types.js' */

/**
 * Creates a page.
 * @param {{views?: readonly SpecialView[], services?: import('../services/services.js').Services, storage?: import('../state/storage.js').Storage, asks?: boolean}} [parts] views: the special ones it offers; asks: whether questions and answers stand over its charts
 */
export function createPage({ views = [], services = createServices(), storage = createStorage(), asks = true } = {}) {
  return {
    store: createStore(),
    views,
    services,
    fileWork: new FileWork((...args) => services.read(...args)),
    storage,
    asks,
    player: createPlayerState(),
    runs: createRunsState(),
    history: createHistoryState(),
    /** How many searches were asked for: answers to older ones are ignored. */
    search: { asked: 0 },
    /**
     * written: the fragment last written to the address bar for the scenario on screen; waiting: whether a newer one waits to be written;
     * known: the hash that the page last wrote or followed.
     */
    address: { written: '', waiting: false, known: '' },
    /** Number of notices and tasks so far, from which each gets its id. */
    noticeCount: 0,
    /** Whether the end of runs of published experiments is reported while their screen is closed. */
    papersReported: false,
    /** Where studies and published experiments are run, once one has been opened. @type {import('../study/run-queue.js').RunQueue|undefined} */
    runQueue: undefined,
    /** The seeds of the scenario on screen, once they have run. @type {import('../study/seed-runs.js').SeedRuns|undefined} */
    seedRuns: undefined,
    /** Starts replications when the page is at rest. @type {import('../study/rest-watch.js').RestWatch|undefined} */
    restWatch: undefined,
    /** The study that is open, which stays when its view is closed, and when it was opened. @type {import('../study/open-study.js').OpenStudy|undefined} */
    openStudy: undefined,
    openStudyTurn: 0,
    /** The forks of the runs on screen, once there is one. @type {import('../forks/fork-watch.js').ForkWatch|undefined} */
    forks: undefined,
    /** Edits of jobs, once a bar has been touched. @type {import('./job-edits.js').JobEdits|undefined} */
    jobEdits: undefined,
  };
}

/** @typedef {ReturnType<typeof createPage>} Page */
