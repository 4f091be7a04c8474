/** @file Names and keys of all commands, for the help, the palette and the reference page. */

/**
 * @typedef {object} Key
 * @property {string} [code] physical key
 * @property {string} [key] typed sign
 * @property {boolean} shift
 * @property {boolean} control Ctrl, or Command
 * @property {string} text as written
 * @typedef {object} Named
 * @property {string} id
 * @property {string} group
 * @property {string} title
 * @property {Key[]} keys empty for commands that are only in the palette
 * @property {boolean} everywhere also if another screen replaces the charts
 */

/** The id, title and keys of each command, by group. @type {Record<string, readonly (readonly [string, string, ...string[]])[]>} */
const COMMANDS = {
  Time: [
    ['toggle', 'Play or pause', 'Space'],
    ['next-event', 'Next event', '.'],
    ['previous-event', 'Previous event', ','],
    ['next-decision', 'Next decision of a policy', 'N'],
    ['previous-decision', 'Previous decision', 'Shift N'],
    ['next-notable', 'Next notable decision', 'M'],
    ['previous-notable', 'Previous notable decision', 'Shift M'],
    ['restart', 'Back to the start', 'Home'],
    ['end', 'To the end', 'End'],
  ],
  Charts: [
    ['zoom-in', 'Zoom in', 'W', '+'],
    ['zoom-out', 'Zoom out', 'S', '\u2212'],
    ['earlier', 'Scroll to earlier times', 'A', '\u2190'],
    ['later', 'Scroll to later times', 'D', '\u2192'],
    ['rows-in', 'Fewer, taller rows', 'Shift W'],
    ['rows-out', 'More, thinner rows', 'Shift S'],
    ['fit', 'Fit everything', '0'],
    ['fold', 'Fold unused rows, or show them', 'U'],
    ['fold-pane', 'Fold the chart in use to a strip, or unfold it', 'Shift U'],
    ['charts', 'Move the focus to the first chart', 'B'],
    ['search', 'Search', '/', 'Ctrl F'],
    ['next-hit', 'Next hit', 'G'],
    ['previous-hit', 'Previous hit', 'Shift G'],
    ['colour', 'Next colour scheme of the bars', 'C'],
    ['region', 'Select a region for its statistics', 'R'],
    ['fork', 'Decide otherwise', 'F'],
    ['discard-fork', 'Discard the fork', 'Delete'],
    ['morph', 'Morph, or back to the charts', 'X'],
  ],
  Page: [
    ['papers', 'Published experiments, or back to the charts', 'P'],
    ['study', 'Studies, or back to the charts', 'Y'],
    ['optimum', 'How good can it get? Bounds and the optimum', 'O'],
    ['theme', 'Next theme', 'T'],
    ['undo', 'Undo the last change of the scenario', 'Ctrl Z'],
    ['redo', 'Redo', 'Ctrl Shift Z', 'Ctrl Y'],
    ['close', 'Close the details, or cancel the runs', 'Esc'],
    ['help', 'Keys and gestures', '?'],
    ['glossary', 'Glossary of terms'],
    ['reference', 'Reference page'],
    ['palette', 'Find a command by its name', 'Ctrl K'],
    ['examples', 'Open an example'],
    ['lessons', 'Open a lesson'],
    ['play-board', 'Schedule it yourself'],
    ['tour', 'A tour of the page'],
    ['share', 'Share the current view'],
    ['print', 'Print on one page', 'Ctrl P'],
  ],
};

/** The commands that need no charts. */
const EVERYWHERE = [
  'papers',
  'study',
  'theme',
  'close',
  'help',
  'glossary',
  'reference',
  'palette',
  'examples',
  'lessons',
  'play-board',
  'print',
];

/** Physical keys whose written name differs from their code. @type {Record<string, string>} */
const KEY_NAMES = { Space: 'Space', Home: 'Home', End: 'End', Esc: 'Escape', '\u2190': 'ArrowLeft', '\u2192': 'ArrowRight' };

/** @param {string} text such as `Ctrl Shift Z`: letters and digits are physical keys, all other signs are typed @returns {Key} */
function parseKey(text) {
  const [sign = '', ...modifiers] = text.split(' ').reverse();
  const code = KEY_NAMES[sign] ?? sign.replace(/^[A-Z]$/u, 'Key$&').replace(/^\d$/u, 'Digit$&');
  const physical = code.length > 1 ? { code } : { key: sign.replace('\u2212', '-') };
  return { ...physical, shift: modifiers.includes('Shift'), control: modifiers.includes('Ctrl'), text };
}

/** @type {readonly Named[]} */
export const KEYS = Object.entries(COMMANDS).flatMap(([group, commands]) =>
  commands.map(([id, title, ...keys]) => ({ id, group, title, keys: keys.map(parseKey), everywhere: EVERYWHERE.includes(id) })),
);
