/** @file The runs of an experiment, with buttons that open them in the charts. */

import { html, nothing } from 'lit';
import { icon } from '../elements/icons.js';
import { formatCount, formatNumber } from '../text/numbers.js';

/** @import { StudyTask } from './run-queue.js' */

/** Minimum number of runs for a search field. */
const MANY = 30;
/** Maximum number of listed runs; more would delay the page. */
const PAGE = 150;

/**
 * @typedef {{open: boolean, words: string, most: number}} RunListing words: those of the search; most: maximum number
 *   of listed runs
 */

/** @type {RunListing} */
export const CLOSED = { open: false, words: '', most: PAGE };

/**
 * The list of the runs of a study, with their states.
 * @param {StudyTask} work
 * @param {RunListing} listing
 * @param {(listing: RunListing) => void} change
 * @param {(run: number) => void} open shows a run in the charts
 */
export function runList({ labels, outcomes }, listing, change, open) {
  const toggled = (/** @type {Event} */ event) => change({ ...listing, open: /** @type {HTMLDetailsElement} */ (event.target).open });
  const typed = (/** @type {Event} */ event) => change({ ...listing, words: /** @type {HTMLInputElement} */ (event.target).value });
  const found = listing.open ? matches(labels, listing.words) : [];
  return html`<details class="runs" ?open=${listing.open} @toggle=${toggled}>
    <summary>Individual runs, to open in the charts</summary>
    ${
      listing.open && labels.length > MANY
        ? html`<div class="row">
          <input type="search" aria-label="Find runs" placeholder="Find, e.g. ${labels[0]?.split(',')[0]}" .value=${listing.words} @input=${typed} />
          <span class="soft" role="status">${formatNumber(found.length)} of ${formatCount(labels.length, 'runs')}</span>
        </div>`
        : nothing
    }
    <ul>
      ${found.slice(0, listing.most).map(
        (run) => html`<li>
          <button class="quiet" @click=${() => open(run)} aria-label="Open run ${run + 1}: ${labels[run]}">${icon('open')} Open</button>
          <span>${labels[run]}</span>${outcomes[run] ? html`<span class="good">${icon('good')}<span class="unseen">computed</span></span>` : nothing}
        </li>`,
      )}
    </ul>
    ${found.length > listing.most ? html`<button @click=${() => change({ ...listing, most: listing.most + PAGE })}>Show more</button>` : nothing}
  </details>`;
}

/**
 * The indices of the labels that contain all words.
 * @param {readonly string[]} labels
 * @param {string} words
 * @returns {number[]}
 */
export function matches(labels, words) {
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  return labels.flatMap((label, at) => (wanted.every((word) => label.toLowerCase().includes(word)) ? [at] : []));
}
