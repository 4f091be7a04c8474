/** @file The style of the report of a publication, on the screen and on A4 paper. */

import { css } from 'lit';

export const reportStyle = css`
  :host {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px;
    max-width: 1500px;
    line-height: 1.45;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    min-width: 0;
  }
  h2,
  h3 {
    color: var(--ink);
  }
  h2:focus-visible,
  h3:focus-visible {
    outline: none;
  }
  h2 {
    font-size: 1.3rem;
  }
  h3 {
    font-size: 1.1rem;
    font-weight: 600;
  }
  p,
  dt,
  li {
    max-width: 75ch;
    overflow-wrap: anywhere;
  }
  .soft {
    color: var(--ink-soft);
  }
  .small {
    font-size: var(--text-small);
  }
  .question {
    font-weight: 600;
  }
  ul,
  ol {
    padding-left: 1.4em;
  }
  .counts {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    list-style: none;
    padding: 0;
    margin-bottom: 8px;
  }
  .counts li {
    display: flex;
    align-items: center;
    gap: 7px;
  }
  .contents {
    list-style: none;
    margin: 0;
    padding: 0;
    columns: 2 380px;
    gap: 32px;
  }
  .contents li {
    break-inside: avoid;
    padding: 3px 0;
  }
  .contents .small {
    display: block;
  }
  .reasons {
    display: grid;
    gap: 4px;
  }
  .reasons dd {
    margin-bottom: 8px;
  }
  .facts {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 4px 14px;
    max-width: 90ch;
  }
  .facts dt {
    color: var(--ink-soft);
  }
  pre {
    margin: 0;
    padding: 8px 10px;
    background: var(--sunken);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font-size: var(--text-small);
    max-height: 14em;
    overflow: auto;
  }
  .part {
    border-top: 2px solid var(--line);
    padding-top: 16px;
    scroll-margin-top: 8px;
  }
  @media (width < 700px) {
    .facts {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media print {
    :host {
      page: report;
    }
    :host,
    section {
      display: block;
    }
    section,
    section > * + * {
      margin-top: 8px;
    }
    .tools {
      display: none !important;
    }
    pre {
      max-height: none;
      overflow: visible;
    }
    h2,
    h3,
    .question,
    .reasons dt {
      break-after: avoid;
    }
    .part {
      margin-top: 20px;
    }
    li {
      break-inside: avoid;
    }
  }
`;
