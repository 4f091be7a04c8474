/** @file Totals of verdicts, and the way from square to square with arrow keys. */

import { VERDICTS } from './findings-texts.js';

/** @import { Verdict } from '../engine/types.js' */

/** The order of the totals: what held, then what did not. @type {readonly Verdict[]} */
const ORDER = ['held', 'by-construction', 'held-in-part', 'direction-only', 'undecided', 'not-held'];

/**
 * How many targets have which verdict; verdicts without any are left out.
 * @param {readonly Verdict[]} verdicts
 * @returns {{id: Verdict, count: number}[]}
 */
export function countByVerdict(verdicts) {
  return ORDER.filter((id) => VERDICTS.some((one) => one.id === id))
    .map((id) => ({ id, count: verdicts.filter((verdict) => verdict === id).length }))
    .filter(({ count }) => count > 0);
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
