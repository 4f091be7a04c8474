import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from './support.mjs';

/** @type {import('./support.mjs').Site} */
let site;
before(async () => {
  site = await start();
});
after(() => site?.close());

for (const document of ['', 'embed.html']) {
  test(`${document || 'index.html'} starts under a sub-path, alone and without a fault`, async () => {
    const visit = await site.visit();
    const page = await visit.goto(document);
    await page.waitForLoadState('networkidle');
    assert.match(await page.title(), /Ganttlet/);
    // An element of the document that nobody defined is the sign of a script that did not run. (Inside the others,
    // dialogs wait undefined until they are opened.)
    const waiting = await page.evaluate(() => [...document.querySelectorAll(':not(:defined)')].map((one) => one.localName));
    assert.deepEqual(waiting, []);
    assert.ok(await page.locator('canvas').first().isVisible(), 'a chart is drawn');
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}
