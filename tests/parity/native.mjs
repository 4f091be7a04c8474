/** @file The native engine, on the command line. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What the command line prints: of the program that `cargo verify` has just compiled for other tests, else of one that
 * cargo compiles.
 * @param {...string} words
 */
export function natively(...words) {
  const ready = process.env.GANTTLET;
  const [program, all] = ready ? [ready, words] : ['cargo', ['run', '--quiet', '--release', '--package', 'ganttlet', '--', ...words]];
  return execFileSync(program, all, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
}
