/** @file The style of controls in all elements. Colours come from the tokens of the page, so that each theme applies. */

import { css } from 'lit';

/** Buttons, fields, icons. A button has an edge unless it is `quiet` or only an icon. */
export const controlStyle = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  button,
  input,
  select,
  textarea,
  .button {
    font: inherit;
    color: inherit;
    margin: 0;
    min-width: 0;
    min-height: var(--control, 28px);
    max-width: 100%;
    padding: 2px 8px;
    border: 1px solid var(--edge);
    border-radius: var(--radius, 4px);
    background: var(--surface);
  }
  button,
  .button {
    display: inline-flex;
    flex: none;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-width: var(--control, 28px);
    white-space: nowrap;
    text-decoration: none;
  }
  button,
  select,
  .button {
    cursor: pointer;
  }
  .quiet,
  .icon-only {
    border-color: transparent;
    background: none;
  }
  .icon-only {
    padding: 0;
  }
  button:hover:where(:enabled),
  .button:hover {
    background: var(--hover);
  }
  button[aria-pressed='true'],
  button[aria-expanded='true'],
  button[aria-selected='true'] {
    background: var(--accent-soft);
    color: var(--accent);
  }
  button.primary {
    border-color: var(--ink);
    background: var(--ink);
    color: var(--paper);
  }
  button.primary:hover:enabled {
    box-shadow: inset 0 0 0 1px var(--paper);
  }
  button:disabled {
    border-style: dashed;
    background: none;
    color: var(--ink-soft);
    cursor: default;
  }
  .quiet:disabled,
  .icon-only:disabled {
    opacity: 0.55;
  }
  input[type='checkbox'],
  input[type='radio'] {
    min-height: 0;
    width: 16px;
    height: 16px;
    accent-color: var(--ink);
  }
  input[type='range'] {
    padding: 0;
    border: 0;
    background: none;
    accent-color: var(--ink);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  a {
    color: var(--accent);
  }
  .icon {
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
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /** Elements above the page. */
  dialog,
  .raised {
    color: var(--ink);
    background: var(--surface);
    border: 1px solid var(--edge);
    border-radius: 6px;
    box-shadow: var(--shadow);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 40%);
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
