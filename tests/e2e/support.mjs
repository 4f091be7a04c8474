/**
 * @file What every test in a browser needs: the built page on a server under a sub-path, as a teacher's host would
 * have it, a Chromium, and a record of everything that went wrong on the page.
 *
 * The tests run against `dist/`: build it with `cargo xtask build`. `cargo verify` does all of that.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** The repository's top folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The sub-path under which the page is served: links that assume the top of a host break here. */
export const SUB_PATH = '/some/sub/path/';

/** What changes a page or its profile for good: afterwards it is nobody else's. */
const LASTING = [
  'addInitScript',
  'route',
  'routeFromHAR',
  'exposeFunction',
  'exposeBinding',
  'emulateMedia',
  'setViewportSize',
  'setOffline',
  'setExtraHTTPHeaders',
  'grantPermissions',
  'clearPermissions',
  'newCDPSession',
  'newPage',
  'close',
];

/** Chromium as it runs without a screen; as root it starts only without its sandbox. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The build tool: the one that `cargo verify` runs as, or through cargo. */
const tool = (/** @type {string[]} */ ...words) =>
  process.env.GANTTLET_XTASK ? [process.env.GANTTLET_XTASK, words] : ['cargo', ['xtask', ...words]];

/**
 * Starts the server and the browser. `await site.close()` ends both; they end as well when this process does.
 * @param {{reuses?: boolean}} [how] reuses: whether a visit may get a page that another one has left, emptied: to start the processes of a fresh one takes
 *   longer than most of what is done with it
 * @returns {Promise<Site>}
 */
export async function start({ reuses = false } = {}) {
  const [server, address] = await serve();
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS }).catch((error) => {
    server.kill();
    throw error;
  });
  return new Site(address, browser, server, reuses);
}

/** @returns {Promise<[import('node:child_process').ChildProcess, string]>} */
async function serve() {
  const [program, words] = tool('serve', '--port', '0', '--under', SUB_PATH, '--while-stdin');
  const server = spawn(program, words, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface(server.stdout)) return [server, line];
  throw new Error('The server ended before it said where it is: is the page built? (cargo xtask build)');
}

function browserPath() {
  if (process.env.CHROME) return process.env.CHROME;
  const [program, words] = tool('chromium');
  return execFileSync(program, words, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1);
}

/** The served page and a browser to look at it with. */
export class Site {
  /** Where the page is, with a slash at the end. */
  address;
  /** @type {import('playwright-core').Browser} */
  browser;
  #server;
  /** Pages that were used and are empty again, by the options of their profile. @type {Map<string, import('playwright-core').Page[]>} */
  #idle = new Map();

  constructor(address, browser, server, reuses) {
    this.reuses = reuses;
    this.address = address;
    this.browser = browser;
    this.#server = server;
  }

  /**
   * Opens an empty page in a profile that holds nothing, and watches it.
   * @param {import('playwright-core').BrowserContextOptions & {tour?: boolean}} [options] such as `viewport`, `colorScheme`, `reducedMotion`; tour: as
   *   somebody who has not seen the tour yet, which then begins after the first result
   * @returns {Promise<Visit>}
   */
  async visit({ tour = false, ...options } = {}) {
    const kind = JSON.stringify([tour, options]);
    const used = this.#idle.get(kind)?.pop();
    return new Visit(this, used ?? (await this.#fresh(tour, options)), kind);
  }

  /** @param {boolean} tour @param {import('playwright-core').BrowserContextOptions} options */
  async #fresh(tour, options) {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    if (!tour) {
      await context.addInitScript(() => {
        try {
          localStorage.setItem('ganttlet.tour', 'seen');
        } catch {
          // A page without an origin keeps nothing.
        }
      });
    }
    return context.newPage();
  }

  /**
   * Empties a page for the next visit.
   * @param {import('playwright-core').Page} page
   * @param {string} kind
   */
  async reuse(page, kind) {
    // What a tab keeps goes only while a page of its origin is in it; one without an origin has none.
    await page.goto(`${this.address}sandbox.js`);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(this.address).origin, storageTypes: 'all' });
    await session.send('Page.resetNavigationHistory');
    await session.detach();
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), page]);
  }

  async close() {
    await this.browser.close();
    this.#server.stdin.end();
    this.#server.kill();
  }
}

/** One page and what went wrong on it. */
export class Visit {
  /** @type {import('playwright-core').Page} */
  page;
  /** Everything that the page should not do, one sentence each: errors, warnings, failed and foreign requests. */
  faults = /** @type {string[]} */ ([]);
  #site;
  #kind;
  /** Whether something was done to the page that lasts. */
  #spent = false;
  /** Ends the watching. @type {(() => void)[]} */
  #ends = [];

  constructor(site, page, kind) {
    this.#site = site;
    this.#kind = kind;
    this.page = page;
    for (const owner of [page, page.context()]) {
      for (const name of LASTING) {
        if (typeof owner[name] !== 'function') continue;
        owner[name] = (...words) => {
          this.#spent = true;
          return Object.getPrototypeOf(owner)[name].apply(owner, words);
        };
        this.#ends.push(() => void delete owner[name]);
      }
    }
    const watch = (/** @type {any} */ of, /** @type {string} */ event, /** @type {(what: any) => void} */ heard) => {
      of.on(event, heard);
      this.#ends.push(() => void of.off(event, heard));
    };
    const { origin } = new URL(site.address);
    watch(page, 'console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.faults.push(`${message.type()}: ${message.text()}`);
    });
    watch(page, 'pageerror', (error) => this.faults.push(`uncaught: ${error.stack ?? error}`));
    watch(page, 'crash', () => {
      this.#spent = true;
      this.faults.push('the page crashed');
    });
    watch(page, 'requestfailed', (request) => {
      // Leaving a page ends its requests; that is no fault.
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') this.faults.push(`failed: ${request.url()} (${reason})`);
    });
    watch(page, 'response', (response) => {
      if (response.status() >= 400) this.faults.push(`status ${response.status()}: ${response.url()}`);
    });
    // The browser context sees the requests of workers, too.
    watch(page.context(), 'request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) this.faults.push(`foreign: ${url}`);
    });
  }

  /**
   * Goes to a place on the site.
   * @param {string} [path] such as `''`, `'embed.html'` or `'#ex=welcome&seed=7'`
   */
  async goto(path = '') {
    await this.page.goto(this.#site.address + path);
    return this.page;
  }

  /**
   * Makes a picture in `target/screenshots/`.
   * @param {string} name without the ending
   */
  async screenshot(name) {
    const folder = `${root}target/screenshots`;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: `${folder}/${name}.png` });
  }

  /**
   * What axe finds wrong with the page as it stands. Only what is wrong leaves the page, and only then is it asked
   * where: naming each of a thousand sound elements takes most of axe's time.
   * @returns {Promise<string[]>} one line for each element
   */
  async accessibility() {
    if (!(await this.page.evaluate(() => 'axe' in globalThis)))
      await this.page.addScriptTag({ path: `${root}node_modules/axe-core/axe.min.js` });
    return this.page.evaluate(async () => {
      const look = async (/** @type {boolean} */ selectors) =>
        (await globalThis.axe.run({ resultTypes: ['violations'], selectors })).violations;
      if ((await look(false)).length === 0) return [];
      return (await look(true)).flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target.join(' ')}`));
    });
  }

  /** Ends the visit: the page is emptied for another one, or closed with its profile where more was done than to read and to press. */
  async close() {
    for (const end of this.#ends.splice(0)) end();
    const { page } = this;
    if (!this.#site.reuses || this.#spent || page.isClosed() || page.context().pages().length > 1) await page.context().close();
    else await this.#site.reuse(page, this.#kind);
  }
}
