/** @file How buttons, fields and icons look, for every element of the shell. */

import { css } from 'lit';

export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  button,
  select,
  input {
    font: inherit;
    color: inherit;
    margin: 0;
  }
  button,
  select,
  .button {
    min-height: var(--control);
    min-width: var(--control);
    padding: 0 8px;
    border: 1px solid transparent;
    border-radius: var(--radius);
    background: none;
    cursor: pointer;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    white-space: nowrap;
    text-decoration: none;
    color: inherit;
  }
  select {
    border-color: var(--edge);
    background: var(--surface);
    justify-content: flex-start;
  }
  button:hover,
  .button:hover {
    background: var(--hover);
  }
  button[aria-pressed='true'],
  button[aria-expanded='true'],
  button[aria-selected='true'] {
    background: var(--accent-soft);
    color: var(--accent);
  }
  button.bordered,
  .button.bordered {
    border-color: var(--edge);
    background: var(--surface);
  }
  button.bordered:hover,
  .button.bordered:hover {
    background: var(--hover);
  }
  button.primary {
    background: var(--accent);
    color: var(--accent-ink);
  }
  button:disabled {
    color: var(--ink-soft);
    opacity: 0.55;
    cursor: default;
    background: none;
  }
  button.icon-only {
    padding: 0;
  }
  input[type='text'],
  input[type='search'],
  input[type='url'] {
    min-height: var(--control);
    padding: 0 8px;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--surface);
    min-width: 0;
  }
  input[type='range'] {
    accent-color: var(--accent);
    min-height: var(--control);
    background: none;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  a {
    color: var(--accent);
  }
  svg.icon {
    width: 18px;
    height: 18px;
    flex: none;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .soft {
    color: var(--ink-soft);
  }
  .number {
    font-variant-numeric: tabular-nums;
  }
  .sr {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  kbd {
    font: var(--text-small) var(--mono);
    border: 1px solid var(--line);
    border-bottom-width: 2px;
    border-radius: 3px;
    padding: 0 5px;
    background: var(--surface);
  }
`;
