/** @file The terms of the field, fetched when a glossary or a lesson is first opened. */

import { cacheFetches } from './fetch-cache.js';
import { fetchSiteJson } from './site-json.js';

/** @import { GlossaryTerm } from './glossary.js' */

/** All terms, fetched once. */
export const fetchGlossaryTerms = cacheFetches(() => /** @type {Promise<GlossaryTerm[]>} */ (fetchSiteJson('glossary.json')));
