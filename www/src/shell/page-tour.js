/** @file `<page-tour>`: a tour of the first view, one card beside each explained element. */

import { css, html, nothing } from 'lit';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { placeCard, STOPS } from './tour-stops.js';

/** @import { Stop } from './tour-stops.js' */

/** Width of the ring around the explained element. */
const RING_PX = 3;

/** The tour. */
export class PageTour extends PageElement {
  static properties = { at: { state: true }, stops: { state: true }, box: { state: true }, card: { state: true } };

  static styles = [
    controlStyle,
    css`
      .ring {
        position: fixed;
        z-index: 30;
        border: 2px solid var(--accent);
        border-radius: 6px;
        pointer-events: none;
      }
      section {
        position: fixed;
        z-index: 31;
        width: min(320px, calc(100vw - 20px));
        padding: 12px 14px;
        line-height: 1.45;
      }
      h2 {
        margin: 0;
        font-size: 1rem;
        font-weight: 650;
      }
      p {
        margin: 4px 0 10px;
      }
      .ways {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .ways .soft {
        flex: 1;
      }
    `,
  ];

  constructor() {
    super();
    /** The stops that are on screen. @type {readonly Stop[]} */
    this.stops = [];
    /** The index of the shown stop; -1 for none. */
    this.at = -1;
    /**
     * The box of the explained element. @type {{left: number, top: number, right: number, bottom: number}|undefined}
     */
    this.box = undefined;
    this.card = { left: 0, top: 0, covers: false };
    /** The element with the previous focus. @type {HTMLElement|undefined} */
    this.from = undefined;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    this.moves = () => this.updatePosition();
    this.sizes = new ResizeObserver(() => this.updatePosition());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.setListening(false);
  }

  /** Starts the tour. */
  async open() {
    this.stops = STOPS.filter((stop) => this.findElement(stop));
    if (this.stops.length === 0) return;
    const from = /** @type {ShadowRoot} */ (this.getRootNode()).activeElement;
    this.from = from instanceof HTMLElement ? from : undefined;
    this.setListening(true);
    await this.goToStop(0);
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('h2'))?.focus();
  }

  /** Ends the tour. */
  endTour() {
    const held = this.renderRoot.querySelector(':focus') !== null;
    this.at = -1;
    this.setListening(false);
    // On a phone the tour has scrolled.
    const [first] = this.stops;
    if (first) this.findElement(first)?.scrollIntoView({ block: 'nearest' });
    if (held) this.from?.focus();
  }

  /** @param {boolean} on */
  setListening(on) {
    const way = on ? 'addEventListener' : 'removeEventListener';
    window[way]('keydown', /** @type {EventListener} */ (this.keys), true);
    window[way]('resize', this.moves);
    window[way]('scroll', this.moves, true);
    this.sizes.disconnect();
  }

  /** Shows a stop of the tour and scrolls to its element; ends the tour after the last one. @param {number} at */
  async goToStop(at) {
    const stop = this.stops[at];
    if (!stop) return this.endTour();
    this.at = at;
    const place = this.findElement(stop);
    place?.scrollIntoView({ block: 'nearest' });
    this.sizes.disconnect();
    if (place) this.sizes.observe(place);
    await this.updateComplete;
    this.updatePosition();
  }

  /** Positions the card beside the explained element. */
  updatePosition() {
    const stop = this.stops[this.at];
    const box = stop && this.findElement(stop)?.getBoundingClientRect();
    const card = this.renderRoot.querySelector('section');
    if (!box || !card) return;
    this.box = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    this.card = placeCard(box, { width: card.offsetWidth, height: card.offsetHeight }, { width: innerWidth, height: innerHeight });
  }

  /**
   * The element that a stop explains, if it is visible.
   * @param {Stop} stop
   * @returns {HTMLElement|undefined}
   */
  findElement({ at }) {
    /** @type {Element|null|undefined} */
    let found;
    let root = /** @type {ParentNode} */ (this.getRootNode());
    for (const selector of at) {
      found = root.querySelector(selector);
      if (!found) return undefined;
      root = found.shadowRoot ?? found;
    }
    return found instanceof HTMLElement && found.checkVisibility() && found.offsetHeight > 0 ? found : undefined;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const inside = event.composedPath().includes(this);
    const way = inside ? { ArrowRight: 1, ArrowLeft: -1 }[event.code] : undefined;
    if (event.code !== 'Escape' && way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (way === undefined) this.endTour();
    else if (this.stops[this.at + way]) void this.goToStop(this.at + way);
  }

  render() {
    const stop = this.stops[this.at];
    if (!stop) return nothing;
    const { box, card } = this;
    const px = (/** @type {number} */ value) => `${Math.round(value)}px`;
    const last = this.at === this.stops.length - 1;
    return html`${
      box
        ? html`<div class="ring" ${inlineStyle({ left: px(box.left - RING_PX), top: px(box.top - RING_PX), width: px(box.right - box.left + 2 * RING_PX), height: px(box.bottom - box.top + 2 * RING_PX) })}></div>`
        : nothing
    }
      <section class="raised" role="dialog" aria-label="A tour of the page" ${inlineStyle({ left: px(card.left), top: px(card.top) })}>
        <div aria-live="polite">
          <h2 tabindex="-1">${stop.title}</h2>
          <p>${stop.text}</p>
        </div>
        <div class="ways">
          <span class="soft">${this.at + 1} of ${this.stops.length}</span>
          ${last ? nothing : html`<button class="quiet" title="Skip the tour (Esc)" @click=${this.endTour}>Skip</button>`}
          <button class="icon-only" aria-label="Back" ?disabled=${this.at === 0} @click=${() => this.goToStop(this.at - 1)}>${icon('left')}</button>
          <button class="primary" @click=${() => this.goToStop(this.at + 1)}>${last ? 'Done' : 'Next'}</button>
        </div>
      </section>`;
  }
}

customElements.define('page-tour', PageTour);
