/** @file Edits lists of machines. No object is modified in place. */

/** @import { FieldOfTable } from '../engine/types.js' */
/** @import { Machine } from './types.js' */

/**
 * The machine with some properties changed; defaults are omitted.
 * @param {readonly FieldOfTable[]} fields
 * @param {Machine} machine
 * @param {Machine} change
 * @returns {Machine}
 */
export function changeMachine(fields, machine, change) {
  /** @type {Record<string, unknown>} */
  const next = { ...machine, ...change };
  for (const { key, default: usual } of fields)
    if (next[key] === undefined || JSON.stringify(next[key]) === JSON.stringify(usual)) delete next[key];
  return next;
}

/**
 * The machines with a copy of one after it, under an unused name.
 * @param {readonly Machine[]} machines
 * @param {number} at
 * @returns {Machine[]}
 */
export function duplicateMachine(machines, at) {
  const from = machines[at] ?? {};
  const taken = new Set(machines.map(({ name }) => name));
  const [, stem = '', digits = ''] = /^(.*?)(\d*)$/.exec(from.name ?? '') ?? [];
  let number = Number(digits || 1) + 1;
  const named = () => `${stem}${digits === '' && stem !== '' ? '-' : ''}${String(number).padStart(digits.length, '0')}`;
  while (taken.has(named())) number += 1;
  return machines.toSpliced(at + 1, 0, { ...structuredClone(from), ...(from.name ? { name: named() } : {}) });
}

/**
 * Parses hours of the day, `14-10`; undefined for always.
 * @param {string} text
 * @returns {[number, number] | undefined | null} null if invalid
 */
export function parseHours(text) {
  if (text.trim() === '') return undefined;
  const [, from, to] = /^\s*(\d+(?:\.\d+)?)\s*[-\u2013]\s*(\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const hours = /** @type {[number, number]} */ ([Number(from), Number(to)]);
  return from !== undefined && hours.every((hour) => hour <= 24) ? hours : null;
}
