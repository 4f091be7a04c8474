/** @file `<edit-strip>`: the question of an edit, its answer, and the list of edits, above the charts. */

import { css, html, nothing } from 'lit';
import { editsOf, jobEdits } from '../commands/job-edits.js';
import { undo } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { StateElement } from '../elements/page-element.js';
import { popoverStyle, positionPopover } from '../elements/popover.js';
import { WidthController } from '../elements/width-controller.js';
import { answerParts, editChip, editsQuestion, plainText, questionText, spokenEffect } from '../scenario/edit-sentences.js';
import { listEdits } from '../scenario/job-edits.js';

/** More edits are listed in a popover. */
const MOST_CHIPS = 2;
/** The width of the question and its answer, and of an edit beside it, CSS pixels. */
const TEXT_PX = 560;
const CHIP_PX = 180;
/** Minimum interval between two messages to screen readers, ms. */
const SPEECH_MS = 1000;

/** @typedef {ReturnType<typeof listEdits>[number]} ListedEdit */

/** The line above the charts while a scenario has edits. */
export class EditStrip extends StateElement {
  static properties = { spoken: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['touch', 'scenario', 'variants'];

  static styles = [
    controlStyle,
    popoverStyle,
    css`
      /* In the place of the question and its answer, as high as they are. */
      :host {
        flex: 1 0 min(100%, 64ch);
        width: 0;
        min-height: 3.7rem;
        display: flex;
        align-items: center;
        gap: 8px 16px;
      }
      .text {
        flex: 1 1 0;
        min-width: 0;
        font-size: 1.077rem;
        line-height: 1.45rem;
      }
      p {
        margin: 0;
      }
      .question {
        font-weight: 600;
      }
      .answer {
        color: var(--ink-soft);
      }
      b {
        font-weight: 600;
        color: var(--ink);
      }
      .list {
        flex: none;
        display: grid;
        justify-items: end;
        gap: 2px;
        font-size: var(--text-small);
        line-height: 16px;
      }
      .list > div {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      .chip {
        display: inline-flex;
        align-items: center;
        gap: 4px;
        min-height: 22px;
        padding: 0 2px 0 8px;
        border: 1px solid var(--edge);
        border-radius: var(--radius);
        background: var(--surface);
        white-space: nowrap;
      }
      .chip.held {
        border-color: var(--accent);
        box-shadow: inset 0 0 0 1px var(--accent);
      }
      s {
        color: var(--ink-soft);
      }
      .chip button {
        --control: 20px;
        min-height: 20px;
        min-width: 20px;
      }
      .chip .icon,
      .acts .icon {
        width: 14px;
        height: 14px;
      }
      .acts button {
        --control: 22px;
        min-height: 22px;
        padding: 0 6px;
        font-size: var(--text-small);
      }
      ul {
        display: grid;
        gap: 8px;
        margin: 0 0 8px;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 12px;
      }
      [popover][role='note'] {
        --note: 420px;
      }
      @media (pointer: coarse) {
        .chip button,
        .acts button {
          --control: 44px;
          min-height: 44px;
          min-width: 44px;
        }
        .list > div {
          gap: 0;
        }
      }
      @media (width < 700px) {
        :host {
          min-height: 4.93rem;
        }
        .text {
          font-size: 1rem;
          line-height: 1.23rem;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The text for screen readers. */
    this.spoken = '';
    this.spokenAt = 0;
    /** The results and edits whose effect was queried last. */
    this.asked = '';
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.width = new WidthController(this);
  }

  connectedCallback() {
    super.connectedCallback();
    this.edits = jobEdits(this.page);
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (state.touch !== before.touch) this.speakLater();
      if (state.variants !== before.variants || state.scenario !== before.scenario) this.readTotal();
    });
    this.readTotal();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unsubscribe?.();
    clearTimeout(this.timer);
  }

  /** Asks for the effect of all edits when the runs of a changed scenario are complete. */
  readTotal() {
    const { touch, variants, scenario } = this.state;
    if (touch?.change || this.edits?.isHeld || !this.edits?.isOffered) return;
    const key = JSON.stringify(variants.map(({ digest }) => digest?.whole)) + JSON.stringify(scenario?.edits ?? null);
    if (key === this.asked && touch?.total) return;
    this.asked = key;
    void this.edits.showTotal();
  }

  speakLater() {
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        this.speak();
      },
      Math.max(0, this.spokenAt + SPEECH_MS - performance.now()),
    );
  }

  /** Announces the effect to screen readers. */
  speak() {
    const { touch, variants } = this.state;
    const names = variants.map(({ name }) => name);
    const { change, effects = [] } = touch ?? {};
    const text = change && effects.length > 0 ? spokenEffect(change, effects, names) : '';
    if (text === '' || text === this.spoken) return;
    this.spoken = text;
    this.spokenAt = performance.now();
  }

  /** The list of edits with their old values. */
  get listed() {
    const { scenario, touch } = this.state;
    const change = touch?.held ? touch.change : null;
    const listed = listEdits(editsOf(scenario));
    if (!change || change.job === 0 || change.to === change.from) return listed;
    const { job, property, to: value } = change;
    const at = listed.findIndex((one) => one.job === job && one.property === property);
    const now = { job, property: /** @type {ListedEdit['property']} */ (property), value };
    return at < 0 ? [...listed, now] : listed.with(at, now);
  }

  render() {
    const { touch, scenario, variants } = this.state;
    const names = variants.map(({ name }) => name);
    const { listed } = this;
    const change = touch?.change;
    const effects = change ? (touch?.effects ?? []) : (touch?.total ?? []);
    const answer = answerParts(effects, names);
    const question = change ? questionText(change) : this.totalQuestion(listed);
    const rest = effects.length > 0 ? '' : change ? 'Drag to see the effect.' : 'The effect is being computed.';
    return html`
      <div class="text">
        <p class="question">${question}</p>
        <p class="answer">${answer.map(({ text, strong }) => (strong ? html`<b>${text}</b>` : text))}${rest}</p>
      </div>
      ${listed.length > 0 ? this.renderList(listed, editsOf(scenario).length > 0) : nothing}
      <div class="unseen" role="status" aria-live="polite">${this.spoken || (change ? '' : plainText(answer))}</div>
    `;
  }

  /**
   * The question about all edits: that of the single edit if there is only one. @param {readonly ListedEdit[]} listed
   */
  totalQuestion(listed) {
    const [only] = listed;
    const from = only && only.property !== 'absent' ? this.edits?.originalOf(only.job)?.[only.property] : null;
    if (only && listed.length === 1 && typeof from === 'number') {
      const { job, property, value: to } = only;
      return questionText({ job, property: /** @type {Exclude<typeof property, 'absent'>} */ (property), from, to, of: '' });
    }
    return editsQuestion(editsOf(this.state.scenario), listed.length);
  }

  /**
   * Renders the list of edits: as chips, or folded behind a count if they do not fit.
   * @param {readonly ListedEdit[]} listed
   * @param {boolean} kept whether any of them is in the scenario
   */
  renderList(listed, kept) {
    const count = `${listed.length} ${listed.length === 1 ? 'edit' : 'edits'}`;
    const folded = listed.length > MOST_CHIPS || this.width.width < TEXT_PX + CHIP_PX * listed.length;
    const act = (/** @type {boolean} */ words) => html`
      <button class="quiet" ?disabled=${!kept} aria-label="Undo" title="Undo the last change (Ctrl Z)" @click=${() => undo(this.page)}>${icon('undo')}${words ? 'Undo' : nothing}</button>
      <button class="quiet" ?disabled=${!kept} title="Remove all edits" @click=${() => this.edits?.replaceEdits([])}>${icon('restart')}Reset all</button>`;
    if (folded) {
      return html`<div class="list">
        <div>
          <button popovertarget="edits" aria-label="${count}, list">${count}</button
          ><div popover id="edits" role="note" aria-label="List of edits" @toggle=${positionPopover}>
            <ul>
              ${listed.map((edit) => html`<li>${this.renderChip(edit)}</li>`)}
            </ul>
            <div class="acts">${act(true)}</div>
            <p class="soft">saved in the link</p>
          </div>
        </div>
      </div>`;
    }
    return html`<div class="list">
      <div><b>${count}</b>${listed.map((edit) => this.renderChip(edit))}</div>
      <div class="acts"><span class="soft">saved in the link</span>${act(true)}</div>
    </div>`;
  }

  /** Renders one edit: values before and after it, and a button that removes it. @param {ListedEdit} edit */
  renderChip(edit) {
    const { touch } = this.state;
    const { what, before, after } = editChip(edit, this.edits?.originalOf(edit.job) ?? undefined);
    const held = touch?.held && touch.change?.job === edit.job && touch.change.property === edit.property;
    const remove = () => void this.edits?.remove(edit.job, edit.property);
    return html`<span class="chip ${held ? 'held' : ''}">
      <span>${what} ${before ? html`<s>${before}</s> ` : nothing}<b>${after}</b></span>
      <button
        class="icon-only"
        aria-label="Remove the edit: ${what} ${after}"
        title="Remove this edit (Delete)"
        ?disabled=${held}
        @click=${remove}
        @keydown=${(/** @type {KeyboardEvent} */ event) => event.code === 'Delete' && remove()}
      >
        ${icon('close')}
      </button>
    </span>`;
  }
}

customElements.define('edit-strip', EditStrip);
