// Invalid messages to an embed, and the order of its events.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/**
 * A page with a view, and its reports. Heights differ, because a page of an earlier visit would not fetch the script
 * again.
 */
async function openView(site, height, link = 'ex=fcfs-vs-easy') {
  const visit = await site.visit({ viewport: { width: 900, height } });
  const { page } = visit;
  await page.setContent(`<ganttlet-view title="Chart" show="gantt,player" src="${site.address}#${link}"></ganttlet-view>
    <script>
      window.view = document.querySelector('ganttlet-view');
      window.events = [];
      for (const type of ['ready', 'changed', 'finished', 'error']) view.addEventListener(type, ({ detail }) => events.push(detail));
    </script>`);
  await page.addScriptTag({ url: `${site.address}embed.js` });
  await page.waitForFunction(() => window.view.send);
  const send = (/** @type {string} */ type, fields = {}) =>
    page.evaluate(
      ([type, fields]) => window.view.send(type, fields).catch(({ code, message }) => ({ type: 'error', code, message })),
      [type, fields],
    );
  return { visit, page, send, frame: page.frameLocator('iframe') };
}

test('a value that cannot be set is answered with an error that names what is allowed', async ({ site }) => {
  const { visit, page, send } = await openView(site, 900);
  const { digests } = await send('run');
  const wrong = [
    { path: 'load', value: 'heavy', names: ['heavy', '0.01'] },
    { path: 'load', value: -1, names: ['-1', '0.01'] },
    { path: 'load', value: {}, names: ['load'] },
    { path: 'lod', value: 1, names: ['lod', '`load`'] },
    { path: 'polcy', value: 'fcfs', names: ['polcy', 'policy'] },
    { path: 'policy', value: 'esay', names: ['esay', '`easy`', 'fcfs'] },
    { path: '/seed', value: 'x', names: ['/seed', 'whole numbers'] },
  ];
  for (const { names, ...message } of wrong) {
    const answer = await send('set', message);
    assert.equal(answer.type, 'error', JSON.stringify(message));
    for (const name of names) assert.ok(answer.message.includes(name), `${answer.message} without ${name}`);
  }
  assert.deepEqual((await send('run')).digests, digests);
  // An unusual value takes effect, and is reported.
  const unusual = await send('set', { path: 'load', value: 9 });
  assert.deepEqual([unusual.type, unusual.diagnostics.length], ['loaded', 1]);
  assert.match(unusual.diagnostics[0].message, /unusual/u);
  assert.deepEqual(await page.frames()[1].evaluate(() => document.querySelector('ganttlet-embed').page.store.get().diagnostics), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('after a change, the next finished event has the digests of the new scenario', async ({ site }) => {
  const { visit, page, send } = await openView(site, 901);
  const first = await send('run');
  const seen = new Set([first.digests[0].digest]);
  for (const seed of [5, 6, 7]) {
    await page.evaluate(() => window.events.splice(0));
    await send('set', { path: 'seed', value: seed });
    const { digests } = await send('run');
    await page.waitForFunction(() => window.events.some(({ type }) => type === 'finished'));
    const events = await page.evaluate(() => window.events);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['changed', 'finished'],
    );
    assert.deepEqual(events[1].digests, digests);
    assert.ok(!seen.has(digests[0].digest));
    seen.add(digests[0].digest);
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('content that cannot be loaded is an answer only, and the header names what is shown', async ({ site }) => {
  const { visit, page, send, frame } = await openView(site, 902, 'lesson=backfilling');
  await frame.getByRole('heading', { level: 1, name: 'Filling the holes' }).waitFor();
  const shown = () =>
    page.frames()[1].evaluate(() => {
      const { notice, diagnostics } = document.querySelector('ganttlet-embed').page.store.get();
      return [notice, diagnostics];
    });
  for (const message of [{ link: 'lesson=nosuch' }, { link: '1.d.rubbish' }, { scenario: { version: 1 } }, { scenario: '{' }]) {
    const { type, message: text } = await send('load', message);
    assert.equal(type, 'error', JSON.stringify(message));
    assert.ok(text.length > 10, text);
    assert.deepEqual(await shown(), [null, []], JSON.stringify(message));
  }
  visit.faults.splice(0);
  assert.equal((await send('load', { link: 'study=load-against-policy' })).type, 'loaded');
  await frame.getByRole('heading', { level: 1, name: 'Study' }).waitFor();
  assert.equal((await send('load', { link: 'ex=one-server' })).type, 'loaded');
  await frame.locator('gantt-chart').first().waitFor();
  assert.equal(await frame.getByRole('heading', { level: 1, name: 'Study' }).count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a locked control that does not exist is named, with those that do', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 900, height: 640 } });
  const page = await visit.goto('embed.html?lock=polcy,seed#ex=fcfs-vs-easy');
  const notice = page.locator('notice-bar').getByText('lock=polcy');
  await notice.waitFor();
  assert.match(await notice.textContent(), /Controls of this scenario: policy, .*load.*, seed\./u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('content that cannot be opened is an event with the reason, and no message waits for it', async ({ site }) => {
  const { visit, page, send } = await openView(site, 903, 'ex=nosuch');
  await page.waitForFunction(() => window.events.some(({ type }) => type === 'error'));
  const error = await page.evaluate(() => window.events.find(({ type }) => type === 'error'));
  assert.equal(error.code, 'nothing-loaded');
  assert.match(error.message, /nosuch/u);
  for (const type of ['run', 'state', 'step', 'metrics', 'export']) {
    const answer = await send(type, { kind: 'svg' });
    assert.deepEqual([answer.type, answer.code, answer.message], ['error', 'nothing-loaded', error.message], type);
  }
  assert.equal((await send('load', { link: 'ex=fcfs-vs-easy' })).type, 'loaded');
  assert.equal((await send('run')).digests.length, 2);
  await visit.close();
});

test('messages to a board, which has no runs, are answered at once, and a scenario can be loaded', async ({ site }) => {
  const { visit, send, frame } = await openView(site, 907, 'play=five-jobs');
  const board = frame.getByRole('dialog', { name: 'Schedule it yourself: Five jobs' });
  await board.getByRole('button', { name: /Start job 1/u }).waitFor();
  const answers = async () => {
    for (const type of ['run', 'state', 'metrics']) {
      const { type: kind, code, message } = await send(type);
      assert.deepEqual([kind, code, message], ['error', 'nothing-loaded', 'a board has no runs: load a scenario first'], type);
    }
  };
  await answers();
  await board.getByRole('button', { name: 'Close' }).click();
  await frame.getByRole('button', { name: 'Open the board again' }).waitFor();
  await answers();
  assert.equal((await send('load', { link: 'ex=fcfs-vs-easy' })).type, 'loaded');
  assert.equal((await send('run')).digests.length, 2);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an embed is ready once, rejected changes are no events, and variants of exports have names', async ({ site }) => {
  const { visit, page, send } = await openView(site, 904);
  await send('run');
  await page.evaluate(() => window.events.splice(1));
  assert.deepEqual(await page.evaluate(() => window.events.map(({ type }) => type)), ['ready']);
  for (const [path, value] of [
    ['/seed', 'x'],
    ['policy', 'esay'],
    ['/system', 3],
  ]) {
    assert.equal((await send('set', { path, value })).type, 'error');
  }
  assert.equal((await send('ping')).type, 'ready');
  assert.deepEqual(await page.evaluate(() => window.events.map(({ type }) => type)), ['ready']);
  const names = [];
  for (const variant of ['EASY', 1]) {
    const file = await page.evaluate(async (variant) => {
      const { name, blob } = await window.view.send('export', { kind: 'csv', variant });
      return [name, await blob.text()];
    }, variant);
    names.push(file);
  }
  assert.deepEqual(names[0], names[1]);
  assert.match((await send('export', { kind: 'csv', variant: 'LIFO' })).message, /FCFS, EASY, or a number from 0 to 1/u);
  assert.match((await send('export', { kind: 'csv', table: 'nosuch' })).message, /^unknown table/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
