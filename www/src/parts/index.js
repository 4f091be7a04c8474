/**
 * @file Registers the parts: results at once; forms when the browser has nothing better to do, for they are behind
 * buttons. An element that is already in the document comes alive when it is registered.
 */
import './results.js';

/** Milliseconds after which the forms are fetched even from a busy page. */
const PATIENCE = 2000;

const soon = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ action) => setTimeout(action, PATIENCE));
// A failed fetch is tried again by the one who opens a form.
soon(() => void import('./forms.js').catch(() => undefined), { timeout: PATIENCE });
