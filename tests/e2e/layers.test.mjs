// Keys while a dialog or a popover is open: the dialog receives them, and Escape closes it, independently of the focus.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** The open layers, including those inside the elements of the page. */
const openLayers = () => {
  const all = (root) => [
    ...root.querySelectorAll('dialog:modal, [popover]:popover-open'),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot) : [])),
  ];
  return all(document).length;
};

const WAYS = [
  ['Export', (page) => page.getByRole('button', { name: 'Export', exact: true }).click()],
  ['Share', (page) => page.getByRole('button', { name: 'Share', exact: true }).click()],
  ['Lessons', (page) => page.getByRole('button', { name: 'Lessons' }).click()],
  ['Examples', (page) => page.getByRole('button', { name: 'Examples' }).click()],
  [
    'a board',
    async (page) => {
      // The page first replaces the address of the closed board.
      await page.waitForFunction(() => !location.hash.startsWith('#play'));
      await page.evaluate(() => void (location.hash = '#play=five-jobs'));
    },
  ],
];

test('Escape closes every dialog and popover from each of its controls, and other keys do not reach the page', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  const view = () => page.evaluate(() => JSON.stringify(document.querySelector('ganttlet-app').page.store.get().view));
  for (const [name, open] of WAYS) {
    // The places of the focus: the initial one, the body, after some tabs, on a check box in another element.
    for (const place of ['opened', 'body', 'tab', 'checkbox']) {
      await open(page);
      await page.waitForFunction(openLayers);
      const before = await view();
      if (place === 'body') await page.evaluate(() => document.activeElement?.blur());
      if (place === 'tab') for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
      if (place === 'checkbox') {
        const tab = page.getByRole('tab', { name: 'Embed' });
        if (name === 'Share') await tab.click();
        const box = page.getByRole('dialog').getByRole('checkbox').first();
        if ((await box.count()) > 0) await box.focus();
      }
      // W would zoom and N would step the page below a dialog; with a popover, the page stays in use.
      for (const key of ['w', 'n']) if (['body', 'tab'].includes(place) && name !== 'Export') await page.keyboard.press(key);
      assert.equal(await view(), before, `${name}, ${place}: a key reached the page`);
      await page.keyboard.press('Escape');
      await page
        .waitForFunction((open) => !new Function(`return (${open})()`)(), String(openLayers), { timeout: 5000 })
        .catch(() => {
          throw new Error(`${name}, ${place}: still open`);
        });
    }
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
