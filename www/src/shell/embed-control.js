/**
 * @file The messages that the embedding page sends to an embed, and the events of the embed; loaded with the first
 * message.
 */

import { MessageError, readyMessage } from '../address/embed-messages.js';
import { findLink } from '../address/link-repair.js';
import { forgetFailure, forgetNotice } from '../commands/failed-message.js';
import {
  askRun,
  fitWindow,
  isMoving,
  openLink,
  patchScenario,
  pause,
  play,
  seek,
  seekEnd,
  selectSubject,
  setScenario,
  setWindow,
  stepPlayhead,
} from '../commands.js';
import { editedScenario } from '../scenario/edited-scenario.js';
import { createPicture, createReportFile, createTable } from '../share/exported-files.js';
import { createReport } from '../share/json-report.js';
import { computedExtent, lastJobEnd } from '../state/chart-window.js';
import { scenarioTitle } from '../text/scenario-title.js';

/** @import { Actions, Message } from '../address/embed-messages.js' */
/** @import { Page } from '../commands/page.js' */
/** @import { State } from '../types.js' */
/** @typedef {{severity: string, place: string, message: string, hint: string}} PlainDiagnostic */

/** The code of errors of an embed without content. */
const NOTHING_LOADED = 'nothing-loaded';
/** Default width of exported pictures, pixels. */
const PICTURE_PX = 1600;
/** The kinds of exported files besides tables. */
const KINDS = ['svg', 'png', 'json', 'csv'];

/**
 * @typedef {{changes: number}} Answering number of messages in progress that change the scenario: their answers report
 *   errors, so no event does
 */

/**
 * The actions of an embed by type of message. All but `ping`, `set` and `load` wait until the content of the address is open.
 * @param {Page} page
 * @param {HTMLElement} element the source of the colours of pictures
 * @param {Answering} answering
 * @returns {Actions}
 */
export function createActions(page, element, answering) {
  const { ping, set, load, ...others } = contentActions(page, element, answering);
  const opened = Object.entries(others).map(([type, action]) => {
    const carryOut = async (/** @type {Message} */ message) => {
      await whenOpened(page);
      return action(message);
    };
    return [type, carryOut];
  });
  return { ping, set, load, ...Object.fromEntries(opened) };
}

/**
 * The actions on the content, by type of message.
 * @param {Page} page
 * @param {HTMLElement} element
 * @param {Answering} answering
 * @returns {Actions}
 */
function contentActions(page, element, answering) {
  const state = () => stateMessage(page);
  return {
    ping: readyMessage,
    state,
    play: () => {
      play(page);
      return state();
    },
    pause: () => {
      pause(page);
      return state();
    },
    step: async () => {
      await stepPlayhead(page, 'next_decision');
      return state();
    },
    run: async () => {
      seekEnd(page);
      await whenFinished(page);
      return finishedMessage(page);
    },
    seek: ({ t }) => {
      if (!isTime(t)) throw new MessageError('invalid-value', 'seek requires t, a time in seconds, at least 0');
      pause(page);
      seek(page, t);
      return state();
    },
    window: ({ from, to }) => {
      if (from === undefined && to === undefined) fitWindow(page);
      else if (isTime(from) && isTime(to) && from < to) setWindow(page, { from_s: from, to_s: to });
      else throw new MessageError('invalid-value', 'window requires from and to in seconds, from below to, or neither for the whole run');
      const { from_s, to_s } = page.store.get().view;
      return { type: 'window', from: from_s, to: to_s };
    },
    select: async ({ job }) => {
      if (job !== null && !Number.isInteger(job))
        throw new MessageError('invalid-value', 'select requires job, a job number, or null for none');
      selectSubject(page, job === null ? -1 : await findJob(page, Number(job)));
      return selectedMessage(page);
    },
    set: (message) => change(page, answering, () => setValue(page, message)),
    load: (message) => change(page, answering, async () => ({ good: await loadContent(page, message), diagnostics: [] })),
    metrics: () => ({ type: 'metrics', report: report(page) }),
    export: async (message) => ({ type: 'file', ...(await exportFile(page, element, message)) }),
  };
}

/**
 * Sends events of the embed to the embedding page, until the returned function is called.
 * @param {Page} page
 * @param {(message: object) => void} post
 * @param {Answering} answering
 * @returns {() => void}
 */
export function watchEvents(page, post, answering) {
  const { unopened } = page.store.get();
  if (unopened) post(unopenedMessage(unopened));
  let reported = isFinished(page.store.get());
  // A changed scenario has the runs of the previous one until its runs start.
  let outdated = false;
  return page.store.subscribe((state, before) => {
    if (state.unopened && state.unopened !== before.unopened) post(unopenedMessage(state.unopened));
    if (!isFinished(state)) outdated = false;
    else if (state.canonical !== before.canonical) outdated = true;
    if (state.canonical !== before.canonical) {
      reported = false;
      post({ type: 'changed', title: scenarioTitle(state), diagnostics: plainDiagnostics(state) });
    } else if (state.diagnostics !== before.diagnostics && answering.changes === 0) {
      const [error] = state.diagnostics.filter(({ severity }) => severity === 'error');
      if (error) post({ type: 'error', code: 'scenario', message: error.message, diagnostics: plainDiagnostics(state) });
    }
    if (state.selected !== before.selected) void selectedMessage(page).then(post, () => undefined);
    if (!isFinished(state)) reported = false;
    else if (!reported && !outdated) {
      reported = true;
      post(finishedMessage(page));
    }
  });
}

/** Returns the message that the content could not be opened. @param {string} reason */
function unopenedMessage(reason) {
  return { type: 'error', code: NOTHING_LOADED, message: reason, diagnostics: [] };
}

/** Waits until the content of the address is open; fails if it cannot be opened. @param {Page} page @returns {Promise<void>} */
function whenOpened(page) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const { scenario, unopened, beside, boardOnly } = page.store.get();
      if (scenario || beside) resolve();
      else if (boardOnly) reject(new MessageError(NOTHING_LOADED, 'a board has no runs: load a scenario first'));
      else if (unopened) reject(new MessageError(NOTHING_LOADED, unopened));
      else return false;
      return true;
    };
    if (look()) return;
    const end = page.store.subscribe(() => look() && end());
  });
}

/** @param {Page} page */
function stateMessage(page) {
  const { playhead_s, variants } = page.store.get();
  return { type: 'state', t: playhead_s, end: lastJobEnd(variants), running: isMoving(page), complete: computedExtent(variants).complete };
}

/** Whether all variants have run and their digests are known. @param {State} state */
function isFinished({ variants }) {
  return variants.length > 0 && variants.every(({ status, digest, report }) => status === 'done' && digest && report);
}

/** Waits until all variants have run. @param {Page} page @returns {Promise<void>} */
function whenFinished(page) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const state = page.store.get();
      const failed = state.variants.find(({ error }) => error);
      if (failed) reject(new MessageError('run', `${failed.name}: the run failed`));
      else if (isFinished(state)) resolve();
      else return false;
      return true;
    };
    if (look()) return;
    const end = page.store.subscribe(() => look() && end());
  });
}

/** @param {Page} page */
function finishedMessage(page) {
  const { variants } = page.store.get();
  return {
    type: 'finished',
    digests: variants.map(({ name, digest }) => ({ variant: name, digest: digest?.whole ?? null })),
    report: report(page),
  };
}

/** The metrics of all variants, as printed by `ganttlet run --json`, without the scenario. @param {Page} page */
function report(page) {
  const { scenario, variants, catalog } = page.store.get();
  if (!scenario) throw new MessageError(NOTHING_LOADED, 'nothing is loaded');
  const { scenario: _, ...numbers } = createReport(scenario, variants, catalog?.engine ?? '');
  return numbers;
}

/**
 * Changes the scenario for a message, and answers it. The answer reports a failure; the embed does not show it, and a
 * successful message clears earlier failures.
 * @param {Page} page
 * @param {Answering} answering
 * @param {() => Promise<{good: boolean, diagnostics: PlainDiagnostic[]}>} action
 */
async function change(page, answering, action) {
  answering.changes += 1;
  try {
    return await answerChange(page, action);
  } finally {
    answering.changes -= 1;
  }
}

/**
 * Executes a change: returns title and diagnostics, or an error that keeps the previous scenario.
 * @param {Page} page
 * @param {() => Promise<{good: boolean, diagnostics: PlainDiagnostic[]}>} action
 */
async function answerChange(page, action) {
  const before = page.store.get();
  const { good, diagnostics } = await action();
  const state = page.store.get();
  if (good) {
    forgetNotice(page, before.notice);
    return { type: 'loaded', title: state.beside ? '' : scenarioTitle(state), diagnostics: [...plainDiagnostics(state), ...diagnostics] };
  }
  const error = state.diagnostics.find(({ severity }) => severity === 'error');
  const notice = state.notice === before.notice ? null : state.notice;
  if (before.scenario) await forgetFailure(page, before);
  if (notice) throw new MessageError('scenario', notice.text);
  throw new MessageError('scenario', error ? errorText(error) : 'it cannot be opened');
}

/** Diagnostics without the actions of buttons, which cannot be sent. @param {State} state */
function plainDiagnostics({ diagnostics }) {
  return diagnostics.map(plainDiagnostic);
}

/** @param {import('../types.js').Diagnostic} diagnostic */
function plainDiagnostic({ severity, place = '', message, hint = '' }) {
  return { severity, place, message, hint };
}

/**
 * An error as one text: place, message and hint.
 * @param {Pick<import('../types.js').Diagnostic, 'place'|'message'|'hint'>} error
 */
function errorText({ place = '', message, hint = '' }) {
  return [place && `${place}:`, `${message}${hint && !/[.!?]$/u.test(message) ? '.' : ''}`, hint].filter(Boolean).join(' ');
}

/**
 * Sets a value of the scenario: at a JSON pointer, or by a name that links use, such as `seed` or `load`.
 * @param {Page} page
 * @param {Message} message
 * @returns {Promise<{good: boolean, diagnostics: PlainDiagnostic[]}>}
 */
async function setValue(page, { path, value }) {
  if (typeof path !== 'string' || path === '' || value === undefined)
    throw new MessageError('invalid-value', 'set requires path, a JSON pointer such as /seed or a name such as load, and value');
  if (path.startsWith('/')) return { good: await patchScenario(page, path, value), diagnostics: [] };
  if (typeof value === 'object') throw new MessageError('invalid-value', `${path} requires a number, a word or a truth value`);
  const scenario = editedScenario(page.store.get());
  const { text, diagnostics } = await page.services.set_value(JSON.stringify(scenario), path, String(value));
  const refused = diagnostics.find(({ severity }) => severity === 'error');
  if (refused) throw new MessageError('invalid-value', errorText(refused));
  return { good: await setScenario(page, text), diagnostics: diagnostics.map(plainDiagnostic) };
}

/** Opens a scenario or the content of a link. @param {Page} page @param {Message} message */
function loadContent(page, { scenario, link }) {
  if (typeof scenario === 'string' || (typeof scenario === 'object' && scenario !== null))
    return setScenario(page, scenario, { fresh: true });
  const fragment = typeof link === 'string' ? (findLink(link.includes('#') ? link : `#${link}`) ?? '') : '';
  if (fragment !== '') return openLink(page, fragment);
  throw new MessageError('invalid-value', 'load requires scenario, an object or its text, or link, such as ex=fcfs-vs-easy');
}

/** The id of the job with a number. @param {Page} page @param {number} job */
async function findJob(page, job) {
  const found = await askRun(page, 0, 'find', String(job));
  const { playhead_s } = page.store.get();
  for (const id of found) if ((await askRun(page, 0, 'subject', id, playhead_s)).number === job) return id;
  throw new MessageError('unknown-job', `there is no job ${job}`);
}

/** @param {Page} page */
async function selectedMessage(page) {
  const { selected, playhead_s } = page.store.get();
  if (selected < 0) return { type: 'selected', job: null, name: '' };
  const { number, name } = await askRun(page, 0, 'subject', selected, playhead_s);
  return { type: 'selected', job: number, name };
}

/**
 * The file of a chart, a table or the scenario, as an answer to a message.
 * @param {Page} page
 * @param {HTMLElement} element
 * @param {Message} message
 */
async function exportFile(page, element, { kind, table = 'jobs', variant, width = PICTURE_PX }) {
  const { variants } = page.store.get();
  const chosen = variant === undefined ? undefined : findVariant(variants, variant);
  if (!(typeof width === 'number' && width >= 320 && width <= 4000))
    throw new MessageError('invalid-value', 'width must be 320 to 4000 pixels');
  const ask = async () => {
    if (kind === 'json') return createReportFile(page);
    if (kind === 'csv') return createTable(page, chosen ?? 0, String(table));
    if (kind !== 'svg' && kind !== 'png') throw new MessageError('invalid-value', `kind must be one of ${KINDS.join(', ')}`);
    const which = chosen === undefined ? [...variants.keys()] : [chosen];
    return createPicture(page, which, { ending: kind, extent: 'screen', width, element });
  };
  const { name, content, type } = await ask();
  return { name, blob: new Blob([content], { type }) };
}

/** The position of a variant that a message names, by name or by position. @param {State['variants']} variants @param {unknown} named */
function findVariant(variants, named) {
  const found = variants.findIndex(({ name }, at) => name === named || at === named);
  if (found >= 0) return found;
  const names = variants.map(({ name }) => name).join(', ');
  throw new MessageError('invalid-value', `variant must be one of ${names}, or a number from 0 to ${variants.length - 1}`);
}

/** @param {unknown} value @returns {value is number} */
function isTime(value) {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
