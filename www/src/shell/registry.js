/**
 * @file The list of what can be done. The keyboard, the help and the palette are all made from it, so they cannot disagree.
 * Letters go by their place on the keyboard (`code`), so that W A S D is a cross on every layout; signs go by what they
 * type (`key`).
 */

import {
  cancelRuns, closePapers, closeStudy, fit, openGlossary, pan, redo, restart, seekEnd, select, setColour, setFolded, setRegion, setTheme, step, stepHit, toggle, togglePapers, toggleStudy, undo, zoom,
  zoomVertically,
} from '../commands.js';
import { besideCharts } from '../state/store.js';
import { COLOURS } from '../text/colours.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Colour } from '../engine/types.js' */
/** @import { Theme } from '../types.js' */

/**
 * @typedef {object} Key
 * @property {string} [code] physical key
 * @property {string} [key] typed sign
 * @property {boolean} [shift]
 * @property {boolean} [control] Ctrl, or Command
 * @property {string} text how it is written
 */

/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} group
 * @property {string} title
 * @property {Key[]} keys none for what only the palette offers
 * @property {() => unknown} run
 * @property {boolean} [everywhere] also where something else stands in the place of the charts
 */

/** @type {readonly (Colour|'')[]} */
const WAYS = ['', .../** @type {Colour[]} */ (Object.keys(COLOURS))];
/** @type {Theme[]} */
export const THEMES = ['auto', 'light', 'dark', 'projector'];

/**
 * The commands.
 * @param {Page} page
 * @param {{search: () => unknown, help: () => unknown} & Partial<Record<'palette'|'region'|'examples'|'lessons'|'share'|'tour', () => unknown>>} shell what only the shell can do
 * @returns {Command[]}
 */
export function commandsOf(page, shell) {
  const time = 'Time';
  const look = 'Charts';
  return [
    { id: 'toggle', group: time, title: 'Play or pause', keys: [{ code: 'Space', text: 'Space' }], run: () => toggle(page) },
    { id: 'next-event', group: time, title: 'Next event', keys: [{ key: '.', text: '.' }], run: () => step(page, 'next_event') },
    { id: 'previous-event', group: time, title: 'Previous event', keys: [{ key: ',', text: ',' }], run: () => step(page, 'previous_event') },
    { id: 'next-decision', group: time, title: 'Next decision of a policy', keys: [{ code: 'KeyN', text: 'N' }], run: () => step(page, 'next_decision') },
    { id: 'previous-decision', group: time, title: 'Previous decision', keys: [{ code: 'KeyN', shift: true, text: 'Shift N' }], run: () => step(page, 'previous_decision') },
    { id: 'next-notable', group: time, title: 'Next notable decision', keys: [{ code: 'KeyM', text: 'M' }], run: () => step(page, 'next_notable') },
    { id: 'previous-notable', group: time, title: 'Previous notable decision', keys: [{ code: 'KeyM', shift: true, text: 'Shift M' }], run: () => step(page, 'previous_notable') },
    { id: 'restart', group: time, title: 'Back to the start', keys: [{ code: 'Home', text: 'Home' }], run: () => restart(page) },
    { id: 'end', group: time, title: 'To the end', keys: [{ code: 'End', text: 'End' }], run: () => seekEnd(page) },
    { id: 'zoom-in', group: look, title: 'Zoom in', keys: [{ code: 'KeyW', text: 'W' }, { key: '+', text: '+' }], run: () => zoom(page, 1.4) },
    { id: 'zoom-out', group: look, title: 'Zoom out', keys: [{ code: 'KeyS', text: 'S' }, { key: '-', text: '\u2212' }], run: () => zoom(page, 1 / 1.4) },
    { id: 'earlier', group: look, title: 'Scroll to earlier times', keys: [{ code: 'KeyA', text: 'A' }, { code: 'ArrowLeft', text: '\u2190' }], run: () => pan(page, -0.15) },
    { id: 'later', group: look, title: 'Scroll to later times', keys: [{ code: 'KeyD', text: 'D' }, { code: 'ArrowRight', text: '\u2192' }], run: () => pan(page, 0.15) },
    { id: 'rows-in', group: look, title: 'Fewer, taller rows', keys: [{ code: 'KeyW', shift: true, text: 'Shift W' }], run: () => zoomVertically(page, 1.4) },
    { id: 'rows-out', group: look, title: 'More, thinner rows', keys: [{ code: 'KeyS', shift: true, text: 'Shift S' }], run: () => zoomVertically(page, 1 / 1.4) },
    { id: 'fit', group: look, title: 'Fit everything', keys: [{ code: 'Digit0', text: '0' }, { code: 'KeyF', text: 'F' }], run: () => fit(page) },
    { id: 'fold', group: look, title: 'Fold unused rows, or show them', keys: [{ code: 'KeyU', text: 'U' }], run: () => setFolded(page, !page.store.get().folded) },
    { id: 'search', group: look, title: 'Search', keys: [{ key: '/', text: '/' }, { code: 'KeyF', control: true, text: 'Ctrl F' }], run: shell.search },
    { id: 'next-hit', group: look, title: 'Next hit', keys: [{ code: 'KeyG', text: 'G' }], run: () => stepHit(page, 1) },
    { id: 'previous-hit', group: look, title: 'Previous hit', keys: [{ code: 'KeyG', shift: true, text: 'Shift G' }], run: () => stepHit(page, -1) },
    { id: 'colour', group: look, title: 'Next colour scheme of the bars', keys: [{ code: 'KeyC', text: 'C' }], run: () => setColour(page, after(WAYS, page.store.get().colour)) },
    ...(shell.region ? [{ id: 'region', group: look, title: 'Select a region for its statistics', keys: [{ code: 'KeyR', text: 'R' }], run: shell.region }] : []),
    { id: 'papers', group: 'Page', title: 'Published experiments, or back to the charts', keys: [{ code: 'KeyP', text: 'P' }], everywhere: true, run: () => togglePapers(page) },
    { id: 'study', group: 'Page', title: 'Studies, or back to the charts', keys: [{ code: 'KeyY', text: 'Y' }], everywhere: true, run: () => toggleStudy(page) },
    { id: 'theme', group: 'Page', title: 'Next theme', keys: [{ code: 'KeyT', text: 'T' }], everywhere: true, run: () => setTheme(page, after(THEMES, page.store.get().theme)) },
    { id: 'undo', group: 'Page', title: 'Undo the last change of the scenario', keys: [{ code: 'KeyZ', control: true, text: 'Ctrl Z' }], run: () => undo(page) },
    {
      id: 'redo',
      group: 'Page',
      title: 'Redo',
      keys: [{ code: 'KeyZ', control: true, shift: true, text: 'Ctrl Shift Z' }, { code: 'KeyY', control: true, text: 'Ctrl Y' }],
      run: () => redo(page),
    },
    { id: 'close', group: 'Page', title: 'Close the details, or cancel the runs', keys: [{ code: 'Escape', text: 'Esc' }], everywhere: true, run: () => escape(page) },
    { id: 'help', group: 'Page', title: 'Keys and gestures', keys: [{ key: '?', text: '?' }], everywhere: true, run: shell.help },
    ...(shell.palette ? [{ id: 'glossary', group: 'Page', title: 'Glossary of terms', keys: [], everywhere: true, run: () => openGlossary(page) }] : []),
    ...(shell.palette ? [{ id: 'palette', group: 'Page', title: 'Find a command by its name', keys: [{ code: 'KeyK', control: true, text: 'Ctrl K' }], everywhere: true, run: shell.palette }] : []),
    ...(shell.examples ? [{ id: 'examples', group: 'Page', title: 'Open an example', keys: [], everywhere: true, run: shell.examples }] : []),
    ...(shell.lessons ? [{ id: 'lessons', group: 'Page', title: 'Open a lesson', keys: [], everywhere: true, run: shell.lessons }] : []),
    ...(shell.tour ? [{ id: 'tour', group: 'Page', title: 'A tour of the page', keys: [], run: shell.tour }] : []),
    ...(shell.share ? [{ id: 'share', group: 'Page', title: 'Share the current view', keys: [], run: shell.share }] : []),
  ];
}

/** What the mouse and fingers do, for the help: these are no commands. */
export const GESTURES = [
  ['Ctrl wheel, pinch', 'Zoom time at the pointer'],
  ['Ctrl Shift wheel', 'Zoom rows at the pointer'],
  ['Wheel, Shift wheel', 'Move rows, move time'],
  ['Drag', 'Move both'],
  ['Drag on the ruler', 'Zoom to a time span'],
  ['Shift drag, long press and drag', 'Select a region for its statistics'],
  ['Click, double click', 'Details of a bar, zoom to it'],
  ['Arrow keys on a chart', 'From bar to bar; Enter opens the details'],
];

/** @param {Page} page */
function escape(page) {
  const beside = besideCharts(page.store.get());
  if (beside === 'papers') closePapers(page);
  else if (beside) closeStudy(page);
  else if (page.store.get().selected >= 0) select(page, -1);
  else if (page.store.get().region || page.store.get().choosing) setRegion(page, null);
  else cancelRuns(page);
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {T} item
 * @returns {T}
 */
function after(list, item) {
  return /** @type {T} */ (list[(list.indexOf(item) + 1) % list.length]);
}

/**
 * The command a key press asks for.
 * @param {readonly Command[]} commands
 * @param {Pick<KeyboardEvent, 'code'|'key'|'shiftKey'|'ctrlKey'|'metaKey'|'altKey'>} event
 * @returns {Command|undefined}
 */
export function commandFor(commands, { code, key, shiftKey, ctrlKey, metaKey, altKey }) {
  if (altKey) return undefined;
  const control = ctrlKey || metaKey;
  return commands.find(({ keys }) =>
    keys.some((wanted) => {
      if ((wanted.control ?? false) !== control) return false;
      // A typed sign may need Shift on one layout and not on another.
      return wanted.key === undefined ? wanted.code === code && (wanted.shift ?? false) === shiftKey : wanted.key === key;
    }),
  );
}

/**
 * The commands that have all words of a query in their names, those that begin with it first.
 * @param {readonly Command[]} commands
 * @param {string} query
 * @returns {Command[]}
 */
export function matching(commands, query) {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const begins = ({ title = '' }) => Number(!title.toLowerCase().startsWith(words[0] ?? ''));
  return commands
    .filter(({ group, title }) => words.every((word) => `${group} ${title}`.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(a) - begins(b));
}

/**
 * Listens to keys for as long as the page lives; fields, open dialogs and what stands beside it keep theirs.
 * @param {import('../elements/part.js').PageElement} root the outermost element of the page
 * @param {readonly Command[]} commands
 */
export function listenToKeys(root, commands) {
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    const path = event.composedPath();
    if (!path.includes(root) && path[0] !== document.body) return;
    const target = /** @type {Element|undefined} */ (path[0]);
    if (target instanceof HTMLElement) {
      if (target.isContentEditable || target.closest('dialog[open], .cm-editor')) return;
      if (target.matches('textarea, select, input:not([type=range], [type=checkbox], [type=radio], [type=button])')) return;
      if (target.matches('input[type=range]') && /^(Arrow|Home|End|Page)/u.test(event.code)) return;
      if (target.matches('button, a, summary, [role=tab], input') && (event.code === 'Space' || event.code === 'Enter' || event.code.startsWith('Arrow'))) return;
    }
    if (document.querySelector('dialog[open]')) return;
    const command = commandFor(commands, event);
    if (!command || (besideCharts(root.page.store.get()) && !command.everywhere)) return;
    event.preventDefault();
    command.run();
  });
}
