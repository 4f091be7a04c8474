/** @file A new axis of a study, for one of the settings that it can vary. */

import { sweepValues } from './new-study.js';

/** @import { StudyKnob } from '../engine/types.js' */
/** @import { StudyAxisDocument } from './new-study.js' */

/** Number of options of a new axis. */
const FIRST_OPTIONS = 4;

/**
 * An axis that varies a setting: a number around its current value, a choice by its current option and some others.
 * @param {StudyKnob} knob
 * @returns {StudyAxisDocument}
 */
export function createAxis({ id, name, options, parameter, value }) {
  const label = name.toLowerCase();
  if (options.length > 0) {
    const first = options.filter(([word]) => word === value);
    const all = [...first, ...options.filter(([word]) => word !== value)].slice(0, FIRST_OPTIONS);
    return { name: label, variants: all.map(([word, called]) => ({ name: called, set: { [id]: word } })) };
  }
  if (!parameter || parameter.type === 'bool')
    return { name: label, variants: [true, false].map((word) => ({ name: `${label}: ${word ? 'yes' : 'no'}`, set: { [id]: word } })) };
  return { name: label, knob: id, values: sweepValues(parameter, Number(value)), ...(parameter.unit ? { unit: parameter.unit } : {}) };
}
