/** @file The use of links as data of a table: nothing here draws. */

/** @import { TableRows } from '../../engine/types.js' */

/** @typedef {{from: number, to: number, mean: number, messages: number}} LinkUse clusters from 0; mean share of the samples; most messages at once */

/**
 * The use of each link by a moment, in the order in which the links were first used.
 * @param {TableRows} rows of the table of links: one for each sample of a link
 * @param {number} now_s
 * @returns {LinkUse[]}
 */
export function linkUses({ columns }, now_s) {
  const value = (/** @type {string} */ id, /** @type {number} */ at) => columns[id]?.[at] ?? NaN;
  /** @type {Map<string, {from: number, to: number, used: number, messages: number, samples: number}>} */
  const links = new Map();
  Array.from(columns.time_s ?? []).forEach((time_s, at) => {
    if (time_s > now_s) return;
    const [from, to] = [value('from', at), value('to', at)];
    const key = `${from}-${to}`;
    const { used, messages, samples } = links.get(key) ?? { used: 0, messages: 0, samples: 0 };
    links.set(key, {
      from,
      to,
      used: used + value('used', at),
      messages: Math.max(messages, value('messages', at)),
      samples: samples + 1,
    });
  });
  return [...links.values()].map(({ from, to, used, messages, samples }) => ({ from, to, mean: used / samples, messages }));
}
