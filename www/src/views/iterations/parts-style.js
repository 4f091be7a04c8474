/** @file How the parts of the panel of iterations look. */

import { css } from 'lit';

export const partsStyle = css`
  h3 {
    margin: 0;
    font-size: inherit;
    font-weight: 600;
  }
  .head {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 22px;
  }
  dl.facts {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(128px, 1fr));
    gap: 2px 12px;
    font-variant-numeric: tabular-nums;
  }
  dl.facts div {
    display: flex;
    justify-content: space-between;
    gap: 8px;
  }
  dt {
    color: var(--ink-soft);
  }
  .chooser {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .chooser input {
    flex: 1;
    min-width: 0;
  }
  .chooser output {
    min-width: 7ch;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .wide {
    --plot-height: 190px;
  }
  li button {
    width: 100%;
    text-align: left;
    justify-content: start;
    border: 0;
    border-left: 2px solid transparent;
    border-radius: 0;
    background: none;
    padding: 3px 6px;
  }
  li button[aria-pressed='true'] {
    border-left-color: var(--accent);
    background: var(--accent-soft);
  }
  li button.task {
    display: grid;
    grid-template-columns: 2.4em 3.4em minmax(4em, 1fr) 6em;
    gap: 6px;
    min-height: 24px;
    padding-block: 1px;
    font-variant-numeric: tabular-nums;
  }
  @media (pointer: coarse) {
    li button.task,
    li button.rule {
      min-height: 40px;
    }
  }
  .task > :last-child {
    text-align: right;
  }
  .place {
    color: var(--ink-soft);
    text-align: right;
  }
  .moved {
    color: var(--ink-soft);
    white-space: nowrap;
  }
  .moved.up {
    color: var(--good);
  }
  .moved.down {
    color: var(--warn);
  }
  .bar {
    position: relative;
    display: block;
    height: 16px;
    line-height: 16px;
    background: var(--sunken);
  }
  .bar i {
    position: absolute;
    inset: 0 auto 0 0;
    min-width: 1px;
    background: color-mix(in srgb, var(--accent) 30%, var(--sunken));
    border-right: 2px solid var(--accent);
  }
  .bar.copied i {
    background: repeating-linear-gradient(135deg, color-mix(in srgb, var(--accent) 55%, var(--sunken)) 0 2px, color-mix(in srgb, var(--accent) 18%, var(--sunken)) 2px 6px);
  }
  .bar b {
    position: relative;
    padding-left: 4px;
    font-weight: 400;
  }
  li button.rule {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 8px;
  }
  .rule .workers {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .rule .why {
    grid-column: 1 / -1;
    overflow-wrap: anywhere;
  }
  .scroll {
    overflow: auto;
    max-height: 320px;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 2px 6px;
    text-align: right;
    white-space: nowrap;
    font-weight: 400;
    border-bottom: 1px solid var(--line);
  }
  thead th {
    position: sticky;
    top: 0;
    background: var(--paper);
    color: var(--ink-soft);
  }
  summary {
    cursor: pointer;
    min-height: 24px;
  }
  label.check {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
`;
