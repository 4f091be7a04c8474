/** @file `<fork-menu>`: the alternative decisions at a moment of a run. */

import { css, html, nothing } from 'lit';
import { forkVariant } from '../commands/forks.js';
import { askRun } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon, pathIcon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { listVariants } from '../scenario/forks.js';
import { formatMoment } from '../text/time.js';
import { findClusterChoice } from './cluster-choice.js';
import { forksOf } from './fork-watch.js';
import { forkGroups } from './menu-entries.js';
import { knownEffect } from './regret-runs.js';

/** @import { ForkEntry, ForkGroup, ForkPlace } from './menu-entries.js' */

/** Pixels kept free between the menu and the edge of the window. */
const EDGE = 8;

/** The icons of entries, by the beginning of their id. @type {Record<string, unknown>} */
const ICONS = {
  hold: pathIcon('M7 4h10M7 20h10M8 4c0 5 4 5 4 8s-4 3-4 8M16 4c0 5-4 5-4 8s4 3 4 8'),
  policy: icon('policy'),
  exact: icon('equal'),
  longer: pathIcon('M4 8h9v8H4zM13 12h7M17 9l3 3-3 3'),
  shorter: pathIcon('M4 8h9v8H4zM20 12h-5M18 9l-3 3 3 3'),
  later: icon('next'),
  absent: icon('close'),
  cluster: pathIcon('M4 6h6M4 18h6M10 6c5 0 3 6 10 6M10 18c5 0 3-6 10-6'),
};

/** The menu. */
export class ForkMenu extends PageElement {
  static properties = { place: { state: true }, unfolded: { state: true } };

  static styles = [
    controlStyle,
    css`
      [popover] {
        position: fixed;
        inset: auto;
        margin: 0;
        width: min(320px, calc(100vw - 16px));
        max-height: min(560px, calc(100vh - 16px));
        overflow: auto;
        padding: 8px 0;
      }
      [role='group'] + [role='group'] {
        margin-top: 4px;
        padding-top: 4px;
        border-top: 1px solid var(--line);
      }
      h3 {
        margin: 0;
        padding: 2px 12px;
        font-size: inherit;
        font-weight: 600;
      }
      button {
        display: flex;
        justify-content: start;
        width: 100%;
        min-height: max(var(--control), 30px);
        padding: 2px 12px;
        border: 0;
        border-radius: 0;
        background: none;
        text-align: left;
        white-space: normal;
      }
      button:focus-visible {
        outline-offset: -2px;
        background: var(--hover);
      }
      button[aria-disabled='true'] {
        color: var(--ink-soft);
        cursor: default;
      }
      .name {
        flex: 1;
      }
      .detail {
        max-width: 50%;
        color: var(--ink-soft);
        font-size: var(--text-small);
        text-align: right;
      }
      .unmarked {
        width: 16px;
      }
      .list {
        max-height: 220px;
        overflow: auto;
        margin-left: 36px;
        border-left: 1px solid var(--line);
      }
      @media (width < 700px) {
        [popover] {
          inset: auto 0 0 0;
          width: auto;
          max-width: none;
          max-height: 70vh;
          border-radius: 6px 6px 0 0;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {ForkPlace|null} */
    this.place = null;
    /** Whether the policies are listed. */
    this.unfolded = false;
    /** The element with the previous focus. @type {HTMLElement|null} */
    this.opener = null;
    /** The point beside which the menu opens. @type {{x: number, y: number}} */
    this.at = { x: 0, y: 0 };
  }

  /**
   * Opens the menu.
   * @param {ForkPlace} place
   * @param {{x: number, y: number}} at CSS pixels in the window
   * @param {HTMLElement|null} before the element that gets the focus back
   */
  async open(place, at, before) {
    this.place = place;
    this.unfolded = false;
    this.at = at;
    this.opener = before;
    await this.updateComplete;
    this.popup.showPopover();
    this.#position();
    // The decision of the run is above the first entry.
    this.buttons.find(({ dataset }) => dataset.entry)?.focus();
  }

  /** The element of the menu. */
  get popup() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector('[popover]'));
  }

  /** All entries of the menu. */
  get buttons() {
    return /** @type {HTMLElement[]} */ ([...this.renderRoot.querySelectorAll('button')]);
  }

  /** Moves the menu inside the window; on a phone it is a sheet. */
  #position() {
    const { popup } = this;
    if (matchMedia('(width < 700px)').matches) {
      popup.style.removeProperty('left');
      popup.style.removeProperty('top');
      return;
    }
    const { offsetWidth: width, offsetHeight: height } = popup;
    popup.style.left = `${Math.max(EDGE, Math.min(this.at.x, innerWidth - width - EDGE))}px`;
    popup.style.top = `${Math.max(EDGE, Math.min(this.at.y, innerHeight - height - EDGE))}px`;
  }

  /** @param {ToggleEvent} event */
  onToggle({ newState }) {
    if (newState === 'closed' && this.popup.matches(':focus-within')) this.opener?.focus();
  }

  /** Moves the focus between the entries with the arrow keys, Home and End; Tab closes the menu. @param {KeyboardEvent} event */
  onKey(event) {
    const { buttons } = this;
    const at = buttons.indexOf(/** @type {HTMLElement} */ (event.composedPath()[0]));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.code];
    if (event.code === 'Tab') this.popup.hidePopover();
    else if (to !== undefined) {
      event.preventDefault();
      buttons[(to + buttons.length) % buttons.length]?.focus();
    }
    event.stopPropagation();
  }

  /** Adds the fork of an entry, or unfolds its further entries. @param {ForkEntry} entry */
  async choose(entry) {
    if (entry.obstacle || !this.place) return;
    if (entry.entries) {
      this.unfolded = !this.unfolded;
      await this.updateComplete;
      this.#position();
      return;
    }
    if (!entry.change) return;
    this.popup.hidePopover();
    this.opener?.focus();
    await forkVariant(this.page, this.place.variant, entry.change);
  }

  /** Shows the decision of another variant at the same moment. @param {number} variant */
  async chooseVariant(variant) {
    const { place } = this;
    if (!place || variant === place.variant) return;
    this.place = await forkPlace(this.page, variant, -1, place.time_s);
    await this.updateComplete;
    this.#position();
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('[aria-checked="true"]'))?.focus();
  }

  /** Shows the regret of each start. */
  showRegret() {
    this.popup.hidePopover();
    this.opener?.focus();
    forksOf(this.page).showRegret(true);
  }

  render() {
    const { scenario, catalog } = this.page.store.get();
    const { place } = this;
    const groups = place && scenario ? forkGroups(place, listVariants(scenario), catalog, (change) => knownEffect(this.page, change)) : [];
    return html`<div popover class="raised" role="dialog" aria-label="Fork of the run" @keydown=${this.onKey} @toggle=${this.onToggle}>${place ? this.renderForkedName(place) : nothing}<div role="menu" aria-label="Fork of the run">
      ${place ? this.renderVariants(place) : nothing}
      ${groups.map((group) => this.renderGroup(group))}
      <div role="group" aria-label="All starts">
        <button role="menuitem" tabindex="-1" data-entry="regret" @click=${this.showRegret}>${icon('study')}<span class="name">Regret of each start</span></button>
      </div>
    </div></div>`;
  }

  /** A variant and the moment of its fork. @param {number} variant @param {number} time_s */
  forkName(variant, time_s) {
    return `Fork ${this.page.store.get().variants[variant]?.name ?? ''} at ${formatMoment(time_s)}`;
  }

  /** The forked variant, if the menu has only one. @param {ForkPlace} place */
  renderForkedName({ variant, variants = [], time_s }) {
    if (variants.length > 1 || this.page.store.get().variants.length < 2) return nothing;
    return html`<h3>${this.forkName(variant, time_s)}</h3>`;
  }

  /** The variants that decide at the moment: the menu forks one of them. @param {ForkPlace} place */
  renderVariants({ variant, variants: all = [], time_s }) {
    if (all.length < 2) return nothing;
    return html`<div role="group" aria-label="Forked run">
      ${all.map(
        (at) =>
          html`<button role="menuitemradio" data-variant=${at} tabindex="-1" aria-checked=${at === variant} @click=${() => this.chooseVariant(at)}>
            ${at === variant ? icon('good') : html`<span class="unmarked"></span>`}<span class="name">${this.forkName(at, time_s)}</span>
          </button>`,
      )}
    </div>`;
  }

  /** Renders a group of entries and, where one is unfolded, its list. @param {ForkGroup} group */
  renderGroup({ title, entries }) {
    return html`<div role="group" aria-label=${title}>
      <h3 aria-hidden="true">${title}</h3>
      ${entries.map(
        (entry) =>
          html`${this.renderEntry(entry)}${
            entry.entries && this.unfolded
              ? html`<div class="list" role="group" aria-label=${entry.label}>${entry.entries.map((one) => this.renderEntry(one))}</div>`
              : nothing
          }`,
      )}
    </div>`;
  }

  /** Renders an entry, which is disabled if it has an obstacle. @param {ForkEntry} entry */
  renderEntry(entry) {
    const { id, label, detail, obstacle, entries } = entry;
    return html`<button
      role="menuitem"
      data-entry=${id}
      tabindex="-1"
      aria-disabled=${obstacle ? 'true' : nothing}
      aria-haspopup=${entries ? 'true' : nothing}
      aria-expanded=${entries ? String(this.unfolded) : nothing}
      @click=${() => this.choose(entry)}
    >
      ${ICONS[id.split('-')[0] ?? ''] && !id.startsWith('policy-') ? ICONS[id.split('-')[0] ?? ''] : nothing}
      <span class="name">${label}</span><span class="detail">${obstacle ?? detail}</span>
    </button>`;
  }
}

/**
 * The content of the menu at a moment of a run.
 * @param {import('../commands/page.js').Page} page
 * @param {number} variant
 * @param {number} subject the job, or -1 for the one that starts
 * @param {number} time_s NaN for the start of the job
 * @returns {Promise<ForkPlace|null>}
 */
export async function forkPlace(page, variant, subject, time_s) {
  const { playhead_s } = page.store.get();
  const all_s = Number.MAX_SAFE_INTEGER / 1e7;
  const card = (/** @type {number} */ id) => askRun(page, variant, 'subject', id, all_s);
  const known = subject >= 0 ? await card(subject) : null;
  const asked = Number.isFinite(time_s) ? time_s : (known?.start_s ?? playhead_s);
  // The decision at that moment, or the last one before it.
  const previous = await askRun(page, variant, 'previous_decision', asked + 1e-6);
  const at = Number.isFinite(time_s) || known?.start_s === null || known === null ? (Number.isFinite(previous) ? previous : asked) : asked;
  const decided = await askRun(page, variant, 'decided', at);
  const first = decided.find(({ starts }) => starts) ?? decided[0];
  const job = known ?? (first ? await card(first.id) : null);
  const numbers = new Map(
    await Promise.all(
      decided.filter(({ starts }) => starts).map(async ({ id }) => /** @type {[number, number]} */ ([id, (await card(id)).number])),
    ),
  );
  const choice = job ? await findClusterChoice(page, variant, job.id).catch(() => ({})) : {};
  return {
    ...choice,
    variant,
    variants: await decidingVariants(page, variant, at),
    time_s: at,
    decided,
    job,
    number: (id) => numbers.get(id) ?? id + 1,
  };
}

/**
 * The variants with a decision at a moment, except forks.
 * @param {import('../commands/page.js').Page} page
 * @param {number} variant always included
 * @param {number} time_s
 */
async function decidingVariants(page, variant, time_s) {
  const { variants } = page.store.get();
  const decided = await Promise.all(
    variants.map(async ({ system }, at) => {
      if (at === variant) return true;
      if (/** @type {import('../scenario/forks.js').ForkedSystem} */ (system).fork) return false;
      return (await askRun(page, at, 'decided', time_s).catch(() => [])).length > 0;
    }),
  );
  return [...decided.keys()].filter((at) => decided[at]);
}

customElements.define('fork-menu', ForkMenu);
