/** @file What the view is called. */

/** The name of the view. */
export const VIEW = 'delegation';
