/**
 * @file The configuration of the browser tests. They test `dist/`, which `cargo xtask build` writes; `cargo verify
 * --only browser` runs them. `npm run test:e2e` needs no cargo if CHROME is the path of a Chromium.
 */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

/** The maximum duration of an action or a condition on a busy machine, ms. */
const PATIENCE = 60_000;

const target = (/** @type {string} */ path) => fileURLToPath(new URL(`../../target/${path}`, import.meta.url));

// The variable is set once, before workers also read this file.
process.env.CHROME ??= execFileSync('cargo', ['xtask', 'chromium'], { encoding: 'utf8' }).trim().split('\n').at(-1);

/** Options for Chromium without a screen and without background work, which would slow the tests down. */
export const FLAGS = ['--disable-gpu', '--disable-quic', '--disable-sync'];

export default defineConfig({
  testMatch: '*.test.mjs',
  globalSetup: './server.mjs',
  outputDir: target('playwright'),
  reporter: [['list'], ['junit', { outputFile: target('reports/browser.xml') }]],
  // A page uses little more than half of two processors.
  workers: 2,
  // A browser on a busy machine can be slow; a test that passes only on retry is reported as flaky.
  retries: 1,
  timeout: 10 * PATIENCE,
  expect: { timeout: PATIENCE },
  use: {
    actionTimeout: PATIENCE,
    navigationTimeout: PATIENCE,
    launchOptions: { executablePath: process.env.CHROME, args: FLAGS },
    // No traces: a trace (`--trace on`) slows the page down too much for a retry on a busy machine.
    screenshot: 'only-on-failure',
  },
});
