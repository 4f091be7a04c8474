/**
 * @file The fixture of every browser test: the served page in the browser of the worker, and visits to it, which record
 * all errors.
 */

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';

/** The repository's top folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Methods with a lasting effect on a page or its profile; such a page is not reused. */
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

/** The number of idle pages that a worker keeps; each has its own process. */
const IDLE_PAGES = 8;

/** The served page in a browser. */
export class Site {
  /** The address of the page, with a slash at the end. */
  address;
  /** @type {import('@playwright/test').Browser} */
  browser;
  /**
   * Emptied pages and the options of their profiles: the start of a new process takes longer than most tests.
   * @type {{kind: string, page: import('@playwright/test').Page}[]}
   */
  #idle = [];

  /** @param {import('@playwright/test').Browser} browser */
  constructor(browser) {
    this.address = String(process.env.GANTTLET_PAGE);
    this.browser = browser;
  }

  /**
   * Opens an empty page in an empty profile, and watches it.
   * @param {import('@playwright/test').BrowserContextOptions} [options] such as `viewport`, `colorScheme`, `reducedMotion`
   * @returns {Promise<Visit>}
   */
  async visit(options = {}) {
    const kind = JSON.stringify(options);
    const at = this.#idle.findIndex((idle) => idle.kind === kind);
    const [idle] = at < 0 ? [] : this.#idle.splice(at, 1);
    return new Visit(this, idle?.page ?? (await this.#fresh(options)), kind);
  }

  /** @param {import('@playwright/test').BrowserContextOptions} options */
  async #fresh(options) {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    return context.newPage();
  }

  /**
   * Empties a page for the next visit.
   * @param {import('@playwright/test').Page} page
   * @param {string} kind
   */
  async reuse(page, kind) {
    // The storage of a tab can only be cleared on a page of its origin; `about:blank` has none.
    await page.goto(`${this.address}sandbox.js`);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(this.address).origin, storageTypes: 'all' });
    await session.send('Page.resetNavigationHistory');
    await session.detach();
    this.#idle.push({ kind, page });
    if (this.#idle.length > IDLE_PAGES) await this.#idle.shift()?.page.context().close();
  }
}

/** A page and its errors. */
export class Visit {
  /** @type {import('@playwright/test').Page} */
  page;
  /** All faults of the page, one sentence each: errors, warnings, failed and foreign requests. */
  faults = /** @type {string[]} */ ([]);
  #site;
  #kind;
  /** Whether the page was changed permanently. */
  #spent = false;
  /** Functions that end the watching. @type {(() => void)[]} */
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
      // Requests that end because the page is left are not faults.
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') this.faults.push(`failed: ${request.url()} (${reason})`);
    });
    watch(page, 'response', (response) => {
      if (response.status() >= 400) this.faults.push(`status ${response.status()}: ${response.url()}`);
    });
    // The browser context also receives the requests of workers.
    watch(page.context(), 'request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) this.faults.push(`foreign: ${url}`);
    });
  }

  /**
   * Opens an address of the site.
   * @param {string} [path] such as `''`, `'embed.html'` or `'#ex=welcome&seed=7'`
   */
  async goto(path = '') {
    await this.page.goto(this.#site.address + path);
    return this.page;
  }

  /**
   * Saves a screenshot in `target/screenshots/`.
   * @param {string} name without the ending
   */
  async screenshot(name) {
    const folder = `${root}target/screenshots`;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: `${folder}/${name}.png` });
  }

  /**
   * The accessibility errors that axe finds on the page. Elements are located only for errors, because naming every
   * correct element takes most of axe's time.
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

  /** Ends the visit: the page is emptied for another visit, or closed with its profile after lasting changes. */
  async close() {
    for (const end of this.#ends.splice(0)) end();
    const { page } = this;
    if (this.#spent || page.isClosed() || page.context().pages().length > 1) await page.context().close();
    else await this.#site.reuse(page, this.#kind);
  }
}

export const test = base.extend(
  /** @type {import('@playwright/test').Fixtures<{}, {site: Site}>} */ ({
    site: [async ({ browser }, use) => use(new Site(browser)), { scope: 'worker' }],
  }),
);
