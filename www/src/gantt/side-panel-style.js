/** @file How what stands beside the charts begins: details of a job, and of a chosen part. */

import { css } from 'lit';

/** The head that stays, with its heading and buttons, and what is below it. */
export const sideStyle = css`
  :host {
    display: block;
    padding: 8px 16px 24px;
    line-height: 1.45;
  }
  header {
    display: flex;
    align-items: center;
    gap: 4px;
    position: sticky;
    top: 0;
    background: var(--paper);
    padding: 4px 0;
    z-index: 1;
  }
  h2 {
    font-size: 1rem;
    margin: 0;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  p {
    margin: 4px 0;
  }
`;
