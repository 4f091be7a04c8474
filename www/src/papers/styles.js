/** @file How the view of published experiments is laid out: the list beside the sheet, or on a phone one of them. */

import { css } from 'lit';

export const viewStyle = css`
  :host {
    display: block;
    padding: 0 !important;
    overflow: hidden;
  }
  .view {
    display: grid;
    grid-template: minmax(0, 1fr) / clamp(250px, 22%, 360px) minmax(0, 1fr);
    height: 100%;
  }
  nav {
    overflow: auto;
    overscroll-behavior: contain;
    border-right: 1px solid var(--line);
    padding: 12px 0 24px;
  }
  nav h2 {
    font-size: 1.05rem;
    padding: 0 16px 8px;
  }
  nav h3 {
    font-size: var(--text-small);
    font-weight: 600;
    color: var(--ink-soft);
    padding: 12px 16px 4px;
  }
  nav ul {
    list-style: none;
  }
  nav a {
    display: grid;
    grid-template-columns: 3.4em minmax(0, 1fr);
    gap: 0 8px;
    padding: 6px 16px;
    min-height: var(--control);
    color: inherit;
    text-decoration: none;
    border-left: 2px solid transparent;
  }
  nav a:hover {
    background: var(--hover);
  }
  nav a[aria-current='page'] {
    border-left-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }
  nav a:focus-visible {
    outline-offset: -2px;
  }
  nav .id {
    font-variant-numeric: tabular-nums;
  }
  nav .state {
    grid-column: 2;
    color: var(--ink-soft);
    font-size: var(--text-small);
  }
  main {
    overflow: auto;
    overscroll-behavior: contain;
    padding: 16px 24px 48px;
    position: relative;
  }
  .intro {
    display: grid;
    gap: 12px;
    justify-items: start;
    max-width: 75ch;
    margin-bottom: 24px;
  }
  .intro h2 {
    font-size: 1.3rem;
  }
  .back {
    display: none;
  }
  .all td,
  .all th {
    text-align: left;
    padding-right: 20px;
  }
  .all .outcome {
    min-width: 18em;
  }
  @media (width < 700px) {
    .view {
      display: block;
      overflow: auto;
    }
    nav {
      border: 0;
    }
    nav,
    main {
      overflow: visible;
    }
    main {
      padding: 8px 14px 64px;
    }
    .chosen nav,
    .listed main .wide {
      display: none;
    }
    .chosen .back {
      display: inline-flex;
      margin: 0 0 4px -8px;
    }
    .listed main {
      padding-bottom: 8px;
    }
    .listed .intro {
      margin: 0;
    }
    /* The introduction stands above the list; in a reversed column nobody could scroll to the end of it. */
    .listed {
      display: flex;
      flex-direction: column;
    }
    .listed main {
      order: -1;
    }
  }
  @media print {
    :host {
      overflow: visible;
    }
    .view {
      display: block;
      height: auto;
    }
    nav,
    .back {
      display: none !important;
    }
    main {
      overflow: visible;
      padding: 0;
    }
  }
`;
