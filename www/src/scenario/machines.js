/** @file Machines that differ, as a person edits them. Nothing is changed in place. */

/** @import { Machine } from './types.js' */

/**
 * Features that are numbers, and what they are where nothing is said.
 * @type {readonly { id: 'speed' | 'kflops' | 'mips' | 'memory_mb' | 'load' | 'cost', name: string, about: string, usual: number }[]}
 */
export const NUMBERS = [
  { id: 'speed', name: 'Speed', about: 'As a multiple of the speed of the cluster', usual: 1 },
  { id: 'kflops', name: 'KFlops', about: 'Floating-point speed as measured', usual: 0 },
  { id: 'mips', name: 'MIPS', about: 'Integer speed as measured', usual: 0 },
  { id: 'memory_mb', name: 'Memory', about: 'MB', usual: 0 },
  { id: 'load', name: 'Load', about: 'Load average of what its owner runs', usual: 0 },
];

/** @type {typeof NUMBERS[number]} */
export const COST = { id: 'cost', name: 'Cost', about: 'Of an hour, for the efficiency by cost', usual: 1 };

/**
 * A machine with something changed; what is as usual is left out.
 * @param {Machine} machine
 * @param {Partial<Machine>} change
 * @returns {Machine}
 */
export function changed(machine, change) {
  /** @type {Record<string, unknown>} */
  const next = { ...machine, ...change };
  for (const { id, usual } of [...NUMBERS, COST]) if (next[id] === usual) delete next[id];
  for (const id of ['name', 'owner', 'platform']) if (next[id] === '') delete next[id];
  if (Array.isArray(next.groups) && next.groups.length === 0) delete next.groups;
  if (next.hours === undefined) delete next.hours;
  return next;
}

/**
 * The machines with a copy of one behind it, under a name that is free.
 * @param {readonly Machine[]} machines
 * @param {number} at
 * @returns {Machine[]}
 */
export function duplicated(machines, at) {
  const from = machines[at] ?? {};
  const taken = new Set(machines.map(({ name }) => name));
  const [, stem = '', digits = ''] = /^(.*?)(\d*)$/.exec(from.name ?? '') ?? [];
  let number = Number(digits || 1) + 1;
  const named = () => `${stem}${digits === '' && stem !== '' ? '-' : ''}${String(number).padStart(digits.length, '0')}`;
  while (taken.has(named())) number += 1;
  return machines.toSpliced(at + 1, 0, { ...structuredClone(from), ...(from.name ? { name: named() } : {}) });
}

/**
 * Hours of the day as they are typed: `14-10`; nothing for always.
 * @param {string} text
 * @returns {[number, number] | undefined | null} null if it cannot be read
 */
export function hoursOf(text) {
  if (text.trim() === '') return undefined;
  const [, from, to] = /^\s*(\d+(?:\.\d+)?)\s*[-\u2013]\s*(\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const hours = /** @type {[number, number]} */ ([Number(from), Number(to)]);
  return from !== undefined && hours.every((hour) => hour <= 24) ? hours : null;
}
