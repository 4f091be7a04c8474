/** @file Access to the clipboard, with fallbacks if the browser refuses it (frames, old browsers). */

import { showNotice } from '../commands.js';

/** @import { Page } from '../commands/page.js' */

/**
 * Copies a text to the clipboard.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement | null} [field] a field with the text, selected if all else fails
 * @returns {Promise<boolean>} false if the user has to copy it
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused in frames without permission, absent on plain http: the old command may still do it.
  }
  const area = field ?? document.body.appendChild(createHiddenArea(text));
  area.focus();
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  if (!field) area.remove();
  return done;
}

/** An invisible text area from which the old copy command copies. @param {string} text */
function createHiddenArea(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.style.cssText = 'position:fixed;opacity:0;pointer-events:none';
  return area;
}

/**
 * Copies a text and reports the outcome in a notice.
 * @param {Page} page
 * @param {string} text
 * @param {string} success the sentence after success
 */
export async function copyWithNotice(page, text, success) {
  if (await copyText(text)) showNotice(page, success, 'good');
  else showNotice(page, 'The browser does not allow access to the clipboard here.', 'error');
}
