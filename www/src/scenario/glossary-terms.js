/** @file The terms of the field, fetched when a glossary or a lesson is first opened. */

import { fetched } from './fetched.js';
import { once } from './once.js';

/** @import { GlossaryTerm } from './glossary.js' */

/** All terms, fetched once. */
export const glossaryTerms = once(() => /** @type {Promise<GlossaryTerm[]>} */ (fetched('glossary.json')));
