/**
 * @file The server of the built page, which Playwright starts once for all tests. It uses a sub-path, as many hosts do,
 * so that links that assume the root of a host fail here.
 */

import { preview } from 'vite';

const SUB_PATH = '/some/sub/path/';

/** @returns {Promise<() => Promise<void>>} ends the server */
export default async function serve() {
  const server = await preview({ base: SUB_PATH, logLevel: 'silent', preview: { port: 0 } });
  // Playwright passes the environment to its workers.
  process.env.GANTTLET_PAGE = server.resolvedUrls?.local[0];
  return () => server.close();
}
