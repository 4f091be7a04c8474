/** @file How the panel of launchers looks, and what the colours of a view mean. */

import { css } from 'lit';

/** What the colours of a view mean. */
export const keyStyle = css`
  .keys i {
    width: 14px;
    box-sizing: border-box;
  }
  .keys .busy {
    background: color-mix(in srgb, var(--work) 34%, var(--paper));
    border: 1px solid var(--work);
  }
  .keys .ghost {
    background-image: repeating-linear-gradient(135deg, var(--work) 0 1px, transparent 1px 4px);
  }
  .keys .asked {
    background: var(--accent-soft);
    border: 2px solid var(--accent);
  }
  .keys .before {
    border: 1px dashed var(--ink-soft);
  }
  .keys .weighed {
    border: 2px dashed var(--ink-soft);
  }
`;

export const panelStyle = css`
  .sections {
    grid-template-columns: minmax(0, 1fr);
    gap: 12px 32px;
  }
  .sections.two {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  svg {
    display: block;
    max-width: none;
  }
  .choosers {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 4px 8px;
    align-items: center;
  }
  .choosers label {
    display: contents;
  }
  .small button {
    padding: 2px 8px;
  }
  .lines-of {
    max-height: 520px;
    overflow: auto;
    border: 1px solid var(--line);
    background: var(--paper);
  }
  .heads {
    position: sticky;
    top: 0;
    background: var(--paper);
    border-bottom: 1px solid var(--line);
  }
  [data-speaker] {
    cursor: pointer;
  }
  ol.lines button {
    display: grid;
    grid-template-columns: 5.2em minmax(0, 1fr);
    gap: 8px;
    align-items: baseline;
    font-variant-numeric: tabular-nums;
  }
  .now {
    color: var(--accent);
    font-weight: 600;
  }
  .scroll {
    max-height: 320px;
  }
  table.figures :is(th, td) {
    padding: 2px 6px;
  }
  table.figures :is(th:first-child, td.words) {
    text-align: left;
    font-weight: 400;
    white-space: normal;
  }
  .weighed {
    max-height: 200px;
  }
  table.figures tr.won :is(th, td, button) {
    color: var(--accent);
    font-weight: 600;
  }
  table button {
    min-height: 24px;
    padding: 0 4px;
    border: 0;
    background: none;
    text-align: left;
  }
  table button[aria-pressed='true'] {
    background: var(--accent-soft);
  }
  line-plot {
    --plot-height: 110px;
  }
  @media (pointer: coarse) {
    table button {
      min-height: 40px;
    }
  }
`;
