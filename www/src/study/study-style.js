/** @file How a study looks: its document at the left, the results at the right, on a phone one below the other. */

import { css } from 'lit';

export const studyStyle = css`
  :host {
    display: block;
    padding: 0 !important;
    overflow: hidden;
    line-height: 1.45;
    /* The heat map: more is further from the paper. */
    --worse-0: light-dark(#f7ebdd, #2c2318);
    --worse-1: light-dark(#f0d9bc, #43321c);
    --worse-2: light-dark(#e3bc8b, #634619);
    --worse-3: light-dark(#8f5a1e, #e0a55e);
    --worse-4: light-dark(#7e4a12, #f0c48e);
    --better-0: light-dark(#dcefe9, #172b27);
    --better-1: light-dark(#a9d6c8, #1d4439);
    --better-2: light-dark(#1c7460, #5ccba8);
    --better-3: light-dark(#0b5b47, #94e2c8);
    --strong: light-dark(#ffffff, #14161a);
  }
  .view {
    display: grid;
    grid-template: minmax(0, 1fr) / 288px minmax(0, 1fr);
    height: 100%;
  }
  :host([plain]) .view {
    grid-template-columns: minmax(0, 1fr);
  }
  aside,
  main {
    overflow: auto;
    overscroll-behavior: contain;
    min-width: 0;
  }
  aside {
    border-right: 1px solid var(--line);
    padding: 12px 16px 24px;
  }
  main {
    padding: 12px 20px 40px;
    position: relative;
  }
  h2,
  h3,
  p,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  h2 {
    font-size: 1.05rem;
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
  .part b {
    font-weight: 600;
  }
  .part input[type='text'] {
    width: 100%;
  }
  .part .number {
    width: 6em;
    text-align: right;
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
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  pre {
    margin: 0;
    padding: 8px;
    background: var(--sunken);
    font: var(--text-small) var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .question {
    font-weight: 600;
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
  .heat {
    display: grid;
    gap: 2px;
    margin: 2px 0 10px;
  }
  .heat button {
    min-width: 0;
    min-height: 34px;
    padding: 0;
    border: 0;
    border-radius: 0;
    font-size: var(--text-small);
    font-variant-numeric: tabular-nums;
    color: var(--ink);
  }
  .heat button[aria-pressed='true'] {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .heat .axis {
    text-align: center;
    font-size: 11px;
    color: var(--ink-soft);
    font-variant-numeric: tabular-nums;
    overflow: hidden;
  }
  .open,
  .heat button.open:hover {
    background: repeating-linear-gradient(135deg, var(--paper) 0 3px, var(--hover) 3px 5px);
  }
  .heat button.none {
    background: var(--sunken);
  }
  .worse.s0 { background: var(--worse-0); }
  .worse.s1 { background: var(--worse-1); }
  .worse.s2 { background: var(--worse-2); }
  .worse.s3 { background: var(--worse-3); }
  .worse.s4 { background: var(--worse-4); }
  .better.s0 { background: var(--better-0); }
  .better.s1 { background: var(--better-1); }
  .better.s2 { background: var(--better-2); }
  .better.s3 { background: var(--better-3); }
  .heat button:is(.worse.s3, .worse.s4, .better.s2, .better.s3) {
    color: var(--strong);
  }
  .swatch {
    display: inline-block;
    width: 22px;
    height: 12px;
    vertical-align: -1px;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
    width: 100%;
  }
  th,
  td {
    padding: 6px 8px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    font-weight: 400;
    white-space: nowrap;
  }
  thead th {
    color: var(--ink-soft);
  }
  th:first-child {
    text-align: left;
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
  td b {
    font-weight: 650;
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
  table.means td button[aria-pressed='true'] {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .part > select {
    width: 100%;
    min-width: 0;
  }
  .editor {
    margin: 0;
  }
  .editor select {
    margin-top: 4px;
    width: 100%;
  }
  .quick {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: var(--control);
  }
  .verdicts {
    font-size: 1.05rem;
    font-weight: 600;
    color: var(--ink);
    max-width: 75ch;
  }
  .unfit,
  details ul {
    padding-left: 1.1em;
  }
  details {
    max-width: 90ch;
    margin-bottom: 8px;
  }
  summary {
    cursor: pointer;
    min-height: var(--control);
    align-content: center;
    width: fit-content;
    color: var(--accent);
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
      flex-direction: column-reverse;
      justify-content: flex-end;
      overflow: auto;
    }
    aside,
    main {
      overflow: visible;
    }
    main {
      padding: 10px 14px 16px;
    }
    aside {
      border: 0;
      border-top: 1px solid var(--line);
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
`;
