/**
 * @file The server of the built page, which Playwright starts once for all tests: under a sub-path, as a teacher's host
 * would serve it, so that links that assume the top of a host break here.
 */

import { preview } from 'vite';

const SUB_PATH = '/some/sub/path/';

/** @returns {Promise<() => Promise<void>>} ends the server */
export default async function serve() {
  const server = await preview({ base: SUB_PATH, logLevel: 'silent', preview: { port: 0 } });
  // Playwright hands the environment on to its workers.
  process.env.GANTTLET_PAGE = server.resolvedUrls?.local[0];
  return () => server.close();
}
