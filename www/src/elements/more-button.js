/** @file A button that opens the whole of a text that is limited to a number of lines. */

import { css, html } from 'lit';
import { popoverStyle, positionPopover } from './popover.js';

/**
 * A button that opens the whole of a clipped text.
 * @param {string} id unique in the shadow root
 * @param {string} subject the clipped text: `What came out`
 * @param {unknown} text
 */
export function moreButton(id, subject, text) {
  return html`<button type="button" class="quiet rest" popovertarget=${id} aria-label="${subject}: more">more</button
    ><div popover id=${id} class="whole" role="note" aria-label=${subject} @toggle=${positionPopover}>${text}</div>`;
}

/** The style of the button and of the text that it opens. */
export const moreButtonStyle = css`
  ${popoverStyle}
  .rest {
    flex: none;
    min-height: 0;
    padding: 0 4px;
    color: var(--accent);
    text-decoration: underline dotted 1px;
    text-underline-offset: 3px;
  }
  .whole {
    --note: 64ch;
  }
`;
