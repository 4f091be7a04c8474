/**
 * @file `<queue-values>`: the values of an expression for the waiting jobs at the playhead, in the resulting order.
 */
import { css, html, nothing } from 'lit';
import { askRun, hoverSubject, selectSubject } from '../commands.js';
import { debounce, StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { RunFollower } from '../elements/run-follower.js';
import { inlineStyle } from '../elements/style-directive.js';
import { RunClient } from '../run/run-client.js';
import { barShare, numberTest, orderRemark, trialScenario, valuedJobs } from '../scenario/queue-trial.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { formatClock, formatTime } from '../text/time.js';

/** @import { Decided } from '../engine/types.js' */
/** @import { ValuedJob, WaitingJob } from '../scenario/queue-trial.js' */

/** Pause after a keystroke, ms. */
const PAUSE_MS = 50;
/** Interval between two queries of the queue, ms. */
const LOOK_MS = 200;
/** Maximum interval on a busy machine, ms. */
const MOST_MS = 600;
/** Length of the longest bar, px. */
const BAR_PX = 32;
/** Maximum number of listed jobs, and the number listed if there are more. */
const ROWS = 9;
const FIRST_ROWS = 8;

/** @typedef {{ at_s: number, cluster: string, jobs: readonly WaitingJob[], total: number, idle: number }} Queue */

/** The waiting jobs of one variant with their values. */
export class QueueValues extends StateElement {
  static properties = {
    expression: { type: String },
    variant: { type: Number },
    queue: { state: true },
    valued: { state: true },
    rows: { state: true },
    valid: { state: true },
    all: { state: true },
  };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['hovered', 'selected'];

  static styles = [
    panelStyle,
    css`
      .head {
        justify-content: space-between;
        flex-wrap: wrap;
        gap: 0 8px;
      }
      .head .soft {
        font-size: var(--text-small);
      }
      .scroll {
        overflow-x: auto;
        container-type: inline-size;
      }
      table {
        width: 100%;
        border-collapse: collapse;
        font-size: var(--text-small);
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      :is(th, td) {
        height: 22px;
        padding: 0 3px;
        text-align: right;
        font-weight: 400;
        border-top: 1px solid var(--line);
      }
      thead :is(th, td) {
        border: 0;
        color: var(--ink-soft);
      }
      :is(th, td):first-child {
        padding-left: 0;
        text-align: left;
      }
      td.bar {
        padding-left: 6px;
        text-align: left;
      }
      td.bar i {
        display: block;
        height: 8px;
        background: var(--work);
      }
      tr.starts {
        color: var(--accent);
        font-weight: 600;
      }
      tr.starts td.bar i {
        background: var(--accent);
      }
      .invalid :is(tr, tr.starts) {
        color: var(--ink-soft);
      }
      .invalid td.bar i {
        opacity: 0.45;
      }
      tbody tr:is(:hover, .hovered) {
        background: var(--hover);
      }
      @container (width < 335px) {
        .bar {
          display: none;
        }
      }
      td button {
        min-height: 20px;
        min-width: 24px;
        padding: 0 2px;
        border: 0;
        background: none;
        font-weight: inherit;
        text-decoration: underline;
      }
      @media (pointer: coarse) {
        td button {
          min-height: 36px;
          min-width: 36px;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.expression = '';
    this.variant = 0;
    /** @type {Queue | undefined} */
    this.queue = undefined;
    /** The queue of the rows, which are computed after a queue is read. @type {Queue | undefined} */
    this.valued = undefined;
    /** @type {readonly ValuedJob[]} */
    this.rows = [];
    /** Whether the rows belong to the current expression. */
    this.valid = true;
    this.all = false;
    this.pulse = new RunFollower(this, () => this.readQueue(), LOOK_MS, ['variants', 'playhead_s'], MOST_MS);
    this.retry = debounce(() => void this.evaluate(), PAUSE_MS);
    /** @type {RunClient | undefined} */
    this.client = undefined;
    /** Cancels the current trial. */
    this.abandonTrial = /** @type {(error: Error) => void} */ (() => undefined);
    this.turn = 0;
  }

  /** @override */
  disconnectedCallback() {
    this.retry.cancel();
    this.abandonTrial(new Error('The table is closed.'));
    this.client?.close();
    this.client = undefined;
    super.disconnectedCallback();
  }

  /**
   * @override
   * @param {import('lit').PropertyValues} changed
   */
  updated(changed) {
    if (changed.has('expression') && changed.get('expression') !== undefined) this.retry();
    if (changed.has('variant') && changed.get('variant') !== undefined) this.pulse.scheduleAction();
  }

  /** Removes the queue of another scenario. */
  clearAnswers() {
    this.queue = undefined;
    this.valued = undefined;
    this.rows = [];
  }

  /** Reads the queue at the playhead; answers of a run that was replaced meanwhile are dropped. */
  async readQueue() {
    const { playhead_s } = this.state;
    const [waiting, decided, moment] = await Promise.all([
      askRun(this.page, this.variant, 'waiting', playhead_s),
      askRun(this.page, this.variant, 'decided', playhead_s),
      askRun(this.page, this.variant, 'state', playhead_s),
    ]).catch(() => [undefined, undefined, undefined]);
    if (!waiting || !decided || !moment) return;
    const starting = decided.filter(({ starts }) => starts);
    const present = [...starting, ...waiting.filter((one) => !starting.some(({ id }) => id === one.id))];
    // The order is that of one queue: with several clusters, the one with the most waiting jobs.
    const counts = new Map();
    for (const { cluster } of present) counts.set(cluster ?? 0, (counts.get(cluster ?? 0) ?? 0) + 1);
    const [cluster] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0];
    const here = present.filter((one) => (one.cluster ?? 0) === cluster);
    const cards = await Promise.all(here.map(({ id }) => askRun(this.page, this.variant, 'subject', id, playhead_s))).catch(
      () => undefined,
    );
    if (!cards) return;
    const place = this.state.platform?.clusters[cluster];
    this.queue = {
      at_s: playhead_s,
      cluster: counts.size > 1 ? (place?.name ?? '') : '',
      jobs: cards.map(({ id, name, nodes, estimate_s, submit_s }) => ({
        id,
        name,
        nodes,
        estimate_s,
        submit_s,
        starts: starting.some((one) => one.id === id),
      })),
      total: moment.queued + starting.length,
      idle: moment.nodes - moment.busy + starting.reduce((sum, { given }) => sum + given, 0),
    };
    await this.evaluate();
  }

  /** Evaluates the expression; if it is invalid, the last values are kept. */
  async evaluate() {
    const { queue, expression } = this;
    this.turn += 1;
    const { turn } = this;
    if (!queue || queue.jobs.length === 0) {
      this.rows = [];
      this.valued = queue;
      return;
    }
    try {
      const decided = await this.runTrial(expression, queue);
      if (turn !== this.turn) return;
      let rows = valuedJobs(decided, queue.jobs);
      if (rows.some(({ value }) => value === Infinity)) {
        const tests = await this.runTrial(numberTest(expression), queue);
        if (turn !== this.turn) return;
        rows = valuedJobs(decided, queue.jobs, tests);
      }
      this.rows = rows;
      this.valued = queue;
      this.valid = true;
    } catch {
      if (turn === this.turn) this.valid = false;
    }
  }

  /**
   * Runs a custom expression over the jobs of a queue.
   * @param {string} expression
   * @param {Queue} queue
   * @returns {Promise<Decided[]>}
   */
  runTrial(expression, { jobs, at_s }) {
    // Rounded up to whole milliseconds: a moment that the engine, which counts microseconds, can represent, and that is
    // not before the playhead.
    const now_s = Math.ceil(at_s * 1000) / 1000;
    this.abandonTrial(new Error('Superseded.'));
    return new Promise((resolve, reject) => {
      this.abandonTrial = reject;
      const finish = () => void client.call('decided', now_s).then(resolve, reject);
      const client = (this.client ??= new RunClient());
      client.events = {
        loaded: () => {
          client.seek(now_s);
          client.start();
        },
        progress: (/** @type {{ now_s: number }} */ progress) => {
          if (progress.now_s >= now_s) finish();
        },
        done: finish,
        error: reject,
      };
      client.load(trialScenario(expression, jobs, now_s), 0, []);
    });
  }

  /** @override */
  render() {
    const { queue: latest, valued: queue = latest, rows, valid } = this;
    if (!queue) return nothing;
    const heading = html`<div class="head">
      <b id="values">Values at ${formatClock(queue.at_s, queue.at_s)}</b>
      <span class="soft">${formatCount(queue.total, 'waiting jobs')}, ${formatCount(queue.idle, 'idle nodes')}</span>
    </div>`;
    if (queue.jobs.length === 0) return html`${heading}<p class="soft">No job waits here. Move the playhead to a time with a queue.</p>`;
    const shown = rows.length > ROWS && !this.all ? rows.slice(0, FIRST_ROWS) : rows;
    const remark = valid ? orderRemark(rows) : '';
    return html`${heading} ${queue.cluster ? html`<p class="soft">The queue of ${queue.cluster}, the longest.</p>` : nothing}
      <div class="scroll ${valid ? '' : 'invalid'}">
        <table aria-labelledby="values">
          <thead>
            <tr>
              ${['place', 'job', 'nodes', 'estimate', 'wait'].map((name) => html`<th scope="col">${name}</th>`)}
              <td class="bar"></td>
              <th scope="col">value</th>
              <th scope="col">arrival</th>
            </tr>
          </thead>
          <tbody>
            ${shown.map((one) => this.renderRow(one, queue))}
          </tbody>
        </table>
      </div>
      ${
        rows.length > shown.length
          ? html`<button type="button" class="quiet" @click=${() => (this.all = true)}>+ ${rows.length - shown.length} more</button>`
          : nothing
      }
      ${queue.total > rows.length && rows.length > 0 && !queue.cluster ? html`<p class="soft">The first ${rows.length} of ${formatNumber(queue.total)} jobs.</p>` : nothing}
      ${valid ? nothing : html`<p class="soft">Values of the last valid expression.</p>`} ${remark ? html`<p class="problem">${remark}</p>` : nothing}`;
  }

  /**
   * Renders a waiting job: its place by value, the value, and its change against arrival order.
   * @param {ValuedJob} one
   * @param {Queue} queue
   */
  renderRow({ job, value, place, arrival }, queue) {
    const [sign, word] = place < arrival ? ['↑', 'earlier'] : place > arrival ? ['↓', 'later'] : ['=', 'same place'];
    return html`<tr
      class="${job.starts ? 'starts' : ''} ${this.state.hovered === job.id ? 'hovered' : ''}"
      @pointerenter=${() => hoverSubject(this.page, job.id)}
      @pointerleave=${() => hoverSubject(this.page, -1)}
    >
      <td>${place}</td>
      <td>
        <button type="button" aria-label="Job ${job.name}${job.starts ? ', starts now' : ''}" @click=${() => selectSubject(this.page, job.id)}>${job.name}</button>
      </td>
      <td>${formatNumber(job.nodes)}</td>
      <td>${shortTime(job.estimate_s)}</td>
      <td>${shortTime(queue.at_s - job.submit_s)}</td>
      <td class="bar"><i ${inlineStyle({ width: `${Math.round(barShare(value, this.rows) * BAR_PX)}px` })}></i></td>
      <td>${Number.isNaN(value) ? 'no number' : Number.isFinite(value) ? formatNumber(value) : value > 0 ? '∞' : '−∞'}</td>
      <td>${arrival} <span aria-hidden="true">${sign}</span><span class="unseen">${word}</span></td>
    </tr>`;
  }
}

/** A duration, in whole minutes from one minute on, to fit into the table. @param {number} time_s */
function shortTime(time_s) {
  return formatTime(time_s < 60 ? Math.round(time_s) : Math.round(time_s / 60) * 60);
}
