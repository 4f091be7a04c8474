// The reference page without the engine: content, search, links and print.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

for (const { width, colours } of [
  { width: 1440, colours: 'light' },
  { width: 360, colours: 'dark' },
]) {
  test(`the reference is searched at ${width} px in ${colours} colours`, async ({ site }) => {
    const visit = await site.visit({ viewport: { width, height: 800 }, colorScheme: colours });
    const page = await visit.goto('docs.html');
    await page.getByRole('heading', { name: 'Ganttlet reference', level: 1 }).waitFor();
    await page.getByText(/^\d+ entries$/u).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    assert.deepEqual(await visit.accessibility(), []);
    await page.keyboard.press('/');
    await page.keyboard.type('shadow earliest head');
    await page.getByText(/^\d+ of \d+ entries$/u).waitFor();
    const easy = page.locator('[id="local-policy/easy"]');
    assert.equal(await easy.isVisible(), true);
    assert.match(await easy.textContent(), /When to use it\..*shadow ←.*Source\./su);
    assert.equal(await page.locator('[id="preset/one-cluster"]').isVisible(), false);
    await visit.screenshot(`docs-${width}`);
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

test('an address leads to a parameter, and shows it whatever was searched for', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('docs.html#system/batch/estimates');
  const row = page.locator('[id="system/batch/estimates"]');
  await row.waitFor();
  await page.waitForFunction(() => {
    const box = document.getElementById('system/batch/estimates')?.getBoundingClientRect();
    return box && box.top >= 0 && box.bottom <= innerHeight;
  });
  await page.getByRole('searchbox').fill('walltime ghost');
  await row.waitFor({ state: 'hidden' });
  await page.evaluate(() => {
    location.hash = '#system/batch';
    location.hash = '#system/batch/estimates';
  });
  await row.waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), '');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.getByRole('searchbox').isVisible(), false);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the help of a policy explains when to use it and links to the reference', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  await page.getByRole('button', { name: 'Policy', exact: true }).click();
  await page.getByRole('button', { name: 'Help on Local policy' }).first().click();
  const note = page.getByRole('note', { name: 'Local policy' }).first();
  await note.getByText('When to use it.').waitFor();
  await note.getByLabel('Pseudo-code').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('policy-advice');
  const link = await note.getByRole('link', { name: 'In the reference' }).getAttribute('href');
  assert.match(link, /\/docs\.html#local-policy\/fcfs$/u);
  const reference = await visit.goto(link.slice(link.indexOf('docs.html')));
  await reference.locator('[id="local-policy/fcfs"]').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
