/**
 * @file `<spread-strip>`: the values of all replications of a metric on one line, under its name; `<spread-note>`:
 * their description.
 */

import { css, html, nothing, svg } from 'lit';
import { openSeed } from '../commands/seeds.js';
import { controlStyle } from '../elements/control-style.js';
import { PageElement } from '../elements/page-element.js';
import { haveSameWork } from '../state/chart-window.js';
import { StoreController } from '../state/store.js';
import { formatMeasure } from '../text/measure-values.js';
import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { LEAST_VALUES, meanInterval, spreadScale } from './replication-stats.js';
import { watchRest } from './rest-watch.js';
import { countText, isConstant, methodText, noteText, stripSentence } from './spread-texts.js';

/** @import { Spread } from '../types.js' */

/** Maximum distance for the selection of a dot, CSS pixels. */
const NEAR_PX = 6;
/** Delay of the popover, ms. */
const HOVER_MS = 120;
/** Share of the width left free at each end, for whole dots. */
const MARGIN = 0.025;
/** The width of the popover, CSS pixels. */
const POPOVER_PX = 248;

/** One strip and the line below it. */
export class SpreadStrip extends PageElement {
  static properties = {
    row: { attribute: false },
    variant: { type: Number },
    name: {},
    lined: { type: Boolean },
    chosen: { state: true },
    open: { state: true },
  };

  static styles = [
    controlStyle,
    css`
      :host {
        display: block;
        font-size: 0.6875rem;
        line-height: 0.875rem;
        color: var(--ink-soft);
      }
      .strip {
        position: relative;
        height: 10px;
        border-radius: 2px;
        touch-action: pan-y;
      }
      /** The target of fingers and pointers has twice its height. */
      .strip::before {
        content: '';
        position: absolute;
        inset: -5px 0;
      }
      .strip:focus-visible {
        outline: 2px solid var(--accent);
      }
      .seeds {
        cursor: pointer;
      }
      svg {
        display: block;
        width: 100%;
        height: 10px;
        overflow: visible;
      }
      .below {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 6px;
        min-height: 0.875rem;
      }
      .below > span {
        margin-left: auto;
      }
      [popover] {
        position: fixed;
        inset: auto;
        margin: 0;
        width: ${POPOVER_PX}px;
        max-width: calc(100vw - 16px);
        padding: 8px 10px;
        box-sizing: border-box;
        border: 1px solid var(--edge);
        border-radius: 6px;
        background: var(--surface);
        color: var(--ink);
        box-shadow: var(--shadow);
        font-size: var(--text-small);
        line-height: 1.4;
      }
      [popover].passive {
        pointer-events: none;
      }
      [popover] p {
        margin: 2px 0 0;
        display: flex;
        justify-content: space-between;
        gap: 12px;
      }
      [popover] b {
        font-weight: 600;
      }
      [popover] button {
        margin-top: 6px;
      }
    `,
  ];

  constructor() {
    super();
    /** The result of the run on screen. @type {import('../engine/types.js').Report['rows'][number]|undefined} */
    this.row = undefined;
    this.variant = 0;
    /** The name of the metric, as beside the chart. */
    this.name = '';
    /** Whether a line below the strip has the mean and the counts. */
    this.lined = false;
    /** The replication that the popover describes; -1 for none. */
    this.chosen = -1;
    /** The way the popover was opened; empty while it is closed. @type {''|'pointer'|'touch'|'key'} */
    this.open = '';
    /** The scale that all variants share. */
    this.scale = spreadScale([]);
    this.fromStore = new StoreController(this, ({ spread, scenario, variants }) => ({
      spread,
      seed: scenario?.seed ?? 1,
      names: variants.map(({ name }) => name).join('\n'),
      comparable: haveSameWork(variants) && variants.every(({ otherWork }) => !otherWork),
      own: variants.map(({ report }) => report?.rows.find(({ id }) => id === this.metric)?.value ?? '').join(),
    }));
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.page.store.get().embedded) watchRest(this.page);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.open = '';
  }

  /** The id of the metric. */
  get metric() {
    return this.row?.id ?? '';
  }

  /** The unit of the metric. */
  get unit() {
    return this.row?.unit ?? '';
  }

  /** The value of the run on screen. */
  get value() {
    return this.row?.value ?? undefined;
  }

  /** The name of the metric in texts: the end of all jobs is the makespan here. */
  get metricName() {
    return this.metric === 'makespan' ? 'makespan' : this.name;
  }

  /** The values of all variants. @returns {readonly (number|null)[][]} */
  get valuesOfVariants() {
    return this.fromStore.value.spread?.values[this.metric] ?? [];
  }

  /** The values of this variant; empty without randomness. @returns {readonly (number|null)[]} */
  get values() {
    const { spread } = this.fromStore.value;
    return spread && isConstant(spread) ? [] : (this.valuesOfVariants[this.variant] ?? []);
  }

  /** @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    // A strip can get another metric, for example if another theme orders the results differently.
    if (changed.has('row')) this.fromStore.value = this.fromStore.selector(this.page.store.get());
    const own = this.fromStore.value.own.split(',').flatMap((text) => (text === '' ? [] : [Number(text)]));
    this.scale = spreadScale(this.valuesOfVariants, own);
  }

  /** The horizontal position of a value, as a percentage in CSS. @param {number} value a share of the width, in % */
  place(value) {
    return `${((MARGIN + Math.min(1, Math.max(0, this.scale.to(value))) * (1 - 2 * MARGIN)) * 100).toFixed(2)}%`;
  }

  render() {
    const { spread, names } = this.fromStore.value;
    const { values, variant, lined } = this;
    const { interval, size } = this;
    const shown = interval && interval.count >= LEAST_VALUES ? interval : null;
    const seeds = (spread?.seeds.length ?? 0) > 0 && values.length > 0;
    const active = values.some((value) => value !== null);
    const sentence = this.sentence(spread, interval);
    return html`<div
        class="strip ${seeds ? 'seeds' : ''}"
        role=${active ? 'slider' : 'img'}
        tabindex=${active ? 0 : nothing}
        aria-label=${sentence}
        aria-valuemin=${active ? 1 : nothing}
        aria-valuemax=${active ? values.length : nothing}
        aria-valuenow=${active ? this.current + 1 : nothing}
        aria-valuetext=${active ? this.dotText(this.current) : nothing}
        title=${spread && !seeds && active && !this.open ? methodText(spread) : nothing}
        @pointermove=${this.onMove}
        @pointerleave=${this.onLeave}
        @click=${this.onClick}
        @keydown=${this.onKey}
        @focus=${this.onFocus}
        @blur=${this.onBlur}
      >
        <svg aria-hidden="true">${this.renderMarks(shown)}</svg>
        ${this.open ? this.renderPopover(spread, names.split('\n')) : nothing}
      </div>
      ${lined ? html`<div class="below"><slot></slot><span>${spread ? this.withAxis(countText(spread, values, this.valuesOfVariants[0] ?? [], { variant, interval: shown, size, unit: this.unit, delta: this.delta, first: this.isFirst, comparable: this.fromStore.value.comparable })) : nothing}</span></div>` : nothing}`;
  }

  /** The text below the first strip of a metric, with its axis if that is logarithmic. @param {string} text */
  withAxis(text) {
    const log = this.variant === 0 && this.scale.log && this.values.length > 0 ? 'log axis' : '';
    return [text, log].filter(Boolean).join(' · ');
  }

  /** Whether it is the first one of its chart, which names the unit of counts. */
  get isFirst() {
    const root = /** @type {ShadowRoot} */ (this.getRootNode());
    return root.querySelector('spread-strip') === this;
  }

  /** The batches of the interval of weeks or days; null if they depend on each other, and for seeds. */
  get batches() {
    return this.fromStore.value.spread?.independent?.[this.metric]?.[this.variant] ?? null;
  }

  /** The mean with its interval; there is none for dependent weeks or days. */
  get interval() {
    const { spread } = this.fromStore.value;
    return spread?.independent ? (this.batches?.interval ?? null) : meanInterval(this.values);
  }

  /** The size of the batches of the interval. */
  get size() {
    return this.batches?.size ?? 1;
  }

  /** The difference of the run on screen from the baseline; 0 for none. */
  get delta() {
    const [first = Number.NaN] = this.fromStore.value.own.split(',').map(Number);
    return this.variant > 0 && Number.isFinite((this.value ?? Number.NaN) - first) ? /** @type {number} */ (this.value) - first : 0;
  }

  /** Renders the dots of seeds, the mean, its interval and the mean of the baseline. @param {ReturnType<typeof meanInterval>} shown */
  renderMarks(shown) {
    const { values, value } = this;
    const { seeds = [] } = this.fromStore.value.spread ?? {};
    const mean = shown?.mean ?? (values.length >= LEAST_VALUES ? meanInterval(values)?.mean : undefined);
    const base = this.variant > 0 ? meanInterval(values.length > 0 ? (this.valuesOfVariants[0] ?? []) : []) : null;
    const own = seeds.indexOf(this.fromStore.value.seed);
    const dots = values.map((one, at) =>
      one === null || at === own
        ? ''
        : svg`<circle cx=${this.place(one)} cy="5" r="2.25" fill="var(--paper)" fill-opacity="0.6" stroke="var(--ink-soft)"></circle>`,
    );
    const still = !this.fromStore.value.spread || this.fromStore.value.spread.kind === 'none';
    return svg`<line x1="0" x2="100%" y1="5" y2="5" stroke="var(--line)" stroke-dasharray=${still && this.fromStore.value.spread ? '2 3' : nothing}></line>
      ${shown ? svg`<line x1=${this.place(shown.low)} x2=${this.place(shown.high)} y1="5" y2="5" stroke="var(--ink-soft)" stroke-opacity="0.35" stroke-width="3"></line>` : ''}
      ${dots}
      ${base && base.count >= LEAST_VALUES ? svg`<line x1=${this.place(base.mean)} x2=${this.place(base.mean)} y1="0" y2="10" stroke="var(--variant-1)" stroke-width="1.5" stroke-dasharray="2 2"></line>` : ''}
      ${mean !== undefined ? svg`<line x1=${this.place(mean)} x2=${this.place(mean)} y1="0" y2="10" stroke="var(--ink)" stroke-width="1.5"></line>` : ''}
      ${typeof value === 'number' ? svg`<circle class="own" cx=${this.place(value)} cy="5" r="3.5" fill="var(--ink)" stroke="var(--paper)"></circle>` : ''}
      ${this.open && (values[this.chosen] ?? null) !== null ? svg`<circle cx=${this.place(/** @type {number} */ (values[this.chosen]))} cy="5" r="5" fill="none" stroke="var(--accent)" stroke-width="1.5"></circle>` : ''}`;
  }

  /** Renders the values of all variants for the chosen seed, week or day. @param {Spread|null} spread @param {readonly string[]} names */
  renderPopover(spread, names) {
    const seed = spread?.seeds[this.chosen];
    const current = this.fromStore.value.seed;
    const single = spread?.kind === 'days' ? 'Day' : 'Week';
    const way = { touch: '', key: 'Enter opens it', pointer: 'Click to open it', '': '' }[this.open];
    return html`<div popover="manual" class=${this.open === 'touch' ? '' : 'passive'}>
      <b>${seed === undefined ? `${single} ${formatNumber(this.chosen + 1)}` : `Seed ${formatNumber(seed)}`}</b> ${this.metricName}
      ${names.map((name, at) => html`<p><span>${name}</span><b>${this.format(this.valuesOfVariants[at]?.[this.chosen])}</b></p>`)}
      ${
        seed === undefined
          ? html`<p>${spread ? methodText(spread) : nothing}</p>`
          : seed === current
            ? html`<p>This is the run on screen.</p>`
            : this.open === 'touch'
              ? html`<button @click=${this.openChosen}>Open seed ${formatNumber(seed)}</button>`
              : html`<p>${way}; Ctrl+Z returns to seed ${formatNumber(current)}.</p>`
      }
    </div>`;
  }

  updated() {
    const popover = /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('[popover]'));
    const value = this.values[this.chosen] ?? null;
    if (!popover || value === null) return;
    if (!popover.matches(':popover-open')) popover.showPopover();
    const strip = this.stripElement.getBoundingClientRect();
    const x = strip.left + (MARGIN + this.scale.to(value) * (1 - 2 * MARGIN)) * strip.width;
    const { offsetWidth, offsetHeight } = popover;
    popover.style.left = `${Math.max(8, Math.min(x - 24, innerWidth - offsetWidth - 8))}px`;
    popover.style.top = `${strip.bottom + 6 + offsetHeight < innerHeight ? strip.bottom + 6 : strip.top - offsetHeight - 6}px`;
  }

  get stripElement() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector('.strip'));
  }

  /** Formats a value of the metric. @param {number|null|undefined} value */
  format(value) {
    return this.unit === 's' ? formatTime(value) : formatMeasure(value, this.unit);
  }

  /** The seed, week or day of a dot, and its value. @param {number} at */
  dotText(at) {
    const { spread } = this.fromStore.value;
    const which = spread?.seeds[at] === undefined ? `${spread?.kind === 'days' ? 'day' : 'week'} ${at + 1}` : `seed ${spread.seeds[at]}`;
    return `${which}: ${this.format(this.values[at])}`;
  }

  /** The strip in a sentence, for screen readers. @param {Spread|null} spread @param {ReturnType<typeof meanInterval>} interval */
  sentence(spread, interval) {
    const { metricName, unit, value, values, size } = this;
    return stripSentence({ name: metricName, unit, value, values, interval, size, kind: spread?.kind ?? 'none', text: this.format(value) });
  }

  /** The dot near the pointer; -1 for none. @param {MouseEvent} event */
  dotAt({ clientX }) {
    const { left, width } = this.stripElement.getBoundingClientRect();
    const { scale } = this;
    let [found, nearest] = [-1, NEAR_PX];
    for (const [at, value] of this.values.entries()) {
      if (value === null) continue;
      const distance = Math.abs(left + (MARGIN + scale.to(value) * (1 - 2 * MARGIN)) * width - clientX);
      if (distance <= nearest) [found, nearest] = [at, distance];
    }
    return found;
  }

  /** Chooses the dot below the pointer and opens its values after a short delay. @param {PointerEvent} event */
  onMove(event) {
    if (event.pointerType === 'touch') return;
    const at = this.dotAt(event);
    if (at === this.chosen && (this.open || this.timer)) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (at < 0) return this.close();
    if (this.open) this.chosen = at;
    else
      this.timer = setTimeout(() => {
        this.timer = undefined;
        Object.assign(this, { chosen: at, open: 'pointer' });
      }, HOVER_MS);
  }

  onLeave() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.open === 'pointer') this.close();
  }

  /** Hides the text of the dots. */
  close() {
    this.open = '';
  }

  /** Closes the popover unless its button has the focus now. @param {FocusEvent} event */
  onBlur({ relatedTarget }) {
    if (!this.stripElement.contains(/** @type {Node|null} */ (relatedTarget))) this.close();
  }

  /** @param {PointerEvent} event */
  onClick(event) {
    if (event.composedPath().some((one) => one instanceof HTMLElement && one.popover)) return;
    const at = this.dotAt(event);
    if (at < 0) return this.close();
    this.chosen = at;
    if (event.pointerType === 'touch') this.open = 'touch';
    else void this.openChosen();
  }

  /** The chosen dot; without a choice, the dot of the seed on screen, or the first one. */
  get current() {
    if (this.open && this.chosen >= 0) return this.chosen;
    const own = this.fromStore.value.spread?.seeds.indexOf(this.fromStore.value.seed) ?? -1;
    return own >= 0
      ? own
      : Math.max(
          this.values.findIndex((value) => value !== null),
          0,
        );
  }

  onFocus() {
    if (!this.stripElement.matches(':focus-visible')) return;
    this.chosen = this.current;
    this.open = 'key';
  }

  /** Moves between dots by their values. @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const order = [...this.values.keys()]
      .filter((at) => this.values[at] !== null)
      .sort((a, b) => Number(this.values[a]) - Number(this.values[b]) || a - b);
    if (step === undefined && !['Enter', 'Home', 'End', 'Escape'].includes(event.key)) return;
    if (event.key === 'Escape' && !this.open) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return this.close();
    if (event.key === 'Enter') return void this.openChosen();
    const place = order.indexOf(this.chosen);
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? order.length - 1 : place + (step ?? 0);
    this.chosen = order[Math.max(0, Math.min(next, order.length - 1))] ?? -1;
    this.open = 'key';
  }

  /** Opens the seed of the chosen dot. */
  async openChosen() {
    const seed = this.fromStore.value.spread?.seeds[this.chosen];
    if (seed === undefined || seed === this.fromStore.value.seed) return;
    this.close();
    await openSeed(this.page, seed);
  }
}

/** One line that explains the dots, or why there are none. */
export class SpreadNote extends PageElement {
  static styles = [
    controlStyle,
    css`
      :host {
        display: block;
        min-height: 0.875rem;
      }
      button {
        --control: 22px;
        margin-top: 2px;
        font-size: inherit;
      }
    `,
  ];

  constructor() {
    super();
    this.fromStore = new StoreController(this, ({ spread, scenario, variants }) => ({
      spread,
      seed: scenario?.seed ?? 1,
      base: variants.length > 1 ? (variants[0]?.name ?? '') : '',
    }));
  }

  render() {
    const { spread, seed, base } = this.fromStore.value;
    if (!spread) return nothing;
    if (spread.kind !== 'offered') return noteText(spread, seed, base);
    const seeds = Number.isFinite(spread.seconds);
    const title = seeds ? `20 seeds take about ${formatTime(Math.ceil(spread.seconds))}` : 'Divides the log into weeks';
    return html`<button title=${title} @click=${() => this.page.restWatch?.request()}>${seeds ? `Run 20 seeds, about ${formatTime(Math.ceil(spread.seconds))}` : 'Weeks as replications'}</button>`;
  }
}

customElements.define('spread-strip', SpreadStrip);
customElements.define('spread-note', SpreadNote);
