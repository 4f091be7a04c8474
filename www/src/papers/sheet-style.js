/** @file How the sheet of one experiment is laid out. */

import { css } from 'lit';

export const sheetLook = css`
  :host {
    display: block;
  }
  article > * + * {
    margin-top: 12px;
  }
  h2 {
    font-size: 1.3rem;
    max-width: 60ch;
    outline: none;
  }
  h3 {
    font-size: 1.05rem;
    max-width: 75ch;
  }
  .id {
    color: var(--ink-soft);
    font-variant-numeric: tabular-nums;
  }
  .question {
    font-size: 1.05rem;
    max-width: 75ch;
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
    padding-left: 1.1em;
  }
  .facts li + li {
    margin-top: 4px;
  }
  .controls,
  .state {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .controls {
    border-top: 1px solid var(--line);
    padding-top: 12px;
  }
  .controls label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    margin-left: 8px;
  }
  .controls input {
    width: 8.5em;
    text-align: right;
  }
  .controls .count {
    font-weight: 400;
    opacity: 0.85;
  }
  button.primary:hover:not(:disabled) {
    background: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent-ink);
  }
  button.primary:disabled {
    background: var(--sunken);
  }
  progress {
    width: 180px;
    accent-color: var(--accent);
  }
  .state.failed {
    color: var(--bad);
    border-left: 3px solid var(--bad);
    padding: 4px 0 4px 10px;
  }
  .state.failed button {
    color: var(--ink);
  }
  .state > span {
    max-width: 75ch;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .results {
    border-top: 1px solid var(--line);
    padding-top: 12px;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
  }
  .results > p {
    max-width: 75ch;
  }
  .results > .tools {
    margin: 0;
  }
  .targets {
    list-style: none;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(430px, 100%), 1fr));
    gap: 0 40px;
  }
  .targets li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-content: start;
    align-items: start;
    gap: 6px 12px;
    padding: 10px 0;
    border-top: 1px solid var(--line);
    break-inside: avoid;
  }
  .targets dl,
  .targets .note {
    grid-column: 1 / -1;
  }
  .targets dl {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 24px;
  }
  .targets dl div {
    display: flex;
    gap: 6px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .targets dt {
    color: var(--ink-soft);
  }
  .targets dd {
    font-variant-numeric: tabular-nums;
    font-weight: 600;
    min-width: 0;
  }
  .targets .note {
    color: var(--ink-soft);
    padding-left: 10px;
    border-left: 2px solid var(--edge);
    max-width: 75ch;
  }
  .shown {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(560px, 100%), 1fr));
    gap: 32px 40px;
    align-items: start;
  }
  .shown > * {
    min-width: 0;
    border-top: 1px solid var(--line);
    padding-top: 12px;
  }
  .table .scroll {
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
  .runs ul {
    list-style: none;
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
  .runs .done {
    color: var(--good);
    display: inline-flex;
  }
  @media (width < 700px) {
    .facts {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .facts dd {
      margin-bottom: 8px;
    }
    .controls label {
      margin-left: 0;
    }
  }
  @media print {
    .controls,
    .runs,
    .state {
      display: none;
    }
    .shown,
    .targets {
      display: block;
    }
    .result th:first-child {
      position: static;
    }
  }
`;
