// Lessons: opened from the header or a link, answered, and compared with the results of the run.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const lesson = async (/** @type {string} */ id) => JSON.parse(await readFile(`${root}static/lessons/${id}.json`, 'utf8'));
const hash = (page, /** @type {string} */ wanted) => page.waitForFunction((text) => location.hash === text, wanted);

/**
 * Waits for the text of a step. Glossary terms are separate elements, so the test reads the whole text instead of
 * searching for an element with it.
 */
const says = (strip, /** @type {string} */ text) =>
  expect.poll(() => strip.locator('.text').evaluate((line) => line.textContent.trim()), { intervals: [50] }).toBe(text);

/** The choice that the answer of a step explains: both have the same condition. */
const explained = ({ predict: { choices, answer } }) => choices.find((choice) => answer[0].if.includes(choice.if));

test('a lesson is opened by keyboard, answered, and its link leads back to the step', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  const { title, steps } = await lesson('backfilling');
  const at = steps.findIndex((step) => step.predict);
  const { choices, answer } = steps[at].predict;
  const explains = choices.indexOf(explained(steps[at]));

  await page.getByRole('button', { name: 'Lessons' }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('dialog', { name: 'Lessons' }).getByRole('button', { name: title });
  await entry.focus();
  await page.keyboard.press('Enter');
  const strip = page.getByRole('region', { name: `Lesson: ${title}` });
  await says(strip, steps[0].text);
  await page.waitForFunction(
    (heading) =>
      document.querySelector('ganttlet-app').shadowRoot.activeElement?.shadowRoot?.activeElement?.textContent.startsWith(heading),
    title,
  );
  await hash(page, '#lesson=backfilling');

  for (let step = 0; step < at; step += 1) await strip.getByRole('button', { name: 'Next' }).click();
  await hash(page, `#lesson=backfilling&step=${at + 1}`);
  // Before the answer, no run starts and no result is visible.
  assert.equal(await strip.getByRole('table').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0);
  assert.deepEqual(await visit.accessibility(), []);
  const wrong = (explains + 1) % choices.length;
  await strip.getByRole('button', { name: choices[wrong].text }).focus();
  await page.keyboard.press('Enter');
  await strip.getByText(`Not quite. Correct answer: ${choices[explains].text}.`).waitFor();
  await strip.getByText(answer[0].text).waitFor();
  // The numbers are the same as in the table below the charts.
  const numbers = await strip.locator('td.value').allTextContents();
  assert.equal(numbers.length, 2);
  assert.notEqual(numbers[0], numbers[1]);
  await strip.getByRole('button', { name: choices[explains].text }).click();
  // A choice after the display of the answer is not a prediction.
  await strip.getByText('This is the correct answer.').waitFor();
  assert.equal(await strip.getByText('You were right.').count(), 0);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('lesson');

  await page.reload();
  await says(strip, steps[at].text);
  await strip.getByText(`step ${at + 1} of ${steps.length}`).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a changed scenario is no longer the lesson, and can be restored', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const page = await visit.goto('#lesson=backfilling');
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  const strip = page.locator('lesson-strip');
  await page.getByRole('button', { name: 'New seed' }).click();
  await strip.getByText('You have changed the scenario').waitFor();
  await page.waitForFunction(() => location.hash.startsWith('#1.'));
  await strip.getByRole('button', { name: 'Reset the scenario' }).click();
  await hash(page, '#lesson=backfilling');
  await strip.getByRole('button', { name: 'Close the lesson' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#1.'));
  assert.equal(await strip.count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('every lesson fits a phone, in both themes', async ({ site }) => {
  const index = JSON.parse(await readFile(`${root}static/lessons/index.json`, 'utf8')).lessons;
  // A separate page for each would take longer than the lessons, so they are opened one after the other.
  const visits = await Promise.all(
    ['light', 'dark'].map((/** @type {'light'|'dark'} */ colorScheme) =>
      site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce', colorScheme }),
    ),
  );
  for (const [at, { id, title }] of index.entries()) {
    const visit = visits[at % 2];
    const { page } = visit;
    if (at < 2) await visit.goto(`#lesson=${id}`);
    else await page.evaluate((id) => void (location.hash = `#lesson=${id}`), id);
    const { steps } = await lesson(id);
    const strip = page.getByRole('region', { name: `Lesson: ${title}` });
    for (const [place, step] of steps.entries()) {
      await says(strip, step.text);
      if (step.predict) {
        await strip
          .locator('.choices')
          .getByRole('button', { name: explained(step).text })
          .click();
        await strip.getByText('You were right.').waitFor();
      }
      const wide = await page.evaluate(() => document.scrollingElement.scrollWidth > innerWidth);
      assert.equal(wide, false, `${id}, step ${place + 1}: wider than the screen`);
      if (place === 1) await visit.screenshot(`lesson-${id}-phone`);
      if (place < steps.length - 1) await strip.getByRole('button', { name: 'Next' }).click();
    }
    assert.deepEqual(await visit.accessibility(), [], id);
    assert.deepEqual(visit.faults, [], id);
  }
  await Promise.all(visits.map((visit) => visit.close()));
});

test('a lesson can be embedded; its page is left by the way out only', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 700, height: 700 }, reducedMotion: 'reduce' });
  const page = await visit.goto('embed.html#lesson=co-allocation&step=5');
  const { title, steps } = await lesson('co-allocation');
  const strip = page.getByRole('region', { name: `Lesson: ${title}` });
  await says(strip, steps[4].text);
  await strip.getByRole('button', { name: explained(steps[4]).text }).click();
  await strip.getByText('You were right.').waitFor();
  assert.equal(await strip.getByRole('button', { name: 'All lessons' }).count(), 0);
  assert.equal(await page.evaluate(() => location.hash), '#lesson=co-allocation&step=5');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the results in a step are those of the runs on screen', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#lesson=replication&step=2');
  const said = page.locator('lesson-strip .step-texts');
  await said.waitFor();
  const own = await said.textContent();
  assert.match(own, /^One loss per batch makes the execution [\d.]+ % longer: .+ instead of .+\.$/);
  // Another seed gives another number; the text before it contains none.
  await page.getByRole('button', { name: 'New seed' }).click();
  await page.waitForFunction((own) => {
    const said = document.querySelector('ganttlet-app').shadowRoot.querySelector('lesson-strip').shadowRoot.querySelector('.step-texts');
    return said && said.textContent !== own;
  }, own);
  assert.match(await said.textContent(), /^One loss per batch makes the execution [\d.]+ % longer/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an answer has the number of seeds in which it holds', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const page = await visit.goto('#lesson=estimates&step=2');
  const strip = page.locator('lesson-strip');
  await strip.locator('.choices').getByRole('button').first().click();
  await strip.getByText(/holds in 6 of 20 seeds/).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the tick of a task follows the runs on screen', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#lesson=beat-fcfs&step=4');
  const task = page.locator('lesson-strip .task');
  const tick = () => task.locator('.ask').evaluate((line) => line.querySelector('path').getAttribute('d'));
  await task.getByText('Not yet.').waitFor();
  const open = await tick();
  await task.getByText('Hint').click();
  await task.getByRole('button', { name: 'Show a solution' }).click();
  await task.getByText('Done.').waitFor();
  assert.notEqual(await tick(), open);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await task.getByText('Not yet.').waitFor();
  assert.equal(await tick(), open);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an answer that is correct in few seeds is one of the shown seed', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const page = await visit.goto('#lesson=promises&step=2');
  const strip = page.locator('lesson-strip');
  await strip.locator('.choices').getByRole('button', { name: 'About as long' }).click();
  await strip.getByText(/^Correct answer with this seed: Longer; it holds in 7 of 20 seeds, and by less than 5.% in 4 more\./u).waitFor();
  assert.equal(await strip.getByText('Not quite.').count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an unknown lesson is reported, and the page works', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#lesson=../index');
  await page.getByText('could not be opened').waitFor();
  await actions(page).story(/FCFS/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the queue names who waits at the playhead, and selects', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, ink, panel, playhead, selected } = actions(page);
  await story(/FCFS/);
  await ink();
  await panel('Queue');
  const queues = page.locator('queue-panel');
  await queues.getByText('queue empty').first().waitFor();
  // In the middle of the run a job waits.
  await page.getByRole('slider', { name: 'Playhead' }).fill('500');
  await queues
    .getByText(/jobs? waits?/u)
    .first()
    .waitFor();
  assert.ok((await playhead()) > 0);
  const first = queues.locator('li button').first();
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.ok((await selected()) >= 0);
  assert.equal((await queues.locator('[aria-pressed="true"]').count()) > 0, true);
  await page.getByRole('complementary', { name: 'Details' }).waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('queue');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('what the reader is to do is checked by the numbers of the run, and remembered', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const { steps } = await lesson('schedule');
  const at = steps.findIndex((step) => step.task);
  const { predict, hint } = steps[at].task;
  const page = await visit.goto(`#lesson=schedule&step=${at + 1}`);
  const strip = page.locator('lesson-strip');
  await strip.getByText(predict.question).waitFor();
  await strip.getByText('Not yet.').waitFor();
  // The reader adds more nodes.
  await actions(page).panel('Grid');
  const nodes = page
    .locator('grid-builder')
    .getByRole('textbox', { name: /^Nodes/u })
    .or(page.locator('grid-builder').getByRole('spinbutton', { name: /^Nodes/u }))
    .first();
  await nodes.fill('40');
  await nodes.press('Enter');
  await strip.getByText('Done.').waitFor();
  await strip.getByText('With 40 nodes the mean wait is').waitFor();
  await strip.getByRole('button', { name: 'Reset the scenario' }).click();
  await strip.getByText('Not yet.').waitFor();
  await strip.getByText('Hint', { exact: true }).click();
  await strip.getByText(hint).waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await strip.getByRole('button', { name: 'Show a solution' }).click();
  await strip.getByText('Done.').waitFor();
  await strip.getByRole('button', { name: 'All lessons' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lessons' });
  await dialog.locator('[aria-current="true"]', { hasText: '(seen)' }).waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await page.reload();
  await page.getByRole('button', { name: 'Lessons', exact: true }).click();
  const { length } = JSON.parse(await readFile(`${root}static/lessons/index.json`, 'utf8')).lessons;
  await dialog.getByText(`1 of ${length} seen`).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
