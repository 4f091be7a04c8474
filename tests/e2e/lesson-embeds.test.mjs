// Embedded lessons: their text and their charts are visible with every content and width of the frame.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** The parts of an embedded lesson in a frame, pixels. @param {import('@playwright/test').Frame} frame */
const measure = (frame) =>
  frame.evaluate(() => {
    const tree = document.querySelector('ganttlet-embed').shadowRoot;
    const lesson = tree.querySelector('lesson-strip');
    const section = lesson?.shadowRoot.querySelector('section');
    const charts = tree.querySelector('chart-section')?.shadowRoot.querySelector('gantt-stack');
    const chart = charts?.shadowRoot.querySelector('gantt-chart');
    if (!section || !chart || chart.clientHeight === 0) return undefined;
    const player = tree.querySelector('gantt-player').getBoundingClientRect().top;
    const { top, bottom } = chart.getBoundingClientRect();
    return {
      hidden: Math.max(lesson.scrollHeight - lesson.clientHeight, section.scrollHeight - section.clientHeight),
      lesson: section.getBoundingClientRect().height,
      chart: Math.min(bottom, player, innerHeight) - top,
      below: document.documentElement.scrollHeight - innerHeight,
    };
  });

test('a frame that follows its content shows a whole lesson and its charts', async ({ site }) => {
  for (const width of [860, 710, 360]) {
    const visit = await site.visit({ viewport: { width: width + 20, height: 900 } });
    const { page } = visit;
    for (const [link, show] of [
      ['lesson=backfilling', ''],
      ['lesson=backfilling', 'show="gantt,player"'],
      ['lesson=replication&step=4', ''],
      ['lesson=idle-cycles&step=2', ''],
    ]) {
      await page.setContent(`<body style="margin: 0"><script defer src="${site.address}embed.js"></script>
        <div style="width: ${width}px"><ganttlet-view height="auto" ${show} src="${site.address}#${link}"></ganttlet-view></div>`);
      const frame = await (await page.waitForSelector('iframe')).contentFrame();
      await frame.waitForURL(/embed/u);
      for (let last = ''; ; ) {
        const parts = await measure(frame).catch(() => undefined);
        const now = JSON.stringify([parts, await page.locator('iframe').evaluate(({ clientHeight }) => clientHeight)]);
        if (parts && parts.below <= 0 && parts.hidden <= 1 && now === last) {
          assert.ok(parts.lesson > 100 && parts.chart > 90, `${width} px, ${link} ${show}: ${now}`);
          break;
        }
        last = now;
        await page.waitForFunction(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(true)))));
      }
    }
    assert.deepEqual(visit.faults, []);
    await visit.close();
  }
});

test('a frame of fixed height keeps a chart in sight, and scrolls to the explanation', async ({ site }) => {
  for (const [width, height] of [
    [860, 480],
    [360, 480],
    [360, 640],
  ]) {
    const visit = await site.visit({ viewport: { width, height } });
    const page = await visit.goto('embed.html#lesson=backfilling&step=2');
    await page.locator('gantt-chart').nth(1).waitFor();
    await page.locator('lesson-strip .choices button').first().waitFor();
    const { chart } = await measure(page.mainFrame());
    assert.ok(chart > 50, `${width} x ${height}: ${chart} px of the first chart are visible`);
    await page.locator('lesson-strip .choices button').first().click();
    const answer = page.locator('lesson-strip .answer');
    await answer.waitFor();
    await page.waitForFunction(() => {
      const lesson = document.querySelector('ganttlet-embed').shadowRoot.querySelector('lesson-strip');
      const { bottom } = lesson.shadowRoot.querySelector('.answer').getBoundingClientRect();
      return bottom <= Math.min(lesson.getBoundingClientRect().bottom, innerHeight) + 1;
    });
    assert.deepEqual(visit.faults, []);
    await visit.close();
  }
});
