/** @file `<lanes-strip>`: the queues of a run as lanes above its chart, with the path of a task through them. */

import { css, html, nothing } from 'lit';
import { askView, followTask, hoverSubject, selectSubject } from '../../commands.js';
import { canvasStyle } from '../../elements/canvas-style.js';
import { PageElement } from '../../elements/page-element.js';
import { inlineStyle } from '../../elements/style-directive.js';
import { stripContext } from '../drawing-helpers.js';

/** @import { Lanes } from '../../engine/types.js' */
/** @import { StripLook } from '../types.js' */

/** Radius of a dot with a number, and of one without, CSS pixels. */
const DOT_PX = 6.5;
const END_DOT_PX = 3.5;
/** Tolerance of the pointer, CSS pixels. */
const NEAR_PX = 3;
/** Opacity of the line between two lanes. */
const LINE_OPACITY = 0.3;
/** Offset of text below the middle of its line, CSS pixels. */
const BASELINE_PX = 0.5;

/** The lanes of one run. A click on a bar follows its task, here and in the panel. */
export class LanesStrip extends PageElement {
  static properties = { variant: { type: Number }, named: { state: true }, tooltip: { state: true } };

  static styles = css`
    ${canvasStyle}
    :host {
      grid-column: 1 / -1;
      display: grid;
      grid-template-columns: var(--bands) minmax(0, 1fr);
      position: relative;
      border-top: 1px solid var(--line);
    }
    .names {
      position: relative;
      border-right: 1px solid var(--line);
      font-size: var(--text-small);
      line-height: 1.2;
      color: var(--ink-soft);
    }
    .name {
      position: absolute;
      inset-inline: 0;
      padding: 1px 4px 0 8px;
      box-sizing: border-box;
      overflow: hidden;
      white-space: nowrap;
      text-overflow: ellipsis;
      border-bottom: 1px solid var(--line);
    }
    .name b {
      color: var(--ink);
      font-weight: 600;
    }
    .surface {
      position: relative;
      overflow: hidden;
      background: var(--surface);
      cursor: pointer;
    }
    .tooltip {
      position: absolute;
      z-index: 6;
      max-width: min(340px, 80%);
      padding: 4px 8px;
      pointer-events: none;
      background: var(--surface);
      color: var(--ink);
      border: 1px solid var(--edge);
      border-radius: var(--radius);
      box-shadow: var(--shadow);
      font-size: var(--text-small);
      line-height: 1.4;
    }
    @media (max-width: 480px) {
      .name {
        padding-inline: 6px;
      }
      .name span {
        display: none;
      }
    }
  `;

  constructor() {
    super();
    this.variant = 0;
    /** @type {Lanes|null} */
    this.lanes = null;
    this.scale = 1;
    /** The selection at the last choice of a task. */
    this.selected = -1;
    /**
     * The names beside the lanes, which change less often than the lanes.
     * @type {{name: string, about: string, y: number, h: number, grids: string, idle: boolean}[]}
     */
    this.named = [];
    /** The text for the item under the pointer. @type {{x: number, y: number, text: string}|null} */
    this.tooltip = null;
  }

  /**
   * Draws the lanes of a frame.
   * @param {import('../../engine/types.js').View} view
   * @param {StripLook} look
   * @param {import('../../run/run-protocol.js').Frame} frame
   */
  showFrame(view, look, { lanes }) {
    this.lanes = lanes;
    this.scale = look.scale;
    void this.followSelection(lanes);
    if (!lanes) return undefined;
    // It may be that no task can reach this empty lane in this variant.
    const past = view.now_s >= view.to_s;
    const named = lanes.lanes.map(({ y, h, ...lane }) => ({
      ...lane,
      y: y / look.scale,
      h: h / look.scale,
      idle: past && !lanes.bars.some((bar) => bar.y >= y && bar.y < y + h),
    }));
    if (JSON.stringify(named) !== JSON.stringify(this.named)) this.named = named;
    const { width } = view;
    const height = Math.round(lanes.height);
    this.style.height = `${height / look.scale}px`;
    const context = stripContext(this, width, height);
    if (context) drawLanes(context, lanes, look, width);
    return undefined;
  }

  /**
   * Follows the task of a newly selected bar in all runs; without a selection, each run chooses.
   * @param {Lanes|null} lanes
   */
  async followSelection(lanes) {
    const { selected, pane, variants } = this.page.store.get();
    if (selected === this.selected || !lanes || (pane !== this.variant && variants.length > 1)) return;
    this.selected = selected;
    const task = selected < 0 ? null : await askView(this.page, this.variant, 'task', selected).catch(() => null);
    followTask(this.page, task ?? -1);
  }

  /** The dot or the bar at a point. @param {PointerEvent|MouseEvent} event */
  itemAt({ offsetX, offsetY }) {
    const { lanes, scale } = this;
    if (!lanes) return {};
    const [x, y] = [offsetX * scale, offsetY * scale];
    const near = NEAR_PX * scale;
    const dot = lanes.dots.findLast((dot) => Math.hypot(dot.x - x, dot.y - y) <= DOT_PX * scale + near);
    const bar = lanes.bars.findLast(
      (bar) => bar.task !== null && x >= bar.x - near && x <= bar.x + bar.w + near && y >= bar.y - 1 && y <= bar.y + bar.h + 1,
    );
    return { dot, task: dot ? lanes.task : bar?.task };
  }

  /** @param {PointerEvent} event */
  hoverItem(event) {
    const { dot, task } = this.itemAt(event);
    hoverSubject(this.page, task ?? -1);
    this.tooltip = dot ? { x: event.offsetX, y: event.offsetY, text: dot.text } : null;
  }

  endHover() {
    this.tooltip = null;
    hoverSubject(this.page, -1);
  }

  /** Selects the task of the bar or dot under the pointer. @param {MouseEvent} event */
  selectItem(event) {
    const { dot, task } = this.itemAt(event);
    if (dot) this.tooltip = { x: event.offsetX, y: event.offsetY, text: dot.text };
    selectSubject(this.page, task ?? -1);
  }

  render() {
    const { tooltip } = this;
    return html`<div class="names">
        ${this.named.map(({ name, about, grids, y, h, idle }) => html`<div class="name" ${inlineStyle({ top: `${y}px`, height: `${h}px` })} title=${about}><b>${name}</b> <span>${idle ? 'no tasks' : grids}</span></div>`)}
      </div>
      <div class="surface" @pointermove=${this.hoverItem} @pointerleave=${this.endHover} @click=${this.selectItem}><canvas></canvas></div>
      ${tooltip ? html`<div class="tooltip" ${inlineStyle({ left: `${Math.max(0, Math.min(tooltip.x, this.clientWidth - 360))}px`, top: `${tooltip.y + 16}px` })}>${tooltip.text}</div>` : nothing}`;
  }
}

/**
 * Draws the lanes with their bars, links and words.
 * @param {CanvasRenderingContext2D} context
 * @param {Lanes} lanes
 * @param {StripLook} look
 * @param {number} width device pixels
 */
function drawLanes(context, { lanes, bars, links, dots, words, fills, edges }, { scale, size, colours }, width) {
  const { ink = '#000', 'ink-soft': soft = ink, surface: paper = '#fff' } = colours;
  context.fillStyle = soft;
  context.globalAlpha = LINE_OPACITY;
  for (const { y, h } of lanes.slice(0, -1)) context.fillRect(0, Math.round(y + h) - 1, width, Math.max(1, Math.round(scale)));
  context.globalAlpha = 1;
  context.lineWidth = 0.75 * scale;
  for (const { x, y, w, h, look } of bars) {
    context.fillStyle = fills[look] ?? soft;
    context.fillRect(x, y, w, h);
    context.strokeStyle = edges[look] ?? soft;
    if (w > 2 * scale) context.strokeRect(x, y, w, h);
  }
  context.font = `${Math.round(size * scale)}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const sink = BASELINE_PX * scale;
  // The engine cannot measure letters, so words that would be cut are omitted here.
  const whole = words.filter(({ text, x, ends }) => ends || x + context.measureText(text).width + 2 * scale <= width);
  for (const word of whole.filter(({ halo }) => !halo)) {
    context.fillStyle = word.ink;
    context.fillText(word.text, word.x, word.y + sink);
  }
  for (const { from, to, followed } of links) {
    context.strokeStyle = followed ? ink : soft;
    context.lineWidth = (followed ? 2 : 0.75) * scale;
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
  }
  for (const word of whole.filter(({ halo }) => halo)) {
    context.textAlign = word.ends ? 'right' : 'left';
    // The background hides bars behind the letters.
    const wide = context.measureText(word.text).width + 4 * scale;
    context.fillStyle = paper;
    context.fillRect(word.x - (word.ends ? wide - 2 * scale : 2 * scale), word.y - size * scale * 0.6, wide, size * scale * 1.2);
    context.fillStyle = word.ink;
    context.fillText(word.text, word.x, word.y + sink);
  }
  context.textAlign = 'center';
  context.font = `600 ${Math.round((size - 1) * scale)}px system-ui, sans-serif`;
  for (const { x, y, number } of dots) {
    context.fillStyle = ink;
    context.beginPath();
    context.arc(x, y, (number > 0 ? DOT_PX : END_DOT_PX) * scale, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = paper;
    if (number > 0) context.fillText(String(number), x, y + sink);
  }
}

customElements.define('lanes-strip', LanesStrip);
