/** @file `<rounds-panel>`: the iterations of an application as of the playhead: workers, efficiency, the trade-off, the list of tasks, and why the number of workers changed. */

import { css, html, nothing } from 'lit';
import { askView, chooseInView, seek } from '../../commands.js';
import { helpMark } from '../../elements/help.js';
import { panel } from '../../elements/panel.js';
import { Part } from '../../elements/part.js';
import { Pulse } from '../../elements/pulse.js';
import { formatNumber, formatShare } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { sections } from '../parts-of-panels.js';
import { applicationOf, at, changesOf, isOver, listed, roundsIn, roundsOf } from './known.js';
import { VIEW } from './name.js';
import { TradeOffs } from './offs.js';
import { partsStyle } from './parts-style.js';
import { overIterations, tradeOffPlot } from './plots.js';
import { roundTable, ruleList } from './rule-list.js';
import { taskList } from './task-list.js';
import '../../plot/line-plot.js';

/** @import { TradeOff } from '../../engine/types.js' */
/** @import { Placed } from './known.js' */
/** @import { RunAt } from './plots.js' */

/** Milliseconds between two looks while the playhead moves. */
const WAIT = 200;

const SOURCE = 'Heymann 2001, chapters 2 and 4';
const EFFICIENCY_HELP = `Efficiency is the useful work time of the workers divided by the time they were available, that is, allocated
and not suspended. EER is the execution time divided by the efficiency: lower is better. Shaded: the ideal interval of each
iteration, that is, the numbers of workers with an EER of at most 1.1 times the minimum.`;
const CURVE_HELP = `Execution time, efficiency and EER of the tasks of the iteration with other numbers of workers, in the same
order on equal machines. EER is lowest at the perfect number; in the ideal interval (shaded) it is at most 10 % higher.`;
const LIST_HELP = `Tasks in the order of dispatch. The bar shows the execution time of a task: in this iteration if it has ended, else
in the previous one, which is what the master knows. The arrow shows by how many places a task has moved.`;

/** The iterations at the playhead. */
export class RoundsPanel extends Part {
  static properties = {
    variant: { state: true },
    shown: { state: true },
    allTasks: { state: true },
    allRules: { state: true },
    unchanged: { state: true },
    tabled: { state: true },
  };

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static watches = ['variants', 'choices', 'selected'];

  static styles = [
    panel,
    partsStyle,
    sections,
    css`
      :host {
        --section: 420px;
      }
    `,
  ];

  constructor() {
    super();
    /** The system whose details are shown. */
    this.variant = 0;
    /** What was found at the last look: the moment, and what is known of the iteration there. @type {{now_s: number, curve?: TradeOff, order?: TradeOff, before?: TradeOff}} */
    this.shown = { now_s: 0 };
    this.allTasks = false;
    this.allRules = false;
    /** Whether rules are listed that changed nothing. */
    this.unchanged = false;
    /** Whether the table is open. */
    this.tabled = false;
    /** One of each system. @type {TradeOffs[]} */
    this.offs = [];
    this.pulse = new Pulse(this, () => this.look(), WAIT, ['variants', 'playhead_s', 'choices']);
  }

  /** The application that is shown: another run may have fewer. */
  get application() {
    const { choices, variants } = this.state;
    return applicationOf(choices, roundsIn(variants[this.variant]));
  }

  /**
   * The trade-offs of a system.
   * @param {number} variant
   */
  offsOf(variant) {
    const offs = (this.offs[variant] ??= new TradeOffs((place) => askView(this.page, variant, 'trade_off', place)));
    offs.follow(this.state.variants[variant]?.layout);
    return offs;
  }

  /** Finds out what there is to know at the playhead. */
  async look() {
    const { variants, playhead_s: now_s } = this.state;
    if (this.variant >= variants.length) this.variant = 0;
    const { over, current } = at(roundsOf(roundsIn(variants[this.variant]), this.application), now_s);
    const offs = this.offsOf(this.variant);
    const last = over.at(-1);
    try {
      const curve = last && (await offs.of(last));
      const order = current && (await offs.of(current));
      this.shown = { now_s, ...(curve ? { curve } : {}), ...(order ? { order } : {}) };
      if (await offs.fill(over)) this.pulse.beat();
      this.requestUpdate();
    } catch {
      // A run that is replaced while it is asked keeps what it said last.
    }
  }

  /** The systems with their iterations at the moment of the last look. @returns {RunAt[]} */
  get runs() {
    return this.state.variants.map((variant, index) => {
      const { over, current } = at(roundsOf(roundsIn(variant), this.application), this.shown.now_s);
      return { name: variant.name, at: index, over, current };
    });
  }

  /** @override */
  render() {
    const { variants } = this.state;
    if (variants.length === 0) return html`<p class="soft">Nothing is loaded yet: open an example, or drop a file on the page.</p>`;
    const computing = variants.some(({ status }) => status === 'loading' || status === 'running');
    if (!variants.some(roundsIn)) {
      return computing
        ? html`<p class="soft">Iterations appear when the first one starts.</p>`
        : html`<p class="soft">These runs have no iterations. Choose a system for master-worker applications in the panel Policy, or open an example that has them.</p>`;
    }
    const { runs } = this;
    const chosen = runs[this.variant] ?? runs[0];
    if (!chosen) return nothing;
    const rounds = roundsOf(roundsIn(variants[chosen.at]), this.application);
    const count = Math.max(...variants.map((variant) => roundsOf(roundsIn(variant), this.application).at(-1)?.number ?? 0));
    return html`<div class="sections">
      <div class="stack">
        ${this.choosers()} ${rounds.length > 0 ? this.moment(chosen, rounds) : html`<p class="soft">No iteration has started yet.</p>`}
      </div>
      ${this.plots(runs, chosen, count)} ${this.curve(chosen)} ${this.list(chosen)} ${this.rules(chosen)}
    </div>`;
  }

  /** Which system and which application, where there are several. */
  choosers() {
    const { variants } = this.state;
    const applications = roundsIn(variants[this.variant])?.applications ?? [];
    return html`${
      variants.length > 1
        ? html`<label class="row">Variant
          <select @change=${(/** @type {Event} */ event) => this.choose(Number(value(event)))}>
            ${variants.map(({ name }, index) => html`<option value=${index} .selected=${index === this.variant}>${name}</option>`)}
          </select></label
        >`
        : nothing
    }
    ${
      applications.length > 1
        ? html`<label class="row">Application
          <select @change=${(/** @type {Event} */ event) => chooseInView(this.page, VIEW, Number(value(event)))}>
            ${applications.map(({ name }, index) => html`<option value=${index} .selected=${index === this.application}>${name}</option>`)}
          </select></label
        >`
        : nothing
    }`;
  }

  /** @param {number} variant */
  choose(variant) {
    this.variant = variant;
    this.allTasks = false;
    this.allRules = false;
    this.pulse.beat();
  }

  /**
   * The iteration at the playhead, in numbers.
   * @param {RunAt} chosen
   * @param {readonly Placed[]} rounds
   */
  moment({ current, over }, rounds) {
    const number = current?.number ?? 1;
    const last = rounds.at(-1)?.number ?? 1;
    const done = current !== undefined && over.includes(current);
    return html`<div class="chooser">
        <label for="iteration">Iteration</label>
        <input
          id="iteration"
          type="range"
          min="1"
          max=${last}
          .value=${String(number)}
          ?disabled=${last < 2}
          aria-valuetext="${number} of ${last}${done ? ', ended' : ', running'}"
          @input=${(/** @type {Event} */ event) => this.goTo(Number(value(event)))}
        />
        <output for="iteration">${number} of ${last}</output>
      </div>
      ${current ? this.facts(current, done) : html`<p class="soft">The first iteration has not started yet. Press Play or move the playhead.</p>`}`;
  }

  /**
   * @param {Placed} round
   * @param {boolean} done whether it is over
   */
  facts({ wanted, extra, held, tasks, efficiency, time_s, ratio, achievable, suspensions, losses }, done) {
    const asked = extra > 0 ? `${wanted - extra} + ${extra}` : formatNumber(wanted);
    /** @type {[string, string][]} */
    const facts = [
      ['tasks', formatNumber(tasks)],
      ['requested', asked],
      ...(done
        ? /** @type {[string, string][]} */ ([
            ['allocated', formatNumber(held)],
            ['time', formatTime(time_s)],
            ['efficiency', formatShare(efficiency)],
            ['EER', formatTime(ratio)],
            ['achievable speedup', formatNumber(achievable)],
            ['suspended', formatNumber(suspensions)],
            ['lost', formatNumber(losses)],
          ])
        : []),
    ];
    return html`<dl class="facts">${facts.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
      ${done ? nothing : html`<p class="soft">This iteration is running; its results appear when it ends.</p>`}`;
  }

  /**
   * @param {readonly RunAt[]} runs
   * @param {RunAt} chosen
   * @param {number} count
   */
  plots(runs, chosen, count) {
    if (count === 0) return nothing;
    const shown = overIterations(runs, chosen, count, this.offsOf(chosen.at).ideals);
    return html`<section class="stack" aria-labelledby="over-iterations">
      <div class="head"><h3 id="over-iterations">Metrics by iteration</h3>${helpMark('help-efficiency', 'efficiency and EER', EFFICIENCY_HELP, SOURCE)}</div>
      ${shown.map(
        ({ data, look }) =>
          html`<line-plot pickable .data=${data} .look=${look} @pick=${(/** @type {CustomEvent<{x: number}>} */ event) => this.goTo(event.detail.x)}></line-plot>`,
      )}
      <details @toggle=${(/** @type {Event} */ event) => (this.tabled = /** @type {HTMLDetailsElement} */ (event.target).open)}>
        <summary>The same as a table</summary>
        ${this.tabled ? roundTable(chosen.over) : nothing}
      </details>
    </section>`;
  }

  /** @param {RunAt} chosen */
  curve({ over }) {
    const { curve } = this.shown;
    const last = over.at(-1);
    return html`<section class="stack" aria-labelledby="trade-off">
      <div class="head"><h3 id="trade-off">Trade-off by number of workers</h3>${helpMark('help-curve', 'the trade-off', CURVE_HELP, SOURCE)}</div>
      ${
        curve && last
          ? html`<line-plot class="wide" .data=${tradeOffPlot(curve).data} .look=${tradeOffPlot(curve).look}></line-plot>
            <p class="soft">
              From the task times of iteration ${last.number}: perfect number ${curve.perfect}, ideal interval ${curve.ideal[0]} to ${curve.ideal[1]},
              ${formatNumber(curve.at)} allocated.
            </p>`
          : html`<p class="soft">The curve appears when the first iteration ends.</p>`
      }
    </section>`;
  }

  /** @param {RunAt} chosen */
  list({ current, over }) {
    const { order, curve, now_s } = this.shown;
    if (!order || !current) return nothing;
    const known = isOver(current, now_s) ? order.tasks : over.length > 0 ? curve?.tasks : undefined;
    const list = listed(order.tasks, known, current.copies);
    return html`<section class="stack" aria-labelledby="task-order">
      <div class="head">
        <h3 id="task-order">Task order in iteration ${current.number}</h3>
        ${helpMark('help-list', 'the order of the tasks', LIST_HELP)}
      </div>
      ${taskList(this.page, { list, first: current.number === 1, all: this.allTasks, selected: this.state.selected, more: () => (this.allTasks = true) })}
    </section>`;
  }

  /** @param {RunAt} chosen */
  rules({ over, current }) {
    const changes = changesOf(over, this.unchanged);
    return html`<section class="stack" aria-labelledby="worker-rules">
      <div class="row">
        <h3 id="worker-rules" class="grow">Changes of the number of workers</h3>
        <label class="check"
          ><input
            type="checkbox"
            .checked=${this.unchanged}
            @change=${(/** @type {Event} */ event) => (this.unchanged = /** @type {HTMLInputElement} */ (event.target).checked)}
          />all decisions</label
        >
      </div>
      ${
        changes.length > 0
          ? ruleList({
              changes,
              current: current?.number ?? 0,
              every: this.allRules,
              more: () => (this.allRules = true),
              go: (round) => this.goTo(round.number),
            })
          : html`<p class="soft">${over.length === 0 ? 'No decision yet: decisions are made at the end of each iteration.' : 'No changes so far.'}</p>`
      }
    </section>`;
  }

  /**
   * Moves the playhead to the end of an iteration, where what came out of it is known; as far as it is computed.
   * @param {number} number
   */
  goTo(number) {
    const rounds = roundsOf(roundsIn(this.state.variants[this.variant]), this.application);
    const round = rounds.find((one) => one.number === number) ?? rounds.at(-1);
    if (round) seek(this.page, round.end_s ?? Infinity);
  }
}

/** @param {Event} event */
function value(event) {
  return /** @type {HTMLInputElement|HTMLSelectElement} */ (event.target).value;
}

customElements.define('rounds-panel', RoundsPanel);
