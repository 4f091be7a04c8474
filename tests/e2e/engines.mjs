/**
 * @file The browsers other than Chromium, if they are installed: Firefox through Playwright, and WebKit (WebKitGTK's
 * MiniBrowser) through its own WebDriver, since Playwright supports only its own builds of either engine. Both offer
 * the same methods: go to an address, and run a function there.
 */

import { spawn } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { firefox } from '@playwright/test';

/**
 * @typedef {object} Engine
 * @property {(address: string) => Promise<void>} goto
 * @property {<A, V>(of: (argument: A) => Promise<V> | V, argument: A) => Promise<V>} run runs a function in the page;
 * the function can use only its argument
 * @property {() => Promise<void>} close
 */

/** The maximum duration of a browser operation, ms. */
const PATIENCE = 120_000;

/** @param {string[]} names of programs; the result is the first one on the search path */
function program(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
}

/** @param {string} file */
function runs(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<Engine|string>} the reason if there is no browser */
export async function startFirefox() {
  const executablePath = process.env.FIREFOX ?? program('firefox', 'firefox-esr');
  if (!executablePath) return 'no Firefox is installed';
  const browser = await firefox
    .launch({ channel: 'moz-firefox', executablePath, timeout: PATIENCE })
    .catch((error) => String(error.message).split('\n')[0]);
  if (typeof browser === 'string') return `Firefox cannot be driven: ${browser}`;
  // Without this option, Firefox refuses the emulation of colours that Playwright requests.
  const page = await browser.newPage({ colorScheme: null });
  page.setDefaultTimeout(PATIENCE);
  return {
    goto: async (address) => void (await page.goto(address)),
    run: (of, argument) => page.evaluate(/** @type {any} */ (of), argument),
    close: () => browser.close(),
  };
}

/** The paths of WebKitGTK's small browser on Debian and other systems. */
function miniBrowser() {
  for (const base of ['/usr/lib', '/usr/libexec', '/usr/lib64']) {
    for (const below of ['', ...entries(base).filter((name) => name.includes('linux-gnu'))]) {
      for (const folder of entries(join(base, below)).filter((name) => name.startsWith('webkit2gtk'))) {
        const file = join(base, below, folder, 'MiniBrowser');
        if (runs(file)) return file;
      }
    }
  }
  return undefined;
}

/** @param {string} folder */
function entries(folder) {
  try {
    return readdirSync(folder).sort().reverse();
  } catch {
    return [];
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** @returns {Promise<Engine|string>} the reason if there is no browser */
export async function startWebKit() {
  const driver = program('WebKitWebDriver');
  const binary = process.env.MINIBROWSER ?? miniBrowser();
  if (!driver || !binary) return 'no WebKitGTK with its WebDriver and MiniBrowser is installed';
  const screen = process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? undefined : program('xvfb-run');
  if (!screen && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'WebKitGTK needs a screen, and there is no xvfb-run';
  const port = await freePort();
  const words = [driver, `--port=${port}`, '--host=127.0.0.1'];
  // A separate process group, so that the screen and the browser end with the driver.
  const process_ = spawn(screen ?? driver, screen ? ['-a', ...words] : words.slice(1), { detached: true, stdio: 'ignore' });
  const end = () => {
    try {
      process.kill(-(process_.pid ?? 0), 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  process.once('exit', end);
  const failed = new Promise((_, reject) => process_.once('error', reject));

  /** @param {string} path @param {unknown} [body] @param {string} [method] */
  const call = async (path, body, method = 'POST') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebDriver ${path}: ${value?.message ?? response.status}`);
    return value;
  };

  try {
    await Promise.race([answers(`http://127.0.0.1:${port}/status`), failed]);
    const { sessionId } = await call('/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          timeouts: { script: PATIENCE, pageLoad: PATIENCE },
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        },
      },
    });
    const session = `/session/${sessionId}`;
    return {
      goto: (address) => call(`${session}/url`, { url: address }),
      run: async (of, argument) => {
        const script = `const done = arguments[1];
          Promise.resolve().then(() => (${of})(arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
        const { value, error } = await call(`${session}/execute/async`, { script, args: [argument] });
        if (error) throw new Error(error);
        return value;
      },
      close: async () => {
        await call(session, undefined, 'DELETE').catch(() => undefined);
        end();
      },
    };
  } catch (error) {
    end();
    return `WebKitGTK cannot be driven: ${error instanceof Error ? error.message : error}`;
  }
}

/** @param {string} address polled until it answers */
async function answers(address) {
  const until = Date.now() + 15_000;
  for (;;) {
    try {
      await fetch(address, { signal: AbortSignal.timeout(1_000) });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
