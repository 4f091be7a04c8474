/** @file `<command-palette>`: finds and runs a command by its name. */

import { css, html, nothing } from 'lit';
import { Dialog } from '../elements/dialog.js';
import { searchCommands } from './command-registry.js';

/** @import { Command } from './command-registry.js' */

/** The palette behind Ctrl K. */
export class CommandPalette extends Dialog {
  static properties = { ...Dialog.properties, query: { state: true }, at: { state: true } };

  static styles = [
    ...Dialog.styles,
    css`
      dialog {
        width: min(480px, calc(100vw - 24px));
      }
      input {
        width: 100%;
      }
      ul {
        list-style: none;
        margin: 8px 0 0;
        padding: 0;
        max-height: 50dvh;
        overflow: auto;
      }
      li {
        display: flex;
        gap: 12px;
        padding: 5px 8px;
        border-radius: 4px;
        cursor: pointer;
      }
      li[aria-selected='true'] {
        background: var(--accent-soft);
      }
      li span:first-child {
        flex: 1;
      }
      kbd {
        white-space: nowrap;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly Command[]} */
    this.commands = [];
    this.query = '';
    /** The index of the marked command in the list. */
    this.at = 0;
  }

  get heading() {
    return 'Commands';
  }

  /** Opens the palette. */
  async open() {
    this.query = '';
    this.at = 0;
    await super.open();
    this.renderRoot.querySelector('input')?.focus();
  }

  get matchingCommands() {
    const { beside } = this.page.store.get();
    const offered = this.commands.filter(({ id, everywhere }) => id !== 'palette' && (everywhere || !beside));
    return searchCommands(offered, this.query);
  }

  /** @param {Event} event */
  onInput(event) {
    this.query = /** @type {HTMLInputElement} */ (event.target).value;
    this.at = 0;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { matchingCommands: found } = this;
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.code];
    if (way !== undefined) this.at = Math.min(Math.max(this.at + way, 0), found.length - 1);
    else if (event.code === 'Enter') this.runCommand(found[this.at]);
    else return;
    event.preventDefault();
  }

  /** @param {Command|undefined} command */
  runCommand(command) {
    if (!command) return;
    // The focus is restored before the command moves it.
    this.close();
    command.run();
  }

  updated() {
    this.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  /** Renders the search field and the commands that match. */
  renderContent() {
    const { matchingCommands: found, at } = this;
    return html`<input
        type="text"
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant=${found.length > 0 ? `command-${at}` : nothing}
        placeholder="zoom, theme, example \u2026"
        autocomplete="off"
        spellcheck="false"
        .value=${this.query}
        @input=${this.onInput}
        @keydown=${this.onKey}
      />
      <ul id="found" role="listbox" aria-label="Commands">
        ${found.map(
          (
            command,
            place,
          ) => html`<li id="command-${place}" role="option" aria-selected=${place === at} @click=${() => this.runCommand(command)}>
            <span>${command.title}</span><span class="soft">${command.group}</span>${command.keys[0] ? html`<kbd>${command.keys[0].text}</kbd>` : nothing}
          </li>`,
        )}
      </ul>
      <p class="soft" role="status">${found.length === 0 ? 'No command matches.' : ''}</p>`;
  }
}

customElements.define('command-palette', CommandPalette);
