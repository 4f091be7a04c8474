/** @file The options of an embed, read from its address: `embed.html?show=gantt,player&theme=dark#ex=fcfs-vs-easy`. */

import { repairLink } from './link-repair.js';
import { THEMES } from './links.js';

/** @import { Theme } from '../types.js' */

/** The parts that every embed can show, and whether the form selects them by default. */
const PARTS = [
  { id: 'question', name: 'Question and answer', ticked: true },
  { id: 'gantt', name: 'Gantt chart', ticked: true },
  { id: 'player', name: 'Play controls', ticked: true },
  { id: 'controls', name: 'Policy, sliders and seed', ticked: false },
  { id: 'plots', name: 'Queue and utilisation', ticked: false },
  { id: 'metrics', name: 'Metrics', ticked: false },
];

/**
 * The parts that an embed can show; special views precede the metrics.
 * @param {readonly {id: string, name: string}[]} views
 */
export function embedParts(views) {
  return [...PARTS.slice(0, -1), ...views.map(({ id, name }) => ({ id, name, ticked: false })), ...PARTS.slice(-1)];
}

/**
 * @typedef {object} EmbedOptions
 * @property {string[]} show
 * @property {Theme} theme
 * @property {boolean} plays whether it plays from the start
 * @property {number|null} t initial position of the playhead, s; null for the beginning
 * @property {{from_s: number, to_s: number}|null} window the span of time that is shown; null for all
 * @property {boolean} lock whether it has no links to other places, and only time and view can be changed
 * @property {string[]} locked controls that are shown but cannot be changed: `policy`, `seed`, ids of parameters
 * @property {boolean} auto whether its height follows its content, which it reports to the embedding page
 * @property {string} fragment the rest of the fragment, which names the content
 * @property {string[]} unknown requested options that do not exist
 */

/** Maximum number of named unknown options, and of characters of each. */
const [MOST_TOLD, LONGEST_WORD] = [3, 40];
/** The known options. */
const KNOWN = ['show', 'theme', 'autoplay', 't', 'window', 'lock', 'height'];
/** An option in the fragment. */
const OPTION_FIELD = new RegExp(`^(?:${KNOWN.join('|')})=`, 'u');

/**
 * Reads the options of an embed; unknown ones are listed and ignored. Options are in the query or, where a host removes queries, in the
 * fragment after the link: `#ex=id&show=gantt`.
 * @param {string} search `?show=..`
 * @param {string} hash `#..`
 * @param {readonly {id: string, name: string}[]} views the special ones
 * @returns {EmbedOptions}
 */
export function parseEmbedOptions(search, hash, views) {
  const showable = embedParts(views).map(({ id }) => id);
  const parts = repairLink(hash).split('&').filter(Boolean);
  const own = parts.filter((part) => OPTION_FIELD.test(part));
  const options = new URLSearchParams([search.replace(/^\?/u, ''), ...own].filter(Boolean).join('&'));
  /** @type {string[]} */
  const unknown = [];
  const wanted = (options.get('show') ?? 'gantt,player')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  const show = wanted.filter((word) => showable.includes(word));
  unknown.push(...wanted.filter((word) => !showable.includes(word)).map((word) => `show=${word}`));
  // Options without effect are reported, so that authors do not rely on them.
  for (const [word, value] of options) if (!KNOWN.includes(word)) unknown.push(`${word}=${value}`);
  /**
   * The value of an option, if it is valid.
   * @template T
   * @param {string} name
   * @param {(text: string) => T|undefined} read
   * @param {T} otherwise
   */
  const value = (name, read, otherwise) => {
    const text = options.get(name);
    if (text === null) return otherwise;
    const known = read(text);
    if (known === undefined) unknown.push(`${name}=${text}`);
    return known ?? otherwise;
  };
  const theme = value('theme', (text) => THEMES.find((one) => one === text), 'auto');
  const flag = (/** @type {string} */ text) => ({ 0: false, 1: true })[text];
  const t = value('t', parseSeconds, null);
  // With a moment, the embed does not play by default.
  const plays = value('autoplay', flag, t === null);
  const lock = value('lock', parseLock, []);
  const auto = value('height', (text) => (text === 'auto' ? true : undefined), false);
  const window = value('window', parseTimeSpan, null);
  // The sentence names a few, shortened.
  const told = unknown.slice(0, MOST_TOLD).map((word) => (word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}\u2026` : word));
  if (unknown.length > MOST_TOLD) told.push(`and ${unknown.length - MOST_TOLD} more`);
  return {
    show: show.length > 0 ? show : ['gantt', 'player'],
    theme: /** @type {Theme} */ (theme),
    plays,
    t,
    window,
    lock: lock === 'all',
    locked: lock === 'all' ? [] : lock,
    auto,
    fragment: parts.filter((part) => !own.includes(part)).join('&'),
    unknown: told,
  };
}

/**
 * A sentence that names invalid options of an embed and the available ones.
 * @param {readonly string[]} unknown one at least
 */
export function invalidOptionsText(unknown) {
  const [last = '', ...others] = unknown.toReversed();
  const listed = others.length === 0 ? last : `${others.toReversed().join(', ')}${last.startsWith('and ') ? ' ' : ' and '}${last}`;
  return `Invalid ${unknown.length === 1 ? 'option' : 'options'} in the address of the embed: ${listed}. Available: show, theme (${THEMES.join(', ')}), autoplay (0 or 1), lock (0, 1 or controls, as in policy,seed), t and window (in seconds), height (auto).`;
}

/** Parses a time in seconds, at least 0; undefined if it is none. @param {string} text */
function parseSeconds(text) {
  const time = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(time) && time >= 0 ? time : undefined;
}

/**
 * Parses the locked controls: all (`1`), or a list of controls. @param {string} text
 * @returns {'all'|string[]|undefined}
 */
function parseLock(text) {
  if (text === '1') return 'all';
  const words = text === '0' ? [] : text.split(',');
  return words.every((word) => /^[a-z][a-z0-9_]*$/u.test(word)) && !words.includes('all') ? words : undefined;
}

/** Parses a span of time, `3600-7200`; undefined if it is none. @param {string} text `3600-7200` */
function parseTimeSpan(text) {
  const [from_s, to_s, ...more] = text.split('-').map(parseSeconds);
  return from_s !== undefined && to_s !== undefined && more.length === 0 && from_s < to_s ? { from_s, to_s } : undefined;
}
