/** @file The sliders beside the charts: settings of the workload that the catalog marks as quick. */
import { findEntry } from './catalog-choices.js';
import { ignoredText, sliderRange } from './parameter-values.js';

/** @import { Catalog, Entry, Settings } from '../engine/types.js' */
/** @import { Parameter, WorkloadPart } from './types.js' */

/** Maximum number of sliders; all settings are in the workload panel. */
const MOST_SLIDERS = 4;

/**
 * A quick slider ranges from the default divided by this to the default multiplied by it: the whole range would
 * compress the usual values.
 */
const RANGE_FACTOR = 20;

/** @typedef {{ at: number, entry: Entry, parameter: Parameter, settings: Settings }} Slider */

/**
 * The sliders for a workload.
 * @param {Catalog | null} catalog
 * @param {readonly WorkloadPart[]} workload
 * @returns {Slider[]}
 */
export function quickSliders(catalog, workload) {
  const all = workload.flatMap((part, at) => {
    const entry = 'generator' in part ? findEntry(catalog, 'generator', part.generator) : undefined;
    if (!entry) return [];
    const settings = ('parameters' in part ? part.parameters : undefined) ?? {};
    return entry.parameters.flatMap((parameter) => {
      if (!parameter.quick || !sliderRange(parameter) || ignoredText(parameter, entry.parameters, settings)) return [];
      return [{ at, entry, parameter: narrowRange(parameter), settings }];
    });
  });
  return all.slice(0, MOST_SLIDERS);
}

/**
 * The parameter with the range of its quick slider.
 * @param {Parameter} parameter
 * @returns {Parameter}
 */
function narrowRange(parameter) {
  const { min, max, default: usual } = parameter;
  if (!(typeof usual === 'number' && usual > 0) || min === undefined || max === undefined) return parameter;
  return { ...parameter, min: Math.max(min, usual / RANGE_FACTOR), max: Math.min(max, usual * RANGE_FACTOR) };
}
