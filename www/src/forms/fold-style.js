/** @file The style of folded fields: one line with a heading, a count and a reason. */

import { css } from 'lit';

/** Folded groups of fields. */
export const foldStyle = css`
  details.fold > summary {
    display: grid;
    grid-template-columns: 14px auto auto minmax(0, 1fr);
    align-items: baseline;
    gap: 0 6px;
    min-height: 24px;
    padding: 2px 0;
    list-style: none;
  }
  details.fold > summary::-webkit-details-marker {
    display: none;
  }
  details.fold > summary::before {
    content: '';
    width: 0;
    border: 4px solid transparent;
    border-left-color: currentColor;
    align-self: center;
  }
  details.fold[open] > summary::before {
    rotate: 90deg;
    translate: -2px 2px;
  }
  details.fold > summary b {
    font-weight: 600;
  }
  .count,
  .why {
    color: var(--ink-soft);
    font-size: var(--text-small);
  }
  .why {
    text-align: right;
    text-wrap: balance;
  }
  details.fold > :not(summary) {
    padding: 4px 0 10px 14px;
  }
  .spread {
    justify-content: space-between;
  }
  @media (pointer: coarse) {
    details.fold > summary {
      min-height: 44px;
      align-items: center;
    }
  }
`;
