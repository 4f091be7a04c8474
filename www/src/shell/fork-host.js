/** @file `<fork-host>`: loads the forks and the morph when a command, an element or the scenario needs them, and contains their menu. */

import { html } from 'lit';
import { loadPart } from '../commands/part-loading.js';
import { PageElement } from '../elements/page-element.js';
import { choicesOf } from '../scenario/played-systems.js';
import { StoreController } from '../state/store.js';

/** @import { SystemChoice } from '../scenario/types.js' */

/** @typedef {'fork'|'discard-fork'|'morph'} ForkCommand */

/** @type {readonly ForkCommand[]} */
const COMMANDS = ['fork', 'discard-fork', 'morph'];

/** The host of the menu of forks. */
export class ForkHost extends PageElement {
  constructor() {
    super();
    this.onCommand = (/** @type {Event} */ event) => void this.runCommand(event);
    this.fromStore = new StoreController(this, ({ variants }) =>
      variants.some(({ system }) => 'fork' in system || 'edits' in system || choicesOf(/** @type {SystemChoice} */ (system)) !== ''),
    );
  }

  /** The outermost element of the page, which gets the events of all others. */
  get root() {
    return /** @type {PageElement} */ (/** @type {ShadowRoot} */ (this.getRootNode()).host);
  }

  connectedCallback() {
    super.connectedCallback();
    for (const command of COMMANDS) this.root.addEventListener(command, this.onCommand);
  }

  disconnectedCallback() {
    for (const command of COMMANDS) this.root.removeEventListener(command, this.onCommand);
    super.disconnectedCallback();
  }

  updated() {
    if (this.fromStore.value) void this.loadForks();
  }

  loadForks() {
    return loadPart(this.page, 'The forks', () => import('../forks/forks.js'));
  }

  /** @param {Event} event */
  async runCommand(event) {
    // The path of an event exists only during its dispatch, so its detail has the source.
    const part = await this.loadForks();
    await part?.useForks(this.root, /** @type {ForkCommand} */ (event.type), event);
  }

  render() {
    return html`<fork-menu></fork-menu>`;
  }
}

customElements.define('fork-host', ForkHost);
