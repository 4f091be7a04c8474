/** @file Totals of verdicts, and the movement between squares with arrow keys. */

import { VERDICTS, verdictOf } from './findings-texts.js';

/** @import { Experiment, Verdict } from '../engine/types.js' */

/**
 * @typedef {Verdict|'missed-fits'} VerdictClass the class of a target in totals: a missed fit is not a test,
 *   regardless of its verdict
 */

/** The order of the totals: first the classes that hold, then the others. @type {readonly VerdictClass[]} */
const ORDER = ['held', 'by-construction', 'held-in-part', 'direction-only', 'undecided', 'not-held', 'missed-fits'];

/** The class of a number that the model misses although it was fitted to it. */
const MISSED = {
  id: /** @type {const} */ ('missed-fits'),
  name: 'Fitted and not held',
  meaning: 'the model was fitted to this number and is still outside the tolerance; not counted among the tests',
};

/** All classes with their names and explanations. */
export const VERDICT_CLASSES = [...VERDICTS, MISSED];

/**
 * The name and the meaning of a class.
 * @param {VerdictClass} id
 * @returns {{name: string, meaning: string}}
 */
export const classWords = (id) => (id === 'missed-fits' ? MISSED : verdictOf(id));

/**
 * The class of a target.
 * @param {{verdict: Verdict, fitted?: boolean|undefined}} target
 * @returns {VerdictClass}
 */
export const verdictClass = ({ verdict, fitted }) => (fitted && verdict !== 'by-construction' ? 'missed-fits' : verdict);

/**
 * The classes of the published targets of an experiment.
 * @param {Pick<Experiment, 'verdicts'> & {fitted?: readonly number[]}} experiment
 */
export const publishedClasses = ({ verdicts, fitted = [] }) =>
  verdicts.map((verdict, place) => verdictClass({ verdict, fitted: fitted.includes(place) }));

/**
 * The number of targets of each class, without empty classes.
 * @param {readonly VerdictClass[]} classes
 * @returns {{id: VerdictClass, count: number}[]}
 */
export function countByVerdict(classes) {
  return ORDER.map((id) => ({ id, count: classes.filter((one) => one === id).length })).filter(({ count }) => count > 0);
}

/**
 * The square to which a key moves.
 * @param {readonly {left: number, top: number}[]} squares in reading order
 * @param {number} from
 * @param {string} key
 * @returns {number|undefined} undefined for other keys, and at the ends
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
