/** @file The studies that the site serves: examples, and published experiments with their stored results. */

import { fetchSiteJson } from '../scenario/site-json.js';

/** @import { Experiment, Published } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */

/**
 * A published experiment.
 * @typedef {object} PublishedStudy
 * @property {string} text its document as text
 * @property {StudyDocument} doc the parsed document
 * @property {Published|undefined} result the stored result of all its runs, unless it cannot be fetched
 */

/** Whether a name is that of a published experiment. @param {string} name of a published experiment: `E2.6` */
export const isPublished = (name) => /^[A-Z][\dA-Za-z.]*$/u.test(name);

/**
 * Loads the text of a study or of a published experiment.
 * @param {string} name of an example (`load-against-policy`), or of a published experiment (`E2.6`)
 */
export async function fetchStudy(name) {
  const file = /^[a-z0-9-]+$/u.test(name) ? `studies/${name}.json` : isPublished(name) ? `papers/${name}.json` : '';
  const found = file ? await fetch(new URL(file, document.baseURI)) : undefined;
  const text = found?.ok ? await found.text() : '';
  if (!text.trimStart().startsWith('{')) throw new Error(`there is no study ${name}`);
  return text;
}

/** Loads the list of studies. @type {() => Promise<{id: string, name: string, question: string}[]>} the examples of studies */
export const studyList = () => fetchSiteJson('studies/index.json');

/** Loads the list of published experiments. @type {() => Promise<Experiment[]>} the published experiments */
export const experimentList = () => fetchSiteJson('results/index.json');

/**
 * The document and the stored result of a published experiment.
 * @param {string} id
 * @returns {Promise<PublishedStudy>}
 */
export async function publishedStudy(id) {
  const [text, result] = await Promise.all([fetchStudy(id), fetchSiteJson(`results/${id}.json`).catch(() => undefined)]);
  return { text, doc: JSON.parse(text), result };
}
