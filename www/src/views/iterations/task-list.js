/** @file The tasks of an iteration in the order of dispatch, and the movement of each since the previous iteration. */

import { html, nothing } from 'lit';
import { hoverSubject, selectSubject } from '../../commands.js';
import { roveFocus } from '../../elements/roving-focus.js';
import { inlineStyle } from '../../elements/style-directive.js';
import { formatTime } from '../../text/time.js';

/** @import { Page } from '../../commands/page.js' */
/** @import { OrderedTask } from './rounds.js' */

/** Number of tasks shown at first. */
const FIRST_TASKS = 30;

/**
 * The tasks of an iteration.
 * @param {Page} page
 * @param {object} shown
 * @param {OrderedTask[]} shown.list
 * @param {boolean} shown.first whether it is the first iteration, which has no movement
 * @param {boolean} shown.all whether the whole list is shown
 * @param {number} shown.selected
 * @param {() => void} shown.more callback that shows all
 */
export function renderTaskList(page, { list, first, all, selected, more }) {
  const longest = Math.max(...list.map(({ took_s }) => took_s ?? 0), 1e-9);
  const shown = all ? list : list.slice(0, FIRST_TASKS);
  const rest = list.length - shown.length;
  return html`<ol class="lines" @keydown=${roveFocus} @pointerleave=${() => hoverSubject(page, -1)}>
      ${shown.map((task) => html`<li>${renderTask(page, task, longest, { first, selected })}</li>`)}
    </ol>
    ${rest > 0 ? html`<div><button type="button" class="quiet" @click=${more}>Show ${rest} more</button></div>` : nothing}`;
}

/**
 * Renders a task: its time as a bar, and its movement against the previous iteration.
 * @param {Page} page
 * @param {OrderedTask} task
 * @param {number} longest
 * @param {{first: boolean, selected: number}} how
 */
function renderTask(page, { subject, number, place, moved, took_s, copied }, longest, { first, selected }) {
  const way = moved === null ? (first ? '' : 'new') : moved > 0 ? `\u25b2 ${moved}` : moved < 0 ? `\u25bc ${-moved}` : '=';
  const movement =
    moved === null ? (first ? '' : 'new in the list,') : moved === 0 ? 'same place,' : `${Math.abs(moved)} ${moved > 0 ? 'up' : 'down'},`;
  return html`<button
    type="button"
    class="task"
    tabindex=${place === 0 ? 0 : -1}
    aria-pressed=${subject === selected}
    @click=${() => selectSubject(page, subject === selected ? -1 : subject)}
    @pointerenter=${() => hoverSubject(page, subject)}
    @focus=${() => hoverSubject(page, subject)}
    @blur=${() => hoverSubject(page, -1)}
  >
    <span class="place">${place + 1}<span class="unseen">,</span></span>
    <span class="moved ${(moved ?? 0) > 0 ? 'up' : (moved ?? 0) < 0 ? 'down' : ''}"><span aria-hidden="true">${way}</span><span class="unseen">${movement}</span></span>
    <span class="bar ${copied ? 'copied' : ''}"><i ${inlineStyle({ width: `${((took_s ?? 0) / longest) * 100}%` })}></i><b>task ${number}${copied ? ' (with replica)' : ''}</b></span>
    <span>${took_s === null ? html`<span aria-hidden="true">\u2013</span><span class="unseen">not measured yet</span>` : formatTime(took_s)}</span>
  </button>`;
}
