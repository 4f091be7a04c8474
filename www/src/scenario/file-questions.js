/** @file Settings of a scenario's files that the run comments on and the reader may switch. */

import { findEntry } from './catalog-choices.js';
import { valueAt } from './json-pointer.js';

/** @import { Catalog, Diagnostic } from '../engine/types.js' */
/** @import { ScenarioDocument } from './types.js' */

/**
 * A parameter of a file with a comment of the run.
 * @typedef {object} FileQuestion
 * @property {string} place JSON pointer to the parameter
 * @property {string} file the name of the file
 * @property {string} text a sentence on the current state
 * @property {boolean} on whether the parameter is on
 * @property {string} name its name in the catalog
 */

/**
 * The settings of files that the run comments on.
 * @param {ScenarioDocument|null} scenario
 * @param {readonly Diagnostic[]} told the diagnostics of its run about its work
 * @param {Catalog|null} catalog
 * @returns {FileQuestion[]}
 */
export function fileQuestions(scenario, told, catalog) {
  const lists = /** @type {const} */ (['workload', 'background']);
  return lists.flatMap((list) =>
    (scenario?.[list] ?? []).flatMap((part, at) => {
      if (!('file' in part)) return [];
      const { parameters = [] } = findEntry(catalog, 'format', part.file.format) ?? {};
      return parameters.flatMap((parameter) => {
        const place = `/${list}/${at}/parameters/${parameter.id}`;
        const text = parameter.type === 'bool' ? told.find((one) => one.place === place)?.message : undefined;
        return text === undefined
          ? []
          : [{ place, file: part.file.name, text, on: (valueAt(scenario, place) ?? parameter.default) === true, name: parameter.name }];
      });
    }),
  );
}
