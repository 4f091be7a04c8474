// Studies state only results that their runs support: a single run of a log, axes with an effect, the chosen slice.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const view = (page) => page.locator('study-view');
const text = async (locator) => (await locator.textContent()).replace(/\s+/g, ' ').trim();
/** Waits until all runs have completed. A click starts them if the machine is too slow for an automatic start. */
async function done(page, count) {
  const strip = view(page).locator('.strip');
  const run = strip.getByRole('button', { name: 'Run' });
  const completed = strip.getByText(new RegExp(`^All ${count} runs completed`));
  await strip
    .getByText(new RegExp(`${count} runs`))
    .first()
    .waitFor();
  await completed.or(run).or(strip.getByText('Pause')).first().waitFor();
  if (await run.isVisible()) await run.click();
  await completed.waitFor({ timeout: 120_000 });
}
/** Opens a study from its text, like a file of the reader. */
const open = (page, study) => actions(page).drop('mine.json', Buffer.from(JSON.stringify(study)));

test('a log is run once at each point, without its recorded starts at other loads', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, drop, finish } = actions(page);
  await story(/FCFS/);
  await drop('sacct-120.txt', await readFile(`${root}static/example/sacct-120.txt`));
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().variants.length === 3);
  await finish();
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  await done(page, 3);
  const seeds = view(page).getByRole('textbox', { name: 'Seeds' });
  assert.ok(await seeds.isDisabled());
  const answer = () => text(view(page).locator('.answer'));
  assert.match(await answer(), /FCFS .+, EASY .+, As recorded .+\. One log, one run for each point: no interval\.$/);
  await view(page).getByText('One run for each point: not tested for a steady state.').waitFor();
  await view(page).getByRole('combobox', { name: 'Add an axis' }).selectOption('load_factor');
  await done(page, 14);
  await view(page).getByText('“As recorded” is left out: recorded starts do not exist at another load.').waitFor();
  await view(page).locator('.heat button').first().waitFor();
  const main = await text(view(page).locator('main'));
  for (const claim of [/±/, /significant/, /By the paired/, /No steady state/, /Seeds for/]) assert.doesNotMatch(main, claim);
  // Each cell has a number, and none is marked as better or worse.
  for (const cell of await view(page).locator('.heat button').all()) {
    assert.match(await text(cell), /^[+−\d.]+\s?[%×]$/u);
    assert.match((await cell.getAttribute('aria-label')) ?? '', /one run, no interval$/);
  }
  // A setting of another axis cannot get its own axis.
  const local = view(page).getByRole('combobox', { name: 'Add an axis' }).locator('option[value=local]');
  assert.equal(await local.textContent(), 'Local policy: set by the axis System');
  assert.ok(await local.isDisabled());
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('study-of-a-log');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

/** Two policies at three loads on two platforms. */
const study = {
  name: 'Load against policy: 20 seeds',
  base: {
    version: 1,
    seed: 1,
    platform: { preset: 'one-cluster', parameters: { nodes: 32 } },
    workload: [{ generator: 'poisson', parameters: { jobs: 60, load: 0.7 } }],
    system: { kind: 'batch', policies: { local: 'easy' } },
  },
  axes: [
    { name: 'load', knob: 'load', values: [0.3, 0.6, 0.9] },
    { name: 'nodes', knob: 'nodes', values: [32, 64] },
    { name: 'policy', variants: [{ name: 'EASY' }, { name: 'FCFS', set: { local: 'fcfs' } }] },
  ],
  seeds: 6,
  measures: [{ metric: 'wait' }, { metric: 'wait', name: 'longest wait', statistic: 'max' }],
};

test('a link, a figure and a print have the slice that was chosen and the seeds that were run', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  await actions(page).story(/FCFS/);
  await open(page, study);
  await done(page, 72);
  await view(page)
    .getByRole('combobox', { name: /^at nodes/ })
    .selectOption('64');
  await view(page).getByRole('region', { name: 'Table' }).getByRole('combobox').selectOption('0.6');
  await view(page)
    .getByRole('combobox', { name: /^Metric/ })
    .selectOption('longest wait');
  const answer = await text(view(page).locator('.answer'));
  assert.match(answer, /^At load 0\.6, nodes 64: longest wait EASY .+ Maximum of a run: no interval\.$/);
  await page.waitForFunction(() => /&slice=/.test(location.hash));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    view(page).getByRole('button', { name: 'SVG', exact: true }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'load-against-policy-6-seeds-longest-wait-over-load-at-nodes-64.svg');
  const svg = await readFile(await download.path(), 'utf8');
  for (const part of ['Longest wait over load at nodes 64', 'mean of 6 seeds', 'maximum: no interval', 'Load against policy: 6 seeds'])
    assert.ok(svg.includes(part), part);
  assert.ok(!svg.includes('20 seeds'), svg);
  await view(page).getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied to the clipboard').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await site.visit({ viewport: { width: 1440, height: 900 } });
  const there = await other.goto(link.slice(link.indexOf('#')));
  await done(there, 72);
  await view(there).locator('.answer:not(:empty)').waitFor();
  assert.equal(await text(view(there).locator('.answer')), answer);
  assert.deepEqual(other.faults, []);
  await other.close();
  // A missing picture has an explanation.
  await view(page).getByRole('tab', { name: 'Heat map' }).click();
  await view(page).getByText('SVG and PNG: the numbers of the heat map are in the CSV file.').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('seeds without an axis are a figure, and one page with plot, table, caption and the whole link', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  await actions(page).story(/FCFS/);
  await open(page, { ...study, name: 'Two policies', axes: study.axes.slice(2) });
  await done(page, 12);
  await view(page).locator('[role=tabpanel] .strips').first().waitFor();
  assert.ok(await view(page).getByRole('button', { name: 'PNG', exact: true }).isEnabled());
  await page.waitForURL(/#study=1\./);
  await page.evaluate(() => {
    globalThis.print = () => {
      globalThis.printing = true;
    };
  });
  await page.keyboard.press('Control+p');
  await page.waitForFunction(() => globalThis.printing === true);
  const sheet = await page.locator('print-sheet').evaluate((element) => ({
    text: element.shadowRoot.textContent.replace(/\s+/g, ' '),
    dots: element.shadowRoot.querySelectorAll('.picture circle').length,
    rows: element.shadowRoot.querySelectorAll('tbody tr').length,
    link: element.shadowRoot.querySelector('.link').textContent,
  }));
  assert.deepEqual([sheet.dots, sheet.rows, sheet.link], [12, 2, page.url()]);
  for (const part of ['Wait time by seed', 'Box: the middle half of the seeds', 'Means and differences', 'each comparison by itself'])
    assert.ok(sheet.text.includes(part), `${part} in ${sheet.text}`);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('axes that set what another axis sets are refused', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  await actions(page).story(/FCFS/);
  const policies = [
    { name: 'EASY', set: { local: 'easy' } },
    { name: 'EASY-SJBF', set: { local: 'easy-sjbf' } },
  ];
  const base = { ...study.base, compare: [{ kind: 'batch', policies: { local: 'fcfs' } }] };
  const axes = [
    { name: 'system', compare: true },
    { name: 'local policy', variants: policies },
  ];
  await open(page, { ...study, base, axes });
  await view(page).getByRole('alert').getByText('has no effect: the axis').waitFor();
  assert.match(await text(view(page).getByRole('alert')), /\/axes\/1: the axis .local policy. has no effect: the axis .system. sets the/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
