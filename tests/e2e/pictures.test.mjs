// The appearance of the page: every example, the last step of every lesson and other views of the page, compared with
// the pictures in `tests/pictures`. Pictures are compared at a third of their size, so that a missing part counts as a
// difference, but a changed edge does not. `GANTTLET_UPDATE=1` stores the current pictures; check them before a commit.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const KEPT = `${root}tests/pictures/`;
const UPDATE = process.env.GANTTLET_UPDATE === '1';
/** The divisor of the size of stored pictures. */
const PART = 3;
/** The distance from which two colours differ, in OKLab, where the distance of black and white is 1. */
const APART = 0.1;
/** The share of pixels that may differ. */
const MOST = 0.01;

const json = (/** @type {string} */ path) => JSON.parse(readFileSync(`${root}static/${path}`, 'utf8'));
const examples = json('gallery/index.json').examples.map(({ id }) => id);
const lessons = json('lessons/index.json').lessons.map(({ id }) => ({ id, steps: json(`lessons/${id}.json`).steps }));

const DESK = { viewport: { width: 1440, height: 900 } };
/** @typedef {{name: string, hash?: string, options?: object, answer?: string, prepare?: (page: import('@playwright/test').Page) => Promise<unknown>}} Look */
/** @type {Look[]} */
const LOOKS = [
  { name: 'dark', options: { colorScheme: 'dark' } },
  { name: 'projector', prepare: (page) => page.getByRole('combobox', { name: 'Theme' }).selectOption('projector') },
  { name: 'phone', options: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  { name: '4k', options: { viewport: { width: 3840, height: 2160 } } },
  { name: 'gallery', prepare: (page) => page.getByRole('button', { name: 'Examples' }).click() },
  { name: 'lessons', prepare: (page) => page.getByRole('button', { name: 'Lessons' }).click() },
  ...examples.map((id) => ({ name: `example-${id}`, hash: `#ex=${id}` })),
  ...lessons.map(({ id, steps }) => ({
    name: `lesson-${id}`,
    hash: `#lesson=${id}&step=${steps.length}`,
    answer: steps.at(-1).predict?.choices[0].text,
  })),
];

/** The properties of the machine that affect letters: pictures from other machines are not comparable. */
const machine = async (browser) => {
  const page = await browser.newPage();
  const width = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    context.font = '100px system-ui';
    return Math.round(context.measureText('Ganttlet: 0123456789').width);
  });
  await page.close();
  return { chromium: browser.version().split('.')[0], letters_px: width };
};

/** @type {import('@playwright/test').Page} */
let table;
/** @type {string|false} */
let other = false;

test.beforeAll(async ({ browser }) => {
  table = await browser.newPage();
  const here = await machine(browser);
  const file = `${KEPT}machine.json`;
  if (UPDATE) {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(file, `${JSON.stringify(here)}\n`);
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept !== JSON.stringify(here)) other = `the pictures were made with ${kept}, here is ${JSON.stringify(here)}`;
});

/** A reduced picture; compared with the stored one, if there is one. */
const compare = (/** @type {Buffer} */ picture, /** @type {Buffer|null} */ kept) =>
  table.evaluate(
    async ({ picture, kept, part, apart }) => {
      const load = async (base64) => createImageBitmap(await (await fetch(`data:;base64,${base64}`)).blob());
      const now = await load(picture);
      const [width, height] = [Math.round(now.width / part), Math.round(now.height / part)];
      const small = new OffscreenCanvas(width, height);
      const context = small.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(now, 0, 0, width, height);
      const blob = await small.convertToBlob({ type: 'image/webp', quality: 0.9 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      if (!kept) return { base64, size: [width, height], share: 1 };
      const before = await load(kept);
      if (before.width !== width || before.height !== height) return { base64, size: [width, height], share: 1 };
      // The blur of one pixel makes letters equal that are displaced by half a pixel.
      const seen = (/** @type {CanvasImageSource} */ image) => {
        const canvas = new OffscreenCanvas(width, height).getContext('2d');
        canvas.filter = 'blur(1px)';
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, width, height).data;
      };
      const linear = Float64Array.from({ length: 256 }, (_, value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      const lab = (data, at) => {
        const [r, g, b] = [linear[data[at]], linear[data[at + 1]], linear[data[at + 2]]];
        const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
        const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
        const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
        return [
          0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
        ];
      };
      const [a, b] = [seen(small), seen(before)];
      let differ = 0;
      for (let at = 0; at < a.length; at += 4) {
        const [one, two] = [lab(a, at), lab(b, at)];
        if (Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]) > apart) differ += 1;
      }
      return { base64, size: [width, height], share: differ / (width * height) };
    },
    { picture: picture.toString('base64'), kept: kept?.toString('base64') ?? null, part: PART, apart: APART },
  );

/** Waits until the page is up to date and nothing moves on it. */
async function still(page) {
  const { looked } = actions(page);
  await looked();
  let last = await page.screenshot();
  for (let turn = 0; turn < 60; turn += 1) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await looked();
    const now = await page.screenshot();
    if (now.equals(last)) return now;
    last = now;
  }
  return last;
}

/** @param {import('./support.mjs').Site} site @param {Look} look */
async function picture(site, { hash = '', options = {}, answer, prepare }) {
  const visit = await site.visit({ ...DESK, reducedMotion: 'reduce', ...options });
  // Results of other seeds would arrive at random times, so their strips stay empty.
  await visit.page.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
  const page = await visit.goto(hash);
  const { finish, ink } = actions(page);
  await page.locator('gantt-chart canvas').first().waitFor();
  // No run starts before a question is answered.
  if (answer) await page.locator('lesson-strip').getByRole('button', { name: answer, exact: true }).click();
  await finish();
  // A folded chart may have only two colours: bars and paper.
  await ink(2);
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  const found = await still(page);
  assert.deepEqual(visit.faults, []);
  await visit.close();
  return found;
}

// The pictures are independent of each other, so both workers take them.
test.describe.configure({ mode: 'parallel' });

for (const look of LOOKS) {
  test(look.name, async ({ site }) => {
    test.skip(other !== false && !UPDATE, String(other));
    const file = `${KEPT}${look.name}.webp`;
    const found = await picture(site, look);
    const { base64, share } = await compare(found, existsSync(file) ? readFileSync(file) : null);
    if (UPDATE) {
      if (share > 0) writeFileSync(file, Buffer.from(base64, 'base64'));
      return;
    }
    console.log(`${(share * 100).toFixed(2)} % differ`);
    if (share > MOST) await test.info().attach(look.name, { body: found, contentType: 'image/png' });
    assert.ok(
      share <= MOST,
      `${(share * 100).toFixed(1)} % of ${look.name} look otherwise (at most ${MOST * 100}) beside tests/pictures/${look.name}.webp`,
    );
  });
}
