/** @file `<drop-overlay>`: accepts dropped files and pasted text on the whole page. */

import { css, html } from 'lit';
import { addFiles, pasteText } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';

/** Shows that a file can be dropped; listens on the window. */
export class DropOverlay extends PageElement {
  static properties = { over: { state: true } };

  static styles = [
    controlStyle,
    css`
      div {
        position: fixed;
        inset: 8px;
        z-index: 100;
        display: grid;
        place-content: center;
        justify-items: center;
        gap: 8px;
        text-align: center;
        border: 2px dashed var(--accent);
        border-radius: 12px;
        background: color-mix(in srgb, var(--paper) 88%, transparent);
        color: var(--ink);
        font-size: 1.1rem;
        pointer-events: none;
      }
      svg.icon {
        width: 40px;
        height: 40px;
        color: var(--accent);
      }
    `,
  ];

  constructor() {
    super();
    this.over = false;
    /** Number of entered elements that were not left: the drag ends when it is 0. */
    this.depth = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.stop = new AbortController();
    const files = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
    /** @type {Record<string, (event: any) => void>} */
    const listeners = {
      dragenter: (event) => {
        if (!files(event)) return;
        event.preventDefault();
        this.depth += 1;
        this.over = true;
      },
      dragover: (event) => files(event) && event.preventDefault(),
      dragleave: () => {
        this.depth = Math.max(0, this.depth - 1);
        if (this.depth === 0) this.over = false;
      },
      drop: (event) => {
        this.depth = 0;
        this.over = false;
        if (event.defaultPrevented || !files(event)) return;
        event.preventDefault();
        void addFiles(this.page, [...(event.dataTransfer?.files ?? [])]);
      },
      paste: (event) => this.onPaste(event),
    };
    for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener, { signal: this.stop.signal });
  }

  /** @param {ClipboardEvent} event */
  onPaste(event) {
    const target = /** @type {Element|undefined} */ (event.composedPath()[0]);
    const typed = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'));
    if (event.defaultPrevented || typed) return;
    const pasted = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (pasted.length > 0) void addFiles(this.page, pasted);
    else if (text !== '') void pasteText(this.page, text);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop?.abort();
  }

  render() {
    return this.over
      ? html`<div>${icon('file')}<b>Drop to open</b><span class="soft">a log (SWF, GWF, Slurm, PBS ..), a workflow (DAX, WfFormat ..), a platform, several of these together or in an archive, a scenario, a study or its results, or a lesson. The file stays in your browser.</span></div>`
      : html``;
  }
}

customElements.define('drop-overlay', DropOverlay);
