/**
 * @file Actions of tests on the page, named like those of a visitor. Waits are for conditions, never for a fixed time.
 */

/** The maximum wait for a condition on a busy machine, ms. */
const PATIENCE = 60_000;

/** @param {import('@playwright/test').Page} page */
export function actions(page) {
  page.setDefaultTimeout(PATIENCE);
  const app = (of) => page.evaluate(of);
  return {
    /** Waits until the sentence above the charts matches, and returns it. */
    async story(pattern) {
      const line = page.locator('chart-section').getByText(pattern).first();
      await line.waitFor({ timeout: PATIENCE });
      return (await line.textContent()).replace(/\s+/g, ' ').trim();
    },

    /** Waits until every chart has at least this many colours. */
    async ink(least = 4) {
      await page.waitForFunction((least) => {
        const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section');
        const charts = [...section.shadowRoot.querySelector('gantt-stack').shadowRoot.querySelectorAll('gantt-chart')];
        const drawn = (canvas) => {
          if (!canvas.width || !canvas.height) return false;
          // The pixels come from a copy, since repeated reads of the page's own canvas slow it down and cause a warning
          // of Chromium.
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
          const colours = new Set();
          for (let at = 0; at < data.length && colours.size < least; at += 4 * 97)
            colours.add(data[at] * 65536 + data[at + 1] * 256 + data[at + 2]);
          return colours.size >= least;
        };
        return charts.length > 0 && charts.every((chart) => [...chart.shadowRoot.querySelectorAll('canvas')].some(drawn));
      }, least);
    },

    /** Waits until all runs are complete, and moves the playhead to the end. */
    async finish() {
      await page.waitForFunction(() => {
        const section = document.querySelector('ganttlet-app').shadowRoot?.querySelector('chart-section');
        const charts = [...(section?.shadowRoot?.querySelector('gantt-stack')?.shadowRoot?.querySelectorAll('gantt-chart') ?? [])];
        return charts.length > 0 && charts.every((chart) => chart.fromStore.value.status === 'done');
      });
      await app(() => document.activeElement?.blur());
      await page.keyboard.press('End');
    },

    /** Waits until all runs are complete and the page has written their address. */
    addressWritten: () =>
      page.waitForFunction(() => {
        const { store, address } = document.querySelector('ganttlet-app').page;
        return store.get().variants.every(({ status }) => status === 'done') && !address.waiting;
      }),

    /**
     * Waits until every element that follows the runs has queried them for the last time
     * (www/src/elements/run-follower.js). On a busy machine, a panel can be out of date for seconds.
     */
    async looked() {
      await page.waitForFunction(
        () => {
          const pulses = (/** @type {Document|ShadowRoot} */ tree) =>
            [...tree.querySelectorAll('*')].flatMap((part) => [
              ...(part.pulse ? [part.pulse] : []),
              ...(part.shadowRoot ? pulses(part.shadowRoot) : []),
            ]);
          const all = pulses(document);
          return all.length > 0 && all.every(({ timer, busy, again, seen }) => timer === undefined && !busy && !(again && seen));
        },
        undefined,
        { polling: 50 },
      );
    },

    playhead: () => app(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('gantt-player').fromStore.value.playhead_s),
    /**
     * Waits until the first chart has drawn the view that the page requests, and returns it. Frames are late on a busy
     * machine.
     */
    view: async () => {
      const view = await page.waitForFunction(() => {
        const app = document.querySelector('ganttlet-app');
        const stack = app.shadowRoot.querySelector('chart-section').shadowRoot.querySelector('gantt-stack');
        const asked = app.page.store.get().view;
        const drawn = stack.shadowRoot.querySelector('gantt-chart').frame?.view;
        return drawn?.from_s === asked.from_s && drawn.to_s === asked.to_s ? drawn : undefined;
      });
      return view.jsonValue();
    },
    selected: () =>
      app(
        () =>
          document
            .querySelector('ganttlet-app')
            .shadowRoot.querySelector('chart-section')
            .shadowRoot.querySelector('gantt-stack')
            .shadowRoot.querySelector('gantt-chart').fromStore.value.selected,
      ),

    /** Drops a file on the page. `between` runs after the page has the file and before the drop. */
    async drop(name, bytes, between = async () => {}) {
      const held = await page.evaluateHandle(
        ({ name, base64 }) => new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name),
        { name, base64: Buffer.from(bytes).toString('base64') },
      );
      await between();
      await held.evaluate((file) => {
        const transfer = new DataTransfer();
        transfer.items.add(file);
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      });
    },

    /** Drops several files on the page at once: pairs of name and bytes. */
    dropAll: (files) =>
      page.evaluate(
        (files) => {
          const transfer = new DataTransfer();
          for (const { name, base64 } of files) {
            transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
          }
          window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        files.map(([name, bytes]) => ({ name, base64: Buffer.from(bytes).toString('base64') })),
      ),

    /** The time from a click on a button until it disappears, measured inside the page, ms. */
    goneAfter: (button) =>
      button.evaluate(async (button) => {
        const begin = performance.now();
        button.click();
        while (button.isConnected) await new Promise((next) => setTimeout(next, 1));
        return performance.now() - begin;
      }),

    /** Opens a panel of the side bar. */
    panel: (name) => page.locator('nav.rail').getByRole('button', { name }).click(),

    /** Chooses an option in the list of an element that offers it. */
    async choose(part, value) {
      const select = page
        .locator(`${part} select`)
        .filter({ has: page.locator(`option[value="${value}"]`) })
        .first();
      await select.selectOption(value);
    },
  };
}
