/** @file `<later-note>`: the number of jobs or tasks that end after the window with which an example opened, at the edge of its chart. */

import { css, html, nothing } from 'lit';
import { askRun } from '../commands.js';
import { PageElement } from '../elements/page-element.js';
import { RunFollower } from '../elements/run-follower.js';
import { formatCount } from '../text/numbers.js';
import { formatMoment, workNoun } from '../text/time.js';

/** @import { State } from '../types.js' */

/** Maximum share of later subjects; above it the window shows only a part of the run. */
const MOST_SHARE = 0.1;
/** Minimum interval between two queries, ms. */
const READ_MS = 300;

/**
 * The end of the window with which an example opened, if it shows the beginning of the run and is still on screen;
 * otherwise null.
 * @param {Pick<State, 'opening'|'view'>} state
 * @param {number} start_s of the run
 */
export function openingEnd({ opening, view }, start_s) {
  const { window } = opening ?? {};
  const isShown = window && !view.fitted && view.from_s === window.from_s && view.to_s === window.to_s;
  return isShown && window.from_s <= start_s ? window.to_s : null;
}

/**
 * The text of the note; empty if no subject or too many end later.
 * @param {number} count number of later ends
 * @param {number} all
 * @param {number} last_s the last end
 * @param {string} things their noun
 */
export function laterText(count, all, last_s, things) {
  if (count === 0 || count > MOST_SHARE * all) return '';
  return `${formatCount(count, things)} ${count === 1 ? 'ends' : 'end'} later, the last at ${formatMoment(last_s)}`;
}

/** The note in the chart of one variant. */
export class LaterNote extends PageElement {
  static properties = { variant: { type: Number }, text: { state: true } };

  static styles = css`
    :host {
      position: absolute;
      right: 4px;
      bottom: 4px;
      pointer-events: none;
    }
    span {
      padding: 2px 6px;
      background: var(--surface);
      border: 1px solid var(--line);
      font-size: var(--text-small);
      font-weight: 600;
    }
  `;

  constructor() {
    super();
    this.variant = 0;
    this.text = '';
    this.pulse = new RunFollower(this, () => this.countLater(), READ_MS, ['variants', 'view', 'opening']);
  }

  /** Counts the subjects that end after the window. */
  async countLater() {
    const state = this.page.store.get();
    const { layout, report, status } = state.variants[this.variant] ?? {};
    const end_s = layout && status === 'done' ? openingEnd(state, layout.from_s) : null;
    const ends = end_s === null ? [] : await askRun(this.page, this.variant, 'find', `end>${end_s}`).catch(() => []);
    this.text = laterText(ends.length, layout?.subjects ?? 0, report?.last_end_s ?? 0, workNoun(state.work));
  }

  render() {
    return this.text ? html`<span>${this.text}</span>` : nothing;
  }
}

customElements.define('later-note', LaterNote);
