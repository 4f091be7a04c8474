/** @file The style of panels beside the charts: details of a job, statistics of a region. */

import { css } from 'lit';

/** The fixed head with its heading and buttons, and the content below. */
export const sidePanelStyle = css`
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
  table {
    width: 100%;
  }
`;
