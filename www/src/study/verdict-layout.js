/** @file Totals of verdicts, and the way from square to square with arrow keys. */

import { VERDICTS, verdictOf } from './findings-texts.js';

/** @import { Experiment, Verdict } from '../engine/types.js' */

/** @typedef {Verdict|'missed-fits'} VerdictClass what a target counts as in totals: a missed fit is no test, whatever its verdict */

/** The order of the totals: what held, then what did not. @type {readonly VerdictClass[]} */
const ORDER = ['held', 'by-construction', 'held-in-part', 'direction-only', 'undecided', 'not-held', 'missed-fits'];

/** A number to which the model was fitted, and which it misses. */
const MISSED = {
  id: /** @type {const} */ ('missed-fits'),
  name: 'Fitted and not held',
  meaning: 'the model was fitted to this number and is still outside the tolerance; not counted among the tests',
};

/** All classes with their words, as they are explained. */
export const VERDICT_CLASSES = [...VERDICTS, MISSED];

/**
 * The words of a class.
 * @param {VerdictClass} id
 * @returns {{name: string, meaning: string}}
 */
export const classWords = (id) => (id === 'missed-fits' ? MISSED : verdictOf(id));

/**
 * What a target counts as.
 * @param {{verdict: Verdict, fitted?: boolean|undefined}} target
 * @returns {VerdictClass}
 */
export const verdictClass = ({ verdict, fitted }) => (fitted && verdict !== 'by-construction' ? 'missed-fits' : verdict);

/**
 * What the published targets of an experiment count as.
 * @param {Pick<Experiment, 'verdicts'> & {fitted?: readonly number[]}} experiment
 */
export const publishedClasses = ({ verdicts, fitted = [] }) =>
  verdicts.map((verdict, place) => verdictClass({ verdict, fitted: fitted.includes(place) }));

/**
 * How many targets are of which class; classes without any are left out.
 * @param {readonly VerdictClass[]} classes
 * @returns {{id: VerdictClass, count: number}[]}
 */
export function countByVerdict(classes) {
  return ORDER.map((id) => ({ id, count: classes.filter((one) => one === id).length })).filter(({ count }) => count > 0);
}

/**
 * The square that a key leads to.
 * @param {readonly {left: number, top: number}[]} squares in the order in which they are read
 * @param {number} from
 * @param {string} key
 * @returns {number|undefined} nothing for other keys, and at the ends
 */
export function nextSquare(squares, from, key) {
  const start = squares[from];
  if (!start) return undefined;
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: squares.length - 1 }[key];
  if (to !== undefined) return squares[to] ? to : undefined;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const down = key === 'ArrowDown';
  const beyond = squares.map(({ top }) => top).filter((top) => (down ? top > start.top + 1 : top < start.top - 1));
  const row = down ? Math.min(...beyond) : Math.max(...beyond);
  let nearest;
  for (const [at, { left, top }] of squares.entries()) {
    if (Math.abs(top - row) > 1) continue;
    if (nearest === undefined || Math.abs(left - start.left) < Math.abs((squares[nearest]?.left ?? 0) - start.left)) nearest = at;
  }
  return nearest;
}
