/**
 * @file Removes the errors of a failed message of the embedding page, because the answer to the message reports them.
 */

import { dismissNotice } from './notices.js';

/** @import { Page } from './page.js' */
/** @import { Notice, State } from '../types.js' */

/**
 * Shows the scenario as it was before the failed message.
 * @param {Page} page
 * @param {State} before
 */
export function forgetFailure(page, { text, diagnostics, notice }) {
  page.store.set({ text, diagnostics, notice });
}

/**
 * Removes an error that was shown before a successful message, if it is still there.
 * @param {Page} page
 * @param {Notice|null} notice
 */
export function forgetNotice(page, notice) {
  if (notice && (notice.kind === 'error' || notice.kind === 'warning')) dismissNotice(page, notice.id);
}
