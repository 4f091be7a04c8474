// The decision bar shows both of its sentences completely, even during playback, and never shrinks during playback.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

for (const [example, width, height] of [
  ['views-or-lists', 1440, 900],
  ['das2-wavefront', 1440, 900],
  ['das3-stream', 1280, 720],
  ['fcfs-vs-easy', 360, 780],
]) {
  test(`both sentences of ${example} can be read during playback at ${width} x ${height}`, async ({ site }) => {
    const visit = await site.visit({ viewport: { width, height } });
    const page = await visit.goto(`#ex=${example}`);
    await page.locator('gantt-chart').first().waitFor();
    await actions(page).finish();
    await page.locator('decision-bar li').first().waitFor();
    const heights = await page.evaluate(async () => {
      const { page } = document.querySelector('ganttlet-app');
      const bar = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section').shadowRoot.querySelector('decision-bar');
      const end_s = page.store.get().playhead_s;
      // The state of playback, without its speed.
      page.store.set({ playing: true, inView: false });
      const seen = [];
      for (let part = 20; part > 0; part--) {
        page.store.set({ playhead_s: (end_s * part) / 20 });
        const { moment } = bar;
        for (let frames = 0; frames < 120 && bar.moment === moment; frames++) await new Promise(requestAnimationFrame);
        await bar.updateComplete;
        const list = bar.shadowRoot.querySelector('ul');
        seen.push({ height: bar.offsetHeight, hidden: list ? list.scrollHeight - list.clientHeight : 0 });
      }
      return seen;
    });
    assert.ok(heights.length === 20);
    heights.forEach(({ height, hidden }, at) => {
      assert.ok(hidden <= 1, `${hidden} px of the sentences are hidden`);
      assert.ok(at === 0 || height >= heights[at - 1].height, 'the bar does not shrink');
    });
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}
