// Studies: made from the scenario on screen, run on workers, stored, compared, shared, and opened run by run.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { actions } from './actions.mjs';
import { answer, done, going, reproduced, strip, text } from './study-actions.mjs';
import { root, test } from './support.mjs';

test('a student repeats a comparison with 20 seeds, sees what is certain, and opens one of the runs', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { finish, story } = actions(page);
  await story(/FCFS/);
  await finish();
  // The seeds run automatically; their means are below each number.
  await page.locator('metric-table').scrollIntoViewIfNeeded();
  const cells = page.locator('metric-table .seeds');
  await cells.first().waitFor();
  assert.match(await text(cells.first()), /^[\d.\u202f]+ ± [\d.\u202f]+ min/u);
  assert.deepEqual(await visit.accessibility(), []);
  await page.getByRole('button', { name: '20 seeds: box plots' }).click();
  await done(page);
  assert.match(await text(strip(page)), /All 40 runs completed\. Digest [0-9a-f]{16}\./);
  // The address is written shortly after the last change.
  await page.waitForURL(/#study=1\./);
  assert.match(await answer(page), /^\S.* FCFS .+ ± .+, EASY .+ ± .+\. By the paired 95 % intervals, .*EASY/);
  const rows = page.locator('study-view tbody tr');
  assert.equal(await rows.count(), 2);
  // Statements of certainty match the interval of each measure.
  await page.locator('study-view .below').getByText('not significant').or(page.locator('study-view td.better')).first().waitFor();
  for (const cell of (await rows.nth(1).locator('td').allTextContents()).filter((cell) => /^[+−]/u.test(cell.trim()))) {
    const [, mean, half] = /([\d.\u202f]+) ± ([\d.\u202f]+)/u.exec(cell) ?? [];
    const number = (/** @type {string} */ part) => Number(part.replaceAll('\u202f', ''));
    assert.equal(/not significant/.test(cell), number(mean) < number(half), cell);
  }
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('study-seeds');

  // A row of dots for each system, and the distribution of waits in its runs.
  assert.equal(await page.locator('study-view [role=tabpanel] .strips').count(), 2);
  await page
    .locator('study-view')
    .getByRole('combobox', { name: /^Metric/ })
    .selectOption('wait');
  await page.getByRole('tab', { name: 'Distribution' }).click();
  await page
    .locator('study-view')
    .getByRole('button', { name: /^Add its distribution over jobs/ })
    .click();
  await done(page);
  const plot = page.locator('study-view findings-plot');
  await plot.getByRole('heading', { name: 'Wait time, distribution over jobs' }).waitFor();
  const shares = (await plot.locator('tbody tr td:nth-child(2)').allTextContents()).map(Number);
  // Shares of jobs never decrease, and end above 80 %.
  assert.ok(shares.length > 50 && shares.every((share, at) => at === 0 || share >= shares[at - 1]), shares.join());
  assert.ok(shares.at(-1) > 80 && shares.at(-1) <= 100, `${shares.at(-1)}`);
  await plot.scrollIntoViewIfNeeded();
  await visit.screenshot('study-jobs');
  // The smoothed plot of the transient, for the choice of a warm-up.
  await page
    .locator('study-view')
    .getByRole('button', { name: /^Add its development over time/ })
    .click();
  await done(page);
  const welch = page.locator('study-view findings-plot').filter({ hasText: 'Wait time over time' });
  await welch.getByText(/The warm-up ends where/).waitFor();
  const path = () => welch.locator('svg.plot path[fill=none]').evaluateAll((all) => all.map((one) => one.getAttribute('d')).join());
  const smooth = await path();
  await welch.getByRole('slider').fill('0');
  assert.notEqual(await path(), smooth);
  await welch.scrollIntoViewIfNeeded();
  await visit.screenshot('study-welch');
  const warmUp = page.locator('study-view').getByRole('textbox', { name: 'Warm-up, s' });
  await warmUp.fill('3600');
  await warmUp.press('Enter');
  await page.locator('study-view aside').getByText('Submitted after 1 h').waitFor();
  // A short study runs automatically.
  await done(page);
  assert.deepEqual(await visit.accessibility(), []);

  await rows.nth(1).getByRole('button').click();
  const card = page.locator('study-view .card');
  await card.locator('select').selectOption({ index: 2 });
  await visit.screenshot('study-seeds-run');
  await card.getByRole('button', { name: 'Open this run, seed 3' }).click();
  await story(/EASY|FCFS/);
  assert.equal(await page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().scenario.seed), 3);
  await page.getByRole('button', { name: 'Back to the study' }).click();
  await done(page);
  await page.keyboard.press('Escape');
  await story(/EASY|FCFS/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a study fits a phone and the dark theme, and lists its errors', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true });
  const page = await visit.goto('#study=load-against-policy');
  actions(page);
  const seeds = page.locator('study-view').getByRole('textbox', { name: 'Seeds' });
  await seeds.fill('3');
  await seeds.press('Enter');
  await going(page, /120 runs/);
  await done(page);
  const wide = await page.evaluate(() => {
    const view = document.querySelector('ganttlet-app').shadowRoot.querySelector('study-view').shadowRoot.querySelector('.view');
    return view.scrollWidth - view.clientWidth;
  });
  assert.ok(wide <= 0, `${wide} px too wide`);
  assert.deepEqual(await visit.accessibility(), []);
  await page.locator('study-view .question').scrollIntoViewIfNeeded();
  await visit.screenshot('study-phone-dark');
  const loads = page.locator('study-view').getByRole('textbox', { name: 'Load' });
  await loads.fill('0.5, 5000');
  await loads.press('Enter');
  await page.locator('study-view').getByRole('alert').getByText(/5000/).first().waitFor();
  await visit.screenshot('study-phone-wrong');
  await page.goto('about:blank');
  await visit.goto('#study=no-such-study');
  await page.locator('study-view').getByRole('alert').getByText('there is no study no-such-study').waitFor();
  assert.deepEqual(
    visit.faults.filter((fault) => !/no-such-study|404/.test(fault)),
    [],
  );
  await visit.close();
});

test('a study that is refused when it is opened again is corrected as text', async ({ site }) => {
  const visit = await site.visit();
  const study = {
    version: 1,
    name: 'Misspelt',
    base: {
      version: 1,
      platform: { preset: 'one-cluster', parameters: { nodes: 8 } },
      workload: [{ generator: 'poisson', parameters: { jobs: 20 } }],
      system: { kind: 'batch' },
    },
    axes: [{ name: 'load', knob: 'lod', values: [0.5, 0.9] }],
    seeds: 3,
    measures: [{ metric: 'wait' }],
  };
  const packed = deflateRawSync(JSON.stringify(study)).toString('base64url');
  const page = await visit.goto(`#study=1.${packed}`);
  const refused = page.locator('refused-study');
  await refused
    .getByRole('alert')
    .getByText(/The study cannot be opened: .*lod.* Did you mean `load`\?/)
    .waitFor();
  const area = refused.getByLabel('The study as text');
  assert.match(await area.inputValue(), /"knob": "lod"/);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('study-refused');
  await area.fill((await area.inputValue()).replace('"lod"', '"load"'));
  await refused.getByRole('button', { name: 'Open the corrected study' }).click();
  await going(page);
  await done(page);
  assert.equal(await refused.count(), 0);
  assert.ok(await page.getByLabel('Study settings').getByRole('textbox', { name: 'Load' }).isVisible());
  // The metrics belong to batch queues.
  const metrics = await page.getByLabel('Add a metric').locator('option').allTextContents();
  assert.ok(metrics.includes('Bounded slowdown') && metrics.length < 40, metrics.join());
  // The address belongs to the corrected study.
  await expect.poll(() => page.url()).not.toContain(packed);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a published study is changed: its claims are compared with the new runs, or marked as not applicable', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#papers=E4.1');
  actions(page);
  const sheet = page.locator('study-view article');
  await sheet.getByRole('button', { name: /^Quick/ }).click();
  const rows = (/** @type {string} */ place) =>
    page
      .locator(`${place} .targets tbody tr`)
      .allTextContents()
      .then((all) => all.map((row) => row.replace(/\s+/g, ' ').trim()));
  await sheet.locator('.computed h3').filter({ hasNotText: 'So far' }).waitFor({ timeout: 120_000 });
  await sheet.locator('.computed .targets tbody tr').first().waitFor();
  const published = await rows('study-view .computed');
  const said = await text(sheet.locator('.computed h3'));
  await sheet.getByRole('link', { name: 'Edit as a study' }).click();
  const view = page.locator('study-view');
  await view.getByText('Published version; you can change it.').waitFor();
  await going(page);
  await done(page);
  assert.match(page.url(), /#study=E4\.1&quick=1$/);
  await view.getByRole('heading', { name: said }).waitFor();
  // The same engine and the same runs give the same texts.
  const sameRows = () => expect.poll(() => rows('study-view'), { intervals: [100] }).toEqual(published);
  await sameRows();
  await view.locator('study-findings .result tbody tr').first().waitFor();
  await view.locator('findings-plot').first().waitFor();
  assert.ok((await view.locator('study-findings .result tbody tr').count()) > 0 && (await view.locator('findings-plot').count()) > 0);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('study-published');
  // Another part of the study, with its own axes and measures.
  await view.getByRole('combobox', { name: 'Part' }).selectOption({ index: 1 });
  await sameRows();
  await view.getByRole('combobox', { name: 'Part' }).selectOption({ index: 0 });

  // Fewer seeds still answer every claim; without the axis, most claims have no data.
  const seeds = view.getByRole('textbox', { name: 'Seeds' });
  await view.getByRole('checkbox', { name: /^Quick/ }).uncheck();
  await strip(page)
    .getByText(/of 176|176 runs/)
    .first()
    .waitFor();
  await page.waitForFunction(() => location.hash === '#study=E4.1');
  await seeds.fill('2');
  await seeds.press('Enter');
  await going(page, /48 runs/);
  await done(page);
  await view.getByText('Changed from the published version').waitFor();
  await view.locator('study-findings .targets tbody tr').first().waitFor();
  assert.equal((await rows('study-view')).length, published.length);
  assert.equal(await view.getByText('No longer applicable').count(), 0);
  await view.getByRole('button', { name: 'Remove the axis tasks' }).click();
  await going(page);
  await done(page);
  await view.getByText('no axis varies "tasks"').first().waitFor();
  console.log(await text(view.getByRole('note')));
  await visit.screenshot('study-unfit');
  await view.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied to the clipboard, with the digest of the result').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await view.getByRole('link', { name: 'Back to E4.1' }).click();
  await sheet.locator('.computed .targets tbody tr').first().waitFor();
  assert.deepEqual(await rows('study-view .computed'), published);
  assert.deepEqual(visit.faults, []);
  await visit.close();

  const { other, fresh } = await reproduced(site, link);
  await fresh.locator('study-view').getByText('no axis varies "tasks"').first().waitFor();
  await fresh.locator('study-view').getByRole('link', { name: 'Published version' }).click();
  await fresh.locator('study-view').getByText('Published version; you can change it.').waitFor();
  await going(fresh);
  await done(fresh);
  assert.deepEqual(other.faults, []);
  await other.close();
});

test('a long published study shows its stored result, and the duration of its runs; the button for studies begins with what is on screen', async ({
  site,
}) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#study=B2');
  actions(page);
  const view = page.locator('study-view');
  const kept = JSON.parse(await readFile(`${root}static/results/B2.json`, 'utf8'));
  await view.getByRole('heading', { name: /^Stored result\. / }).waitFor();
  await view.getByText(`digest ${kept.digest}. “Run” repeats them here; nothing below was computed in this browser.`).waitFor();
  assert.equal(await view.locator('study-findings .targets tbody tr').count(), kept.findings.targets.length);
  await strip(page)
    .getByText(new RegExp(`${String(kept.runs).replace(/(?=(?:\d{3})+$)/u, '.?')} runs, about .+ of memory`, 'u'))
    .waitFor();
  // Names of values have the width of the column.
  const named = await view.locator('.keys label').getByText('daily cycle', { exact: true }).boundingBox();
  assert.ok(named && named.height < 24, JSON.stringify(named));
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('study-kept');
  // New runs replace the stored results.
  await strip(page).getByRole('button', { name: 'Run' }).click();
  await strip(page).getByRole('button', { name: 'Cancel, keep results' }).click();
  await strip(page)
    .getByRole('button', { name: /Continue|Run/ })
    .waitFor();
  // A changed study is not the published one.
  const seeds = view.getByRole('textbox', { name: 'Seeds' });
  await seeds.fill('700');
  await seeds.press('Enter');
  await view.getByText('Changed from the published version').waitFor();
  assert.equal(await view.getByRole('heading', { name: /^Stored result/ }).count(), 0);
  for (const [link, sentence] of [
    ['#study=1.abcdef', /its link is damaged\. Copy the whole link again/],
    ['#study=1.%25', /its link is damaged/],
  ]) {
    await page.evaluate((hash) => void (location.hash = hash), link);
    await view.getByRole('alert').getByText(sentence).waitFor();
  }

  await page.goto('about:blank');
  await visit.goto('#ex=fcfs-vs-easy');
  await page.locator('chart-section').getByText(/FCFS/).first().waitFor();
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  await done(page);
  await view.getByRole('link', { name: 'All studies' }).click();
  await view.getByRole('button', { name: 'Study the current scenario' }).waitFor();
  // A published experiment can also be edited.
  await view.getByRole('link', { name: /^E4\.1 / }).waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('study-list');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('axes, their values and their variants are added, changed and taken away by form; a cell of the map leads to its run', async ({
  site,
}) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#study=load-against-policy');
  actions(page);
  const view = page.locator('study-view');
  const fill = async (/** @type {import('@playwright/test').Locator} */ field, /** @type {string} */ value) => {
    await field.fill(value);
    await field.press('Enter');
  };
  await fill(view.getByRole('textbox', { name: 'Seeds' }), '2');
  await fill(view.getByRole('textbox', { name: 'Load' }), '0.5, 0.7');
  await strip(page)
    .getByText(/16 runs/)
    .waitFor();
  await view.getByText('Edit values').click();
  await view.getByRole('group', { name: 'Values of load' }).waitFor();
  await view.getByRole('button', { name: 'Add a row' }).click();
  await strip(page)
    .getByText(/24 runs/)
    .waitFor();
  assert.equal(await view.getByRole('textbox', { name: 'Load', exact: true }).inputValue(), '0.5, 0.7, 0.9');
  await view.getByRole('button', { name: 'Remove row 1' }).click();
  await strip(page)
    .getByText(/16 runs/)
    .waitFor();

  await view.getByText('Edit variants').click();
  const variants = view.locator('parameter-table').filter({ has: page.getByRole('group', { name: 'Variants of policy' }) });
  const before = await variants.locator('tbody tr').count();
  await variants.getByRole('button', { name: 'Remove row 3' }).click();
  await strip(page)
    .getByText(/12 runs/)
    .waitFor();
  await variants.getByRole('button', { name: 'Add a row' }).click();
  await strip(page)
    .getByText(/16 runs/)
    .waitFor();
  assert.equal(await variants.locator('tbody tr').count(), before);
  await visit.screenshot('study-forms');
  assert.deepEqual(await visit.accessibility(), []);
  await fill(variants.getByRole('textbox', { name: 'Name of row 4' }), 'my own');
  await view.locator('.keys').getByText('my own').waitFor();

  // With a second axis of numbers, there is a map of means.
  await view.getByRole('combobox', { name: 'Add an axis' }).selectOption('nodes');
  const nodes = view.getByRole('textbox', { name: 'Nodes', exact: true });
  await fill(nodes, '32, 64');
  await going(page, /32 runs/);
  await done(page);
  await page.getByRole('tab', { name: 'Heat map' }).click();
  await visit.screenshot('study-map');
  await view.getByRole('button', { name: /^my own, .*32.*load 0\.9|^my own, .*load 0\.9.*32/ }).click();
  const card = view.locator('.card');
  assert.match(await text(card), /my own/);
  await card.getByRole('button', { name: /^Open this run, seed 1$/ }).click();
  await page.getByRole('button', { name: 'Back to the study' }).waitFor();
  const scenario = await page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().scenario);
  assert.deepEqual([scenario.platform.parameters.nodes, scenario.workload[0].parameters.load], [32, 0.9]);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a study is embedded in another page: its chart and table, live, and the way to the whole', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 900, height: 720 } });
  const page = await visit.goto('#study=load-against-policy');
  actions(page);
  const view = page.locator('study-view');
  const seeds = view.getByRole('textbox', { name: 'Seeds' });
  await seeds.fill('2');
  await seeds.press('Enter');
  await going(page, /80 runs/);
  await done(page);
  await view.getByRole('button', { name: 'Copy embed code' }).click();
  await page.getByText('Embed code copied to the clipboard').waitFor();
  const frame = await page.evaluate(() => navigator.clipboard.readText());
  const [, address] = /^<iframe src="([^"]+)"/.exec(frame) ?? [];
  await visit.close();

  const other = await site.visit({ viewport: { width: 900, height: 720 } });
  const embed = await other.goto(address.replaceAll('&amp;', '&').slice(address.indexOf('embed.html')));
  await done(embed);
  assert.match(await text(strip(embed)), /Reproduced: identical to the digest in the link\./);
  await embed.locator('study-view study-chart svg').first().waitFor();
  assert.equal(await embed.locator('study-view .below tbody tr').count(), 4);
  assert.equal(await embed.locator('study-view aside').count(), 0);
  assert.deepEqual(await other.accessibility(), []);
  await other.screenshot('study-embed');
  assert.match(await embed.getByRole('link', { name: 'Open in Ganttlet' }).getAttribute('href'), /\/#study=1\./);
  // The reader of the embed chooses another measure.
  await embed
    .locator('study-view')
    .getByRole('combobox', { name: /^Metric/ })
    .selectOption('wait');
  await embed.locator('study-view .answer').getByText(/wait/).waitFor();
  assert.deepEqual(other.faults, []);
  await other.close();
});

test('a lesson asks what twenty seeds say, and the seeds answer', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#lesson=certain&step=3');
  actions(page);
  const lesson = page.locator('lesson-strip');
  await lesson.getByText('step 3 of 4').waitFor();
  // No result is visible before the answer.
  assert.equal(await page.locator('seeds-line').count(), 0);
  await lesson.getByRole('button', { name: 'EASY has the shorter wait (significant)' }).click();
  await page
    .locator('seeds-line')
    .getByText(/^Over 20 seeds: .*not significant/u)
    .waitFor();
  await lesson.getByText('Not quite. Correct answer: The difference is not significant.').waitFor();
  await lesson
    .locator('.answer')
    .getByText(/The interval of the difference extends from .+ less to .+ more/u)
    .waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('lesson-seeds');
  await lesson.getByRole('button', { name: 'Next' }).click();
  await lesson.getByText('step 4 of 4').waitFor();
  assert.equal(await page.locator('seeds-line').count(), 0);
  await lesson.getByRole('button', { name: 'Yes' }).click();
  await lesson.getByText('You were right.').waitFor();
  await page.locator('seeds-line').getByRole('button', { name: 'Box plots with all seeds' }).click();
  await done(page);
  assert.equal(await page.locator('study-view [role=tabpanel] .strips').count(), 2);
  await page.locator('study-view').getByRole('button', { name: 'Back to the charts' }).click();
  await lesson.getByText('You were right.').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
