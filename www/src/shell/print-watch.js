/** @file `<print-watch>`: has the page for print ready while nothing changes, since a browser that prints by itself does not wait. */

import { loadPart } from '../commands/part-loading.js';
import { PageElement } from '../elements/page-element.js';

/** @import { State } from '../types.js' */

/** So long nothing changes before the page is made, ms. */
const REST_MS = 1500;

/** What the page depends on: not the playhead, since it shows the runs to their end. @type {readonly (keyof State)[]} */
const SHOWN = ['variants', 'view', 'colour', 'folded', 'comparison', 'lesson', 'replicated', 'scenario', 'beside', 'work', 'link', 'title'];

/** Makes the page, and puts it into the document when the browser prints. It has the attribute `ready` while the page is made. */
export class PrintWatch extends PageElement {
  constructor() {
    super();
    /** Puts the page that was made into the document. @type {(() => void)|undefined} */
    this.show = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.rest = undefined;
    this.onPrint = () => {
      if (!document.querySelector('print-sheet')) this.show?.();
    };
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    addEventListener('beforeprint', this.onPrint);
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (SHOWN.some((key) => state[key] !== before[key])) this.restart();
    });
    this.restart();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('beforeprint', this.onPrint);
    this.unsubscribe?.();
    clearTimeout(this.rest);
  }

  /** Discards the page, and makes it again when nothing changes any more. */
  restart() {
    this.show = undefined;
    this.toggleAttribute('ready', false);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.prepare(), REST_MS);
  }

  /** Makes the page of the charts; other screens are printed as they are. A page that cannot be made is none. */
  async prepare() {
    const { beside, variants } = this.page.store.get();
    if (beside || variants.length === 0 || variants.some(({ status }) => status !== 'done')) return;
    const { rest } = this;
    const part = await loadPart(this.page, 'The print view', () => import('../share/printing.js'));
    const content = await part?.chartsSheet(this.page).catch(() => undefined);
    // Something has changed meanwhile.
    if (!part || !content || rest !== this.rest) return;
    this.show = () => part.showSheet(content);
    this.toggleAttribute('ready', true);
  }
}

customElements.define('print-watch', PrintWatch);
