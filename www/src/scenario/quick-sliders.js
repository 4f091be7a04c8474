/** @file Which settings of the work stand beside the charts: those the catalog calls quick. */
import { entryOf } from './catalog-choices.js';
import { idleWords, sliderRange } from './parameter-values.js';

/** @import { Catalog, Entry, Settings } from '../engine/types.js' */
/** @import { Parameter, WorkloadPart } from './types.js' */

/** Sliders shown at most; all settings stand in the panel of the work. */
const MOST = 4;

/** A quick slider goes so many times above and below the default: the whole range would leave no room for what is usual. */
const REACH = 20;

/** @typedef {{ at: number, entry: Entry, parameter: Parameter, settings: Settings }} Slider */

/**
 * The sliders worth showing for some work.
 * @param {Catalog | null} catalog
 * @param {readonly WorkloadPart[]} workload
 * @returns {Slider[]}
 */
export function quickSliders(catalog, workload) {
  const all = workload.flatMap((part, at) => {
    const entry = 'generator' in part ? entryOf(catalog, 'generator', part.generator) : undefined;
    if (!entry) return [];
    const settings = ('parameters' in part ? part.parameters : undefined) ?? {};
    return entry.parameters.flatMap((parameter) => {
      if (!parameter.quick || !sliderRange(parameter) || idleWords(parameter, entry.parameters, settings)) return [];
      return [{ at, entry, parameter: narrowed(parameter), settings }];
    });
  });
  return all.slice(0, MOST);
}

/**
 * The parameter with the range of its quick slider.
 * @param {Parameter} parameter
 * @returns {Parameter}
 */
function narrowed(parameter) {
  const { min, max, default: usual } = parameter;
  if (!(typeof usual === 'number' && usual > 0) || min === undefined || max === undefined) return parameter;
  return { ...parameter, min: Math.max(min, usual / REACH), max: Math.min(max, usual * REACH) };
}
