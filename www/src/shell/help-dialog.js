/** @file `<help-dialog>`: keys and gestures, from the list of commands. */

import { css, html } from 'lit';
import { referenceAddress, termAddress } from '../address/glossary.js';
import { Dialog } from '../elements/dialog.js';
import { GESTURES } from './gesture-list.js';

/** The help behind the ? key. */
export class HelpDialog extends Dialog {
  static styles = [
    ...Dialog.styles,
    css`
      .columns {
        columns: 2 300px;
        column-gap: 32px;
      }
      section {
        break-inside: avoid;
        margin-bottom: 16px;
      }
      h3 {
        font-size: inherit;
        margin: 8px 0 4px;
      }
      dl {
        display: grid;
        grid-template-columns: minmax(0, auto) minmax(0, 1fr);
        gap: 4px 12px;
        margin: 0;
      }
      dt {
        white-space: nowrap;
      }
      dd {
        margin: 0;
      }
      p {
        max-width: 65ch;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly import('./command-registry.js').Command[]} */
    this.commands = [];
  }

  get heading() {
    return 'Keys and gestures';
  }

  /** Starts the tour, which the help would cover. */
  startTour() {
    this.close();
    this.commands.find(({ id }) => id === 'tour')?.run();
  }

  /** Renders the help: files, terms, keys by group, and the tour. */
  renderContent() {
    const commands = this.commands.filter(({ keys }) => keys.length > 0);
    const groups = [...new Set(commands.map(({ group }) => group))];
    return html`
      <p class="soft">
        Drop a log (SWF, GWF, Slurm, PBS ..), a workflow (DAX, WfFormat ..) or a scenario anywhere on the page. The file stays in your browser.
      </p>
      <p>
        The <a href=${termAddress('')} @click=${this.close}>glossary</a> defines the terms; the <a href=${referenceAddress()} target="_blank" rel="noopener">reference</a> describes everything
        that can be chosen, keys, links and the command line.
        <button @click=${this.startTour}>A tour of the page</button>
      </p>
      <div class="columns">
        ${groups.map(
          (group) => html`<section>
            <h3>${group}</h3>
            <dl>
              ${commands
                .filter((command) => command.group === group)
                .map(
                  ({ title, keys }) => html`<dt>${keys.map(({ text }, i) => html`${i > 0 ? ' ' : ''}<kbd>${text}</kbd>`)}</dt>
                    <dd>${title}</dd>`,
                )}
            </dl>
          </section>`,
        )}
        <section>
          <h3>Mouse and touch</h3>
          <dl>
            ${GESTURES.map(
              ([gesture, title]) => html`<dt>${gesture}</dt>
                <dd>${title}</dd>`,
            )}
          </dl>
        </section>
      </div>
    `;
  }
}

customElements.define('help-dialog', HelpDialog);
