/** @file What the site serves of studies: examples, published experiments, and what came of those. */

import { fetched } from '../scenario/fetched.js';

/** @import { Experiment, Published } from '../engine/types.js' */

/** @param {string} name of an example (`load-against-policy`), or of a published experiment (`E2.6`) */
export async function fetchStudy(name) {
  const file = /^[a-z0-9-]+$/u.test(name) ? `studies/${name}.json` : /^[A-Z][\dA-Z.]*$/u.test(name) ? `papers/${name}.json` : '';
  const found = file ? await fetch(new URL(file, document.baseURI)) : undefined;
  const text = found?.ok ? await found.text() : '';
  if (!text.trimStart().startsWith('{')) throw new Error(`there is no study ${name}`);
  return text;
}

/** @type {() => Promise<{id: string, name: string, question: string}[]>} the examples of studies */
export const studyList = () => fetched('studies/index.json');

/** @type {() => Promise<Experiment[]>} the published experiments */
export const experimentList = () => fetched('results/index.json');

/** @type {(id: string) => Promise<Published>} what came of all runs of a published experiment */
export const publishedResult = (id) => fetched(`results/${id}.json`);
