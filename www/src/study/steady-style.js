/** @file The style of the warning about growing queues, and of the table of tenths of the runs. */

import { css } from 'lit';

export const steadyStyle = css`
  .steady {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    margin: 8px 0;
    padding: 10px 14px;
    border: 1px solid var(--hole);
    border-radius: 4px;
    background: color-mix(in srgb, var(--hole) 35%, var(--paper));
  }
  .steady p {
    flex: 1 1 50ch;
    margin: 0;
  }
  .tenths th {
    font-weight: 400;
    color: var(--ink-soft);
    text-align: left;
    padding: 4px 12px 4px 0;
  }
  .tenths td {
    padding: 4px 10px 4px 0;
    vertical-align: top;
    min-width: 8ch;
  }
  .tenths svg {
    display: block;
    fill: var(--ink-soft);
  }
  .below > .wide {
    overflow-x: auto;
  }
  .tenths span {
    display: block;
    max-width: 9ch;
    white-space: normal;
    text-align: left;
    font-size: var(--text-small);
    line-height: 1.3;
  }
  .grows {
    font-style: normal;
    font-weight: 600;
    color: var(--hole-ink);
  }
  .tenths svg.grows {
    fill: var(--hole-ink);
  }
`;
