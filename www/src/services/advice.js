/** @file When to use a policy, and its pseudo-code: a file that is built beside the package and fetched when somebody asks. */

import address from '../../pkg/advice.json?url';
import { once } from '../scenario/once.js';

/** @typedef {{when_to_use?: string, pseudocode?: string}} Advice */

/** The advice by family and id, fetched once. */
export const fetchAdvice = once(async () => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the advice cannot be fetched: ${response.status}`);
  return /** @type {Promise<Record<string, Advice>>} */ (response.json());
});
