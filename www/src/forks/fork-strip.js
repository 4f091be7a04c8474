/** @file `<fork-strip>`: the fork on screen: what it changes, its effect in a sentence, its differing jobs, and the other forks. */

import { css, html, nothing } from 'lit';
import { discardFork, showFork } from '../commands/forks.js';
import { askRun, createShareLink, markDecision, seekEnd } from '../commands.js';
import { effectStyle } from '../edits/effect-style.js';
import { copyText } from '../elements/clipboard.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { popoverStyle, positionPopover } from '../elements/popover.js';
import { inlineStyle } from '../elements/style-directive.js';
import { familyEntries } from '../scenario/catalog-choices.js';
import { listVariants } from '../scenario/forks.js';
import { computedExtent, displayedSpan } from '../state/chart-window.js';
import { StoreController } from '../state/store.js';
import { formatCount, formatNumber, NO_VALUE } from '../text/numbers.js';
import { formatMoment, workNoun } from '../text/time.js';
import { forksOf } from './fork-watch.js';
import { changeText, effectSentence, forkQuestion } from './schedule-difference.js';

/** @import { ComparedFork } from './fork-watch.js' */

/** Longer tables of differing jobs are cut. */
const MOST_ROWS = 200;

/** The strip between a run and its fork. */
export class ForkStrip extends PageElement {
  static properties = { copied: { state: true }, reason: { state: true } };

  static styles = [
    controlStyle,
    popoverStyle,
    effectStyle,
    css`
      section {
        position: relative;
        display: flex;
        align-items: center;
        gap: 4px 12px;
        min-height: 56px;
        padding: 2px 12px 2px 16px;
        border-top: 1px solid var(--line);
        background: var(--paper);
      }
      .tabs {
        display: flex;
        flex-wrap: wrap;
        gap: 2px;
      }
      .tabs button {
        min-width: max(24px, var(--control));
        padding: 0 6px;
      }
      .mark {
        position: absolute;
        inset: -1px auto -1px 0;
        left: var(--gutter);
        right: 0;
        overflow: hidden;
        pointer-events: none;
      }
      .mark i {
        position: absolute;
        inset-block: 0;
        width: 1.5px;
        margin-left: -0.75px;
        background: var(--accent);
      }
      .text {
        flex: 1;
        min-width: 0;
        position: relative;
      }
      p {
        margin: 0;
        width: fit-content;
        max-width: 100%;
        padding-inline: 4px;
        background: var(--paper);
      }
      .tools {
        position: relative;
        display: flex;
        gap: 4px;
        background: var(--paper);
      }
      table {
        border-collapse: collapse;
      }
      th,
      td {
        padding: 1px 12px 1px 0;
        text-align: right;
        font-weight: 400;
        white-space: nowrap;
      }
      thead th {
        color: var(--ink-soft);
        border-bottom: 1px solid var(--line);
      }
      @media (width < 1100px) {
        section {
          flex-wrap: wrap;
        }
        .when {
          width: auto;
        }
        .text {
          flex: 1 0 100%;
          order: 1;
        }
        .tools {
          flex-wrap: wrap;
          margin-left: auto;
        }
        .mark {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.copied = '';
    /** The reason of the start of the fork's job in the run, and the fork that it belongs to. */
    this.reason = '';
    this.reasoned = '';
    this.fromStore = new StoreController(this, (state) => ({
      ...displayedSpan(state),
      scenario: state.scenario,
      catalog: state.catalog,
      names: state.variants.map(({ name }) => name).join('\n'),
      things: workNoun(state.work),
      done: state.variants.every(({ status }) => status === 'done'),
      ended: !state.playing && state.playhead_s >= computedExtent(state.variants).end_s,
    }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.end = forksOf(this.page).subscribe(() => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end?.();
  }

  updated() {
    const { done, ended } = this.fromStore.value;
    const { forkOnScreen } = forksOf(this.page);
    // At the end of the runs the strip of the fork replaces the last decision.
    const covers = ended && this.sectionElement !== null;
    const bar = this.nextElementSibling;
    if (covers && bar && !bar.hasAttribute('hidden')) markDecision(this.page, []);
    bar?.toggleAttribute('hidden', covers);
    const key = JSON.stringify([done, forkOnScreen?.at, forkOnScreen?.job, forkOnScreen?.difference.past_s]);
    if (key === this.reasoned) return;
    this.reasoned = key;
    void this.loadReason(key);
  }

  get sectionElement() {
    return this.renderRoot.querySelector('section');
  }

  /** Fetches the reason of the start of the fork's job in the run. @param {string} key */
  async loadReason(key) {
    const { forkOnScreen } = forksOf(this.page);
    const { variants, scenario } = this.page.store.get();
    const held = forkOnScreen && scenario ? listVariants(scenario)[forkOnScreen.at]?.fork?.hold : undefined;
    if (!forkOnScreen || !held?.length || variants[0]?.status !== 'done') {
      this.reason = '';
      return;
    }
    const [decided, jobs] = await Promise.all([
      askRun(this.page, 0, 'decided', forkOnScreen.difference.past_s).catch(() => []),
      forksOf(this.page).schedule(0),
    ]);
    const subject = jobs.find(({ number }) => number === forkOnScreen.job)?.subject;
    if (key === this.reasoned) this.reason = decided.find(({ id, starts }) => starts && id === subject)?.text ?? '';
  }

  async copyLink() {
    const link = await createShareLink(this.page).catch(() => null);
    this.copied = link && (await copyText(link.url)) ? `Copied, ${formatCount(link.length, 'characters')}` : 'Not copied';
  }

  render() {
    const watch = forksOf(this.page);
    const { places, placeOnScreen, forkOnScreen } = watch;
    const { scenario, catalog, names: joined, things, done } = this.fromStore.value;
    const names = joined.split('\n');
    const variants = scenario ? listVariants(scenario) : [];
    const [base, fork] = [variants[0], variants[placeOnScreen]];
    if (placeOnScreen === 0 || !base || !fork) return nothing;
    const policy = (/** @type {string} */ id) => familyEntries(catalog, 'local-policy').find((entry) => entry.id === id)?.name ?? id;
    const job = (/** @type {number} */ number) => `job ${number}`;
    const question = forkQuestion(fork, base, { name: names[0] ?? '', policy, job });
    const past_s = fork.fork?.at_s ?? forkOnScreen?.difference.past_s ?? Infinity;
    const { from_s, to_s } = this.fromStore.value;
    const share = (past_s - from_s) / (to_s - from_s);
    return html`<section aria-label="Fork">
      ${this.renderMark(share)}
      <div class="when">
        <h2>${Number.isFinite(past_s) ? `Fork at ${formatMoment(past_s)}` : 'Fork'}</h2>
        ${places.length > 1 ? this.renderTabs(places, placeOnScreen, names) : nothing}
      </div>
      <div class="text">
        <p><b>${question}</b>${this.reason ? html` <span class="soft">As run: ${this.reason}</span>` : nothing}</p>
        <p aria-live="polite">${forkOnScreen ? effectSentence(forkOnScreen.effect, things) : done ? 'Comparing both schedules …' : 'Simulating the fork …'}</p>
      </div>
      <div class="tools">
        ${forkOnScreen && forkOnScreen.difference.moved.length > 0 ? this.renderJobs(forkOnScreen, things) : nothing}
        <button class="quiet" aria-pressed=${watch.regret} title="How much each start matters: the mean wait if that job is held until the next event" @click=${() => watch.showRegret(!watch.regret)}>Regret</button>
        <button class="quiet" title="Copy a link to this fork, with its digest" @click=${() => this.copyLink()}>${icon('link')}${this.copied || 'Link to this fork'}</button>
        <button class="quiet" title="Discard this fork (Delete)" @click=${() => this.discard(placeOnScreen)}>Discard</button>
      </div>
    </section>`;
  }

  /** Removes a fork, and shows the end of the runs. @param {number} at */
  async discard(at) {
    await discardFork(this.page, at);
    seekEnd(this.page);
  }

  /** The fork line. @param {number} share of the width of the charts */
  renderMark(share) {
    if (!(share >= 0 && share <= 1)) return nothing;
    return html`<div class="mark" aria-hidden="true"><i ${inlineStyle({ left: `${share * 100}%` })}></i></div>`;
  }

  /**
   * @param {readonly number[]} places
   * @param {number} shown
   * @param {readonly string[]} names
   */
  renderTabs(places, shown, names) {
    return html`<div class="tabs" role="group" aria-label="Forks">
      ${places.map(
        (at, place) =>
          html`<button class="quiet" aria-pressed=${at === shown} title=${names[at] ?? ''} aria-label="Fork ${place + 1}: ${names[at] ?? ''}" @click=${() => showFork(this.page, at)}>${place + 1}</button>`,
      )}
    </div>`;
  }

  /**
   * The differing jobs as a table.
   * @param {ComparedFork} fork
   * @param {string} things
   */
  renderJobs({ difference }, things) {
    const { moved } = difference;
    const shown = moved.slice(0, MOST_ROWS);
    return html`<button class="quiet" popovertarget="jobs">${formatCount(moved.length, things)} ${moved.length === 1 ? 'differs' : 'differ'}</button
      ><div popover id="jobs" role="note" tabindex="0" aria-label="Differing ${things}" @toggle=${positionPopover}>
        <table>
          <thead><tr><th scope="col">job</th><th scope="col">start as run</th><th scope="col">start in the fork</th><th scope="col">difference</th></tr></thead>
          <tbody>${shown.map(
            ({ number, before_s, after_s }) =>
              html`<tr><th scope="row">${number}</th><td>${Number.isNaN(before_s) ? NO_VALUE : formatMoment(before_s)}</td><td>${Number.isNaN(after_s) ? NO_VALUE : formatMoment(after_s)}</td><td>${changeText(after_s - before_s) || NO_VALUE}</td></tr>`,
          )}</tbody>
        </table>
        ${moved.length > shown.length ? html`<p class="soft">and ${formatNumber(moved.length - shown.length)} more</p>` : nothing}
      </div>`;
  }
}

customElements.define('fork-strip', ForkStrip);
