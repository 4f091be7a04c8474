// An embed: its messages with the surrounding page of another origin, and its reports of unknown options.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { root, test } from './support.mjs';

test('the page around an embed drives it by messages, across origins', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 900, height: 640 } });
  const { page } = visit;
  await page.setContent(`<script>
      window.heard = [];
      addEventListener('message', ({ data }) => window.heard.push(data));
    </script>
    <iframe title="Chart" width="860" height="600" src="${site.address}embed.html?lock=all#ex=fcfs-vs-easy"></iframe>`);
  await page.waitForFunction(() => window.heard.some(({ ganttlet, type, id }) => ganttlet === 1 && type === 'ready' && id === undefined));
  const ask = (message) =>
    page.evaluate((asked) => document.querySelector('iframe').contentWindow.postMessage({ ganttlet: 1, ...asked }, '*'), message);
  const answer = async (/** @type {string} */ id) => {
    await page.waitForFunction((wanted) => window.heard.some((data) => data.id === wanted), id);
    return page.evaluate((wanted) => window.heard.find((data) => data.id === wanted), id);
  };
  await ask({ type: 'ping', id: 'ping' });
  assert.equal((await answer('ping')).type, 'ready');
  await ask({ type: 'nonsense', id: 'unknown' });
  assert.deepEqual([(await answer('unknown')).type, (await answer('unknown')).code], ['error', 'unknown-type']);
  // The playhead can only move to computed times; repeat until all are computed.
  for (let at = 0; ; at += 1) {
    await ask({ type: 'state', id: `state-${at}` });
    if ((await answer(`state-${at}`)).complete) break;
  }
  await ask({ type: 'seek', t: 3600, id: 'seek' });
  const sought = await answer('seek');
  assert.deepEqual([sought.t, sought.running, sought.complete], [3600, false, true]);
  await ask({ type: 'play', id: 'play' });
  assert.equal((await answer('play')).running, true);
  await ask({ type: 'pause', id: 'pause' });
  assert.equal((await answer('pause')).running, false);
  await ask({ type: 'seek', t: -5, id: 'wrong' });
  assert.equal((await answer('wrong')).type, 'error');
  // An option without effect is reported.
  await page.frameLocator('iframe').getByText('lock=all').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('embed.js makes a view that a page drives: it changes, runs, selects, exports, and tells what happens', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 900, height: 900 } });
  const { page } = visit;
  await page.setContent(`<script defer src="${site.address}embed.js"></script>
    <ganttlet-view title="Chart" height="auto" show="question,gantt,player,controls" lock="seed" src="${site.address}#ex=fcfs-vs-easy"></ganttlet-view>
    <script>
      window.view = document.querySelector('ganttlet-view');
      window.told = [];
      for (const type of ['finished', 'changed', 'selected', 'resize', 'error']) view.addEventListener(type, ({ detail }) => told.push(detail));
    </script>`);
  const send = (/** @type {string} */ type, fields = {}) =>
    page.evaluate(
      ([type, fields]) => window.view.send(type, fields).catch(({ code, message }) => ({ type: 'error', code, message })),
      [type, fields],
    );
  const told = (/** @type {string} */ type) => page.waitForFunction((type) => window.told.find((one) => one.type === type), type);

  await page.waitForFunction(() => window.view.send);
  const first = await send('run');
  assert.equal(first.type, 'finished');
  assert.equal(first.digests.length, 2);
  assert.ok(first.report.metrics.wait);
  await told('resize');
  const height = await page.evaluate(() => document.querySelector('iframe').getBoundingClientRect().height);
  assert.ok(height > 300 && height !== 480, `${height}`);

  assert.equal((await send('set', { path: 'seed', value: 9 })).type, 'loaded');
  await told('changed');
  const second = await send('run');
  assert.notEqual(second.digests[0].digest, first.digests[0].digest);
  await told('finished');
  assert.equal((await send('set', { path: '/system/policies/local', value: 'sjf' })).type, 'loaded');
  const wrong = await send('set', { path: '/system/policies/local', value: 'nosuch' });
  assert.deepEqual([wrong.type, wrong.code], ['error', 'scenario']);
  assert.match(wrong.message, /nosuch/u);
  // Only the answer reports it, without an event.
  assert.equal(await page.evaluate(() => window.told.some(({ type }) => type === 'error')), false);

  assert.equal((await send('load', { link: 'ex=one-server' })).type, 'loaded');
  await send('run');
  const { job } = await send('select', { job: 2 });
  assert.equal(job, 2);
  await told('selected');
  assert.equal((await send('select', { job: 1e9 })).code, 'unknown-job');
  const { from, to } = await send('window', { from: 0, to: 600 });
  assert.ok(from >= 0 && to <= 601, `${from} ${to}`);
  const rows = await page.evaluate(async () => (await window.view.send('export', { kind: 'csv' })).blob.text());
  assert.match(rows, /^id,name,kind,user,/u);
  const picture = await page.evaluate(async () => (await window.view.send('export', { kind: 'svg' })).blob.text());
  assert.match(picture, /<svg/u);
  assert.equal((await send('export', { kind: 'exe' })).code, 'invalid-value');
  assert.equal((await send('metrics')).report.engine.length > 0, true);
  assert.ok((await send('step')).t >= 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a reader of an embed with controls changes the policy, but nothing that is locked', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 900, height: 640 } });
  const page = await visit.goto('embed.html?show=gantt,controls&lock=seed,load#ex=fcfs-vs-easy');
  const controls = page.locator('embed-controls');
  await controls.getByText('Seed').waitFor();
  assert.equal(await controls.getByRole('button', { name: 'New seed' }).count(), 0);
  assert.equal(await controls.getByRole('slider').count(), 0);
  await controls.getByLabel('EASY').selectOption({ label: 'Shortest job first' });
  await page
    .locator('gantt-chart')
    .getByText(/shortest|SJF/iu)
    .first()
    .waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an invisible embed postpones playback until it is visible', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 900, height: 1000 } });
  const { page } = visit;
  const frame = (/** @type {string} */ id, /** @type {string} */ style) =>
    `<div id="${id}" style="${style}"><iframe title="${id}" width="860" height="300" src="${site.address}embed.html?show=gantt,player#ex=fcfs-vs-easy"></iframe></div>`;
  await page.setContent(`<script>
      window.said = {};
      addEventListener('message', ({ data, source }) => {
        const of = [...document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === source);
        if (of && data.type === 'state') window.said[of.title] = data;
      });
    </script>
    ${frame('shown', '')}${frame('hidden', 'visibility: hidden')}${frame('clear', 'opacity: 0')}<div style="height: 3000px"></div>${frame('below', '')}`);
  /** The state that a frame reports after all its runs. */
  const state = async (/** @type {string} */ id) => {
    for (;;) {
      await page.evaluate((title) => {
        delete window.said[title];
        document.querySelector(`iframe[title="${title}"]`).contentWindow.postMessage({ ganttlet: 1, type: 'state', id: title }, '*');
      }, id);
      // A frame that does not exist yet receives no messages.
      const said = await page
        .waitForFunction((title) => window.said[title], id, { timeout: 1000 })
        .then(
          (found) => found.jsonValue(),
          () => undefined,
        );
      if (said?.complete) return said;
    }
  };
  const moves = async (/** @type {string} */ id) => {
    while ((await state(id)).t === 0);
  };
  await moves('shown');
  for (const id of ['hidden', 'clear', 'below']) {
    const { t, running } = await state(id);
    assert.deepEqual([t, running], [0, false], id);
  }
  await page.evaluate(() => (document.getElementById('hidden').style.visibility = ''));
  await moves('hidden');
  await page.evaluate(() => (document.getElementById('clear').style.opacity = ''));
  await moves('clear');
  await page.evaluate(() => document.getElementById('below').scrollIntoView());
  await moves('below');
  // A frame that left the view keeps its position.
  while ((await state('shown')).running);
  const { t } = await state('shown');
  assert.equal((await state('shown')).t, t);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

/** Serves the built page like the simplest host: files with their types and no other header. */
async function plainHost() {
  const types = {
    html: 'text/html',
    js: 'text/javascript',
    css: 'text/css',
    json: 'application/json',
    wasm: 'application/wasm',
    svg: 'image/svg+xml',
  };
  const server = createServer(async ({ url }, response) => {
    const path = new URL(url, 'http://host').pathname;
    const bytes = await readFile(`${root}dist${path}`).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404, { 'content-type': types[path.split('.').at(-1)] ?? 'text/plain' });
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

test('a frame without an origin explains what is missing, and runs on a static host once it has one', async ({ site }) => {
  const host = await plainHost();
  const context = await site.browser.newContext({ viewport: { width: 900, height: 640 } });
  try {
    const page = await context.newPage();
    await page.setContent(
      `<iframe title="Chart" sandbox="allow-scripts" width="860" height="600" src="${host.address}embed.html?show=gantt#ex=fcfs-vs-easy"></iframe>`,
    );
    const frame = page.frameLocator('iframe');
    await frame.getByText('cannot fetch the code of the chart').waitFor();
    await frame.getByText('Access-Control-Allow-Origin: *').waitFor();
    assert.equal(
      await frame.getByRole('link', { name: 'Open it in a new window' }).getAttribute('href'),
      `${host.address}#ex=fcfs-vs-easy`,
    );
    await page.setContent(
      `<iframe title="Chart" sandbox="allow-scripts allow-same-origin" width="860" height="600" src="${host.address}embed.html#ex=fcfs-vs-easy"></iframe>`,
    );
    await frame.locator('gantt-chart').first().waitFor();
    assert.equal(await frame.getByText('cannot fetch the code of the chart').count(), 0);
  } finally {
    await context.close();
    host.close();
  }
});

test('an embed begins where its address says, asks its question, and is locked', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 860, height: 560 } });
  const page = await visit.goto('embed.html?show=question,gantt,player&t=10000&window=7200-14400&lock=1#ex=fcfs-vs-easy');
  await page.getByText('why does EASY end').waitFor();
  const state = () =>
    page.evaluate(() => {
      const { playhead_s, playing, view, variants } = document.querySelector('ganttlet-embed').page.store.get();
      return { playhead_s, playing, from_s: view.from_s, to_s: view.to_s, done: variants.every(({ status }) => status === 'done') };
    });
  await page.waitForFunction(() => document.querySelector('ganttlet-embed').page.store.get().playhead_s === 10_000);
  assert.deepEqual(await state(), { playhead_s: 10_000, playing: false, from_s: 7200, to_s: 14_400, done: true });
  assert.equal(await page.getByRole('link', { name: 'Open in Ganttlet' }).count(), 0);
  assert.deepEqual(await visit.accessibility(), []);
  await page.goto('about:blank');
  await visit.goto('embed.html?autoplay=0#ex=fcfs-vs-easy');
  await page.waitForFunction(() =>
    document
      .querySelector('ganttlet-embed')
      .page.store.get()
      .variants.some(({ status }) => status === 'done'),
  );
  const still = await state();
  assert.deepEqual([still.playhead_s, still.playing], [0, false]);
  await page.getByRole('link', { name: 'Open in Ganttlet' }).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an embedded lesson leaves its charts room, does not take the focus, and small frames cut no control', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 860, height: 520 } });
  const page = await visit.goto('embed.html#lesson=backfilling&step=2');
  await page.locator('lesson-strip h2').waitFor();
  await page.locator('gantt-chart').nth(1).waitFor();
  const boxes = await Promise.all((await page.locator('gantt-chart').all()).map((chart) => chart.boundingBox()));
  for (const box of boxes) assert.ok(box.height >= 90, `a chart beside the lesson is ${box.height} px high`);
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  assert.deepEqual(await visit.accessibility(), []);
  // The names of four systems are complete, with numbers below them.
  await page.goto('about:blank');
  await visit.goto('embed.html#lesson=replication&step=4');
  await page.locator('chart-title').nth(3).waitFor();
  for (const width of [860, 360]) {
    await page.setViewportSize({ width, height: 520 });
    const names = await page
      .locator('chart-title h2')
      .evaluateAll((all) =>
        all.map((name) => [name.textContent, name.scrollWidth <= name.clientWidth + 1 && name.scrollHeight <= name.clientHeight + 1]),
      );
    assert.deepEqual(
      names,
      [
        ['No losses', true],
        ['No replication', true],
        ['Extra machines', true],
        ['Replication', true],
      ],
      `${width} px`,
    );
  }
  await page.setViewportSize({ width: 320, height: 300 });
  await page.goto('about:blank');
  await visit.goto('embed.html#ex=fcfs-vs-easy');
  await page.locator('gantt-chart').first().waitFor();
  for (const button of await page.locator('gantt-player button').all()) {
    if (!(await button.isVisible())) continue;
    const { x, width } = await button.boundingBox();
    assert.ok(x >= 0 && x + width <= 320, `${await button.getAttribute('aria-label')} ends at ${x + width} of 320`);
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the dialog shows what will be embedded, and its text makes just that', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1000, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#lesson=backfilling&step=2');
  await page.locator('lesson-strip h2').waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'Embed' }).click();
  const form = page.locator('embed-form');
  const preview = page.frameLocator('embed-form iframe');
  await preview.getByText('Filling the holes').first().waitFor();
  // Parts without data from these runs are not offered.
  assert.deepEqual(
    await Promise.all(
      ['Queue and utilisation', 'Metrics', 'Launchers', 'Levels', 'Iterations'].map((name) =>
        form.getByLabel(name, { exact: true }).count(),
      ),
    ),
    [1, 1, 0, 0, 0],
  );
  await form.getByLabel('Scenario only').check();
  await form.getByLabel('Nothing: read-only, no outgoing links').check();
  await form.getByLabel('Autoplay').uncheck();
  await form.getByLabel('Theme').selectOption('dark');
  await form.getByLabel('Size').selectOption('own');
  await form.getByLabel('Height, pixels').fill('360');
  await form.getByLabel('Height, pixels').press('Enter');
  const text = await form.getByLabel('HTML code for another page').inputValue();
  assert.match(text, /width="640" height="360"/u);
  const address = /src="([^"]+)"/u.exec(text)[1].replaceAll('&amp;', '&');
  assert.match(address, /embed\.html\?show=question,gantt,player&theme=dark&autoplay=0&lock=1#1\./u);
  await preview.locator('gantt-chart').first().waitFor();
  // The preview follows the choices.
  await page.waitForFunction((wanted) => {
    const at = (place, selector) => place?.querySelector(selector)?.shadowRoot;
    const frame = at(at(at(document, 'ganttlet-app'), 'share-dialog'), 'embed-form')?.querySelector('iframe');
    return frame?.getAttribute('src') === wanted && frame.height === '360';
  }, address);
  assert.deepEqual(await visit.accessibility(), []);
  await page.goto('about:blank');
  await page.goto(address);
  await page.locator('gantt-chart').first().waitFor();
  assert.equal(await page.getByRole('link', { name: 'Open in Ganttlet' }).count(), 0);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

/**
 * The content of an embed, and whether each of its charts has a picture. @param {import('@playwright/test').Frame}
 * frame
 */
const shown = (frame) =>
  frame.evaluate(() => {
    const embed = document.querySelector('ganttlet-embed');
    const charts = [
      ...(embed?.shadowRoot
        ?.querySelector('chart-section')
        ?.shadowRoot?.querySelector('gantt-stack')
        ?.shadowRoot?.querySelectorAll('gantt-chart') ?? []),
    ];
    const inked = (/** @type {HTMLCanvasElement} */ canvas) => {
      if (!canvas.width || !canvas.height) return false;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      return new Set(new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size >= 4;
    };
    return {
      variants: embed?.page.store.get().variants.map(({ status, error }) => error ?? status) ?? [],
      inked: charts.map((chart) => [...chart.shadowRoot.querySelectorAll('canvas')].some(inked)),
    };
  });

test('forty-five embeds of two systems on one page all run, and each answers when it is come to', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1000, height: 800 } });
  const { page } = visit;
  page.setDefaultTimeout(180_000);
  await page.setContent(
    `${`<iframe width="480" height="300" src="${site.address}embed.html?autoplay=0&t=20000#ex=fcfs-vs-easy"></iframe>`.repeat(45)}`,
    { waitUntil: 'commit' },
  );
  await page.waitForFunction(() => document.querySelectorAll('iframe').length === 45);
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  assert.equal(frames.length, 45);
  await Promise.all(
    frames.map((frame) =>
      frame.waitForFunction(
        () => {
          const { variants = [], unopened } = document.querySelector('ganttlet-embed')?.page?.store.get() ?? {};
          return unopened || (variants.length === 2 && variants.every(({ status }) => status === 'done' || status === 'failed'));
          // Playwright waits for pictures, which frames out of view do not draw.
        },
        undefined,
        { polling: 100 },
      ),
    ),
  );
  for (const frame of frames) assert.deepEqual((await shown(frame)).variants, ['done', 'done']);
  for (const at of [44, 22, 0]) {
    const frame = frames[at];
    await (await frame.frameElement()).scrollIntoViewIfNeeded();
    await frame
      .locator('gantt-chart .surface')
      .first()
      .hover({ position: { x: 60, y: 40 } });
    while (!(await shown(frame)).inked.every(Boolean)) await frame.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
    // Details come from the run, whose memory was released in the meantime.
    const report = await frame.evaluate(() => document.querySelector('ganttlet-embed').page.runs.clients[1].call('report', NaN));
    assert.equal(report.complete, true);
    assert.equal((await shown(frame)).inked.length, 2);
  }
  // A browser refuses more than a thousand simultaneous requests; the affected frames load again.
  assert.deepEqual(
    visit.faults.filter((fault) => !fault.includes('ERR_INSUFFICIENT_RESOURCES')),
    [],
  );
  await visit.close();
});

test('a board can be embedded; a link that cannot says what can', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 800, height: 640 } });
  const page = await visit.goto('embed.html#play=five-jobs');
  const board = page.getByRole('dialog', { name: 'Schedule it yourself: Five jobs' });
  await board.getByRole('button', { name: /Start job 1/u }).click();
  await board.getByText('1 of 5 jobs started').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await board.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Open the board again' }).click();
  await board.getByText('1 of 5 jobs started').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
  const other = await site.visit({ viewport: { width: 800, height: 640 } });
  const sheet = await other.goto('embed.html#papers=B1a');
  await sheet.getByText('This link opens in Ganttlet only').first().waitFor();
  assert.deepEqual(other.faults, []);
  await other.close();
});
