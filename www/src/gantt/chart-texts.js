/** @file Texts of a chart: the message in place of a missing frame, and the bars for screen readers. */

import { html, nothing } from 'lit';
import { cancelRuns, runAgain, seek } from '../commands.js';
import { formatMoment, formatTime, subjectTitle } from '../text/time.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Card } from '../engine/types.js' */

/**
 * A message in place of a missing frame, with a button that helps.
 * @param {Page} page
 * @param {{status: string|undefined, error: string|null, drawn: boolean, before_s: number|null}} chart status and error: of the run; drawn: whether
 *   there is a frame; before_s: the playhead, if the whole window is after it
 */
export function renderMessage(page, { status, error, drawn, before_s }) {
  if (status === 'failed') {
    return html`<div class="empty"><span>${error ?? 'This run has failed.'}</span><button @click=${() => runAgain(page)}>Run again</button></div>`;
  }
  if (status === 'cancelled') {
    return html`<div class="empty"><span>The run was cancelled.</span><button @click=${() => runAgain(page)}>Run again</button></div>`;
  }
  if (status === 'loading' && !drawn) {
    return html`<div class="empty"><span>Preparing the run\u2026</span><button @click=${() => cancelRuns(page)}>Cancel</button></div>`;
  }
  if (before_s !== null) {
    return html`<div class="empty"><span>This part of the run is after the playhead, which is at ${formatMoment(before_s)}.</span><button @click=${() => seek(page, page.store.get().view.to_s)}>Move the playhead here</button></div>`;
  }
  return nothing;
}

/** The details of a bar as a sentence, for screen readers. @param {Card} card */
export function cardText(card) {
  const { nodes, cluster, components, status, wait_s, run_s } = card;
  const place = components.length > 1 ? components.map((part) => part.cluster).join(' and ') : cluster;
  const parts = [`${subjectTitle(card)}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`, place ? `on ${place}` : '', status];
  if (wait_s !== null) parts.push(`wait time ${formatTime(wait_s)}`);
  if (run_s !== null) parts.push(`runtime ${formatTime(run_s)}`);
  return parts.filter(Boolean).join(', ');
}
