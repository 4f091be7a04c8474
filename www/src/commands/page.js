/** @file One page: its state, and what its commands remember from one to the next. Several can stand in one document, and know nothing of each other. */

import { FileWork } from '../services/file-work.js';
import { createServices } from '../services/services.js';
import { createStorage } from '../state/storage.js';
import { createStore } from '../state/store.js';
import { playerState } from './player.js';
import { runsState } from './runs.js';
import { historyState } from './scenario.js';

/** @import { SpecialView } from '../views/types.js' */

/**
 * Makes a page.
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
    player: playerState(),
    runs: runsState(),
    history: historyState(),
    /** How many searches were asked for: an older answer says nothing. */
    search: { asked: 0 },
    /**
     * written: the fragment last written to the address bar for the scenario on screen; waiting: whether a newer one waits to be written;
     * known: the hash that the page last wrote or followed.
     */
    address: { written: '', waiting: false, known: '' },
    /** How many notices and tasks there were: each has a number of its own. */
    told: 0,
    /** Whether the end of runs of published experiments is reported while their screen is closed. */
    papersReported: false,
    /** Where studies and published experiments are run, once one has been opened. @type {import('../study/run-queue.js').RunQueue|undefined} */
    runQueue: undefined,
    /** The study that is open, which stays when its view is closed, and when it was opened. @type {import('../study/open-study.js').OpenStudy|undefined} */
    openStudy: undefined,
    openStudyTurn: 0,
  };
}

/** @typedef {ReturnType<typeof createPage>} Page */
