/** @file `<decision-bar>`: the last decision before the playhead, and its reason, in each system. */

import { html, nothing, svg } from 'lit';
import { setStops } from '../commands/playback-stops.js';
import { askRun, markDecision, selectSubject, stepPlayhead } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { forkIcon } from '../elements/fork-icon.js';
import { icon } from '../elements/icons.js';
import { lineSample } from '../elements/line-sample.js';
import { StateElement } from '../elements/page-element.js';
import { popoverStyle, positionPopover } from '../elements/popover.js';
import { RunFollower } from '../elements/run-follower.js';
import { renderTries } from '../gantt/job-history.js';
import { computedExtent } from '../state/chart-window.js';
import { formatNumber } from '../text/numbers.js';
import { formatClock, formatMoment, subjectTitle, workNoun } from '../text/time.js';
import { decisionStyle } from './decision-style.js';
import {
  actingVariant,
  candidateBars,
  decisionAt,
  decisionText,
  describedTime,
  findLastDecision,
  markedSubjects,
  placementBars,
} from './latest-decision.js';

/** @import { SystemDecision, DecisionMoment, CandidateBars } from './latest-decision.js' */

/** Minimum interval between two queries, ms. */
const WAIT_MS = 200;
/** Maximum interval between two queries of any duration, because readers step from decision to decision, ms. */
const MOST_MS = 600;
/** Dimensions of the candidate bars, pixels: width, minimum distance to the next, maximum height, size of letters, width of all bars. */
const BAR = { width: 18, step: 27, height: 20, letters: 10, all: 243 };
/** Height of the line with the name of the system above the bars, pixels. */
const HEAD = 12;

/** Duration of a long press for the menu of forks, ms. */
const HOLD_MS = 500;

/** Maximum length of a clock beside the full heading. */
const MOST_CLOCK_LETTERS = 8;

/** The last decision and its reason. */
export class DecisionBar extends StateElement {
  static properties = { moment: { state: true }, worth: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['variants', 'work', 'platform', 'selected', 'outlined', 'playing', 'stops', 'touch'];

  static styles = [controlStyle, popoverStyle, decisionStyle];

  constructor() {
    super();
    /** Null if there is no decision, undefined if unknown. @type {DecisionMoment|null|undefined} */
    this.moment = undefined;
    /** The kinds of notable decisions, as the end of a sentence. */
    this.worth = '';
    /** Measures names. @type {CanvasRenderingContext2D|null|undefined} */
    this.pen = undefined;
    /** Whether the effect of an edit covers it. */
    this.covered = false;
    /** Whether it played at the last drawing. */
    this.played = false;
    /** Its size with the longest sentences so far, CSS pixels. */
    this.size = { width: 0, height: 0 };
    /** The charts around the bar: none on a phone. @type {Element|null|undefined} */
    this.charts = undefined;
    /** Requests the menu of forks at a point of a chart. */
    this.onChartMenu = (/** @type {Event} */ event) => {
      const chart = event.composedPath().find((part) => /** @type {Element} */ (part).localName === 'gantt-chart');
      if (!chart || event.defaultPrevented) return;
      event.preventDefault();
      const { clientX: x, clientY: y } = /** @type {MouseEvent} */ (event);
      this.dispatchEvent(new CustomEvent('fork', { bubbles: true, composed: true, detail: { chart, x, y } }));
    };
    /** The timer of a long press for the menu of forks. @type {ReturnType<typeof setTimeout>|undefined} */
    this.hold = undefined;
    this.pulse = new RunFollower(this, () => this.loadDecision(), WAIT_MS, ['variants', 'playhead_s', 'pane', 'view', 'opening'], MOST_MS);
  }

  /** Removes the decision of another scenario. */
  clearAnswers() {
    this.moment = undefined;
    this.worth = '';
    this.size.width = 0;
  }

  /** Queries the runs for the last decision. */
  async loadDecision() {
    // The effect of an edit is shown instead and must keep the height.
    if (this.state.touch?.held) return;
    try {
      this.worth ||= stopsText(await askRun(this.page, 0, 'notable'));
      this.moment = await findLastDecision(this.page, describedTime(this.page.store.get()));
    } catch {
      // The run was replaced meanwhile.
      this.moment = undefined;
    }
    await this.markSubjects();
  }

  /** Marks the subjects of the decision in all charts, unless it plays, where marks would flicker. */
  async markSubjects() {
    const { moment, page } = this;
    const { playing, variants } = page.store.get();
    // Only decisions in the bar are marked.
    const marked = playing || !moment || this.hidden ? [] : moment.lines;
    const known = new Map(marked.map((line) => [line.variant, line]));
    const lines = await Promise.all(
      marked.length === 0 || !moment ? [] : variants.map((_, at) => known.get(at) ?? decisionAt(page, at, moment.time_s).catch(() => null)),
    );
    if (moment === this.moment && page.store.get().playing === playing)
      markDecision(
        page,
        lines.map((line) => (line ? markedSubjects(line, subjectTitle) : { decided: [], behind: null })),
      );
  }

  /**
   * @override
   * @param {import('lit').PropertyValues} changed
   */
  updated(changed) {
    super.updated(changed);
    if (this.state.playing !== this.played) {
      this.played = this.state.playing;
      void this.markSubjects();
    }
    this.keepHeight();
  }

  /** Keeps the height of the longest sentences so far, at this width. */
  keepHeight() {
    const { width } = this.getBoundingClientRect();
    const section = this.renderRoot.querySelector('section');
    if (!section) return;
    // On a phone the charts are above it and get the free space at rest.
    if (width !== this.size.width || !(this.charts || this.state.playing)) {
      this.style.removeProperty('--least');
      this.size = { width, height: 0 };
    }
    const { height } = section.getBoundingClientRect();
    if (height <= this.size.height) return;
    this.size.height = height;
    this.style.setProperty('--least', `${height}px`);
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.charts = this.closest('gantt-stack');
    this.charts?.addEventListener('contextmenu', this.onChartMenu);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.charts?.removeEventListener('contextmenu', this.onChartMenu);
    markDecision(this.page, []);
  }

  /** Requests the menu of forks of the decision. */
  openForks() {
    this.endHold();
    const { moment } = this;
    if (!moment) return;
    const box = this.renderRoot.querySelector('.fork')?.getBoundingClientRect();
    const detail = { variant: actingVariant(moment), subject: -1, time_s: moment.time_s, box };
    this.dispatchEvent(new CustomEvent('fork', { bubbles: true, composed: true, detail }));
  }

  /** @param {Event} event */
  onContextMenu(event) {
    event.preventDefault();
    this.openForks();
  }

  /** Some browsers have no context menu on a long press. @param {PointerEvent} event */
  onPointerDown({ pointerType, target }) {
    this.endHold();
    if (pointerType === 'touch' && !(/** @type {Element} */ (target).closest('button')))
      this.hold = setTimeout(() => this.openForks(), HOLD_MS);
  }

  endHold() {
    clearTimeout(this.hold);
    this.hold = undefined;
  }

  /** @override */
  shouldUpdate() {
    // Below the effect of an edit it does not change.
    const held = this.state.touch?.held === true;
    const still = held && this.covered;
    this.covered = held;
    return !still;
  }

  /** @override */
  willUpdate() {
    this.toggleAttribute('playing', this.state.playing);
  }

  /** @override */
  render() {
    const { moment } = this;
    // In the format of the playhead.
    const clock = moment ? formatClock(moment.time_s, computedExtent(this.state.variants).end_s) : '';
    return html`<section aria-label="Last decision before the playhead" @contextmenu=${this.onContextMenu} @pointerdown=${this.onPointerDown} @pointermove=${this.endHold} @pointerup=${this.endHold} @pointercancel=${this.endHold}>
      <div class="when">
        <h2 class=${clock.length > MOST_CLOCK_LETTERS ? 'long' : ''}>${moment ? `Decision ${clock.length > MOST_CLOCK_LETTERS ? '' : 'at '}${clock}` : moment === null ? 'No decision yet' : 'Decision'}</h2>
        <div>
          <button class="icon-only" aria-label="To the previous decision" title="Previous decision (Shift N)" @click=${() => stepPlayhead(this.page, 'previous_decision')}>${icon('left')}</button>
          <button class="icon-only" aria-label="To the following decision" title="Next decision (N)" @click=${() => stepPlayhead(this.page, 'next_decision')}>${icon('right')}</button>
          <button class="icon-only" aria-label="To the next notable decision" title="Next notable decision (M): ${this.worth}" @click=${() => stepPlayhead(this.page, 'next_notable')}>${icon('decision')}</button>
          <button class="icon-only fork" aria-haspopup="menu" aria-label="Decide otherwise" title="Decide otherwise: fork the run here (F)" ?disabled=${!moment} @click=${() => this.openForks()}>${forkIcon}</button>
          <button class="quiet stops" aria-pressed=${this.state.stops} title="Stop playback ${this.worth}" @click=${() => setStops(this.page, !this.state.stops)}>auto-stop</button>
        </div>
        ${this.renderOthers()}
      </div>
      ${
        moment
          ? html`<ul tabindex="0" aria-label="Decisions">
              ${moment.lines.map((line, at) => this.renderLine(line, at))}
            </ul>
            ${this.renderCandidates(moment)}`
          : moment === null
            ? html`<p class="soft">Each scheduling decision and its reason appears here during playback.</p>`
            : nothing
      }
    </section>${this.state.touch?.held ? html`<edit-effect></edit-effect>` : nothing}`;
  }

  /** Renders the number of described variants, if there are others. */
  renderOthers() {
    const { variants } = this.state;
    const lines = this.moment?.lines ?? [];
    if (lines.length === 0 || lines.length >= variants.length) return nothing;
    const others = variants.filter((_, at) => lines.every(({ variant }) => variant !== at)).map(({ name }) => name);
    return html`<p class="some" title="Not shown: ${others.join(', ')}. Click a chart to see its decisions.">${lines.length} of ${variants.length} variants</p>`;
  }

  /**
   * Renders one decision of a system: its subject, its reason, and a button that shows the job.
   * @param {SystemDecision} line
   * @param {number} at its index
   */
  renderLine(line, at) {
    const { variants, work } = this.state;
    const thing = workNoun(work).replace(/s$/u, '');
    const { what, why, acts } = decisionText(line, subjectTitle, thing);
    const [first] = line.decided;
    const name = variants[line.variant]?.name ?? '';
    const isHidden = first && (first.id !== this.state.selected || this.state.outlined);
    return html`<li>
      ${lineSample(line.variant)}
      <p>
        ${variants.length > 1 ? html`<b>${name}</b> ` : nothing}<b class=${acts ? 'acts' : ''}>${what}</b> ${why}
        ${line.tries && !this.state.playing ? renderTriesChip(`tries-${at}`, line.tries) : nothing}
        ${isHidden ? html`<button class="quiet" @click=${() => selectSubject(this.page, first.id)}>Show</button>` : nothing}
      </p>
    </li>`;
  }

  /** The width of the name below a bar, CSS pixels. @param {string} name */
  nameWidth(name) {
    this.pen ??= document.createElement('canvas').getContext('2d');
    if (!this.pen) return name.length * BAR.letters;
    this.pen.font = `600 ${BAR.letters}px ${getComputedStyle(this).fontFamily}`;
    return Math.ceil(this.pen.measureText(name).width);
  }

  /** A name, cut to a width in CSS pixels. @param {string} name @param {number} most */
  fitName(name, most) {
    let text = name;
    for (let letters = name.length; this.nameWidth(text) > most && letters > 1; letters -= 1) text = `${name.slice(0, letters - 1)}\u2026`;
    return text;
  }

  /**
   * The candidates of the decision: clusters by their free nodes, or jobs by the nodes they need against the free
   * nodes, in the system that acts. Omitted for machines with owners, whose free nodes are not informative.
   * @param {DecisionMoment} moment
   */
  renderCandidates({ lines }) {
    const { platform, variants, work } = this.state;
    const line =
      lines.find(({ decided }) => decided.some(({ starts }) => starts)) ??
      // Placements are preferred to failed tries.
      lines.find((one) => placementBars(one)?.bars.some(({ taken }) => taken > 0)) ??
      lines.find(placementBars) ??
      lines.find(({ waiting }) => waiting.length > 0);
    if (!line || !platform || work?.machines) return nothing;
    const clusters = platform.clusters.map(({ name }) => name);
    const widthOf = (/** @type {CandidateBars} */ { bars }) => Math.max(BAR.step, ...bars.map(({ name }) => this.nameWidth(name) + 4));
    const all = placementBars(line) ?? candidateBars(line, clusters);
    if (!all) return nothing;
    // Long numbers are not truncated, so fewer bars fit; clusters are never omitted.
    const step = widthOf(all);
    const room = Math.max(1, Math.floor(BAR.all / step));
    const shown = all.free === null ? all : candidateBars(line, clusters, room);
    if (!shown || shown.bars.length === 0 || shown.bars.length > room) return nothing;
    const { bars, free, more, cluster } = shown;
    const most = Math.max(free ?? 1, ...bars.map(({ nodes }) => nodes), 1);
    const high = (/** @type {number} */ nodes) => (BAR.height * nodes) / most;
    const width = bars.length * step;
    const head = [variants[line.variant]?.name ?? '', cluster].filter(Boolean).join(', ');
    const label = `${head}: ${free === null ? '' : `${formatNumber(free)} free; `}${bars.map((bar) => barText(bar, free === null)).join(', ')}${more === null ? ', and more are waiting' : more > 0 ? `, and ${more} more ${more === 1 ? 'is' : 'are'} waiting` : ''}`;
    const all_px = Math.max(width + (free === null ? 28 : 62), Math.min(this.nameWidth(head), BAR.all));
    return svg`<svg class="candidates" width=${all_px} height="60" viewBox="0 ${-HEAD} ${all_px} 60" role="img" aria-label=${label}>
      <title>${label}</title>
      ${variants.length > 1 ? svg`<text class="head" y="-3" font-weight="600">${this.fitName(head, all_px)}</text>` : nothing}
      ${bars.map(
        ({ nodes, taken }, at) => svg`<g transform="translate(${(at + 0.5) * step - BAR.width / 2} 0)">
        <rect x="0.5" y=${34 - high(nodes)} width=${BAR.width} height=${high(nodes)}></rect>
        ${taken > 0 ? svg`<rect class="starts" x="0.5" y=${34 - high(taken)} width=${BAR.width} height=${high(taken)}></rect>` : nothing}
      </g>`,
      )}
      ${free === null ? nothing : svg`<line x1="0" x2=${width} y1=${34 - high(free)} y2=${34 - high(free)}></line>`}
      ${bars.map(
        ({ name, nodes, taken }, at) => svg`<text x=${(at + 0.5) * step} y=${31 - high(nodes)} text-anchor="middle">${nodes}</text>
        <text x=${(at + 0.5) * step} y="45" text-anchor="middle" font-weight=${taken > 0 ? 600 : 400}>${name}</text>`,
      )}
      ${
        free === null
          ? svg`<text x=${width + 4} y="37">free</text>`
          : svg`<text x=${width + 4} y=${Math.max(10, Math.min(more === 0 ? 37 : 33, 37 - high(free)))}>${formatNumber(free)} free</text>`
      }
      ${more === null ? svg`<text x=${width + 4} y="45">+ more</text>` : more > 0 ? svg`<text x=${width + 4} y="45">+ ${formatNumber(more)}</text>` : nothing}
    </svg>`;
  }
}

/**
 * A candidate bar as text: the nodes a job needs, or the free nodes of a cluster.
 * @param {CandidateBars['bars'][number]} bar
 * @param {boolean} cluster
 */
function barText({ name, nodes, taken, end_s = null }, cluster) {
  const end = end_s === null ? '' : ` (would end at ${formatMoment(end_s)})`;
  return cluster
    ? `${name} has ${nodes} free${taken > 0 ? `, of which ${taken} ${taken === 1 ? 'is' : 'are'} allocated` : ''}${end}`
    : `${name} needs ${nodes}`;
}

/**
 * A chip that unfolds the table of failed tries.
 * @param {string} id unique in the shadow root
 * @param {import('../text/repeated-reasons.js').ReasonGroup} group
 */
function renderTriesChip(id, group) {
  return html`<button type="button" class="quiet chip" popovertarget=${id}>${group.tries} tries</button
    ><div popover id=${id} class="whole" role="note" aria-label="Failed tries" @toggle=${positionPopover}>${renderTries(group)}</div>`;
}

/** The kinds of notable decisions, as the end of a sentence. @param {readonly string[]} all */
function stopsText(all) {
  return `where ${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`;
}

customElements.define('decision-bar', DecisionBar);
