/** @file The style of the decision bar and of its replacements: a heading, and beside it a line for each variant. */

import { css } from 'lit';

export const effectStyle = css`
  .when {
    flex: none;
    width: max(var(--gutter) - 28px, 17ch);
  }
  h2 {
    margin: 0;
    font-size: inherit;
    font-weight: 600;
    color: var(--accent);
  }
  ul {
    flex: 1;
    min-width: 0;
    margin: 0;
    padding: 0;
    list-style: none;
    display: grid;
    gap: 2px;
  }
  li {
    display: flex;
    align-items: baseline;
    gap: 8px;
    line-height: 18px;
  }
  li svg {
    flex: none;
    width: 26px;
    height: 8px;
  }
  b {
    font-weight: 600;
  }
`;
