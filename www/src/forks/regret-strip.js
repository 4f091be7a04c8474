/** @file `<regret-strip>`: a bar for each start of the baseline, which opens the fork in which that job is held. */

import { css, html, nothing, svg } from 'lit';
import { saveFile } from '../commands/file-download.js';
import { forkVariant } from '../commands/forks.js';
import { openStudy } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { listVariants } from '../scenario/forks.js';
import { fullWindow } from '../state/chart-window.js';
import { StoreController } from '../state/store.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { formatMoment, formatTime, timeTicks, workNoun } from '../text/time.js';
import { forksOf } from './fork-watch.js';
import { layoutRegrets, nearestBar } from './regret-layout.js';
import { regretOf } from './regret-runs.js';
import { changeText } from './schedule-difference.js';

/** @import { Regret } from './regret-runs.js' */

/** Height of the bars, CSS pixels. */
const HIGH = 72;
/** Distance between ticks of the time axis. */
const TICK_PX = 90;
/** Number of the largest bars with names; space of a name, CSS pixels. */
const NAMED = 5;
const NAME_PX = 60;

/** The regret of all starts. */
export class RegretStrip extends PageElement {
  static properties = { width: { state: true }, chosen: { state: true } };

  static styles = [
    controlStyle,
    css`
      :host {
        display: block;
      }
      section {
        display: grid;
        grid-template-columns: var(--gutter) minmax(0, 1fr);
        padding: 8px 0 4px;
        border-top: 1px solid var(--line);
      }
      .side {
        display: flex;
        flex-direction: column;
        align-items: start;
        gap: 2px;
        padding: 0 56px 0 16px;
        font-size: var(--text-small);
        line-height: 1.25;
      }
      h2 {
        margin: 0;
        font-size: var(--text);
      }
      .side {
        position: relative;
      }
      .shut {
        position: absolute;
        top: -4px;
        right: 56px;
      }
      .plot {
        position: relative;
        min-width: 0;
        margin-top: 14px;
      }
      .note {
        position: absolute;
        right: 12px;
        top: -16px;
        margin: 0;
        font-size: var(--text-small);
        color: var(--ink-soft);
      }
      svg {
        display: block;
        overflow: visible;
        font-size: 11px;
        fill: var(--ink-soft);
        cursor: pointer;
      }
      line {
        stroke: var(--line);
      }
      .zero {
        stroke: var(--edge);
      }
      rect.raises,
      rect.none {
        fill: var(--work);
      }
      rect.lowers {
        fill: var(--paper);
        stroke: var(--work);
        stroke-width: 1.25px;
      }
      rect.unknown {
        fill: var(--edge);
      }
      rect.fork {
        fill: var(--accent);
        stroke: var(--accent);
      }
      rect.ring {
        fill: none;
        stroke: var(--accent);
        stroke-width: 2px;
      }
      text.name {
        fill: var(--ink);
        paint-order: stroke;
        stroke: var(--paper);
        stroke-width: 3px;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px;
      }
      progress {
        width: 72px;
        accent-color: var(--accent);
      }
      @media (width < 700px) {
        section {
          grid-template-columns: minmax(0, 1fr);
        }
        .side {
          flex-flow: row wrap;
          align-items: center;
          padding: 0 56px 0 12px;
        }
        .shut {
          right: 8px;
        }
        .plot {
          margin: 18px 12px 0 56px;
        }
        .note {
          white-space: nowrap;
          right: 0;
          font-size: 10px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.width = 0;
    /** The bar selected by arrow keys; -1 for none. */
    this.chosen = -1;
    this.fromStore = new StoreController(this, ({ variants, work, scenario }) => ({
      done: variants[0]?.status === 'done',
      report: variants[0]?.report,
      name: variants[0]?.name ?? '',
      things: workNoun(work),
      scenario,
    }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.end = forksOf(this.page).subscribe(() => this.requestUpdate());
    this.observer = new ResizeObserver(() => {
      const plot = this.renderRoot.querySelector('.plot');
      if (plot) this.width = plot.clientWidth;
    });
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end?.();
    this.observer?.disconnect();
  }

  updated() {
    if (forksOf(this.page).regret && this.fromStore.value.done) void regretOf(this.page).prepare();
    const plot = this.renderRoot.querySelector('.plot');
    if (plot && plot.clientWidth !== this.width) this.width = plot.clientWidth;
  }

  /** Opens the fork in which a job is held at its start. @param {Regret|undefined} regret */
  async openFork(regret) {
    if (regret) await forkVariant(this.page, 0, { fork: { at_s: regret.start_s, hold: [regret.number] } });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {readonly Regret[]} regrets
   */
  onKey(event, regrets) {
    const last = regrets.length - 1;
    const to = { ArrowRight: this.chosen + 1, ArrowLeft: this.chosen - 1, Home: 0, End: last }[event.code];
    if (to !== undefined) this.chosen = Math.max(0, Math.min(last, to));
    else if (event.code === 'Enter' || event.code === 'Space') void this.openFork(regrets[this.chosen]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    const watch = forksOf(this.page);
    const { things, scenario, name } = this.fromStore.value;
    if (!watch.regret || !scenario) return nothing;
    const runs = regretOf(this.page);
    const { regrets, status } = runs;
    const thing = things.replace(/s$/u, '');
    const impossible =
      scenario.system.kind !== 'batch'
        ? 'Only local queues can be forked.'
        : listVariants(scenario)[0]?.fork
          ? 'The baseline is a fork itself.'
          : '';
    return html`<section aria-label="Regret of each start">
      <div class="side">
        <h2>Regret</h2>
        <button class="icon-only quiet shut" aria-label="Close the regret strip" title="Close" @click=${() => watch.showRegret(false)}>${icon('close')}</button>
        <span class="soft">change of the mean wait under ${name} if this ${thing} is held until the next event</span>
        <div class="row">${impossible ? html`<span>${impossible}</span>` : this.renderControls(runs, status)}</div>
      </div>
      <div class="plot">
        <p class="note">above 0: holding the ${thing} raises the mean wait · below 0: it lowers it</p>
        ${impossible ? nothing : this.renderPlot(regrets)}
      </div>
    </section>`;
  }

  /**
   * Renders the progress of the runs, or the buttons that start, continue and export them.
   * @param {import('./regret-runs.js').RegretRuns} runs
   * @param {string} status
   */
  renderControls(runs, status) {
    const { ended, total } = runs.progress;
    if (status === 'running' || status === 'waiting') {
      return html`<progress aria-label="Runs completed" max=${total} .value=${ended}></progress
        ><button class="quiet" @click=${() => runs.cancel()}>Cancel</button>`;
    }
    if (status === 'done')
      return html`<button class="quiet" title="Open these ${formatNumber(total)} runs as a study" @click=${() => openStudy(this.page, { text: runs.study?.text ?? '', fragment: '' })}>As a study</button>
        <button class="quiet" title="Save the regret of each start as CSV" @click=${() => this.saveCsv(runs.regrets)}>CSV</button>`;
    if (total === 0) return nothing;
    return html`<button class="quiet" @click=${() => runs.start()}>${status === 'stopped' ? 'Continue' : 'Compute'} ${formatCount(total - ended, 'runs')}</button><span class="soft">about ${formatTime(runs.expected_s)}</span>`;
  }

  /** @param {readonly Regret[]} regrets */
  saveCsv(regrets) {
    saveFile('regret.csv', regretCsv(regrets), 'text/csv');
  }

  /** Renders the regret of each start as a bar over time. @param {readonly Regret[]} regrets */
  renderPlot(regrets) {
    const { variants } = this.page.store.get();
    const window = fullWindow(variants.slice(0, 1));
    const { width } = this;
    const { bars, zero, ticks } = layoutRegrets(regrets, window, { width, height: HIGH });
    const forks = forksOf(this.page).forks;
    const isFork = (/** @type {Regret} */ { number, start_s }) =>
      forks.some(({ job, difference }) => job === number && Math.abs(difference.past_s - start_s) < 1e-6);
    const names = namedBars(regrets, bars);
    const chosen = bars[this.chosen];
    return html`<div
        role="listbox"
        tabindex="0"
        aria-label="Starts in the order of time. Arrow keys move, Enter opens the fork."
        aria-activedescendant=${chosen ? `start-${this.chosen}` : nothing}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.onKey(event, regrets)}
      >
        <svg
          width=${width}
          height=${HIGH + 18}
          aria-hidden="true"
          @click=${(/** @type {MouseEvent} */ event) => this.openFork(regrets[nearestBar(bars, event.offsetX)])}
          @pointermove=${(/** @type {PointerEvent} */ event) => (this.chosen = nearestBar(bars, event.offsetX))}
        >
          <rect x="0" y="0" width=${width} height=${HIGH} fill="transparent"></rect>
          ${ticks.map(({ y, value_s }) => svg`<line x1="0" x2=${width} y1=${y} y2=${y}></line>${value_s !== 0 || ticks.length > 1 ? svg`<text x="-6" y=${y + 4} text-anchor="end">${tickText(value_s)}</text>` : nothing}`)}
          <line class="zero" x1="0" x2=${width} y1=${zero} y2=${zero}></line>
          ${bars.map(
            (bar) =>
              svg`<rect class="${bar.kind} ${isFork(/** @type {Regret} */ (regrets[bar.at])) ? 'fork' : ''}" x=${bar.x} y=${bar.y} width=${bar.w} height=${bar.h}></rect>`,
          )}
          ${chosen ? svg`<rect class="ring" x=${chosen.x - 2.5} y=${chosen.y - 2.5} width=${chosen.w + 5} height=${chosen.h + 5}></rect>` : nothing}
          ${(chosen ? [this.chosen] : names).map((at) => {
            const bar = bars[at];
            const regret = regrets[at];
            if (!bar || !regret) return nothing;
            const right = bar.x > width - 130;
            return svg`<text class="name" x=${right ? bar.x - 5 : bar.x + bar.w + 5} y=${bar.kind === 'lowers' ? bar.y + bar.h : bar.y + 9} text-anchor=${right ? 'end' : 'start'}>job ${regret.number}${at === this.chosen ? ` ${changeText(regret.change_s)}` : ''}</text>`;
          })}
          ${timeTicks(window.from_s, window.to_s, Math.max(2, width / TICK_PX), window.to_s).map(
            ({ time_s, text }) =>
              svg`<text x=${((time_s - window.from_s) / (window.to_s - window.from_s)) * width} y=${HIGH + 14}>${text}</text>`,
          )}
        </svg>
        ${regrets.map(
          ({ number, start_s, change_s }, at) =>
            html`<div class="unseen" role="option" id="start-${at}" aria-selected=${at === this.chosen}>Job ${number} at ${formatMoment(start_s)}: ${regretText(change_s)}</div>`,
        )}
      </div>`;
  }
}

/** A change of the mean wait at a tick. @param {number} value_s */
const tickText = (value_s) => (value_s === 0 ? '0' : `${value_s > 0 ? '+' : '−'}${formatTime(Math.abs(value_s))}`);

/**
 * The largest regrets of either sign, whose bars have names, as many as fit.
 * @param {readonly Regret[]} regrets
 * @param {readonly {x: number, kind: string}[]} bars
 * @returns {number[]} places
 */
export function namedBars(regrets, bars) {
  const known = regrets.map(({ change_s }, at) => ({ change_s, at })).filter(({ change_s }) => Math.abs(change_s) >= 1);
  /** @type {number[]} */
  const named = [];
  for (const { at } of known.toSorted((a, b) => Math.abs(b.change_s) - Math.abs(a.change_s))) {
    const bar = bars[at];
    const free = named.every((other) => bars[other]?.kind !== bar?.kind || Math.abs((bars[other]?.x ?? 0) - (bar?.x ?? 0)) > NAME_PX);
    if (free && named.length < NAMED) named.push(at);
  }
  return named;
}

/**
 * A regret as text.
 * @param {number} change_s
 */
export function regretText(change_s) {
  if (Number.isNaN(change_s)) return 'not computed yet';
  if (Math.abs(change_s) < 0.05) return 'no effect on the mean wait';
  return `mean wait ${formatTime(Math.abs(change_s))} ${change_s > 0 ? 'more' : 'less'}`;
}

/**
 * The regrets as CSV.
 * @param {readonly Regret[]} regrets
 */
export function regretCsv(regrets) {
  const lines = regrets.map(({ number, start_s, change_s }) => [number, start_s, Number.isNaN(change_s) ? '' : change_s].join(','));
  return ['job,start_s,change_of_mean_wait_s', ...lines, ''].join('\r\n');
}

customElements.define('regret-strip', RegretStrip);
