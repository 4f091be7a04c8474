// Browsers without storage, network, a language or inline styles. The page continues, or explains why it cannot.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

test('a database that never answers does not keep the example away', async ({ site }) => {
  const visit = await site.visit();
  await visit.page.addInitScript(() => {
    IDBFactory.prototype.open = () => /** @type {any} */ ({});
  });
  const page = await visit.goto();
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('parts that cannot be loaded are reported, and can be retried', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, panel } = actions(page);
  await story(/FCFS/);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  for (const name of ['Workload', 'Grid']) {
    await panel(name);
    await page.locator('.panel').getByText('The forms could not be fetched: this browser is offline').waitFor();
  }
  for (const [button, sentence] of [
    ['Share', 'The forms could not be fetched'],
    ['Lessons', 'The lessons could not be fetched'],
    ['Papers', 'The published experiments could not be fetched'],
  ]) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const told = page.locator('ganttlet-app').getByText(sentence).first();
    await told.waitFor();
    assert.ok(await page.getByRole('button', { name: 'Reload the page' }).first().isVisible());
  }
  await page.getByRole('button', { name: 'Back to the charts' }).click();
  await page.context().setOffline(false);
  await panel('Workload');
  await page.locator('workload-picker').getByText('Drop a log').waitFor();
  assert.deepEqual(
    visit.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')),
    [],
  );
  await visit.close();
});

test('a part of the engine that cannot be loaded is reported, for queries and for runs', async ({ site }) => {
  for (const [example, ask] of /** @type {const} */ ([
    ['fcfs-vs-easy', true],
    ['pool-thinning', false],
  ])) {
    const visit = await site.visit();
    await visit.page.context().route(/ganttlet_wasm_deferred/u, (route) => route.abort());
    const page = await visit.goto(`#ex=${example}`);
    const missing = page.getByText('A part of the engine could not be fetched (').first();
    if (ask) {
      await actions(page).finish();
      assert.equal(await missing.count(), 0);
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: /^SVG/ }).first().click();
      await missing.waitFor();
    } else {
      await missing.waitFor();
      await page.getByRole('alert').filter({ hasText: 'The engine could not start' }).getByText('(no answer)').waitFor();
      await page.context().unroute(/ganttlet_wasm_deferred/u);
      await page.getByRole('button', { name: 'Reload the page' }).first().click();
      await page.locator('rounds-panel .bar i').first().waitFor({ state: 'attached' });
    }
    await visit.close();
  }
});

/** Serves a changed file. @param {(whole: Buffer) => Buffer} change */
function changed(change) {
  /** @type {Promise<Buffer>|undefined} */
  let body;
  return async (/** @type {import('@playwright/test').Route} */ route) => {
    body ??= route
      .fetch()
      .then((response) => response.body())
      .then(change);
    await route.fulfill({ contentType: 'application/wasm', body: await body });
  };
}

/**
 * Possible wrong answers of a host to a request for the second file of the engine.
 * @type {Record<string, (route: import('@playwright/test').Route) => Promise<unknown>>}
 */
const WRONG = {
  'no answer': (route) => route.abort('connectionreset'),
  'the server answered 404': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'a page': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Start</title>' }),
  nothing: (route) => route.fulfill({ contentType: 'application/wasm', body: '' }),
  'another module': (route) => route.fulfill({ contentType: 'application/wasm', body: Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]) }),
  'half of it': changed((whole) => whole.subarray(0, whole.length / 2)),
  'one bit changed': changed((whole) => {
    whole[whole.length >> 1] ^= 1;
    return whole;
  }),
};

for (const [what, answer] of Object.entries(WRONG)) {
  test(`a second file of the engine that cannot be used (${what}) is reported once, requested once for each run, and another run gets it`, async ({
    site,
  }) => {
    const visit = await site.visit();
    let asked = 0;
    await visit.page.context().route(/ganttlet_wasm_deferred/u, (route) => {
      asked += 1;
      return answer(route);
    });
    const page = await visit.goto('#ex=fcfs-vs-easy');
    const { finish, ink } = actions(page);
    await finish();
    await page.evaluate(() => (location.hash = '#ex=das3-co-allocation'));
    const charts = page.locator('gantt-chart .empty');
    await charts.filter({ hasText: 'A part of the engine could not be fetched (' }).first().waitFor();
    await page.waitForFunction(() =>
      document
        .querySelector('ganttlet-app')
        .page.store.get()
        .variants.every(({ status }) => status === 'failed'),
    );
    const runs = await charts.count();
    const said = await page.evaluate(() => {
      const { variants, notice, failure } = document.querySelector('ganttlet-app').page.store.get();
      return { errors: variants.map(({ error }) => error), notice: notice?.text ?? '', failure };
    });
    assert.equal(said.notice, '');
    assert.equal(said.failure, '');
    assert.match(
      said.errors[0],
      what.includes('answer') ? new RegExp(`\\(${what}\\)`, 'u') : /\((?:received \d+ bytes|the received file) /u,
    );
    assert.doesNotMatch(said.errors.join(), /WebAssembly|magic/u);
    // Each run requests the part once, and the sentence about the results may request it once more.
    assert.ok(asked <= runs + 1, `${runs} runs asked ${asked} times`);
    await page.context().unroute(/ganttlet_wasm_deferred/u);
    await page.getByRole('button', { name: 'Run again' }).first().click();
    await finish();
    await ink();
    await visit.close();
  });
}

test('a second file of the engine that never arrives does not block the next example', async ({ site }) => {
  const visit = await site.visit();
  let asked = () => undefined;
  const wanted = new Promise((resolve) => (asked = resolve));
  await visit.page.context().route(/ganttlet_wasm_deferred/u, () => asked());
  const page = await visit.goto('#ex=das3-co-allocation');
  await wanted;
  await page.evaluate(() => (location.hash = '#ex=fcfs-vs-easy'));
  await actions(page).story(/FCFS above, EASY below/);
  await actions(page).finish();
  await visit.close();
});

test('a language that Intl refuses does not keep the plots away', async ({ site }) => {
  const visit = await site.visit();
  await visit.page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'language', { get: () => 'c', configurable: true }));
  const page = await visit.goto();
  await page.locator('plot-stack .field').first().waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a strict content security policy leaves the axis, the window and the bars of lists where they belong', async ({ site }) => {
  const visit = await site.visit();
  const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";
  await visit.page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
  const page = await visit.goto('#ex=pool-thinning');
  const { finish, story } = actions(page);
  await story(/tasks/);
  await finish();
  const lefts = (/** @type {string} */ selector) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  const ticks = await lefts('time-axis .tick');
  assert.ok(ticks.length > 2);
  assert.equal(new Set(ticks).size, ticks.length, 'each tick has its place');
  const [now = 0, map = 0] = [...(await lefts('gantt-minimap .now')), ...(await lefts('gantt-minimap'))];
  assert.ok(now > map + 100, `the playhead is at the end, not at ${now}`);
  await page.locator('rounds-panel .bar i').first().waitFor({ state: 'attached' });
  const widths = await page.locator('rounds-panel .bar i').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  assert.ok((widths[0] ?? 0) > 0, 'the longest task has a bar');
  assert.ok(
    (await page
      .locator('chart-title .line path')
      .first()
      .evaluate((path) => getComputedStyle(path).stroke)) !== 'none',
  );
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
