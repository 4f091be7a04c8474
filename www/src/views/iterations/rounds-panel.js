/**
 * @file `<rounds-panel>`: the iterations of an application as of the playhead: workers, efficiency, the trade-off, the list of tasks, and
 * the reasons for changes of the number of workers.
 */

import { css, html, nothing } from 'lit';
import { askView, chooseInView, seek } from '../../commands.js';
import { helpMark } from '../../elements/help-mark.js';
import { formatNumber, formatShare } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { renderSection } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';
import { iterationPlots, tradeOffPlot } from './iteration-plots.js';
import { isOver, orderTasks, roundsAt, roundsOfApplication, roundsOfRun, shownApplication, VIEW, workerChanges } from './rounds.js';
import { renderRoundTable, renderRuleList } from './rule-list.js';
import { renderTaskList } from './task-list.js';
import { TradeOffCache } from './trade-off-cache.js';
import '../../plot/line-plot.js';

/** @import { TradeOff } from '../../engine/types.js' */
/** @import { RunAt } from './iteration-plots.js' */
/** @import { Placed } from './rounds.js' */

const SOURCE = 'Heymann 2001, chapters 2 and 4';
const EFFICIENCY_HELP = `Efficiency is the useful work time of the workers divided by the time they were available, that is, allocated
and not suspended. EER is the execution time divided by the efficiency: lower is better. Shaded: the ideal interval of each
iteration, that is, the numbers of workers with an EER of at most 1.1 times the minimum.`;
const CURVE_HELP = `Execution time, efficiency and EER of the tasks of the iteration with other numbers of workers, in the same
order on equal machines. EER is lowest at the perfect number; in the ideal interval (shaded) it is at most 10 % higher.`;
const LIST_HELP = `Tasks in the order of dispatch. The bar shows the execution time of a task: in this iteration if it has ended, else
in the previous one, which is what the master knows. The arrow shows by how many places a task has moved.`;

/** The iterations at the playhead. */
export class RoundsPanel extends VariantPanel {
  static view = VIEW;

  static styles = [
    ...VariantPanel.styles,
    css`
      :host {
        --section: 420px;
        --scroll: 320px;
      }
      dl.facts {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(128px, 1fr));
        gap: 2px 12px;
        font-variant-numeric: tabular-nums;
      }
      dl.facts div {
        display: flex;
        justify-content: space-between;
        gap: 8px;
      }
      .chooser {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .chooser input {
        flex: 1;
        min-width: 0;
      }
      .chooser output {
        min-width: 7ch;
        text-align: right;
        font-variant-numeric: tabular-nums;
      }
      .wide {
        --plot-height: 190px;
      }
      li button.task {
        display: grid;
        grid-template-columns: 2.4em 3.4em minmax(4em, 1fr) 6em;
        gap: 6px;
        padding-block: 1px;
      }
      .task {
        min-height: 24px;
      }
      .task > :last-child {
        text-align: right;
      }
      .place {
        color: var(--ink-soft);
        text-align: right;
      }
      .moved {
        color: var(--ink-soft);
        white-space: nowrap;
      }
      .moved.up {
        color: var(--good);
      }
      .moved.down {
        color: var(--warn);
      }
      .bar {
        position: relative;
        display: block;
        height: 16px;
        line-height: 16px;
        background: var(--sunken);
      }
      .bar i {
        position: absolute;
        inset: 0 auto 0 0;
        min-width: 1px;
        background: color-mix(in srgb, var(--accent) 30%, var(--sunken));
        border-right: 2px solid var(--accent);
      }
      .bar.copied i {
        background: repeating-linear-gradient(135deg, color-mix(in srgb, var(--accent) 55%, var(--sunken)) 0 2px, color-mix(in srgb, var(--accent) 18%, var(--sunken)) 2px 6px);
      }
      .bar b {
        position: relative;
        padding-left: 4px;
        font-weight: 400;
      }
      li button.rule {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 8px;
      }
      .rule .workers {
        font-weight: 600;
        white-space: nowrap;
      }
      .rule .why {
        grid-column: 1 / -1;
      }
    `,
  ];

  readingText = 'Iterations appear when the first one starts.';
  emptyText =
    'These runs have no iterations. Choose a system for master-worker applications in the panel Policy, or open an example that has them.';

  constructor() {
    super();
    /** The moment of the last reading, and the trade-offs of the last iteration that had ended and of the current one. @type {{now_s: number, curve?: TradeOff, order?: TradeOff}} */
    this.shown = { now_s: 0 };
    this.allTasks = false;
    this.allRules = false;
    /** Whether the list includes rules that changed nothing. */
    this.unchanged = false;
    /** Whether the table is open. */
    this.tabled = false;
    /** By variant. @type {TradeOffCache[]} */
    this.tradeOffs = [];
  }

  /** The shown application; another run may have fewer. */
  get currentApplication() {
    const { choices, variants } = this.state;
    return shownApplication(choices, roundsOfRun(variants[this.variant]));
  }

  /** The trade-offs of a system. @param {number} variant */
  tradeOffCache(variant) {
    const tradeOffs = (this.tradeOffs[variant] ??= new TradeOffCache((place) => askView(this.page, variant, 'trade_off', place)));
    tradeOffs.resetOnChange(this.state.variants[variant]?.layout);
    return tradeOffs;
  }

  /** @override */
  async readRuns() {
    const { variants, playhead_s: now_s } = this.state;
    const { over, current } = roundsAt(roundsOfApplication(roundsOfRun(variants[this.variant]), this.currentApplication), now_s);
    const tradeOffs = this.tradeOffCache(this.variant);
    const last = over.at(-1);
    const curve = last && (await tradeOffs.getTradeOff(last));
    const order = current && (await tradeOffs.getTradeOff(current));
    this.shown = { now_s, ...(curve ? { curve } : {}), ...(order ? { order } : {}) };
    if (await tradeOffs.loadIdeals(over)) this.pulse.scheduleAction();
  }

  /** The systems with their iterations at the last query. @returns {RunAt[]} */
  get currentRuns() {
    return this.state.variants.map((variant, index) => {
      const { over, current } = roundsAt(roundsOfApplication(roundsOfRun(variant), this.currentApplication), this.shown.now_s);
      return { name: variant.name, at: index, over, current };
    });
  }

  /** Renders the iterations of the chosen application, with plots, tasks and rules. @override */
  renderContent() {
    const { variants } = this.state;
    const { currentRuns: runs } = this;
    const chosen = runs[this.variant];
    if (!chosen || !variants.some(roundsOfRun)) return undefined;
    const rounds = roundsOfApplication(roundsOfRun(variants[chosen.at]), this.currentApplication);
    const count = Math.max(
      ...variants.map((variant) => roundsOfApplication(roundsOfRun(variant), this.currentApplication).at(-1)?.number ?? 0),
    );
    return html`<div class="sections">
      <div class="stack">
        ${this.renderChoosers()} ${rounds.length > 0 ? this.renderIteration(chosen, rounds) : html`<p class="soft">No iteration has started yet.</p>`}
      </div>
      ${this.renderPlots(runs, chosen, count)} ${this.renderTradeOff(chosen)} ${this.renderTaskList(chosen)} ${this.renderRules(chosen)}
    </div>`;
  }

  /** The choice of a system and an application, if there are several. */
  renderChoosers() {
    const { variants } = this.state;
    const applications = roundsOfRun(variants[this.variant])?.applications ?? [];
    const options = applications.map(({ name }, value) => ({ value, name }));
    return html`${this.renderVariantChooser()}
      ${options.length > 1 ? this.renderChooser('Application', options, this.currentApplication, (chosen) => chooseInView(this.page, VIEW, chosen)) : nothing}`;
  }

  /**
   * The numbers of the iteration at the playhead.
   * @param {RunAt} chosen
   * @param {readonly Placed[]} rounds
   */
  renderIteration({ current, over }, rounds) {
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
          @input=${(/** @type {Event} */ event) => this.goToEnd(Number(/** @type {HTMLInputElement} */ (event.target).value))}
        />
        <output for="iteration">${number} of ${last}</output>
      </div>
      ${current ? this.renderFacts(current, done) : html`<p class="soft">The first iteration has not started yet. Press Play or move the playhead.</p>`}`;
  }

  /**
   * Renders the facts of an iteration; facts about its result only if it has ended.
   * @param {Placed} round
   * @param {boolean} done whether it has ended
   */
  renderFacts({ wanted, extra, held, tasks, efficiency, time_s, ratio, achievable, suspensions, losses }, done) {
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
   * Renders the plots over the iterations, and the same as a table.
   * @param {readonly RunAt[]} runs
   * @param {RunAt} chosen
   * @param {number} count
   */
  renderPlots(runs, chosen, count) {
    if (count === 0) return nothing;
    const shown = iterationPlots(runs, chosen, count, this.tradeOffCache(chosen.at).ideals);
    const content = html`
      ${shown.map(
        ({ data, look }) =>
          html`<line-plot pickable .data=${data} .look=${look} @pick=${(/** @type {CustomEvent<{x: number}>} */ event) => this.goToEnd(event.detail.x)}></line-plot>`,
      )}
      <details @toggle=${(/** @type {Event} */ event) => this.setChoice({ tabled: /** @type {HTMLDetailsElement} */ (event.target).open })}>
        <summary>The same as a table</summary>
        ${this.tabled ? renderRoundTable(chosen.over) : nothing}
      </details>`;
    return renderSection('Metrics by iteration', content, helpMark('help-efficiency', 'efficiency and EER', EFFICIENCY_HELP, SOURCE));
  }

  /** Renders time, efficiency and their ratio by number of workers, from the task times of the last iteration. @param {RunAt} chosen */
  renderTradeOff({ over }) {
    const { curve } = this.shown;
    const last = over.at(-1);
    const content =
      curve && last
        ? html`<line-plot class="wide" .data=${tradeOffPlot(curve).data} .look=${tradeOffPlot(curve).look}></line-plot>
          <p class="soft">
            From the task times of iteration ${last.number}: perfect number ${curve.perfect}, ideal interval ${curve.ideal[0]} to ${curve.ideal[1]},
            ${formatNumber(curve.at)} allocated.
          </p>`
        : html`<p class="soft">The curve appears when the first iteration ends.</p>`;
    return renderSection('Trade-off by number of workers', content, helpMark('help-curve', 'the trade-off', CURVE_HELP, SOURCE));
  }

  /** Renders the tasks of the current iteration in the order of dispatch. @param {RunAt} chosen */
  renderTaskList({ current, over }) {
    const { order, curve, now_s } = this.shown;
    if (!order || !current) return nothing;
    const known = isOver(current, now_s) ? order.tasks : over.length > 0 ? curve?.tasks : undefined;
    const list = orderTasks(order.tasks, known, current.copies);
    const shown = {
      list,
      first: current.number === 1,
      all: this.allTasks,
      selected: this.state.selected,
      more: () => this.setChoice({ allTasks: true }),
    };
    const help = helpMark('help-list', 'the order of the tasks', LIST_HELP);
    return renderSection(`Task order in iteration ${current.number}`, renderTaskList(this.page, shown), help);
  }

  /** Renders the changes of the number of workers and their reasons. @param {RunAt} chosen */
  renderRules({ over, current }) {
    const changes = workerChanges(over, this.unchanged);
    return html`<section class="stack" aria-labelledby="worker-rules">
      <div class="row">
        <h3 id="worker-rules" class="grow">Changes of the number of workers</h3>
        <label class="check"
          ><input
            type="checkbox"
            .checked=${this.unchanged}
            @change=${(/** @type {Event} */ event) => this.setChoice({ unchanged: /** @type {HTMLInputElement} */ (event.target).checked })}
          />all decisions</label
        >
      </div>
      ${
        changes.length > 0
          ? renderRuleList({
              changes,
              current: current?.number ?? 0,
              every: this.allRules,
              more: () => this.setChoice({ allRules: true }),
              go: (round) => this.goToEnd(round.number),
            })
          : html`<p class="soft">${over.length === 0 ? 'No decision yet: decisions are made at the end of each iteration.' : 'No changes so far.'}</p>`
      }
    </section>`;
  }

  /**
   * Moves the playhead to the end of an iteration, where its results are known, or to the end of the computed part.
   * @param {number} number
   */
  goToEnd(number) {
    const rounds = roundsOfApplication(roundsOfRun(this.state.variants[this.variant]), this.currentApplication);
    const round = rounds.find((one) => one.number === number) ?? rounds.at(-1);
    if (round) seek(this.page, round.end_s ?? Infinity);
  }
}

customElements.define('rounds-panel', RoundsPanel);
