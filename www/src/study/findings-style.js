/** @file The style of claims, tables and plots of a study, on the screen and on paper. */

import { css } from 'lit';
import { controlStyle } from '../elements/control-style.js';

/** The common style of sheets of results: titles, tables, small buttons. */
export const sheetStyle = [
  controlStyle,
  css`
    h2,
    h3,
    h4,
    p,
    ul,
    dl,
    dd {
      margin: 0;
      padding: 0;
    }
    h4 {
      font-size: inherit;
      font-weight: 600;
      max-width: 75ch;
    }
    details {
      margin: 8px 0;
    }
    summary {
      cursor: pointer;
      min-height: var(--control);
      align-content: center;
      width: fit-content;
      color: var(--accent);
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 8px;
    }
    .scroll {
      position: relative;
      overflow-x: auto;
    }
    table {
      border-collapse: collapse;
      font-variant-numeric: tabular-nums;
    }
    th,
    td {
      padding: 4px 12px 4px 0;
      border-bottom: 1px solid var(--line);
      text-align: right;
      vertical-align: baseline;
      font-weight: 400;
    }
    thead th {
      color: var(--ink-soft);
      vertical-align: bottom;
    }
    th:first-child {
      text-align: left;
    }
    .range {
      display: block;
      color: var(--ink-soft);
      font-size: var(--text-small);
      white-space: nowrap;
    }
    .verdict {
      display: inline-flex;
      align-items: center;
      gap: 5px;
      padding: 1px 9px 1px 6px;
      border: 1px solid currentcolor;
      border-radius: 999px;
      white-space: nowrap;
      font-weight: 600;
    }
    .verdict svg.icon {
      width: 15px;
      height: 15px;
      stroke-width: 2;
    }
    .verdict.held {
      color: var(--good);
    }
    .verdict.held-in-part,
    .verdict.direction-only {
      color: var(--warn);
    }
    .verdict.direction-only {
      border-style: dashed;
    }
    .verdict.not-held {
      color: var(--bad);
      border-width: 2px;
    }
    .verdict.undecided,
    .verdict.by-construction {
      color: var(--ink-soft);
    }
    .verdict.undecided {
      border-style: dotted;
    }
    .legend {
      display: grid;
      grid-template-columns: max-content minmax(0, 1fr);
      gap: 6px 12px;
      max-width: 75ch;
    }
    .legend dd {
      margin: 0;
      padding-top: 2px;
      color: var(--ink-soft);
    }
    @media print {
      details:not([open]),
      button {
        display: none !important;
      }
      .scroll {
        overflow: visible;
      }
      tr {
        break-inside: avoid;
      }
    }
  `,
];

/** The layout of targets, tables and plots. */
export const findingsLook = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
  }
  .targets {
    max-width: 1500px;
  }
  .targets th,
  .targets td {
    text-align: left;
    padding: 8px 20px 8px 0;
    vertical-align: top;
    overflow-wrap: break-word;
  }
  .targets .claim {
    min-width: 20em;
  }
  .targets [data-name='Ours'] {
    font-weight: 600;
  }
  .targets [data-name='Tolerance'] {
    color: var(--ink-soft);
  }
  .targets .after {
    display: block;
    font-size: var(--text-small);
    color: var(--warn);
  }
  .targets .line {
    display: block;
  }
  .targets .note {
    display: block;
    margin-top: 4px;
    padding-left: 10px;
    border-left: 2px solid var(--edge);
    color: var(--ink-soft);
    max-width: 75ch;
  }
  .shown {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(560px, 100%), 1fr));
    gap: 32px 40px;
    align-items: start;
    margin-top: 14px;
  }
  .shown > * {
    min-width: 0;
    border-top: 1px solid var(--line);
    padding-top: 12px;
  }
  .table > * + * {
    margin-top: 6px;
  }
  .result .first {
    padding-left: 12px;
  }
  .result .both {
    text-align: center;
  }
  .result th:first-child {
    position: sticky;
    left: 0;
    background: var(--paper);
    min-width: 6em;
    padding-right: 8px;
    z-index: 1;
  }
  .result thead tr:nth-child(2) th:first-child {
    position: static;
    min-width: 0;
    text-align: right;
    padding-right: 12px;
  }
  @media (width < 900px) {
    .targets,
    .targets tbody {
      display: block;
    }
    .targets thead {
      display: none;
    }
    .targets tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 4px 12px;
      padding: 10px 0;
      border-bottom: 1px solid var(--line);
    }
    .targets th,
    .targets td {
      border: 0;
      padding: 0;
    }
    .targets td {
      grid-column: 1 / -1;
      min-width: 0 !important;
    }
    .targets .chip {
      grid-area: 1 / 2;
    }
    .targets [data-name]::before {
      content: attr(data-name) ': ';
      font-weight: 400;
      color: var(--ink-soft);
    }
  }
  @media print {
    .shown {
      display: block;
    }
    .result th:first-child {
      position: static;
    }
  }
`;
