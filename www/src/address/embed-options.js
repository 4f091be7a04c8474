/** @file What an embed shows, read from its address: `embed.html?show=gantt,player&theme=dark#ex=fcfs-vs-easy`. */

/** @import { Theme } from '../types.js' */

/** What every embed can show, and whether it is ticked at first. */
const PARTS = [
  { id: 'gantt', name: 'Gantt chart', ticked: true },
  { id: 'player', name: 'Play controls', ticked: true },
  { id: 'plots', name: 'Queue and utilisation', ticked: false },
  { id: 'metrics', name: 'Metrics', ticked: false },
];

/**
 * What an embed can show: the special views stand above the metrics.
 * @param {readonly {id: string, name: string}[]} views
 */
export function embedParts(views) {
  return [...PARTS.slice(0, -1), ...views.map(({ id, name }) => ({ id, name, ticked: false })), ...PARTS.slice(-1)];
}

/** How many unknown options are named, and how much of each. */
const [MOST_TOLD, LONGEST_WORD] = [3, 40];
/** The options there are. */
const KNOWN = ['show', 'theme'];
const THEMES = ['auto', 'light', 'dark', 'projector'];

/**
 * Reads the options; unknown ones are named, not obeyed. They may stand in the query or, where a host strips queries,
 * in the fragment behind the link: `#ex=id&show=gantt`.
 * @param {string} search `?show=..`
 * @param {string} hash `#..`
 * @param {readonly {id: string, name: string}[]} views the special ones
 * @returns {{show: string[], theme: Theme, fragment: string, unknown: string[]}}
 */
export function embedOptions(search, hash, views) {
  const showable = embedParts(views).map(({ id }) => id);
  const parts = hash.replace(/^#/u, '').split('&').filter(Boolean);
  const own = parts.filter((part) => /^(?:show|theme)=/u.test(part));
  const options = new URLSearchParams([search.replace(/^\?/u, ''), ...own].filter(Boolean).join('&'));
  /** @type {string[]} */
  const unknown = [];
  const wanted = (options.get('show') ?? 'gantt,player').split(',').map((word) => word.trim()).filter(Boolean);
  const show = wanted.filter((word) => showable.includes(word) || (unknown.push(`show=${word}`), false));
  // An option that does nothing is said to, so that nobody relies on it.
  for (const [word, value] of options) if (!KNOWN.includes(word)) unknown.push(`${word}=${value}`);
  const theme = options.get('theme') ?? 'auto';
  if (!THEMES.includes(theme)) unknown.push(`theme=${theme}`);
  // A sentence has room for a few, and none of them is long.
  const told = unknown.slice(0, MOST_TOLD).map((word) => (word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}\u2026` : word));
  if (unknown.length > MOST_TOLD) told.push(`and ${unknown.length - MOST_TOLD} more`);
  return {
    show: show.length > 0 ? show : ['gantt', 'player'],
    theme: /** @type {Theme} */ (THEMES.includes(theme) ? theme : 'auto'),
    fragment: parts.filter((part) => !own.includes(part)).join('&'),
    unknown: told,
  };
}
