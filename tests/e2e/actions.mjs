/**
 * @file What tests do on the page, in the words of a visitor. Waits are for conditions, never for a time.
 */

/** Milliseconds that a condition may take on a busy machine. */
const PATIENCE = 60_000;

/** @param {import('@playwright/test').Page} page */
export function actions(page) {
  page.setDefaultTimeout(PATIENCE);
  const app = (of) => page.evaluate(of);
  return {
    /** Waits until the sentence above the charts says this, and gives it. */
    async story(pattern) {
      const line = page.locator('chart-section').getByText(pattern).first();
      await line.waitFor({ timeout: PATIENCE });
      return (await line.textContent()).replace(/\s+/g, ' ').trim();
    },

    /** Waits until something is drawn in every chart: so many colours. */
    async ink(least = 4) {
      await page.waitForFunction((least) => {
        const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section');
        const charts = [...section.shadowRoot.querySelector('gantt-stack').shadowRoot.querySelectorAll('gantt-chart')];
        const drawn = (canvas) => {
          if (!canvas.width || !canvas.height) return false;
          // Read from a copy: reading the page's own canvas again and again would slow it down, and Chromium says so.
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

    /** Waits for all runs to be done and goes to the end. */
    async finish() {
      await page.waitForFunction(() => {
        const section = document.querySelector('ganttlet-app').shadowRoot?.querySelector('chart-section');
        const charts = [...(section?.shadowRoot?.querySelector('gantt-stack')?.shadowRoot?.querySelectorAll('gantt-chart') ?? [])];
        return charts.length > 0 && charts.every((chart) => chart.fromStore.value.status === 'done');
      });
      await app(() => document.activeElement?.blur());
      await page.keyboard.press('End');
    },

    /** Waits until all runs are done and the address has been written for them. */
    addressWritten: () =>
      page.waitForFunction(() => {
        const { store, address } = document.querySelector('ganttlet-app').page;
        return store.get().variants.every(({ status }) => status === 'done') && !address.waiting;
      }),

    /**
     * Waits until nothing on screen that follows the runs has another look to take (www/src/elements/run-follower.js): on a busy
     * machine a panel may for seconds show what was true when it was opened.
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
    /** The view that the first chart has drawn, once it is the one that the page asks for: the frames of a busy machine are late. */
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

    /** Drops a file on the page. `between` happens when the page has the file in hand, before it lets go. */
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

    /** Milliseconds from a click on a button until it has gone, measured inside the page. */
    goneAfter: (button) =>
      button.evaluate(async (button) => {
        const begin = performance.now();
        button.click();
        while (button.isConnected) await new Promise((next) => setTimeout(next, 1));
        return performance.now() - begin;
      }),

    /** Opens a panel at the side. */
    panel: (name) => page.locator('nav.rail').getByRole('button', { name }).click(),

    /** Chooses a word in the select of a part that has it. */
    async choose(part, value) {
      const select = page
        .locator(`${part} select`)
        .filter({ has: page.locator(`option[value="${value}"]`) })
        .first();
      await select.selectOption(value);
    },
  };
}
