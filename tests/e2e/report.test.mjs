// Reports of publications: opened from Papers and by address, shown, and printed completely.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** The size of an A4 page in portrait, points. */
const A4 = { width: 595, height: 842 };

const report = (page) => page.locator('publication-report');

/** Waits for all experiments and their figures. */
async function complete(page) {
  await report(page).locator('section.part').first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(async () => {
    const { renderRoot } = document
      .querySelector('ganttlet-app')
      .renderRoot.querySelector('study-view')
      .renderRoot.querySelector('publication-report');
    const all = [...renderRoot.querySelectorAll('study-findings')];
    await Promise.all(all.map(({ updateComplete }) => updateComplete));
    const plots = all.flatMap((one) => [...one.renderRoot.querySelectorAll('findings-plot')]);
    return plots.every((plot) => plot.renderRoot.querySelector('plot-area'));
  });
}

/** The entries of a list of totals: `87 held`. */
const countsIn = (list) => list.evaluateAll((items) => items.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()));

test('each publication has a report, linked from Papers, with the totals of Papers', async ({ site }) => {
  test.setTimeout(240_000);
  const visit = await site.visit();
  const page = await visit.goto('#papers');
  const links = page.locator('verdict-map .work a', { hasText: 'Report' });
  await links.first().waitFor({ timeout: 60_000 });
  const addresses = await links.evaluateAll((list) => list.map((one) => one.getAttribute('href')));
  const counts = await countsIn(page.locator('verdict-map .counts button'));
  assert.ok(addresses.length >= 5, addresses.join());
  for (const address of addresses) {
    await page.locator(`verdict-map .work a[href="${address}"]`).click();
    await complete(page);
    assert.ok(page.url().endsWith(address), page.url());
    const all = report(page).getByRole('list', { name: 'All publications' }).getByRole('listitem');
    assert.deepEqual(await countsIn(all), counts);
    const parts = await report(page).locator('section.part').count();
    assert.equal(await report(page).locator('.contents a').count(), parts);
    assert.equal(await report(page).locator('.part', { hasText: 'ganttlet reproduce' }).count(), parts);
    await report(page).getByText('@misc{ganttlet-').waitFor();
    assert.match(await report(page).locator('.reference').textContent(), /: .+\. .+, \d{4}\./u, address);
    // The longest one has thousands of elements, of the same kinds.
    if (parts < 20) assert.deepEqual(await visit.accessibility(), [], address);
    await page.goBack();
    await links.first().waitFor();
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an address leads to an experiment in a report, and an unknown one to the list', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#report=heymann-2001&experiment=M3');
  await complete(page);
  const chosen = report(page).locator('section#M3 h3');
  await page.waitForFunction(() => {
    let inner = document.activeElement;
    while (inner?.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
    return inner?.textContent.startsWith('M3');
  });
  assert.ok((await chosen.boundingBox()).y < 300);
  await page.goto('about:blank');
  await visit.goto('#report=nobody-1999');
  await page.getByText('Unknown publication').waitFor();
  await report(page).getByRole('link', { name: 'Heymann 2001' }).click();
  await report(page).getByRole('heading', { level: 2, name: 'Report: Heymann 2001' }).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a report is printed as a whole, also from the phone layout', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } });
  const page = await visit.goto('#report=klein-and-perez-2010');
  await complete(page);
  // Nothing is wider than the phone.
  assert.ok(await report(page).evaluate((element) => element.scrollWidth <= element.clientWidth));
  assert.deepEqual(await visit.accessibility(), []);
  await page.emulateMedia({ media: 'print' });
  const hidden = await report(page)
    .locator('.tools')
    .evaluateAll((list) => list.every((one) => getComputedStyle(one).display === 'none'));
  assert.ok(hidden);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf).map(Number);
  assert.ok(Math.abs(width - A4.width) < 2 && Math.abs(height - A4.height) < 2, `${width} x ${height}`);
  const pages = pdf.match(/\/Type\s*\/Page\b/g).length;
  // A print of the screen alone would have one page.
  assert.ok(pages > 3, `${pages} pages`);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
