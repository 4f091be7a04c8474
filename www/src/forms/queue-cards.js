/**
 * @file `<queue-cards>`: the queues of a hierarchy as cards, with their limits as text, above the table of all columns.
 */
import { css, html, nothing } from 'lit';
import { registerElements } from '../elements/element-registry.js';
import { numberField } from '../elements/number-field.js';
import { PageElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { inlineStyle } from '../elements/style-directive.js';
import { parameterValue } from '../scenario/parameter-values.js';
import { moveQueue, queueText, queueWarning } from '../scenario/queue-limits.js';
import { setCell } from '../scenario/table-parameters.js';

/** @import { QueueLimits } from '../engine/types.js' */
/** @import { Parameter, TableRow } from '../scenario/types.js' */

/** Sideways distance of a drag that changes the level, px. */
const LEVEL_PX = 32;

/** The columns shown on cards; all others are in the table. */
const COLUMNS = ['level', 't_q_s', 't_e_s', 'cpus', 'kflops'];

/** The cards of `rows`. Dispatches `rows-change` with `detail.rows`. */
export class QueueCards extends PageElement {
  static properties = { parameter: { attribute: false }, rows: { attribute: false }, drag: { state: true }, limits: { state: true } };

  static styles = [
    panelStyle,
    css`
      ol {
        display: grid;
        gap: 8px;
        margin: 0 0 8px;
      }
      li {
        display: grid;
        gap: 4px;
        padding: 6px 8px;
        border: 1px solid var(--line);
        border-left: 4px solid var(--work);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 10px;
      }
      label {
        display: inline-flex;
        align-items: baseline;
        gap: 4px;
      }
      input.number {
        width: 5.5em;
      }
      .grip {
        padding: 2px 4px;
        cursor: grab;
        touch-action: none;
        user-select: none;
      }
      li.dragged {
        opacity: 0.6;
      }
      li.target {
        border-color: var(--work);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Parameter | undefined} */
    this.parameter = undefined;
    /** @type {readonly TableRow[]} */
    this.rows = [];
    /** The limits of the queues as last computed by the engine. @type {readonly QueueLimits[]} */
    this.limits = [];
    /**
     * The dragged card: its original position and level, the grab position of the pointer, and the drop position.
     * @type {{ at: number, own: number, x: number, to: number, level: number } | null}
     */
    this.drag = null;
  }

  /**
   * @override
   * @param {import('lit').PropertyValues} changed
   */
  willUpdate(changed) {
    if (changed.has('rows')) void this.askLimits();
  }

  /** Queries the limits; for rows with an invalid value, the last ones are kept. */
  async askLimits() {
    const { rows } = this;
    const limits = await this.page.services.queue_limits(JSON.stringify(rows)).catch(() => null);
    if (limits && rows === this.rows) this.limits = limits;
  }

  /** @override */
  render() {
    const { parameter, rows } = this;
    if (!parameter) return nothing;
    const levelOf = (/** @type {TableRow} */ row) => {
      const column = parameter.columns?.find(({ id }) => id === 'level');
      return column ? Number(parameterValue(column, row)) : 1;
    };
    return html`<ol>
      ${rows.map((row, at) => {
        const { drag } = this;
        const [level, limits] = [levelOf(row), this.limits[at]];
        return html`<li class=${drag?.at === at ? 'dragged' : drag?.to === at ? 'target' : ''} ${inlineStyle({ 'margin-left': `${Math.min(4, level - 1) * 12}px` })}>
              <div class="line">
                <span class="grip" title="Drag up or down to move Q${at + 1}, sideways to change its level" aria-hidden="true" @pointerdown=${(/** @type {PointerEvent} */ event) => this.startDrag(event, at, level)} @pointermove=${this.dragOver} @pointerup=${this.endDrag} @pointercancel=${() => (this.drag = null)}>\u2261</span>
                <b>Q${at + 1}</b>
                <span class="soft">level ${drag?.at === at ? drag.level : level}${limits ? (limits.lower === null ? ', last' : `, demotes to Q${limits.lower + 1}`) : ''}</span>
                <span class="grow"></span>
                ${this.renderMoveButton(at, -1, 'up', '\u2191')} ${this.renderMoveButton(at, 1, 'down', '\u2193')}
              </div>
              <div class="line">${COLUMNS.map((id) => this.renderField(parameter, row, at, id))}</div>
              ${limits ? html`<p>${queueText(limits)}</p>` : nothing}
              ${limits && queueWarning(limits, at) ? html`<p class="problem">${queueWarning(limits, at)}</p>` : nothing}
            </li>`;
      })}
    </ol>`;
  }

  /**
   * @param {number} at
   * @param {-1|1} by
   * @param {string} word
   * @param {string} sign
   */
  renderMoveButton(at, by, word, sign) {
    const to = at + by;
    return html`<button type="button" class="quiet" aria-label="Move Q${at + 1} ${word}" title="Move ${word}" ?disabled=${to < 0 || to >= this.rows.length} @click=${() => this.dispatchRows(moveQueue(this.rows, at, to))}>${sign}</button>`;
  }

  /**
   * Renders the control of one column of a queue.
   * @param {Parameter} parameter
   * @param {TableRow} row
   * @param {number} at
   * @param {string} id
   */
  renderField(parameter, row, at, id) {
    const column = /** @type {Parameter|undefined} */ ((parameter.columns ?? []).find((one) => one.id === id));
    if (!column) return nothing;
    const { name, unit, min, max, doc, type } = column;
    return html`<label title=${doc}>${name}
      ${numberField({
        value: Number(parameterValue(column, row)),
        ...(min === undefined ? {} : { low: min }),
        ...(max === undefined ? {} : { high: max }),
        whole: type === 'integer',
        label: `${name} of Q${at + 1}`,
        change: (next) => this.dispatchRows(setCell(parameter, this.rows, at, id, next)),
      })}
      <span class="soft">${unit}</span></label>`;
  }

  /**
   * Starts dragging a card.
   * @param {PointerEvent} event
   * @param {number} at
   * @param {number} level
   */
  startDrag(event, at, level) {
    event.preventDefault();
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.drag = { at, own: level, x: event.clientX, to: at, level };
  }

  /** Moves a dragged card over the card that it would replace. @param {PointerEvent} event */
  dragOver({ clientX, clientY }) {
    const { drag } = this;
    if (!drag) return;
    const cards = [...this.renderRoot.querySelectorAll('li')].map((card) => card.getBoundingClientRect());
    const over = cards.findIndex(({ bottom }) => clientY < bottom);
    const to = over < 0 ? cards.length - 1 : over;
    const level = Math.max(1, drag.own + Math.trunc((clientX - drag.x) / LEVEL_PX));
    if (to !== drag.to || level !== drag.level) this.drag = { ...drag, to, level };
  }

  /** Drops a card. */
  endDrag() {
    const { drag, parameter } = this;
    this.drag = null;
    if (!drag || !parameter) return;
    const { at, own, to, level } = drag;
    if (to === at && level === own) return;
    const rows = setCell(parameter, this.rows, at, 'level', level);
    this.dispatchRows(moveQueue(rows, at, to));
  }

  /** @param {TableRow[]} rows */
  dispatchRows(rows) {
    this.rows = rows;
    this.dispatchEvent(new CustomEvent('rows-change', { detail: { rows } }));
  }
}

registerElements({ 'queue-cards': QueueCards });
