// The layout from a phone to a wall screen: the height above the first bar, both charts and two plots in full, and no
// text that is cut or overlaps another.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

/**
 * The faults of texts around the charts: texts that are wider than their box, end outside of the screen, or overlap
 * another.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<string[]>}
 */
const troubles = (page) =>
  page.evaluate(() => {
    const texts = [];
    const outwards = (element) => {
      const chain = [];
      for (let around = element; around; around = around.assignedSlot ?? around.parentElement ?? around.getRootNode().host)
        chain.push(around);
      return chain;
    };
    // Whether an opaque element, other than its ancestors and descendants, covers a place of an element.
    const covered = (element, x, y) => {
      let top = document.elementFromPoint(x, y);
      while (top?.shadowRoot?.elementFromPoint(x, y) && top.shadowRoot.elementFromPoint(x, y) !== top)
        top = top.shadowRoot.elementFromPoint(x, y);
      const own = new Set(outwards(element));
      for (const around of outwards(top)) {
        if (own.has(around)) return false;
        const [, alpha = '1'] = /rgba\(.*, ([\d.]+)\)/u.exec(getComputedStyle(around).backgroundColor) ?? [];
        if (alpha === '1') return true;
      }
      return false;
    };
    const walk = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if (node.shadowRoot) walk(node.shadowRoot);
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent.trim()) continue;
        const element = node.parentElement;
        if (
          !element ||
          element.closest('.unseen, style, option, .numbers') ||
          !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
        if (lines.length === 0) continue;
        // Texts that are scrolled or placed out of sight do not count as cut.
        let clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        let hidden = false;
        for (let around = element; around; around = around.assignedSlot ?? around.parentElement ?? around.getRootNode().host) {
          if (getComputedStyle(around).clipPath !== 'none') hidden = true;
          const { overflowX, overflowY, display } = getComputedStyle(around);
          if ((overflowX === 'visible' && overflowY === 'visible') || display === 'contents' || display === 'inline') continue;
          const { left, top, right, bottom } = around.getBoundingClientRect();
          clip = {
            left: Math.max(clip.left, left),
            top: Math.max(clip.top, top),
            right: Math.min(clip.right, right),
            bottom: Math.min(clip.bottom, bottom),
          };
        }
        for (const box of lines) {
          if (hidden || box.left >= clip.right || box.right <= clip.left || box.top >= clip.bottom - 2 || box.bottom <= clip.top + 2)
            continue;
          if (covered(element, (box.left + box.right) / 2, (box.top + box.bottom) / 2)) continue;
          texts.push({ text: node.textContent.trim(), box, clip, element });
        }
      }
    };
    walk(document.querySelector('ganttlet-app').shadowRoot);
    const said = ({ text, box }) =>
      `"${text}" at ${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`;
    const cut = texts.filter(({ box, clip }) => box.left < clip.left - 1 || box.right > clip.right + 1).map((one) => `cut: ${said(one)}`);
    const over = texts.flatMap((one, at) =>
      texts
        .slice(at + 1)
        .filter(
          (other) =>
            one.element !== other.element &&
            Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 2 &&
            Math.min(one.box.bottom, other.box.bottom, one.clip.bottom, other.clip.bottom) -
              Math.max(one.box.top, other.box.top, one.clip.top, other.clip.top) >
              4,
        )
        .map((other) => `${said(one)} over ${said(other)}`),
    );
    return [...cut, ...over];
  });

/** The box of the first chart's bars. */
const bars = (page) => page.locator('gantt-chart .surface').first().boundingBox();

test('at 1440 x 900 less than 120 pixels are above the first bar, and charts, queue and utilisation are whole', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish } = actions(page);
  await story(/EASY below/);
  await page.locator('metric-plot').nth(1).waitFor();
  const before = await bars(page);
  assert.ok(before.y < 120, `the first bar is at ${before.y}`);
  await finish();
  await story(/^FCFS left .* idle/);
  assert.equal((await bars(page)).y, before.y, 'the answer moves nothing');
  const player = await page.locator('gantt-player').boundingBox();
  for (const part of [
    page.locator('gantt-chart').nth(1),
    page.locator('chart-legend'),
    page.locator('metric-plot').nth(0),
    page.locator('metric-plot').nth(1),
  ]) {
    const { y, height } = await part.boundingBox();
    assert.ok(height > 20 && y + height <= player.y + 1, `${y + height} > ${player.y}`);
  }
  for (const chart of await page.locator('gantt-chart').all()) assert.ok((await chart.boundingBox()).height > 200);
  // Results are beside the charts, those of the second with their differences in words.
  const column = page.locator('chart-title dl').nth(1);
  assert.match(
    (await column.textContent()).replace(/\s+/g, ' '),
    /mean wait ?19 min 20 s ?59 min 29 s less bounded slowdown ?3.208 ?7.412 less utilisation ?83.7 % ?19.2 points more makespan ?5 h 3\d min ?1 h 38 min less idle while jobs wait ?22.\d+ node-h ?52.3 node-h less/,
  );
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

/** The positions of the charts and of the parts between them. */
const places = (page) =>
  page.evaluate(() => {
    const app = document.querySelector('ganttlet-app').shadowRoot;
    const section = app.querySelector('chart-section').shadowRoot;
    const charts = [...section.querySelector('gantt-stack').shadowRoot.querySelectorAll('gantt-chart')];
    return [...charts, section.querySelector('decision-bar')].map((part) => Math.round(part.getBoundingClientRect().top));
  });

/** The height of the decision bar, and whether all of its text is readable, directly or by scrolling. */
const decisionBar = (page) =>
  page.locator('decision-bar section').evaluate((section) => {
    const list = section.querySelector('ul');
    const cut = [...section.querySelectorAll('li p')].filter(
      (text) => getComputedStyle(text).overflowY !== 'visible' && text.scrollHeight > text.clientHeight + 1,
    );
    return { height: section.offsetHeight, scrolls: list ? list.scrollHeight > list.clientHeight + 1 : false, cut: cut.length };
  });

for (const [width, height, example] of [
  [1440, 900, 'das3-co-allocation'],
  [1024, 768, 'fcfs-vs-easy'],
  [360, 740, 'fcfs-vs-easy'],
]) {
  test(`however long an answer is, nothing moves at ${width} x ${height}, and a decision is never cut`, async ({ site }) => {
    const visit = await site.visit({ viewport: { width, height }, ...(width < 500 ? { hasTouch: true, isMobile: true } : {}) });
    const page = await visit.goto(`#ex=${example}`);
    const { finish, playhead } = actions(page);
    await page.locator('decision-bar li').first().waitFor();
    await page.locator('chart-legend select').first().waitFor();
    await page.locator('chart-section .question').first().waitFor();
    await page.locator('metric-plot').nth(1).waitFor({ state: 'attached' });
    const before = await places(page);
    await finish();
    const answer = page.locator('chart-section .answer');
    await answer.first().waitFor();
    const [top] = before;
    assert.equal((await places(page))[0], top, 'the answer moves nothing');
    // A short answer fits completely.
    const rest = page.locator('chart-section .story .rest');
    if ((await rest.count()) > 0) await rest.click();
    const whole = page.locator('chart-section .story .whole');
    // The counts of seeds can arrive in the meantime, in both.
    const same = async () =>
      (await whole.innerText()).replace(/\s+/g, ' ').includes((await answer.first().textContent()).replace(/\s+/g, ' ').trim());
    if ((await whole.count()) > 0) await expect.poll(same).toBe(true);
    const box = (await whole.count()) > 0 ? await whole.boundingBox() : await answer.first().boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
    assert.equal((await places(page))[0], top, 'all of it moves nothing');
    await page.keyboard.press('Escape');
    for (let times = 0; times < 8; times++) {
      const old = await playhead();
      await page.keyboard.press('Shift+N');
      await page.waitForFunction((old) => {
        const app = document.querySelector('ganttlet-app').shadowRoot;
        const now = app.querySelector('gantt-player').fromStore.value.playhead_s;
        const { moment } = app.querySelector('chart-section').shadowRoot.querySelector('decision-bar');
        return now < old && moment && moment.time_s <= now;
      }, old);
      const bar = await decisionBar(page);
      assert.equal(bar.cut, 0);
      if (width > 700) assert.ok(bar.height >= 72, JSON.stringify(bar));
      await expect.poll(async () => (await decisionBar(page)).scrolls, 'both sentences can be read').toBe(false);
      // Buttons are in the line to which they belong. All are measured at once, because the lines can be redrawn.
      const misplaced = await page.locator('decision-bar li').evaluateAll((lines) =>
        lines.flatMap((line) => {
          const box = line.getBoundingClientRect();
          const buttons = [...line.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
          const stands = (at) => at.y < box.bottom && at.bottom > box.y && at.right <= box.right + 1;
          return buttons.filter((at) => at.width > 0 && !stands(at)).map((at) => `a button at ${at.x},${at.y} of a line at ${box.y}`);
        }),
      );
      assert.deepEqual(misplaced, []);
    }
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

test('a panel that opens leaves the charts at their height, and all of the legend can be read', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=das3-mixed');
  const { story, finish, panel } = actions(page);
  await story(/Worst Fit above/);
  await finish();
  const legend = page.locator('chart-legend');
  await legend.getByText('later: ', { exact: false }).first().waitFor();
  await panel('Policy');
  // Names in the panel break only between words.
  const broken = await page.locator('policy-picker .name span').evaluateAll((all) =>
    all.flatMap((part) =>
      [...part.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .flatMap((text) =>
          [...text.textContent.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1 ? [word] : [];
          }),
        ),
    ),
  );
  assert.deepEqual(broken, []);
  const more = legend.getByRole('button', { name: 'Legend: ' });
  await more.waitFor();
  const before = await places(page);
  await more.click();
  assert.deepEqual(await places(page), before, 'all of the legend moves nothing');
  const last = legend.locator('difference-legend').getByText(/later: /);
  const seen = await last.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    let at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    while (
      at?.shadowRoot?.elementFromPoint((left + right) / 2, (top + bottom) / 2) &&
      at.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== at
    )
      at = at.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return element === at || element.contains(at);
  });
  assert.ok(seen, 'the last sign is seen');
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('legend-open');
  await more.click();
  await panel('Policy');
  await more.waitFor({ state: 'detached' });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

for (const [width, height] of [
  [360, 740],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
]) {
  test(`no text is cut or lies over another at ${width} x ${height}`, async ({ site }) => {
    const visit = await site.visit({ viewport: { width, height }, ...(width < 500 ? { hasTouch: true, isMobile: true } : {}) });
    const page = await visit.goto();
    const { story, finish } = actions(page);
    await story(/EASY below/);
    await page.locator('decision-bar h2').waitFor();
    await page.locator('quick-controls label').first().waitFor();
    await finish();
    await page
      .locator('chart-title')
      .nth(1)
      .locator('dt')
      .getByText(/mean wait$/)
      .waitFor();
    assert.deepEqual(await troubles(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await visit.screenshot(`layout-${width}`);
    await visit.close();
  });
}

test('the overview is the slider of the playhead, and moves the window where it is zoomed', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish, playhead, view } = actions(page);
  await story(/EASY below/);
  await finish();
  const map = await page.locator('gantt-player gantt-minimap .map').boundingBox();
  const at = (share) => [map.x + map.width * share, map.y + map.height / 2];
  await page.mouse.click(...at(0.4));
  const end = await page.evaluate(
    () => document.querySelector('ganttlet-app').shadowRoot.querySelector('gantt-player').fromStore.value.end_s,
  );
  await page.waitForFunction((end) => {
    const { view } = document
      .querySelector('ganttlet-app')
      .shadowRoot.querySelector('chart-section')
      .shadowRoot.querySelector('gantt-stack')
      .shadowRoot.querySelector('gantt-chart').frame;
    return view.to_s - view.from_s >= end;
  }, end);
  const whole = await view();
  const share = ((await playhead()) - whole.from_s) / (whole.to_s - whole.from_s);
  assert.ok(Math.abs(share - 0.4) < 0.01, `${share}`);
  assert.ok((await playhead()) < end);
  // The line through the plots is at the position of the clock in the ruler.
  await page.locator('plot-stack .now i').waitFor({ state: 'attached' });
  const middles = await page.evaluate(() => {
    const app = document.querySelector('ganttlet-app').shadowRoot;
    const middle = (element) => element.getBoundingClientRect().left + element.getBoundingClientRect().width / 2;
    const axis = app.querySelector('chart-section').shadowRoot.querySelector('gantt-stack').shadowRoot.querySelector('time-axis');
    return [axis.shadowRoot.querySelector('.clock'), app.querySelector('plot-stack').shadowRoot.querySelector('.now i')].map(middle);
  });
  assert.ok(Math.abs(middles[0] - middles[1]) < 1, middles.join());
  await page.keyboard.press('w');
  await page.keyboard.press('w');
  await page.waitForFunction((span) => {
    const { view } = document
      .querySelector('ganttlet-app')
      .shadowRoot.querySelector('chart-section')
      .shadowRoot.querySelector('gantt-stack')
      .shadowRoot.querySelector('gantt-chart').frame;
    return view.to_s - view.from_s < span / 1.9;
  }, whole.to_s - whole.from_s);
  const before = await view();
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.55), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(
    (from) =>
      document
        .querySelector('ganttlet-app')
        .shadowRoot.querySelector('chart-section')
        .shadowRoot.querySelector('gantt-stack')
        .shadowRoot.querySelector('gantt-chart').frame.view.from_s > from,
    before.from_s,
  );
  const after = await view();
  assert.ok(Math.abs(after.to_s - after.from_s - (before.to_s - before.from_s)) < 1, 'moved, not zoomed');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('details are beside the charts, which keep their rows', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish } = actions(page);
  await story(/EASY below/);
  await finish();
  const before = await bars(page);
  await page.locator('gantt-chart').nth(1).getByRole('listbox').focus();
  await page.keyboard.press('ArrowRight');
  await page
    .locator('job-inspector')
    .getByText(/Job \d+/)
    .first()
    .waitFor();
  const rows = ({ x, y, height }) => ({ x, y, height });
  const after = await bars(page);
  assert.deepEqual([after].flat().map(rows), [before].flat().map(rows));
  assert.ok([after].flat().every(({ width }, at) => width < [before].flat()[at].width));
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an edit survives a reload before the address has it', async ({ site }) => {
  const visit = await site.visit();
  await visit.page.addInitScript(() => {
    // The address is never written before the check.
    const wait = globalThis.setTimeout;
    globalThis.setTimeout = (action, ms, ...values) => wait(action, ms === 400 ? 1e6 : ms, ...values);
  });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, panel, choose } = actions(page);
  await story(/FCFS above, EASY below/);
  await panel('Policy');
  const before = page.url();
  await choose('policy-picker', 'sjf');
  await story(/Shortest job first above, EASY below/);
  assert.equal(page.url(), before);
  await page.reload();
  await story(/Shortest job first above, EASY below/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('results say what a change has done to them, for a moment', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish, panel, choose, drop, looked } = actions(page);
  await story(/FCFS above, EASY below/);
  await finish();
  const column = page.locator('chart-title').first();
  await column.getByText('mean wait', { exact: true }).waitFor();
  // The text is recorded even if it is visible only briefly.
  await column.evaluate((title) => {
    globalThis.said = [];
    new MutationObserver(() => globalThis.said.push(title.shadowRoot.textContent.replace(/\s+/g, ' '))).observe(title.shadowRoot, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await panel('Policy');
  await choose('policy-picker', 'sjf');
  await story(/Shortest job first above, EASY below/);
  await page.waitForFunction(() => globalThis.said.some((text) => /mean wait .* (less|more) than before/.test(text)));
  await page.waitForFunction(() => !globalThis.said.at(-1).includes('than before'));
  // Other work has no previous values, and statements about the previous work disappear.
  await page.evaluate(() => {
    const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section');
    const words = (node) =>
      [...node.childNodes]
        .map((one) => (one.nodeType === 3 ? one.data : one.nodeType === 1 && one.localName !== 'style' ? words(one.shadowRoot ?? one) : ''))
        .join(' ');
    globalThis.said.length = 0;
    const look = () => {
      const now = words(section.shadowRoot).replace(/\s+/g, ' ');
      if (now !== globalThis.said.at(-1)) globalThis.said.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
  await drop('lublin.swf', await readFile(`${root}static/example/lublin-256-1000.swf`));
  await story(/000 jobs on the same 256 nodes/u);
  await finish();
  await page.locator('.answer').first().waitFor();
  await page.locator('difference-legend').getByText('earlier by').waitFor();
  await looked();
  const said = (await page.evaluate(() => globalThis.said)).filter((text) => text.includes('256 nodes: '));
  assert.ok(said.length > 1);
  for (const text of said) assert.doesNotMatch(text, /than before|as before|\b70 jobs/u, text);
  assert.equal(new Set(said.flatMap((text) => /earlier by [^:]+: ([\d\s]+) jobs/u.exec(text)?.[1] ?? [])).size, 1);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a projector no number beside low charts is cut in half', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=mean-or-last');
  const { finish, ink } = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await ink();
  await finish();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('projector');
  await page.locator('chart-title').nth(3).getByText('accuracy of predicted runtimes').waitFor();
  const cut = await page.locator('chart-title').evaluateAll((titles) =>
    titles.flatMap(({ shadowRoot }) => {
      const list = shadowRoot.querySelector('dl').getBoundingClientRect();
      return [...shadowRoot.querySelectorAll('dt, dd')]
        .filter((one) => {
          const [box, around] = [one, one.parentElement].map((element) => element.getBoundingClientRect());
          const bottom = Math.min(list.bottom, around.bottom);
          return box.left < list.right && box.top < bottom - 1 && box.bottom > bottom + 2;
        })
        .map(({ textContent }) => textContent);
    }),
  );
  assert.deepEqual(cut, []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
