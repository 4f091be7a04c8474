/** @file The style of the decision bar. */

import { css } from 'lit';
import { effectStyle } from '../edits/effect-style.js';

export const decisionStyle = css`
  ${effectStyle}
  :host {
    display: block;
    position: relative;
  }
  /**
   * Two lines for each of two systems. The height grows with longer sentences and never shrinks, because a change moves
   * the charts below.
   */
  section {
    display: flex;
    align-items: center;
    gap: 4px 12px;
    box-sizing: border-box;
    min-height: max(calc(4 * var(--decision-line) + 8px), var(--least, 0px));
    max-height: calc(12 * var(--decision-line) + 8px);
    padding: 2px 12px 2px 16px;
    border-block: 1px solid var(--line);
    background: var(--surface);
  }
  .when {
    box-sizing: border-box;
  }
  h2 {
    color: var(--playhead, var(--accent));
    white-space: nowrap;
  }
  h2.long {
    font-size: var(--text-small);
  }
  .when div {
    display: flex;
    align-items: center;
  }
  .stops {
    padding-inline: 4px;
  }
  .some {
    margin: -2px 0 0;
    font-size: 0.6875rem;
    line-height: 12px;
    color: var(--ink-soft);
    white-space: nowrap;
  }
  ul {
    grid-template-columns: minmax(0, 1fr);
    align-self: stretch;
    align-content: safe center;
    gap: 1px;
    overflow-y: auto;
    /** A shadow at the lower edge while it can be scrolled. */
    background:
      linear-gradient(to top, var(--surface) 40%, transparent) bottom / 100% 24px no-repeat local,
      linear-gradient(to top, color-mix(in srgb, var(--ink) 25%, transparent), transparent) bottom / 100% 8px no-repeat scroll;
  }
  li {
    line-height: var(--decision-line);
  }
  p {
    flex: 0 1 auto;
    min-width: 0;
    max-width: 53rem;
    margin: 0;
    overflow-wrap: anywhere;
  }
  /** As high as a line, so that it does not stretch the line. */
  p .quiet {
    box-sizing: border-box;
    height: var(--decision-line);
    min-height: 0;
    padding: 0 4px;
    line-height: calc(var(--decision-line) - 2px);
    vertical-align: bottom;
    color: var(--accent);
  }
  p .chip {
    border: 1px solid var(--line);
    color: var(--ink-soft);
  }
  .acts {
    color: var(--accent);
  }
  .candidates {
    flex: none;
    height: 60px;
    zoom: var(--drawing);
    font-size: 10px;
    fill: var(--ink);
  }
  .candidates rect {
    fill: none;
    stroke: var(--ink-soft);
  }
  /** The line of free nodes does not cross numbers. */
  .candidates text {
    paint-order: stroke;
    stroke: var(--surface);
    stroke-width: 3px;
  }
  .candidates .starts {
    fill: var(--accent);
    stroke: var(--accent);
  }
  .candidates line {
    stroke: var(--accent);
    stroke-dasharray: 3 2;
  }
  @media (width < 1100px) {
    .candidates {
      display: none;
    }
  }
  @media (width < 700px) {
    section {
      flex-direction: column;
      align-items: stretch;
      justify-content: start;
      min-height: max(96px, var(--least, 0px));
      max-height: 20vh;
    }
    ul {
      align-content: start;
    }
    /* The sentences name their variants. */
    .some {
      display: none;
    }
    .when h2 {
      font-size: var(--text-small);
    }
    .stops {
      padding-inline: 0;
    }
    .when {
      display: flex;
      align-items: center;
      justify-content: space-between;
      width: auto;
    }
    .when .icon-only {
      width: calc(var(--control) - 6px);
      min-width: 0;
    }
    /** As large as a finger, within lines of text height. */
    .when button {
      margin-block: -8px;
    }
  }
  @media (pointer: coarse) {
    p .quiet {
      height: auto;
      min-height: var(--control);
      margin-block: -14px;
      vertical-align: middle;
    }
    /* A border as high as a finger would cross the lines above and below. */
    p .chip {
      border: 0;
      text-decoration: underline dotted;
    }
  }
`;
