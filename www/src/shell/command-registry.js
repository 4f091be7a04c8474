/**
 * @file The list of commands, the source of keys, help and palette. Letters are physical keys (`code`), so that W A S D
 * is a cross on every layout; signs are typed characters (`key`).
 */

import { referenceAddress } from '../address/glossary.js';
import { THEMES } from '../address/links.js';
import {
  cancelRuns,
  fitWindow,
  openGlossary,
  openPlay,
  panCharts,
  redo,
  restart,
  seekEnd,
  selectHit,
  selectSubject,
  setColour,
  setFolded,
  setRegion,
  setTheme,
  showCharts,
  stepPlayhead,
  toggleFoldedPane,
  togglePlayback,
  toggleScreen,
  undo,
  zoomInRows,
  zoomInTime,
} from '../commands.js';
import { containsDeep } from '../elements/open-layers.js';
import { COLOURS } from '../text/colours.js';
import { KEYS } from './key-bindings.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Colour } from '../engine/types.js' */

/** @typedef {import('./key-bindings.js').Named & {run: () => unknown}} Command */

/** @type {readonly (Colour|'')[]} */
const COLOURINGS = ['', .../** @type {Colour[]} */ (Object.keys(COLOURS))];

/**
 * The commands of a page.
 * @param {Page} page
 * @param {{search: () => unknown, help: () => unknown} & Partial<Record<'charts'|'palette'|'region'|'examples'|'lessons'|'share'|'tour'|'print'|'fork'|'discard-fork'|'morph'|'optimum', () => unknown>>} shell what only the shell can do
 * @returns {Command[]}
 */
export function createCommands(page, shell) {
  /** @type {Record<string, (() => unknown)|undefined>} */
  const actions = {
    ...shell,
    toggle: () => togglePlayback(page),
    'next-event': () => stepPlayhead(page, 'next_event'),
    'previous-event': () => stepPlayhead(page, 'previous_event'),
    'next-decision': () => stepPlayhead(page, 'next_decision'),
    'previous-decision': () => stepPlayhead(page, 'previous_decision'),
    'next-notable': () => stepPlayhead(page, 'next_notable'),
    'previous-notable': () => stepPlayhead(page, 'previous_notable'),
    restart: () => restart(page),
    end: () => seekEnd(page),
    'zoom-in': () => zoomInTime(page, 1.4),
    'zoom-out': () => zoomInTime(page, 1 / 1.4),
    earlier: () => panCharts(page, -0.15),
    later: () => panCharts(page, 0.15),
    'rows-in': () => zoomInRows(page, 1.4),
    'rows-out': () => zoomInRows(page, 1 / 1.4),
    fit: () => fitWindow(page),
    fold: () => setFolded(page, !page.store.get().folded),
    'fold-pane': () => toggleFoldedPane(page, page.store.get().pane),
    charts: shell.charts,
    'next-hit': () => selectHit(page, 1),
    'previous-hit': () => selectHit(page, -1),
    colour: () => setColour(page, nextItem(COLOURINGS, page.store.get().colour)),
    papers: () => toggleScreen(page, 'papers'),
    study: () => toggleScreen(page, 'study'),
    theme: () => setTheme(page, nextItem(THEMES, page.store.get().theme)),
    undo: () => undo(page),
    redo: () => redo(page),
    close: () => closeTopmost(page),
    glossary: shell.palette && (() => openGlossary(page)),
    'play-board': shell.palette && (() => openPlay(page)),
    reference: shell.palette && (() => open(referenceAddress(), '_blank', 'noopener')),
  };
  return KEYS.flatMap((named) => {
    const run = actions[named.id];
    return run ? [{ ...named, run }] : [];
  });
}

/** @param {Page} page */
function closeTopmost(page) {
  if (page.store.get().beside) showCharts(page);
  else if (page.store.get().selected >= 0) selectSubject(page, -1);
  else if (page.store.get().region || page.store.get().choosing) setRegion(page, null);
  else cancelRuns(page);
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {T} item
 * @returns {T}
 */
function nextItem(list, item) {
  return /** @type {T} */ (list[(list.indexOf(item) + 1) % list.length]);
}

/**
 * The command for a key press.
 * @param {readonly Command[]} commands
 * @param {Pick<KeyboardEvent, 'code'|'key'|'shiftKey'|'ctrlKey'|'metaKey'|'altKey'>} event
 * @returns {Command|undefined}
 */
export function commandFor(commands, { code, key, shiftKey, ctrlKey, metaKey, altKey }) {
  if (altKey) return undefined;
  const control = ctrlKey || metaKey;
  return commands.find(({ keys }) =>
    keys.some((wanted) => {
      if (wanted.control !== control) return false;
      // A typed sign needs Shift only on some layouts.
      return wanted.key === undefined ? wanted.code === code && wanted.shift === shiftKey : wanted.key === key;
    }),
  );
}

/**
 * The commands whose names contain all words of a query, those that begin with it first.
 * @param {readonly Command[]} commands
 * @param {string} query
 * @returns {Command[]}
 */
export function searchCommands(commands, query) {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const begins = ({ title = '' }) => Number(!title.toLowerCase().startsWith(words[0] ?? ''));
  return commands
    .filter(({ group, title }) => words.every((word) => `${group} ${title}`.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(a) - begins(b));
}

/**
 * Runs commands by keys during the lifetime of the page; fields, open dialogs and other elements keep their keys.
 * @param {import('../elements/page-element.js').PageElement} root the outermost element of the page
 * @param {readonly Command[]} commands
 */
export function listenToKeys(root, commands) {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    const path = event.composedPath();
    if (!path.includes(root) && path[0] !== document.body) return;
    const target = /** @type {Element|undefined} */ (path[0]);
    if (target instanceof HTMLElement) {
      if (target.isContentEditable) return;
      if (target.matches('textarea, select, input:not([type=range], [type=checkbox], [type=radio], [type=button])')) return;
      if (target.matches('input[type=range]') && /^(Arrow|Home|End|Page)/u.test(event.code)) return;
      if (
        target.matches('button, a, summary, [role=tab], input') &&
        (event.code === 'Space' || event.code === 'Enter' || event.code.startsWith('Arrow'))
      )
        return;
    }
    if (path.some((element) => element instanceof Element && element.matches('dialog[open], .cm-editor'))) return;
    const command = commandFor(commands, event);
    if (!command || (root.page.store.get().beside && !command.everywhere)) return;
    // Below an open dialog, commands are disabled with any focus; the browser closes an open popover.
    if (containsDeep(document, event.code === 'Escape' ? 'dialog:modal, [popover]:popover-open' : 'dialog:modal')) return;
    event.preventDefault();
    command.run();
  });
}
