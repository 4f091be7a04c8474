/** @file What judges, over the real engine, wherever it is put. */

import init, { judged } from '../../pkg-papers/ganttlet_papers.js';
import { answering } from '../engine/answers.js';

/**
 * @param {import('../engine/answers.js').Post} post
 */
export function startJudge(post) {
  return answering(post, (module) => init({ module_or_path: module }), { judged });
}
