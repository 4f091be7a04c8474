// Sweeps: over load and policy, and over a real log; stopped and continued, exported, and reproduced from a link.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { answer, done, going, reproduced, strip, text } from './study-actions.mjs';
import { root, test } from './support.mjs';

const data = process.env.GANTTLET_DATA ?? `${root}../shared/data`;
const absent = existsSync(data) ? false : `no reference data in ${data} (set GANTTLET_DATA)`;

test('a researcher sweeps load and policy, cancels, continues after a reload, exports, and shares what another browser reproduces', async ({
  site,
}) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#study');
  actions(page);
  await page.locator('study-view').getByRole('link', { name: 'Load against policy' }).click();
  // A fast machine shows a first result without a click; the baseline is the policy of the base.
  await going(page, /800 runs/);
  await done(page);
  assert.match(await text(strip(page)), /All 800 runs completed/);
  assert.match(await answer(page), /FCFS is worse than EASY/);
  assert.ok(await page.locator('study-view .keys li').filter({ hasText: 'EASY' }).first().getByRole('radio').isChecked());
  // Fewer loads, but longer work, so that the runs last until their cancellation.
  const loads = page.locator('study-view').getByRole('textbox', { name: 'Load' });
  await loads.fill('0.6..0.9 in 4');
  await loads.press('Enter');
  await page.locator('study-view').getByRole('textbox', { name: 'Seeds' }).fill('1000');
  await page.locator('study-view').getByRole('textbox', { name: 'Seeds' }).press('Enter');
  await strip(page)
    .getByText(/16.000 runs/u)
    .waitFor();
  await strip(page).getByRole('button', { name: 'Run' }).click();
  await page.locator('study-view study-chart svg').first().waitFor();
  await visit.screenshot('study-partial');
  const took = await page.evaluate(async () => {
    const view = document.querySelector('ganttlet-app').shadowRoot.querySelector('study-view');
    const cancel = [...view.shadowRoot.querySelectorAll('.strip button')].find((button) => button.textContent.includes('Cancel'));
    const begun = performance.now();
    cancel.click();
    // The workers are closed now; the page shows this in its next frame.
    return { status: view.study.work.status, ms: performance.now() - begun };
  });
  console.log(`cancelled within ${took.ms.toFixed(1)} ms`);
  assert.equal(took.status, 'stopped');
  assert.ok(took.ms < 50, `${took.ms} ms`);
  assert.match(await text(page.getByRole('region', { name: 'Table' })), /Partial result: the digest appears/);
  // Stored results survive the reload.
  await page.waitForFunction(async () => {
    const { study } = document.querySelector('ganttlet-app').shadowRoot.querySelector('study-view');
    const stored = await study.page.storage.loadStudyRuns(study.work.digest);
    return stored?.filter(Boolean).length === study.work.ended;
  });
  await page.reload();
  await strip(page).getByRole('button', { name: 'Continue' }).waitFor();
  const after = Number(/^([\d ]+) of/u.exec(await text(strip(page).locator('b')))?.[1].replaceAll(' ', ''));
  assert.ok(after > 100, `${after} runs are kept`);
  await page.locator('study-view').getByRole('textbox', { name: 'Seeds' }).fill('5');
  await page.locator('study-view').getByRole('textbox', { name: 'Seeds' }).press('Enter');
  await strip(page)
    .getByText(/80 runs/)
    .waitFor();
  await done(page);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('study-sweep');

  const saved = async (/** @type {string} */ name) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('study-view').getByRole('button', { name, exact: true }).click(),
    ]);
    return readFile(await download.path());
  };
  const csv = (await saved('CSV')).toString().trim().split('\n');
  assert.match(csv[0], /^run,part,load,policy,seed,bounded-slowdown,wait,.*longest wait/);
  assert.equal(csv.length, 81);
  const json = JSON.parse((await saved('JSON')).toString());
  assert.equal(json.runs.length, 80);
  assert.match(json.digest, /^[0-9a-f]{16}$/);
  assert.match((await saved('SVG')).toString(), /^<svg .*EASY-SJBF/su);
  assert.deepEqual([...(await saved('PNG')).subarray(1, 4)].map((code) => String.fromCharCode(code)).join(''), 'PNG');

  await page.locator('study-view').getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied to the clipboard, with the digest of the result').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // A cell of the differences opens its runs.
  await page.locator('study-view .heat button').first().click();
  await page
    .locator('study-view .card')
    .getByRole('button', { name: /^Open this run, seed 1$/ })
    .waitFor();
  await page.getByRole('tab', { name: 'Boxes' }).click();
  await visit.screenshot('study-boxes');
  await page.getByRole('tab', { name: 'Distribution' }).click();
  await visit.screenshot('study-distribution');
  assert.deepEqual(visit.faults, []);
  await visit.close();

  const { other, fresh } = await reproduced(site, link);
  // A different result is reported: here with an older link, which has no checksum.
  const wrong = link
    .slice(link.indexOf('#'))
    .replace(/result=[0-9a-f]{4}/, 'result=0000')
    .replace(/&c=.*$/u, '');
  await fresh.evaluate((hash) => void (location.hash = hash), wrong);
  await strip(fresh)
    .getByText(/Not reproduced: the link has another digest, 0000/)
    .waitFor();
  assert.deepEqual(other.faults, []);
  await other.close();
});

test('a researcher sweeps a real log over estimates and policies, exports, and shares what another browser reproduces from the same file', async ({
  site,
}) => {
  test.skip(absent !== false, String(absent));
  const name = 'KTH-SP2-1996-2.swf.gz';
  const log = await readFile(`${data}/swf/${name}`);
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, drop, finish } = actions(page);
  await story(/FCFS/);
  await drop(name, log);
  await story(/28.487 jobs/u);
  await finish();
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  const view = page.locator('study-view');
  // A log has no randomness: one seed, and the three systems on screen.
  await strip(page)
    .getByText(/3 runs/)
    .waitFor();
  await view.getByRole('combobox', { name: 'Add an axis' }).selectOption('estimates');
  await going(page, /6 runs/);
  await done(page);
  await visit.screenshot('study-log');
  const [download] = await Promise.all([page.waitForEvent('download'), view.getByRole('button', { name: 'CSV', exact: true }).click()]);
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  assert.match(head, /^run,part,system,runtime estimates,seed,wait,/);
  const wait = Object.fromEntries(
    rows.map((row) => row.split(',')).map(([, , system, estimates, , seconds]) => [`${system} ${estimates}`, Number(seconds)]),
  );
  // FCFS does not use runtime estimates; EASY benefits from exact ones.
  assert.equal(wait['FCFS user'], wait['FCFS exact']);
  // The recorded schedule does not use them either.
  assert.equal(wait['As recorded user'], wait['As recorded exact']);
  assert.ok(wait['EASY exact'] < wait['EASY user'] && wait['EASY user'] < wait['FCFS user'], JSON.stringify(wait));
  await view.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied to the clipboard, with the digest of the result').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(visit.faults, []);
  await visit.close();

  // Another browser does not have this file: it reports this, rejects other files, and continues with the right one,
  // under any name.
  const other = await site.visit({ viewport: { width: 1440, height: 900 } });
  const fresh = await other.goto(link.slice(link.indexOf('#')));
  const there = actions(fresh);
  await fresh.locator('study-view').getByText(`The scenario needs the file ${name}, which is missing.`).waitFor();
  await fresh.locator('study-view').getByRole('button', { name: 'Choose the file' }).waitFor();
  await there.drop(name, Buffer.from('1 0 0 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n'));
  await fresh.getByText(`"${name}" is not the file of the scenario: its SHA-256 is`).waitFor();
  await there.drop('mine.gz', log);
  await done(fresh);
  assert.match(await text(strip(fresh)), /Reproduced: identical to the digest in the link\./);
  assert.deepEqual(other.faults, []);
  await other.close();
});
