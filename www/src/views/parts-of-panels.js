/** @file What panels of special views are made of: sections beside each other, and keys of colours. */

import { css } from 'lit';

export const sections = css`
  .sections {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(var(--section, 340px), 100%), 1fr));
    align-items: start;
    gap: 8px 32px;
  }
  section {
    border-top: 1px solid var(--line);
    padding-top: 8px;
    min-width: 0;
  }
`;

export const keys = css`
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    font-size: var(--text-small);
  }
  .keys span {
    display: inline-flex;
    align-items: center;
    gap: 5px;
  }
  .keys i {
    width: 10px;
    height: 10px;
  }
`;
