/** @file The style of panels of forms and tables: rows, stacks, chips and help. */

import { css } from 'lit';
import { controlStyle } from './control-style.js';
import { dataTable } from './data-table.js';
import { popoverStyle } from './popover.js';

/** Controls in narrow columns. */
export const panelStyle = [
  controlStyle,
  popoverStyle,
  dataTable.styles,
  css`
    :host {
      display: block;
      line-height: 1.45;
      color: var(--ink);
    }
    h2,
    h3,
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
    h3,
    legend {
      font-weight: 600;
    }
    ul,
    ol {
      list-style: none;
    }
    button {
      white-space: normal;
    }
    .quiet {
      padding: 2px 4px;
    }
    select {
      width: 100%;
      text-overflow: ellipsis;
    }
    input[type='text'],
    input[type='url'],
    input[type='range'] {
      width: 100%;
    }
    textarea {
      width: 100%;
      resize: vertical;
      font-family: var(--mono, ui-monospace, monospace);
      font-size: 0.92em;
    }
    input.number,
    .number-cell {
      text-align: right;
    }
    [aria-invalid='true'] {
      border-color: var(--bad);
      box-shadow: inset 0 -2px 0 var(--bad);
    }
    .icon {
      width: 16px;
      height: 16px;
      stroke-width: 1.75;
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
    .head {
      display: flex;
      align-items: center;
      gap: 6px;
      min-height: 22px;
    }
    .check {
      display: inline-flex;
      min-height: 24px;
      align-items: center;
      gap: 6px;
    }
    dt {
      color: var(--ink-soft);
    }
    summary {
      cursor: pointer;
      min-height: 24px;
    }
    code {
      font-family: var(--mono, ui-monospace, monospace);
      overflow-wrap: anywhere;
    }
    /** Selectable lines. */
    .lines button {
      width: 100%;
      justify-content: start;
      text-align: left;
      padding: 3px 6px;
      border: 0;
      border-left: 2px solid transparent;
      border-radius: 0;
      background: none;
    }
    .lines button:hover {
      background: var(--hover);
    }
    .lines button[aria-pressed='true'] {
      border-left-color: var(--accent);
      background: var(--accent-soft);
      color: var(--ink);
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
    /** A touch target larger than the visible mark. */
    .help::after {
      content: '';
      position: absolute;
      inset: -6px;
    }
    [popover] p + p {
      margin-top: 6px;
    }
    @media (pointer: coarse) {
      .help::after {
        inset: -13px;
      }
    }
  `,
];
