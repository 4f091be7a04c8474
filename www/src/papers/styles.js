/** @file How the published experiments look, on the screen and on paper. */

import { css } from 'lit';
import { controls } from '../elements/controls.js';

/** What all parts of the view share: titles, tables, small buttons. */
export const sheetStyle = [
  controls,
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
      margin-top: 8px;
    }
    summary {
      cursor: pointer;
      min-height: var(--control);
      align-content: center;
      width: fit-content;
      color: var(--accent);
    }
    .tools {
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
      margin-top: 8px;
    }
    .scroll {
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
    .verdict.direction-only {
      color: var(--warn);
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
      .tools,
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

/** The layout of the view: the list beside the sheet, or on a phone one of them. */
export const viewStyle = css`
  :host {
    display: block;
    padding: 0 !important;
    overflow: hidden;
  }
  .view {
    display: grid;
    grid-template: minmax(0, 1fr) / clamp(250px, 22%, 360px) minmax(0, 1fr);
    height: 100%;
  }
  nav {
    overflow: auto;
    overscroll-behavior: contain;
    border-right: 1px solid var(--line);
    padding: 12px 0 24px;
  }
  nav h2 {
    font-size: 1.05rem;
    padding: 0 16px 8px;
  }
  nav h3 {
    font-size: var(--text-small);
    font-weight: 600;
    color: var(--ink-soft);
    padding: 12px 16px 4px;
  }
  nav ul {
    list-style: none;
  }
  nav a {
    display: grid;
    grid-template-columns: 3.4em minmax(0, 1fr);
    gap: 0 8px;
    padding: 6px 16px;
    min-height: var(--control);
    color: inherit;
    text-decoration: none;
    border-left: 2px solid transparent;
  }
  nav a:hover {
    background: var(--hover);
  }
  nav a[aria-current='page'] {
    border-left-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }
  nav a:focus-visible {
    outline-offset: -2px;
  }
  nav .id {
    font-variant-numeric: tabular-nums;
  }
  nav .state {
    grid-column: 2;
    color: var(--ink-soft);
    font-size: var(--text-small);
  }
  main {
    overflow: auto;
    overscroll-behavior: contain;
    padding: 16px 24px 48px;
    position: relative;
  }
  .intro {
    display: grid;
    gap: 12px;
    justify-items: start;
    max-width: 75ch;
    margin-bottom: 24px;
  }
  .intro h2 {
    font-size: 1.3rem;
  }
  .back {
    display: none;
  }
  .all td,
  .all th {
    text-align: left;
    padding-right: 20px;
  }
  .all .outcome {
    min-width: 18em;
  }
  @media (width < 700px) {
    .view {
      display: block;
      overflow: auto;
    }
    nav {
      border: 0;
    }
    nav,
    main {
      overflow: visible;
    }
    main {
      padding: 8px 14px 64px;
    }
    .chosen nav,
    .listed main .wide {
      display: none;
    }
    .chosen .back {
      display: inline-flex;
      margin: 0 0 4px -8px;
    }
    .listed main {
      padding-bottom: 8px;
    }
    .listed .intro {
      margin: 0;
    }
    /* The introduction stands above the list. */
    .listed {
      display: flex;
      flex-direction: column-reverse;
      justify-content: flex-end;
    }
  }
  @media print {
    :host {
      overflow: visible;
    }
    .view {
      display: block;
      height: auto;
    }
    nav,
    .back {
      display: none !important;
    }
    main {
      overflow: visible;
      padding: 0;
    }
  }
`;
