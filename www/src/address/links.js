/** @file Links to what a page shows. */

/** Length of links, in characters, above which chat programs, forums and shorteners may truncate them. */
export const LONG_LINK = 2000;

/** The themes. */
export const THEMES = /** @type {const} */ (['auto', 'light', 'dark', 'projector']);

/**
 * The fragment of a step of a lesson.
 * @param {{id: string, step: number}} lesson step: from 0
 */
export function lessonFragment({ id, step }) {
  return `lesson=${id}${step > 0 ? `&step=${step + 1}` : ''}`;
}

/**
 * A link to what a page shows.
 * @param {Pick<Location, 'origin'|'pathname'>} page its address, or that of the embedded view beside it
 * @param {string} fragment
 * @returns {string}
 */
export function pageAddress({ origin, pathname }, fragment) {
  return `${origin}${pathname.replace(/embed\.html$/u, '')}#${fragment.replace(/^#/u, '')}`;
}
