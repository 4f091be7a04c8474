/** @file How tables look that are edited cell by cell, on top of all tables: they scroll under their heads and beside their first column. */
import { css } from 'lit';

export const editTable = css`
  .scroll {
    max-height: 420px;
    border-block: 1px solid var(--line);
    /* A cell that gets the focus comes out from under the head and the first column. */
    scroll-padding: 48px 8px 8px 7.5em;
  }
  th {
    padding: 2px 4px;
    white-space: nowrap;
  }
  thead th {
    position: sticky;
    top: 0;
    background: var(--paper);
    z-index: 1;
  }
  td {
    padding: 2px;
  }
  tbody :is(th, td) {
    vertical-align: top;
  }
  th:first-child,
  td:first-child {
    border-right: 1px solid var(--line);
    position: sticky;
    left: 0;
    background: var(--paper);
  }
  thead th:first-child {
    z-index: 2;
  }
`;
