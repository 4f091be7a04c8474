/**
 * @file The layout of the screen of studies: a list or settings at the left, results at the right; on a phone one below
 * the other. It extends the style of sheets.
 */

import { css } from 'lit';

export const studyStyle = css`
  :host {
    display: block;
    padding: 0 !important;
    overflow: hidden;
    line-height: 1.45;
  }
  .view {
    display: grid;
    grid-template: minmax(0, 1fr) / 288px minmax(0, 1fr);
    height: 100%;
  }
  :host([plain]) .view {
    grid-template-columns: minmax(0, 1fr);
  }
  /* The map and the table below it list the experiments. */
  @media (width >= 700px) {
    .listed.papers {
      grid-template-columns: minmax(0, 1fr);
    }
    .listed.papers nav {
      display: none;
    }
  }
  .view > * {
    overflow: auto;
    overscroll-behavior: contain;
    min-width: 0;
  }
  aside,
  nav {
    border-right: 1px solid var(--line);
    padding: 12px 16px 24px;
  }
  main {
    padding: 12px 20px 40px;
    position: relative;
  }
  h2 {
    font-size: 1.05rem;
  }
  main h2 {
    font-size: 1.3rem;
    max-width: 60ch;
    outline: none;
  }
  h3 {
    font-size: var(--text-small);
    font-weight: 400;
    color: var(--ink-soft);
  }
  .part {
    border-bottom: 1px solid var(--line);
    padding: 8px 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    min-width: 0;
  }
  b,
  .question {
    font-weight: 600;
  }
  .part input[type='text'] {
    width: 100%;
  }
  input.number {
    width: 8.5em;
    text-align: right;
  }
  nav h3 {
    font-weight: 600;
    padding: 12px 0 4px;
  }
  nav ul,
  .runs ul {
    list-style: none;
    padding: 0;
  }
  nav a {
    display: grid;
    grid-template-columns: 3.4em minmax(0, 1fr);
    gap: 0 8px;
    margin: 0 -16px;
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
  nav .small {
    grid-column: 2;
  }
  .id {
    font-variant-numeric: tabular-nums;
  }
  .back {
    display: none;
  }
  .intro {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    margin: 12px 0 32px;
  }
  :is(.intro, article, .below) > p {
    max-width: 75ch;
  }
  .all :is(td, th) {
    text-align: left;
    white-space: normal;
  }
  .all .outcome {
    min-width: 18em;
  }
  article {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .facts {
    display: grid;
    grid-template-columns: minmax(5em, max-content) minmax(0, 75ch);
    gap: 6px 16px;
  }
  .facts dt {
    color: var(--ink-soft);
  }
  .facts ul {
    display: grid;
    gap: 4px;
  }
  .runs ul {
    columns: 3 300px;
    column-gap: 32px;
  }
  .runs li {
    display: flex;
    align-items: center;
    gap: 8px;
    break-inside: avoid;
    min-width: 0;
  }
  .grow {
    flex: 1;
    min-width: 0;
  }
  .part .row:has(> .icon-only) {
    flex-wrap: nowrap;
  }
  .small {
    font-size: var(--text-small);
  }
  .keys {
    list-style: none;
    display: grid;
    gap: 2px;
  }
  .keys label {
    display: grid;
    grid-template-columns: 16px 26px minmax(0, 1fr) auto;
    align-items: center;
    gap: 8px;
    min-height: 24px;
  }
  .keys label.bare {
    grid-template-columns: 16px minmax(0, 1fr) auto;
  }
  .keys svg {
    width: 26px;
    height: 12px;
  }
  pre {
    margin: 0;
    padding: 8px;
    background: var(--sunken);
    font: var(--text-small) var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .answer {
    color: var(--ink-soft);
    max-width: 110ch;
  }
  .strip {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
    margin: 10px 0;
    padding: 6px 12px;
    background: var(--sunken);
  }
  .strip progress {
    width: 200px;
    accent-color: var(--accent);
  }
  .strip .grow {
    flex: 1 1 12em;
  }
  .trouble {
    color: var(--bad);
  }
  .good {
    color: var(--good);
  }
  .charts {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(250px, 1.25fr);
    gap: 24px;
    align-items: start;
  }
  .charts.alone {
    grid-template-columns: minmax(0, 1fr);
  }
  .charts > * {
    min-width: 0;
  }
  .card {
    border: 1px solid var(--edge);
    border-radius: 6px;
    box-shadow: var(--shadow);
    background: var(--surface);
    padding: 10px 12px;
    display: grid;
    gap: 6px;
    max-width: 420px;
    margin-bottom: 8px;
  }
  .card .row {
    justify-content: space-between;
  }
  input:disabled {
    color: var(--ink-soft);
    background: var(--sunken);
  }
  table {
    width: 100%;
  }
  th,
  td {
    padding: 6px 8px;
    white-space: nowrap;
  }
  th:first-child {
    padding-left: 0;
  }
  td.strips {
    text-align: left;
    padding: 0 8px;
  }
  .strips svg {
    display: block;
    height: 28px;
    overflow: visible;
  }
  .strips circle {
    cursor: pointer;
  }
  .center {
    text-align: center;
  }
  tr.base {
    background: var(--sunken);
  }
  td.better {
    color: var(--good);
  }
  table.means td {
    padding: 0;
  }
  table.means td button {
    width: 100%;
    min-height: 32px;
    border-radius: 0;
    justify-content: flex-end;
    color: var(--ink);
    font-variant-numeric: tabular-nums;
  }
  .part select {
    width: 100%;
    min-width: 0;
  }
  .editor {
    margin: 0;
  }
  .verdicts {
    font-size: 1.05rem;
    font-weight: 600;
    color: var(--ink);
    max-width: 75ch;
  }
  .unfit,
  .facts ul {
    padding-left: 1.1em;
  }
  .below {
    margin-top: 16px;
    border-top: 1px solid var(--line);
    padding-top: 10px;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
  }
  .list {
    list-style: none;
    display: grid;
    gap: 12px;
    max-width: 75ch;
    margin-top: 12px;
  }
  @media (width < 1100px) {
    .charts {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (width < 700px) {
    .view {
      display: flex;
      flex-direction: column;
      overflow: auto;
    }
    .view > * {
      overflow: visible;
    }
    main {
      order: -1;
      padding: 10px 14px 16px;
    }
    aside,
    nav {
      border: 0;
      border-top: 1px solid var(--line);
    }
    .chosen nav,
    .listed .wide {
      display: none;
    }
    .back {
      display: inline-flex;
      margin-left: -8px;
    }
    .facts {
      grid-template-columns: minmax(0, 1fr);
    }
    .strip progress {
      width: 100%;
    }
    th:first-child {
      position: sticky;
      left: 0;
      background: var(--paper);
    }
  }
  @media print {
    :host,
    main {
      overflow: visible;
    }
    .view {
      display: block;
      height: auto;
    }
    aside,
    nav,
    progress,
    .back,
    .runs,
    .controls {
      display: none !important;
    }
  }
`;
