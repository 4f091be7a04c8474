/** @file How the controls of all parts look. Colours come from the page's tokens only, so every theme reaches into them. */
import { css } from 'lit';

export const controls = css`
  :host {
    display: block;
    line-height: 1.45;
    color: var(--ink);
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  p,
  ul,
  ol,
  dl,
  dd,
  fieldset,
  legend {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
    font: inherit;
  }
  h2,
  legend {
    font-weight: 600;
  }
  ul,
  ol {
    list-style: none;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
    min-height: var(--control, 28px);
    border: 1px solid var(--edge);
    border-radius: var(--radius, 4px);
    background: var(--surface);
    padding: 2px 8px;
    max-width: 100%;
  }
  select {
    width: 100%;
    text-overflow: ellipsis;
  }
  input[type='text'],
  input[type='url'] {
    width: 100%;
  }
  input.number {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  input[type='checkbox'],
  input[type='radio'] {
    min-height: 0;
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--accent);
  }
  input[type='range'] {
    padding: 0;
    border: 0;
    background: none;
    width: 100%;
    accent-color: var(--accent);
  }
  button {
    cursor: pointer;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    flex: none;
  }
  button:hover:not(:disabled) {
    background: var(--hover);
  }
  button.primary:hover:not(:disabled) {
    background: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent-ink);
  }
  button:disabled {
    cursor: default;
    color: var(--ink-soft);
    border-style: dashed;
  }
  button.quiet {
    border-color: transparent;
    background: none;
    padding: 2px 4px;
    min-width: var(--control, 28px);
  }
  button.quiet:hover:not(:disabled) {
    background: var(--hover);
  }
  button.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--accent-ink);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  [aria-invalid='true'] {
    border-color: var(--bad);
    box-shadow: inset 0 -2px 0 var(--bad);
  }
  .icon {
    width: 16px;
    height: 16px;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .soft {
    color: var(--ink-soft);
  }
  .problem {
    color: var(--bad);
  }
  .note:empty {
    display: none;
  }
  .note {
    display: inline-block;
    font-size: var(--text-small);
    white-space: normal;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .grow {
    flex: 1 1 0;
    min-width: 0;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .chips button {
    border-radius: 999px;
    padding: 2px 10px;
    text-align: left;
  }
  .card {
    border-top: 1px solid var(--line);
    padding-top: 8px;
  }
  .number-cell {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  button.help {
    border-radius: 50%;
    min-width: 18px;
    min-height: 18px;
    width: 18px;
    height: 18px;
    padding: 0;
    font-size: 11px;
    line-height: 1;
    color: var(--ink-soft);
    background: none;
    position: relative;
  }
  /* A larger place to hit than to see. */
  .help::after {
    content: '';
    position: absolute;
    inset: -6px;
  }
  [popover] {
    position: fixed;
    inset: auto;
    margin: 0;
    padding: 10px 12px;
    width: max-content;
    max-width: min(320px, calc(100vw - 16px));
    max-height: calc(100vh - 16px);
    overflow: auto;
    color: var(--ink);
    background: var(--surface);
    border: 1px solid var(--edge);
    border-radius: 6px;
    box-shadow: var(--shadow);
    overflow-wrap: anywhere;
  }
  [popover] p + p {
    margin-top: 6px;
  }
  @media (pointer: coarse) {
    .help::after {
      inset: -13px;
    }
    input[type='range'] {
      min-height: var(--control, 44px);
    }
  }
`;
