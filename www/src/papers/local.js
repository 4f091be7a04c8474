/** @file The published experiments over the real engine, wherever it is put. */

import init, { Study, experiments } from '../../pkg-papers/ganttlet_papers.js';
import { createStudies } from './host.js';

/**
 * @param {Parameters<typeof createStudies>[0]} post
 */
export function startStudies(post) {
  return createStudies(post, (module) => init({ module_or_path: module }), { experiments, Study });
}
