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
 * @param {{views?: readonly SpecialView[], services?: import('../services/services.js').Services, storage?: import('../state/storage.js').Storage, asks?: boolean}} [parts]
 *   views: the special views it offers; asks: whether questions and answers are above its charts
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
    /** Number of searches so far: answers to older ones are ignored. */
    search: { asked: 0 },
    /**
     * written: the fragment last written to the address bar for the scenario on screen; waiting: whether a newer one waits to be written;
     * known: the hash that the page last wrote or followed.
     */
    address: { written: '', waiting: false, known: '' },
    /** Number of notices and tasks so far, used as ids. */
    noticeCount: 0,
    /** Whether the end of runs of published experiments is reported while their screen is closed. */
    papersReported: false,
    /**
     * The queue of studies and published experiments, after one has been opened.
     * @type {import('../study/run-queue.js').RunQueue|undefined}
     */
    runQueue: undefined,
    /**
     * The seeds of the scenario on screen, after their runs. @type {import('../study/seed-runs.js').SeedRuns|undefined}
     */
    seedRuns: undefined,
    /** Starts replications when the page is at rest. @type {import('../study/rest-watch.js').RestWatch|undefined} */
    restWatch: undefined,
    /**
     * The open study, which is kept when its view is closed, and the time of its opening.
     * @type {import('../study/open-study.js').OpenStudy|undefined}
     */
    openStudy: undefined,
    openStudyTurn: 0,
    /**
     * The forks of the runs on screen, after the first one.
     * @type {import('../forks/fork-watch.js').ForkWatch|undefined}
     */
    forks: undefined,
    /** Edits of jobs, after the first touch of a bar. @type {import('./job-edits.js').JobEdits|undefined} */
    jobEdits: undefined,
  };
}

/** @typedef {ReturnType<typeof createPage>} Page */
