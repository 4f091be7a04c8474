/** @file How the parts of the panel of iterations look. */

import { css } from 'lit';

export const partsStyle = css`
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
    max-height: 320px;
  }
`;
