// Links with a scenario that cannot run, and the address during the display of a link's scenario.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

/** A link in the format of the page. */
const linkTo = (/** @type {string} */ text) => `#1.d.${deflateRawSync(Buffer.from(text)).toString('base64url')}`;

const montage = JSON.parse(readFileSync(`${root}static/gallery/das3-montage.json`, 'utf8'));

/** @type {[string, string, RegExp][]} the fault, the text of the scenario, and the message */
const REFUSED = [
  ['a seed below 0', JSON.stringify({ ...montage, seed: -1 }), /seed/i],
  ['a kind of system that nobody knows', JSON.stringify({ ...montage, system: { kind: 'quantum' } }), /quantum/],
  ['a policy that nobody knows', JSON.stringify({ ...montage, system: { ...montage.system, policies: { mapping: 'nosuch' } } }), /nosuch/],
  [
    'too many jobs',
    JSON.stringify({
      version: 1,
      platform: { preset: 'one-cluster' },
      workload: [{ generator: 'poisson', parameters: { jobs: 1e7 } }],
      system: { kind: 'batch' },
    }),
    /jobs/,
  ],
  ['an empty object', '{}', /version/],
  ['null', 'null', /null|object/],
  ['what is no JSON', '{"version":NaN}', /JSON/i],
  ['what lost letters', '{"versi', /may be incomplete/],
  ['brackets without end', '['.repeat(100_000), /deep|nest|recursion|limit/i],
  ['a number without end', JSON.stringify({ ...montage, seed: 0 }).replace('"seed":0', '"seed":1e400'), /number|range|seed/i],
];

test('a link whose scenario the engine refuses opens nothing else: its text, what is wrong with it, its address', async ({ site }) => {
  const visit = await site.visit();
  for (const [name, text, sentence] of REFUSED) {
    const link = linkTo(text);
    const page = await visit.goto(link);
    page.setDefaultTimeout(60_000);
    await page.locator('ganttlet-app diagnostic-strip').getByText(sentence).first().waitFor();
    await page.locator('ganttlet-app chart-section').getByText('The scenario of this link cannot run').waitFor();
    await page.waitForFunction(
      (wanted) => document.querySelector('ganttlet-app').shadowRoot.querySelector('scenario-editor')?.editor?.text() === wanted,
      text,
    );
    assert.equal(await page.locator('gantt-chart').count(), 0, name);
    assert.equal(await page.evaluate(() => location.hash), link, name);
    await page.goto('about:blank');
  }
  const page = await visit.goto(`embed.html${linkTo(REFUSED[0][1])}`);
  await page.locator('ganttlet-embed diagnostic-strip').getByText(REFUSED[0][2]).waitFor();
  await page.locator('ganttlet-embed chart-section').getByText('The scenario of this link cannot run').waitFor();
  assert.equal(await page.locator('gantt-chart').count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a link that is damaged or names nothing shows an example that is marked as such, and keeps the address; an embed shows none', async ({
  site,
}) => {
  const visit = await site.visit();
  for (const [link, sentence] of [
    ['#1.d.rubbish', /link is (damaged|truncated)/],
    ['#ex=fcfs-vs-esay', /Unknown example "fcfs-vs-esay"\. Did you mean fcfs-vs-easy/],
    ['#lessn=certain', /has nothing to open: unknown part "lessn=…"; a link contains ex=…, lesson=…, src=…, study=…, papers=…/],
    ['#lesson=nosuch', /there is no such lesson/],
  ]) {
    let page = await visit.goto(link);
    const { story, addressWritten } = actions(page);
    await story(/FCFS/);
    const strip = page.locator('ganttlet-app diagnostic-strip');
    await strip.getByText(/an example is shown instead/).waitFor();
    await strip.getByText(sentence).waitFor();
    await addressWritten();
    assert.equal(await page.evaluate(() => location.hash), link);
    assert.equal(
      await page.evaluate(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('gantt-player').fromStore.value.playing),
      false,
      'what nobody asked for does not play',
    );
    await page.goto('about:blank');
    page = await visit.goto(`embed.html${link}`);
    await page.locator('ganttlet-embed chart-section').getByText(sentence).waitFor();
    assert.equal(await page.locator('gantt-chart').count(), 0);
    await page.goto('about:blank');
  }
  assert.deepEqual(
    visit.faults.filter((fault) => !fault.includes('404')),
    [],
  );
  await visit.close();
});

test('incomplete links are distinguished from damaged ones; text behind the end is ignored; unpacking is limited', async ({ site }) => {
  const visit = await site.visit();
  const link = linkTo(JSON.stringify(montage));
  const bomb = linkTo(' '.repeat(5 << 20));
  for (const [wrong, sentence] of [
    [link.slice(0, -40), /link is truncated/],
    ['#1.d.____', /link is damaged/],
    [bomb, /unpacks to more than 4194304 bytes/],
  ]) {
    const page = await visit.goto(`embed.html${wrong}`);
    await page.locator('ganttlet-embed chart-section').getByText(sentence).waitFor();
    await page.goto('about:blank');
  }
  const packed = deflateRawSync(Buffer.from(JSON.stringify(montage)));
  const page = await visit.goto(`embed.html#1.d.${Buffer.concat([packed, Buffer.from('more')]).toString('base64url')}`);
  await page.locator('gantt-chart').first().waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a result that differs from the link differs after a reload, too, and in the way out of an embed', async ({ site }) => {
  const visit = await site.visit();
  let page = await visit.goto(linkTo(JSON.stringify(montage)));
  const { story, finish } = actions(page);
  await story(/HEFT/);
  await finish();
  await page.getByRole('button', { name: 'Share' }).click();
  await page
    .locator('share-dialog')
    .getByText(/It carries the digests of the results/)
    .waitFor();
  const shared = await page.locator('share-dialog textarea#link').inputValue();
  const forged = shared.slice(shared.indexOf('#')).replace(/&r=.{16}/u, '&r=0123456789abcdef');
  await page.goto('about:blank');
  page = await visit.goto(forged);
  for (let opened = 0; opened < 2; opened += 1) {
    await page
      .locator('verdict-strip')
      .getByText(/differs/)
      .waitFor();
    assert.equal(await page.evaluate(() => location.hash), forged);
    await page.reload();
  }
  await page.goto('about:blank');
  page = await visit.goto(`embed.html${forged}`);
  await page
    .locator('verdict-strip')
    .getByText(/differs/)
    .waitFor();
  assert.ok((await page.locator('ganttlet-embed header a').getAttribute('href')).endsWith(forged));
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('opening an example never shows another address', async ({ site }) => {
  const visit = await site.visit();
  await visit.page.addInitScript(() => {
    const { replaceState } = history;
    globalThis.addresses = [];
    history.replaceState = (...all) => (globalThis.addresses.push(all[2]), replaceState.apply(history, all));
  });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, addressWritten } = actions(page);
  await story(/EASY/);
  await finish();
  await addressWritten();
  assert.deepEqual(await page.evaluate(() => globalThis.addresses), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('links open with what chat and mail programs put behind, around and into them', async ({ site }) => {
  const visit = await site.visit();
  const link = linkTo(JSON.stringify({ ...montage, system: { ...montage.system, name: 'Sent by mail' } }));
  const broken = link.replaceAll(/.{76}/gu, '$&%0A');
  for (const text of [`${link}.`, `${link})`, `${link}%3E`, `${link}.%22`, broken, `#${encodeURIComponent(link.slice(1))}`]) {
    const page = await visit.goto(text);
    await page.locator('chart-title').getByText('Sent by mail').first().waitFor();
    await page.goto('about:blank');
  }
  for (const [text, found] of [
    ['#ex=fcfs-vs-easy.', /#ex=fcfs-vs-easy$/u],
    ['#ex=%20fcfs-vs-easy)', /#ex=fcfs-vs-easy$/u],
    ['#lesson=backfilling).', /#lesson=backfilling$/u],
    ['#papers=E2.6.', /#papers=E2\.6$/u],
    ['#glossary=easy>', /#glossary=easy$/u],
    ['#study=load-against-policy,', /#study=load-against-policy/u],
  ]) {
    const page = await visit.goto(/** @type {string} */ (text));
    await page.waitForURL(/** @type {RegExp} */ (found));
    assert.deepEqual(await page.getByText(/There is no (example|lesson|study)|there is no such/u).allTextContents(), [], String(text));
    await page.goto('about:blank');
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a link of which a character has changed is not opened', async ({ site }) => {
  const visit = await site.visit();
  let page = await visit.goto(linkTo(JSON.stringify(montage)));
  const { story, finish } = actions(page);
  await story(/HEFT/);
  await finish();
  await page.getByRole('button', { name: 'Share' }).click();
  await page
    .locator('share-dialog')
    .getByText(/It carries the digests of the results/)
    .waitFor();
  const shared = await page.locator('share-dialog textarea#link').inputValue();
  const link = shared.slice(shared.indexOf('#'));
  assert.match(link, /&c=[0-9a-f]{16}$/u);
  const wrong = link.replace(/&c=./u, (sum) => (sum === '&c=0' ? '&c=1' : '&c=0'));
  await page.goto('about:blank');
  page = await visit.goto(wrong);
  await page.getByText(/The link is damaged: the scenario does not match its checksum/u).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
