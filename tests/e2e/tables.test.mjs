// A parameter that is a table: a typed value takes effect, is part of the link, and an invalid value can be corrected
// in its cell.
import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const MACHINES = /on the same (\d+) machines/;

/** The kinds of machines of a pool, and the label and value of each of its fields. */
function kinds(page) {
  const table = page.locator('parameter-table');
  return {
    table,
    cell: (/** @type {string} */ label) => table.getByLabel(label, { exact: true }),
    add: table.getByRole('button', { name: 'Add a row' }),
  };
}

/** Opens a pool with two kinds of machines, 10 and 4, by keyboard only. */
async function withTwoKinds(page) {
  const { story, panel } = actions(page);
  await story(MACHINES);
  await panel('Grid');
  const { cell, add } = kinds(page);
  await add.focus();
  await page.keyboard.press('Enter');
  await cell('Machines of row 1').waitFor();
  await story(/on the same 10 machines/);
  await add.focus();
  await page.keyboard.press('Enter');
  // Waits until the new row has the focus.
  await page.waitForFunction(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.ariaLabel === 'Machines of row 2';
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await story(/on the same 14 machines/);
}

/** Waits until the address contains this text in its scenario, and returns it. */
async function linkWith(page, text) {
  for (;;) {
    const link = await page.evaluate(() => location.hash);
    const [, packed] = /^#1\.d\.([\w-]+)/.exec(link) ?? [];
    if (packed && inflateRawSync(Buffer.from(packed, 'base64url')).includes(text)) return link;
    await page.waitForFunction((before) => location.hash !== before, link);
  }
}

test('a cell that is edited runs, the link has it, and a reload keeps it', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=pool-thinning');
  const { story, panel } = actions(page);
  await withTwoKinds(page);
  const { cell } = kinds(page);
  // Fields without effect because of the rows are disabled, with an explanation.
  const form = page.locator('grid-builder entry-form');
  const idle = form.locator('.field').filter({ hasText: 'No effect: the rows of machine types take precedence.' });
  assert.equal(await idle.count(), 5);
  assert.equal(await idle.locator('input:enabled, select:enabled').count(), 0);
  assert.ok(await form.getByLabel('Reference speed, slider').isEnabled());
  await cell('Load average of row 2').fill('0.5');
  await page.keyboard.press('Enter');
  const link = await linkWith(page, '{"machines":4,"load":0.5}');
  await page.reload();
  await story(/on the same 14 machines/);

  const other = await site.visit();
  const there = await other.goto(link);
  await actions(there).story(/on the same 14 machines/);
  await actions(there).panel('Grid');
  assert.equal(await kinds(there).cell('Machines of row 2').inputValue(), '4');
  assert.equal(await kinds(there).cell('Load average of row 2').inputValue(), '0.5');
  await other.close();

  await panel('Grid');
  await kinds(page).table.getByRole('button', { name: 'Remove row 1' }).click();
  await story(/on the same 4 machines/);
  await page.getByRole('button', { name: /^Reset Machine types/ }).click();
  await story(/on the same 40 machines/);
  assert.equal(await kinds(page).table.locator('input').count(), 0);
  assert.equal(await form.locator('input:disabled, select:disabled').count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

for (const [where, options] of /** @type {const} */ ([
  ['beside the charts', {}],
  ['on a dark phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
])) {
  test(`a wrong value is reported in its cell, and nothing hides a focused cell, ${where}`, async ({ site }) => {
    const visit = await site.visit(options);
    const page = await visit.goto('#ex=pool-thinning');
    const { story } = actions(page);
    await withTwoKinds(page);
    const { table, cell, add } = kinds(page);
    await cell('Machines of row 2').fill('0');
    await page.keyboard.press('Tab');
    await table
      .locator('td', { has: page.getByLabel('Machines of row 2', { exact: true }) })
      .getByText('0 is below 1: 1 is used.')
      .waitFor();
    await story(/on the same 11 machines/);

    // The focus moves to the last column and back to the first; the focused cell is never under the first column or the
    // head.
    for (const [key, label] of [
      ['Tab', 'Load average of row 2'],
      ['Shift+Tab', 'Machines of row 2'],
    ]) {
      const hidden = () =>
        page.evaluate(() => {
          let active = document.activeElement;
          while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
          const { left, right, top, bottom } = active.getBoundingClientRect();
          const seen = [
            [left + 4, (top + bottom) / 2],
            [right - 4, (top + bottom) / 2],
          ].every(([x, y]) => active.getRootNode().elementFromPoint(x, y) === active);
          return [active.ariaLabel, seen];
        });
      for (let at = 0; ; at += 1) {
        // Scrolling to the focused cell takes a frame.
        await expect.poll(async () => (await hidden())[1], { message: `the cell before ${label} is seen` }).toBe(true);
        const [focused] = await hidden();
        if (focused === label) break;
        assert.ok(at < 10, `${label} is reached`);
        await page.keyboard.press(key);
      }
    }
    for (let rows = 2; rows < 10; rows += 1) await add.click();
    await table.getByText('At most 10 rows.').waitFor();
    assert.ok(await add.isDisabled());
    assert.deepEqual(await visit.accessibility(), []);
    await visit.screenshot(`table-${options.viewport?.width ?? 1280}`);
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}
