/**
 * @file How the browser tests run. They test `dist/`: `cargo xtask build` writes it, `cargo verify --only browser` runs them;
 * `npm run test:e2e` does without cargo where CHROME names a Chromium.
 */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

/** Milliseconds that an action or a condition may take on a busy machine. */
const PATIENCE = 60_000;

const target = (/** @type {string} */ path) => fileURLToPath(new URL(`../../target/${path}`, import.meta.url));

// Set once, before workers read this file too.
process.env.CHROME ??= execFileSync('cargo', ['xtask', 'chromium'], { encoding: 'utf8' }).trim().split('\n').at(-1);

/** Chromium without a screen; what it does beside the page would take time from the tests. */
export const FLAGS = ['--disable-gpu', '--disable-quic', '--disable-sync'];

export default defineConfig({
  testMatch: '*.test.mjs',
  globalSetup: './server.mjs',
  outputDir: target('playwright'),
  reporter: [['list'], ['junit', { outputFile: target('reports/browser.xml') }]],
  // A page keeps little more than half of two processors busy.
  workers: 2,
  // A browser on a busy machine can be late; a test that passes only the second time is reported as flaky.
  retries: 1,
  timeout: 10 * PATIENCE,
  expect: { timeout: PATIENCE },
  use: {
    actionTimeout: PATIENCE,
    navigationTimeout: PATIENCE,
    launchOptions: { executablePath: process.env.CHROME, args: FLAGS },
    // A trace (`--trace on`) slows the page down, which a second try on a busy machine cannot afford.
    screenshot: 'only-on-failure',
  },
});
