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
  }
`;
