/** @file Names and keys of all commands, and the gestures: what the help, the palette and the reference page list. */

/**
 * @typedef {object} Key
 * @property {string} [code] physical key
 * @property {string} [key] typed sign
 * @property {boolean} [shift]
 * @property {boolean} [control] Ctrl, or Command
 * @property {string} text how it is written
 *
 * @typedef {object} Named
 * @property {string} id
 * @property {string} group
 * @property {string} title
 * @property {Key[]} keys empty for commands that only the palette offers
 * @property {boolean} [everywhere] also where something else replaces the charts
 */

/** @type {readonly Named[]} */
export const KEYS = [
  { id: 'toggle', group: 'Time', title: 'Play or pause', keys: [{ code: 'Space', text: 'Space' }] },
  { id: 'next-event', group: 'Time', title: 'Next event', keys: [{ key: '.', text: '.' }] },
  { id: 'previous-event', group: 'Time', title: 'Previous event', keys: [{ key: ',', text: ',' }] },
  { id: 'next-decision', group: 'Time', title: 'Next decision of a policy', keys: [{ code: 'KeyN', text: 'N' }] },
  { id: 'previous-decision', group: 'Time', title: 'Previous decision', keys: [{ code: 'KeyN', shift: true, text: 'Shift N' }] },
  { id: 'next-notable', group: 'Time', title: 'Next notable decision', keys: [{ code: 'KeyM', text: 'M' }] },
  { id: 'previous-notable', group: 'Time', title: 'Previous notable decision', keys: [{ code: 'KeyM', shift: true, text: 'Shift M' }] },
  { id: 'restart', group: 'Time', title: 'Back to the start', keys: [{ code: 'Home', text: 'Home' }] },
  { id: 'end', group: 'Time', title: 'To the end', keys: [{ code: 'End', text: 'End' }] },
  {
    id: 'zoom-in',
    group: 'Charts',
    title: 'Zoom in',
    keys: [
      { code: 'KeyW', text: 'W' },
      { key: '+', text: '+' },
    ],
  },
  {
    id: 'zoom-out',
    group: 'Charts',
    title: 'Zoom out',
    keys: [
      { code: 'KeyS', text: 'S' },
      { key: '-', text: '\u2212' },
    ],
  },
  {
    id: 'earlier',
    group: 'Charts',
    title: 'Scroll to earlier times',
    keys: [
      { code: 'KeyA', text: 'A' },
      { code: 'ArrowLeft', text: '\u2190' },
    ],
  },
  {
    id: 'later',
    group: 'Charts',
    title: 'Scroll to later times',
    keys: [
      { code: 'KeyD', text: 'D' },
      { code: 'ArrowRight', text: '\u2192' },
    ],
  },
  { id: 'rows-in', group: 'Charts', title: 'Fewer, taller rows', keys: [{ code: 'KeyW', shift: true, text: 'Shift W' }] },
  { id: 'rows-out', group: 'Charts', title: 'More, thinner rows', keys: [{ code: 'KeyS', shift: true, text: 'Shift S' }] },
  {
    id: 'fit',
    group: 'Charts',
    title: 'Fit everything',
    keys: [
      { code: 'Digit0', text: '0' },
      { code: 'KeyF', text: 'F' },
    ],
  },
  { id: 'fold', group: 'Charts', title: 'Fold unused rows, or show them', keys: [{ code: 'KeyU', text: 'U' }] },
  {
    id: 'search',
    group: 'Charts',
    title: 'Search',
    keys: [
      { key: '/', text: '/' },
      { code: 'KeyF', control: true, text: 'Ctrl F' },
    ],
  },
  { id: 'next-hit', group: 'Charts', title: 'Next hit', keys: [{ code: 'KeyG', text: 'G' }] },
  { id: 'previous-hit', group: 'Charts', title: 'Previous hit', keys: [{ code: 'KeyG', shift: true, text: 'Shift G' }] },
  { id: 'colour', group: 'Charts', title: 'Next colour scheme of the bars', keys: [{ code: 'KeyC', text: 'C' }] },
  { id: 'region', group: 'Charts', title: 'Select a region for its statistics', keys: [{ code: 'KeyR', text: 'R' }] },
  {
    id: 'papers',
    group: 'Page',
    title: 'Published experiments, or back to the charts',
    keys: [{ code: 'KeyP', text: 'P' }],
    everywhere: true,
  },
  { id: 'study', group: 'Page', title: 'Studies, or back to the charts', keys: [{ code: 'KeyY', text: 'Y' }], everywhere: true },
  { id: 'theme', group: 'Page', title: 'Next theme', keys: [{ code: 'KeyT', text: 'T' }], everywhere: true },
  { id: 'undo', group: 'Page', title: 'Undo the last change of the scenario', keys: [{ code: 'KeyZ', control: true, text: 'Ctrl Z' }] },
  {
    id: 'redo',
    group: 'Page',
    title: 'Redo',
    keys: [
      { code: 'KeyZ', control: true, shift: true, text: 'Ctrl Shift Z' },
      { code: 'KeyY', control: true, text: 'Ctrl Y' },
    ],
  },
  { id: 'close', group: 'Page', title: 'Close the details, or cancel the runs', keys: [{ code: 'Escape', text: 'Esc' }], everywhere: true },
  { id: 'help', group: 'Page', title: 'Keys and gestures', keys: [{ key: '?', text: '?' }], everywhere: true },
  { id: 'glossary', group: 'Page', title: 'Glossary of terms', keys: [], everywhere: true },
  { id: 'reference', group: 'Page', title: 'Reference page', keys: [], everywhere: true },
  {
    id: 'palette',
    group: 'Page',
    title: 'Find a command by its name',
    keys: [{ code: 'KeyK', control: true, text: 'Ctrl K' }],
    everywhere: true,
  },
  { id: 'examples', group: 'Page', title: 'Open an example', keys: [], everywhere: true },
  { id: 'lessons', group: 'Page', title: 'Open a lesson', keys: [], everywhere: true },
  { id: 'tour', group: 'Page', title: 'A tour of the page', keys: [] },
  { id: 'share', group: 'Page', title: 'Share the current view', keys: [] },
];

/** Mouse and touch gestures, which are no commands. */
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
