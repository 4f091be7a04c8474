/** @file `<edit-effect>`: the effect of an edit on each variant, over the decision bar while its value changes. */

import { css, html } from 'lit';
import { controlStyle } from '../elements/control-style.js';
import { lineSample } from '../elements/line-sample.js';
import { StateElement } from '../elements/page-element.js';
import { effectParts } from '../scenario/edit-sentences.js';
import { effectStyle } from './effect-style.js';

/** The effect of the current edit. */
export class EditEffect extends StateElement {
  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['touch', 'variants'];

  static styles = [
    controlStyle,
    effectStyle,
    css`
      :host {
        position: absolute;
        inset: 0;
        display: flex;
        align-items: center;
        gap: 4px 12px;
        padding: 2px 12px 2px 16px;
        overflow: hidden;
        background: var(--surface);
        border-block: 1px solid var(--line);
      }
      .when div {
        font-size: var(--text-small);
        color: var(--ink-soft);
      }
      @media (width < 700px) {
        :host {
          flex-direction: column;
          align-items: stretch;
          justify-content: center;
        }
        .when {
          display: flex;
          justify-content: space-between;
          width: auto;
        }
        li {
          font-size: var(--text-small);
          line-height: 16px;
        }
      }
    `,
  ];

  /** @override */
  render() {
    const { touch, variants } = this.state;
    const { property, job, of } = touch?.change ?? { property: 'cluster', job: 0, of: '' };
    const step = property === 'nodes' || property === 'cluster' ? '1 node' : '1 min';
    return html`<div class="when">
        <h2>${property === 'cluster' ? `Changing ${of}` : `${touch?.dragged ? 'Dragging' : 'Changing'} job ${job}`}</h2>
        <div>${step} steps, <kbd>Esc</kbd> cancels</div>
      </div>
      <ul>
        ${variants.map(({ name }, at) => {
          const effect = touch?.effects[at];
          const parts = effect ? effectParts(effect, job === 0) : [];
          return html`<li>${lineSample(at)}<span><b>${name}</b> ${parts.map(({ text, strong }) => (strong ? html`<b>${text}</b>` : text))}</span></li>`;
        })}
      </ul>`;
  }
}

customElements.define('edit-effect', EditEffect);
