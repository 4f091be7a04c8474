/** @file The style of legends: signs and their meanings. */

import { css } from 'lit';

export const legendStyle = css`
  /* Each sign is part of the lines of the whole legend. */
  :host,
  ul {
    display: contents;
  }
  label {
    display: flex;
    align-items: center;
    gap: 5px;
    font-weight: 600;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
    color: var(--ink-soft);
  }
  li {
    display: flex;
    align-items: center;
    gap: 5px;
    line-height: 22px;
    white-space: nowrap;
  }
`;
