/** @file `<hover-card>`: details of the bar under the pointer, in a few lines. */

import { css, html, LitElement, nothing } from 'lit';
import { formatCount } from '../text/numbers.js';
import { formatMoment, formatTime, subjectTitle } from '../text/time.js';

/** @import { Card } from '../engine/types.js' */

/** A small card beside the pointer. */
export class HoverCard extends LitElement {
  static properties = { card: { attribute: false }, x: { type: Number }, y: { type: Number }, box: { attribute: false } };

  static styles = css`
    :host {
      position: absolute;
      z-index: 5;
      pointer-events: none;
      max-width: 300px;
      background: var(--surface);
      color: var(--ink);
      border: 1px solid var(--edge);
      border-radius: var(--radius);
      box-shadow: var(--shadow);
      padding: 6px 10px 8px;
      font-size: var(--text-small);
      line-height: 1.4;
    }
    b {
      font-weight: 600;
    }
    p {
      margin: 2px 0 0;
    }
    .soft {
      color: var(--ink-soft);
    }
    .why {
      border-top: 1px solid var(--line);
      margin-top: 5px;
      padding-top: 4px;
    }
  `;

  constructor() {
    super();
    /** @type {Card|null} */
    this.card = null;
    this.x = 0;
    this.y = 0;
    /** @type {HTMLElement|null} the element that x and y refer to */
    this.box = null;
  }

  updated() {
    if (!this.box) return;
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = this.box;
    const flipX = this.x + this.offsetWidth + 24 > clientWidth;
    const flipY = this.y + this.offsetHeight + 20 > clientHeight;
    this.style.left = `${offsetLeft + (flipX ? Math.max(0, this.x - this.offsetWidth - 12) : this.x + 14)}px`;
    this.style.top = `${offsetTop + (flipY ? this.y - this.offsetHeight - 10 : this.y + 14)}px`;
  }

  render() {
    const { card } = this;
    if (!card) return nothing;
    const why = latestReason(card);
    const who = card.user === null || card.user === undefined ? '' : `user ${card.user}`;
    return html`
      <b>${subjectTitle(card)}</b> <span class="soft">${[who, card.group_name, card.status].filter(Boolean).join(' \u00b7 ')}</span>
      <p>
        ${formatCount(card.nodes, 'nodes')}${clustersText(card)},
        wait time <b>${formatTime(card.wait_s)}</b>, runtime <b>${formatTime(card.run_s)}</b>
      </p>
      ${why ? html`<p class="why">${why}</p>` : nothing}
    `;
  }
}

/**
 * The reason why a job started, otherwise its latest reason with its time.
 * @param {Pick<Card, 'reasons'|'start_s'>} card
 * @returns {string}
 */
export function latestReason({ reasons, start_s }) {
  const start = reasons.find(({ time_s }) => time_s === start_s);
  if (start) return start.text;
  const last = reasons.at(-1);
  return last ? `At ${formatMoment(last.time_s)}: ${last.text}` : '';
}

/** The clusters of a job, with the number of nodes on each if there are several. @param {Card} card */
function clustersText({ cluster, components }) {
  if (components.length > 1) return ` on ${components.map((part) => `${part.cluster} (${part.nodes})`).join(' + ')}`;
  return cluster ? ` on ${cluster}` : '';
}

customElements.define('hover-card', HoverCard);
