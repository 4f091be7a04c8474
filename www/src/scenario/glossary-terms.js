/** @file The terms of the field, fetched when a glossary or a lesson is first opened. */

import { once } from './fetch-cache.js';
import { fetched } from './site-json.js';

/** @import { GlossaryTerm } from './glossary.js' */

/** All terms, fetched once. */
export const glossaryTerms = once(() => /** @type {Promise<GlossaryTerm[]>} */ (fetched('glossary.json')));
